import { Button } from '../../components/button.js'
import { CodeBlock } from '../../components/code-block.js'
import { EmptyState, FailureState } from '../../components/empty-state.js'
import { send } from '../../data/api.js'
import { useResource } from '../../data/use-resource.js'
import { currentWorld } from '../../data/world.js'
import { FieldList } from '../../list/detail-pane.js'
import { curlGet } from '../../text/curl-command.js'
import { saveFile } from '../../text/download.js'
import { JournalComparisonForm } from './journal-comparison.js'

interface LoadedJournal {
  text: string
  header: { complete?: boolean; missing?: readonly string[]; scenario?: string; seed?: number }
  /** How many records of each type there are. */
  counts: [type: string, count: number][]
}

async function loadJournal(): Promise<LoadedJournal> {
  const response = await send('GET', '/_sandbox/journal')
  if (!response.ok) throw new Error(`The journal was answered with ${response.status}.`)
  const text = await response.text()
  const [header = '{}', ...lines] = text.trimEnd().split('\n')
  const counts = new Map<string, number>()
  for (const line of lines) {
    const type = /^\{"type":"([a-z_-]+)"/.exec(line)?.[1] ?? 'other'
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return { text, header: JSON.parse(header), counts: [...counts] }
}

const apiCommand = () => curlGet('/v1/releases')

/** The journal of the world: what it contains, a download, and how to rerun it. */
export function Journal() {
  const resource = useResource('journal', loadJournal)
  const { data, error } = resource.value
  if (error && !data) return <FailureState error={error} onRetry={resource.refresh} />
  if (!data) return null
  const { text, header, counts } = data
  const file = `${currentWorld.value.name}.ndjson`
  const commands = `${curlGet('/_sandbox/journal')} > ${file}\nnpx mds-sandbox rerun ${file}`
  return (
    <div class="page">
      {counts.length === 0 ? (
        <EmptyState title="The journal is empty" command={apiCommand()}>
          <p>Requests to the API, clock moves, events and attempts become part of it:</p>
        </EmptyState>
      ) : (
        <>
          <FieldList
            fields={[
              [
                'Complete',
                header.complete ? 'yes' : `no: ${header.missing?.join('; ')}. A rerun may return different responses.`,
              ],
              ['Scenario', header.scenario],
              ['Seed', header.seed],
              ...counts.map(([type, count]) => [`Records: ${type}`, count.toLocaleString('en')] as const),
            ]}
          />
          <div class="form-row">
            <Button kind="primary" onClick={() => saveFile(text, file, 'application/x-ndjson')}>
              Download the journal
            </Button>
            <Button onClick={resource.refresh}>Load again</Button>
          </div>
        </>
      )}
      {counts.length > 0 && <JournalComparisonForm text={text} />}
      <h2>Rerun it</h2>
      <p>
        A rerun repeats every request in a fresh world of another process, and prints each response that differs from
        the recorded one.
      </p>
      <CodeBlock text={commands} label="the commands" />
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { EmptyState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { hrefOf } from '../../data/router.js'
import { countText, visibleText } from '../../text/format.js'
import { compareJournals, type JournalComparison, type RequestDifference } from './compare-journals.js'

const SHOWN_DIFFERENCES = 100
const SHOWN_CHARACTERS = 200

const shorten = (text: string) =>
  visibleText(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)

/** Compares the journal of this world with one from a file, such as the one of the same test yesterday. */
export function JournalComparisonForm({ text }: { text: string }) {
  const result = useSignal<JournalComparison | undefined>(undefined)
  const error = useSignal('')
  async function compare(file: File) {
    try {
      result.value = compareJournals(await file.text(), text, file.name)
      error.value = ''
    } catch (failure) {
      result.value = undefined
      error.value = (failure as Error).message
    }
  }
  return (
    <>
      <h2>Compare it with another run</h2>
      <div class="form-row">
        <label>
          Journal of the other run
          <input
            class="input"
            type="file"
            accept=".ndjson"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void compare(file)
            }}
          />
        </label>
      </div>
      <p class="form-error" role="alert">
        {visibleText(error.value)}
      </p>
      {result.value && <Differences comparison={result.value} />}
    </>
  )
}

function Differences({ comparison: { requests, differences } }: { comparison: JournalComparison }) {
  const [before, after] = requests
  if (differences.length === 0)
    return <EmptyState title={`${countText(after, 'request')}, all requests and responses are the same`} />
  return (
    <section aria-label="Differences between the runs">
      <p role="status">
        {differences.length === 1 ? '1 request differs' : `${differences.length.toLocaleString('en')} requests differ`}.
        The file has {countText(before, 'request')}, this world {after.toLocaleString('en')}.
      </p>
      <ul class="snapshots-rows">
        {differences.slice(0, SHOWN_DIFFERENCES).map((difference) => (
          <li key={difference.number}>
            <DifferenceItem difference={difference} />
          </li>
        ))}
      </ul>
      {differences.length > SHOWN_DIFFERENCES && (
        <p class="muted">The first {SHOWN_DIFFERENCES} are shown. Later ones often follow from the first.</p>
      )}
    </section>
  )
}

function DifferenceItem({ difference }: { difference: RequestDifference }) {
  const { number, method, target, requestId, fields } = difference
  const title = (
    <>
      <span class="method">{method}</span> <bdi>{shorten(target)}</bdi>
    </>
  )
  return (
    <>
      #{number}{' '}
      {requestId === undefined ? title : <Link href={hrefOf({ screen: 'activity', parts: [requestId] })}>{title}</Link>}
      <ul>
        {fields.map(({ field, before, after }) => (
          <li key={field}>
            {visibleText(field)}: <del>{shorten(before)}</del> <ins>{shorten(after)}</ins>
          </li>
        ))}
      </ul>
    </>
  )
}

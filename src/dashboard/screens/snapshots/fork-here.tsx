import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CodeBlock } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { entries, isLoaded } from '../../data/activity-store.js'
import { filters, hrefOf } from '../../data/router.js'
import type { ActivityEntry, EntryOf, Snapshot } from '../../data/types.js'
import type { Resource } from '../../data/use-resource.js'
import { currentWorld } from '../../data/world.js'
import { curlGet, curlImport } from '../../text/curl-command.js'
import { instantText, visibleText } from '../../text/format.js'
import { ForkDialog } from './fork-dialog.js'

const NOW = Symbol('now')
/** The name of the snapshot that a replay writes. */
const REPLAYED = 'rerun'

const hasChanged = (entry: ActivityEntry) =>
  entry.kind === 'clock' ||
  entry.kind === 'reset' ||
  entry.kind === 'attempt' ||
  ('changes' in entry && entry.changes_total > 0)

interface ForkHereProps {
  snapshots: Resource<Snapshot[]>
  onRetry: () => void
}

/** Forks the world at a request, as far as there is a state to fork: now, or a snapshot from before. */
export function ForkHere({ snapshots: { data = [], error }, onRetry }: ForkHereProps) {
  const chosen = useSignal<string | typeof NOW | undefined>(undefined)
  const id = filters.value.request
  const request = entries.value.find(
    (entry): entry is EntryOf<'request'> => entry.kind === 'request' && entry.request_id === id,
  )
  const later = request ? entries.value.filter((entry) => entry.id > request.id && hasChanged(entry)).length : 0
  const earlier = request
    ? data.filter(({ saved_at, name }) => saved_at <= request.received_at || name === REPLAYED)
    : data
  if (error) return <FailureState error={error} onRetry={onRetry} />
  return (
    <div class="page">
      {id && !request && isLoaded.value && (
        <p class="form-error">The request {visibleText(id)} is not part of the recorded activity any more.</p>
      )}
      {request && (
        <p>
          <Link href={hrefOf({ screen: 'activity', parts: [request.request_id] })}>
            {request.method} <bdi>{visibleText(request.target)}</bdi>
          </Link>
          , {instantText(request.at)}
        </p>
      )}
      <p>
        The sandbox keeps the state of a world now and in its snapshots, not after each request.
        {request &&
          (later === 0
            ? ' Nothing has changed since this request, so a fork of the present starts right after it.'
            : ` ${later === 1 ? 'One entry' : `${later.toLocaleString('en')} entries`} after this request changed the world. A fork of the present includes them.`)}
      </p>
      <p>
        <Button kind="primary" onClick={() => (chosen.value = NOW)}>
          Fork the world as it is now
        </Button>
      </p>
      {request && later > 0 && <ReplayCommands requestId={request.request_id} />}
      <h2>{request ? 'Snapshots from before the request, and the replayed one' : 'Snapshots'}</h2>
      {earlier.length === 0 ? (
        <p class="muted">
          There are none. <Link href={hrefOf({})}>Save a snapshot</Link> before the step that you want to repeat.
        </p>
      ) : (
        <ul class="snapshots-forks">
          {earlier.map(({ name, clock }) => (
            <li key={name}>
              <Button label={`Fork ${name}`} onClick={() => (chosen.value = name)}>
                Fork
              </Button>
              <span>
                {name}, {instantText(clock)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {chosen.value !== undefined && (
        <ForkDialog
          {...(chosen.value !== NOW && { snapshot: chosen.value as string })}
          onClose={() => (chosen.value = undefined)}
        />
      )}
    </div>
  )
}

/** Replays the journal in another process, because a replay in this one would send events and shift ids. */
function ReplayCommands({ requestId }: { requestId: string }) {
  const { name } = currentWorld.value
  const commands = `${curlGet('/_sandbox/journal')} > ${name}.ndjson
npx mds-sandbox rerun ${name}.ndjson --until ${requestId} --snapshot at-request.ndjson
${curlImport('at-request.ndjson')}`
  return (
    <>
      <h2>As it was after the request</h2>
      <p>
        These commands replay the journal up to this request in another process, which sends nothing, and import the
        result here as the snapshot <code>rerun</code>. Then fork it. Secrets of webhooks are not part of a journal.
      </p>
      <CodeBlock text={commands} label="the commands" />
    </>
  )
}

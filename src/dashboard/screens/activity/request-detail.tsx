import { Button } from '../../components/button.js'
import { CodeBlock, CopyableValue, copyText } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { HttpStatusBadge } from '../../components/status-badge.js'
import { Tabs } from '../../components/tabs.js'
import { get } from '../../data/api.js'
import { hrefOf } from '../../data/router.js'
import { settings } from '../../data/settings.js'
import type { RecordedRequest } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { currentWorld } from '../../data/world.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { asCurl, asFetch, asTest, type CopyableRequest } from '../../text/copy-as.js'
import { durationText, instantText, prettyJson, visibleText } from '../../text/format.js'
import { ChangeList } from './change-list.js'

export function RequestDetail({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const resource = useResource(requestId, () => get<RecordedRequest>(`/_sandbox/requests/${requestId}`))
  const { data, error } = resource.value
  return (
    <DetailPane
      id={requestId}
      title={data ? <RequestTitle request={data} /> : requestId}
      onClose={onClose}
      actions={data && <CopyActions request={data} />}
    >
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && <RequestContent request={data} />}
    </DetailPane>
  )
}

const RequestTitle = ({ request: { method, target, status } }: { request: RecordedRequest }) => (
  <>
    <HttpStatusBadge status={status} /> <span class="method">{method}</span> <bdi>{visibleText(target)}</bdi>
  </>
)

function CopyActions({ request: recorded }: { request: RecordedRequest }) {
  const { method, target, status, request } = recorded
  const copyable: CopyableRequest = { method, target, status, headers: request.headers, body: request.body }
  const formats = [
    ['curl', asCurl],
    ['fetch', asFetch],
    ['test', asTest],
  ] as const
  return (
    <>
      <span class="label">Copy as</span>
      {formats.map(([name, format]) => (
        <Button
          key={name}
          label={`Copy as ${name}`}
          onClick={() => void copyText(format(copyable, currentWorld.value), `the request as ${name}`)}
        >
          {name}
        </Button>
      ))}
    </>
  )
}

function RequestContent({ request }: { request: RecordedRequest }) {
  const { operation, at, received_at, duration_ms, request_id, scenario, fault, replayed, plane, upload } = request
  const reference = plane === 'service' ? '/docs' : '/_sandbox/docs'
  return (
    <>
      <ErrorExplanation request={request} />
      <Warnings request={request} />
      <FieldList
        fields={[
          ['Operation', operation && <a href={`${settings.root}${reference}`}>{operation}</a>],
          ['Duration', durationText(duration_ms)],
          ['World time', instantText(at)],
          ['Received', instantText(received_at)],
          ['Request id', <CopyableValue key="id" value={request_id} label="the request id" />],
          ['Scenario', scenario],
          ['Fault', fault && describeFault(fault)],
          ['Replayed', replayed ? 'yes, from its Idempotency-Key' : undefined],
          ['Upload', upload && JSON.stringify(upload)],
        ]}
      />
      <p>
        <Link href={hrefOf({ screen: 'snapshots', parts: ['fork'], filters: { request: request_id } })}>
          Fork a world here
        </Link>
      </p>
      <ChangeList changes={request.changes} total={request.changes_total} />
      <Tabs
        label="Messages"
        tabs={[
          { name: 'response', title: 'Response', content: () => <Message message={request.response} of="response" /> },
          { name: 'request', title: 'Request', content: () => <Message message={request.request} of="request" /> },
        ]}
      />
    </>
  )
}

function describeFault({ scenario, status, connection, delay }: NonNullable<RecordedRequest['fault']>): string {
  const effects = [
    delay && `delayed by ${delay}`,
    status && `answered with ${status}`,
    connection && 'connection reset',
  ]
  return `${effects.filter(Boolean).join(', ')} (${scenario ? `scenario ${scenario}` : 'added through the control plane'})`
}

interface ErrorBody {
  code: string
  message: string
  details?: { field?: string; issue: string }[]
}

function parseError({ status, response }: RecordedRequest): ErrorBody | undefined {
  if (status < 400 || response.body === null) return undefined
  try {
    const { error } = JSON.parse(response.body)
    return typeof error?.message === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

/** The error in words, with everything that is wrong. */
function ErrorExplanation({ request }: { request: RecordedRequest }) {
  const error = parseError(request)
  if (!error) return null
  return (
    <section class="notice notice-danger" aria-label="Error">
      <p>
        <a href={`${settings.root}/docs/errors`}>
          <code>{error.code}</code>
        </a>{' '}
        {visibleText(error.message)}
      </p>
      <IssueList issues={error.details ?? []} />
    </section>
  )
}

function Warnings({ request: { warnings } }: { request: RecordedRequest }) {
  if (warnings.length === 0) return null
  return (
    <section class="notice notice-warning" aria-label="Warnings">
      <p>The service ignored this:</p>
      <IssueList issues={warnings} />
    </section>
  )
}

const IssueList = ({ issues }: { issues: readonly { field?: string; issue: string }[] }) => (
  <ul>
    {issues.map(({ field, issue }) => (
      <li key={`${field} ${issue}`}>
        {field && <code>{visibleText(field)}</code>} {visibleText(issue)}
      </li>
    ))}
  </ul>
)

function Message({ message: { headers, body }, of }: { message: RecordedRequest['request']; of: string }) {
  return (
    <>
      {body === null ? (
        <p class="muted">The {of} has no body.</p>
      ) : (
        <CodeBlock text={prettyJson(body)} label={`the ${of} body`} />
      )}
      <h3>Headers</h3>
      <FieldList
        fields={headers.map(({ name, value }) => [name, <code key={name}>{visibleText(value)}</code>] as const)}
      />
    </>
  )
}

import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CodeBlock, CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { useAction } from '../../components/use-action.js'
import { readState, send, toError } from '../../data/api.js'
import { hrefOf } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { CopyCurl } from '../../list/copy-curl.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { countText, instantText, sizeText, visibleText } from '../../text/format.js'
import { CatalogueLink } from '../catalogue/catalogue-link.js'
import { loadXml } from './load-xml.js'
import { MessageStatus } from './message-status.js'
import { IssueText, XmlView } from './xml-view.js'

type Message = StateItem<'ern_messages'>

export function MessageDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const resource = useResource(
    id,
    () => readState('ern_messages', id),
    (entry) => affects('ern_messages', entry) || affects('deliveries', entry),
  )
  const { data, error } = resource.value
  return (
    <DetailPane
      id={id}
      title={data ? <bdi class="title">{visibleText(data.message_id)}</bdi> : id}
      onClose={onClose}
      actions={data && <CopyCurl target={`/v1/ern/messages/${id}`} />}
    >
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && (
        <>
          <Facts message={data} />
          <Results message={data} />
          <Documents message={data} key={`${id} ${data.status}`} />
          <Source message={data} key={id} />
        </>
      )}
    </DetailPane>
  )
}

const partyText = ({ party_id, name }: Message['sender']) =>
  visibleText(name === null ? party_id : `${name} ${party_id}`)

function Facts({ message }: { message: Message }) {
  const { id, status, outcome, message_type, version, thread_id, sender, sent_on_behalf_of, recipients } = message
  const { message_created_at, control_type, profile, size_bytes, checksum_sha256, release_ids } = message
  const { received_at, processed_at, sandbox } = message
  const due = sandbox.next_steps?.[0]?.due
  return (
    <FieldList
      fields={[
        [
          'Status',
          <>
            <MessageStatus status={status} />
            {outcome !== null && ` ${outcome.replaceAll('_', ' ')}`}
          </>,
        ],
        ['Message id', <CopyableValue key="id" value={id} label="the id of the message" />],
        ['Type', `${message_type}, ERN ${version}${profile === null ? '' : `, ${visibleText(profile)}`}`],
        ['Sender', <bdi key="sender">{partyText(sender)}</bdi>],
        ['On behalf of', sent_on_behalf_of && <bdi key="behalf">{partyText(sent_on_behalf_of)}</bdi>],
        ['Recipients', <bdi key="recipients">{recipients.map(partyText).join(', ')}</bdi>],
        ['Created', <bdi key="created">{visibleText(message_created_at)}</bdi>],
        ['Control type', control_type && visibleText(control_type)],
        ['Thread', thread_id && <bdi key="thread">{visibleText(thread_id)}</bdi>],
        [
          'Release ids',
          <bdi key="ids">
            {release_ids
              .map(({ type, namespace, value }) =>
                visibleText(`${type} ${namespace ?? ''} ${value}`.replace('  ', ' ')),
              )
              .join(', ')}
          </bdi>,
        ],
        ['Received', instantText(received_at)],
        ['Processed', processed_at ? instantText(processed_at) : due && `planned for ${instantText(due)}`],
        ['Scenario', sandbox.scenario?.name],
        ['Size', sizeText(size_bytes)],
        ['SHA-256', <code key="checksum">{checksum_sha256}</code>],
      ]}
    />
  )
}

/** What the message became: the release, its files and its deliveries. */
function Results({ message: { release_id, sandbox, resources, delivery_ids } }: { message: Message }) {
  if (release_id === null) return null
  return (
    <section class="ern-results">
      <h3>Results</h3>
      <ul>
        <li>
          Release <CatalogueLink id={release_id} />{' '}
          {sandbox.release_title && <bdi class="title">{visibleText(sandbox.release_title)}</bdi>}
        </li>
        {delivery_ids.map((id) => (
          <li key={id}>
            Delivery{' '}
            <Link href={hrefOf({ screen: 'deliveries', parts: [id] })}>
              <code>{id}</code>
            </Link>
          </li>
        ))}
        {resources.map(({ reference, isrc, asset_id, matched_by }) => (
          <li key={reference}>
            <bdi>{visibleText(reference)}</bdi> {isrc && <span class="muted">{visibleText(isrc)}</span>}{' '}
            {asset_id === null ? <span class="muted">no file</span> : <CatalogueLink id={asset_id} />}{' '}
            {matched_by && (
              <span class="muted">
                {matched_by === 'created' ? 'created for this message' : `found by ${matched_by}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const EXPORT_TYPES = ['NewReleaseMessage', 'PurgeReleaseMessage'] as const

/** XML that the API writes. It is read on request only, because reads of the API are part of the run. */
function Documents({ message: { id, status, release_id, outcome } }: { message: Message }) {
  const shown = useSignal<{ title: string; label: string; xml: string } | undefined>(undefined)
  const { isBusy, run } = useAction()
  const show = (title: string, label: string, path: string) => () =>
    void run(async () => {
      const response = await send('GET', path)
      const xml = await response.text()
      if (!response.ok) throw toError(response.status, xml)
      shown.value = { title, label, xml }
      return `Read ${label}.`
    })
  const canExport = release_id !== null && outcome !== 'purged'
  if (status === 'received') return null
  return (
    <section class="ern-documents">
      <div class="button-row">
        <Button
          disabled={isBusy}
          onClick={show('Acknowledgement', 'the acknowledgement', `/v1/ern/messages/${id}/acknowledgement`)}
        >
          Acknowledgement
        </Button>
        {canExport &&
          EXPORT_TYPES.map((type) => (
            <Button
              key={type}
              disabled={isBusy}
              onClick={show(type, `the ${type} of the release`, `/v1/releases/${release_id}/ern?message_type=${type}`)}
            >
              Export {type}
            </Button>
          ))}
      </div>
      {shown.value && (
        <>
          <h3>{shown.value.title}</h3>
          <CodeBlock text={shown.value.xml} label={shown.value.label} key={shown.value.label} />
        </>
      )}
    </section>
  )
}

/** The XML from the recorded request, with the issues; only the issues if it was not recorded. */
function Source({ message: { id, issues, error_count, warning_count, not_carried } }: { message: Message }) {
  const resource = useResource(`xml ${id}`, () => loadXml(id))
  const { data, error, isLoading } = resource.value
  const omitted = error_count + warning_count - issues.length
  return (
    <>
      <h3>
        {countText(error_count, 'error')}, {countText(warning_count, 'warning')}
      </h3>
      {omitted > 0 && <p class="muted">{countText(omitted, 'issue')} more are not listed.</p>}
      {data?.xml !== undefined ? (
        <>
          <p class="muted">
            The sandbox keeps what it read, and not the XML. This is the body of{' '}
            <Link href={hrefOf({ screen: 'activity', parts: [data.requestId] })}>the recorded request</Link>.
          </p>
          <XmlView xml={data.xml} issues={issues} />
        </>
      ) : (
        !isLoading && (
          <>
            {error ? (
              <FailureState error={error} onRetry={resource.refresh} />
            ) : (
              <p class="muted">
                The XML can’t be shown: the sandbox keeps what it read, and the journal no longer has the request.
              </p>
            )}
            <ul class="ern-issues">
              {issues.map((issue) => (
                <li key={`${issue.path} ${issue.code} ${issue.message}`}>
                  <IssueText issue={issue} /> <span class="muted">{visibleText(issue.path)}</span>
                </li>
              ))}
            </ul>
          </>
        )
      )}
      {not_carried.length > 0 && (
        <details>
          <summary>Not carried: {countText(not_carried.length, 'element')}</summary>
          <ul class="ern-issues">
            {not_carried.map((path) => (
              <li key={path}>
                <code>{visibleText(path)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

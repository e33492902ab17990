import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { EmptyState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { filters, hrefOf, navigate, parts } from '../../data/router.js'
import { settings } from '../../data/settings.js'
import type { StateItem } from '../../data/types.js'
import { apiKey, currentWorld } from '../../data/world.js'
import { SelectFilter, TextFilter } from '../../list/filter-bar.js'
import { ItemList } from '../../list/item-list.js'
import { countText, instantText, visibleText } from '../../text/format.js'
import type { Screen } from '../screen.js'
import { MessageDetail } from './message-detail.js'
import { MessageStatus } from './message-status.js'
import { SendDialog } from './send-dialog.js'

const STATUS_OPTIONS = {
  '': 'Any',
  received: 'Received',
  accepted: 'Accepted',
  rejected: 'Rejected',
  superseded: 'Superseded',
}

const sendCommand = () =>
  `npx mds-sandbox ern send message.xml --url ${window.location.origin}${settings.root} --key ${apiKey.value}`

/** DDEX messages and what became of them. */
function Ern() {
  const { q, status, release_id } = filters.value
  const [selected] = parts.value
  const isSending = useSignal(false)
  const { tier, name } = currentWorld.value
  if (tier === 'standard')
    return (
      <EmptyState title="ERN messages are for enterprise accounts">
        <p>
          This world belongs to a standard account.{' '}
          <Link href={hrefOf({ world: { tier: 'enterprise', name } })}>Open the enterprise world {name}</Link>
        </p>
      </EmptyState>
    )
  return (
    <div class="split" data-open={selected !== undefined}>
      <ItemList
        collection="ern_messages"
        query={{ q, status, release_id }}
        nouns={['message', 'messages']}
        filterFields={
          <>
            <TextFilter name="q" label="Search" placeholder="MessageId, sender, UPC or id" />
            <SelectFilter name="status" label="Status" options={STATUS_OPTIONS} />
          </>
        }
        actions={
          <Button kind="primary" onClick={() => (isSending.value = true)}>
            Send a message…
          </Button>
        }
        empty={
          <EmptyState title="There is no message" command={sendCommand()}>
            <p>
              Send a NewReleaseMessage or a PurgeReleaseMessage with the button above or like this. The guide has{' '}
              <a href={`${settings.root}/docs/ern`}>a complete message</a>.
            </p>
          </EmptyState>
        }
        hrefOf={({ id }) => hrefOf({ parts: [id], filters: filters.value })}
        renderRow={(message) => <MessageRow message={message} />}
        selected={selected}
      />
      {selected !== undefined && (
        <MessageDetail id={selected} onClose={() => navigate(hrefOf({ filters: filters.peek() }))} />
      )}
      {isSending.value && <SendDialog onClose={() => (isSending.value = false)} />}
    </div>
  )
}

function MessageRow({ message }: { message: StateItem<'ern_messages'> }) {
  const { status, outcome, message_id, message_type, error_count, warning_count, received_at, sandbox } = message
  return (
    <>
      <MessageStatus status={status} />
      <span class="what">
        <bdi class="title">{visibleText(message_id)}</bdi>{' '}
        <span class="muted">
          <bdi class="title">{visibleText(sandbox.release_title ?? message_type)}</bdi>
        </span>
      </span>
      {outcome !== null && <span class="muted">{outcome.replaceAll('_', ' ')}</span>}
      {error_count > 0 && <StatusBadge status={countText(error_count, 'error')} tone="danger" />}
      {warning_count > 0 && (
        <span class="row-extra">
          <StatusBadge status={countText(warning_count, 'warning')} tone="warning" />
        </span>
      )}
      <time class="row-extra" dateTime={received_at}>
        {instantText(received_at)}
      </time>
    </>
  )
}

export const ernScreen: Screen = { name: 'ern', title: 'ERN', component: Ern }

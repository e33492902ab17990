import { Button } from '../../components/button.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { entries } from '../../data/activity-store.js'
import { hrefOf } from '../../data/router.js'
import type { SandboxFacts, StateItem } from '../../data/types.js'
import { write } from '../../data/write.js'
import { distanceText, instantText, visibleText } from '../../text/format.js'
import { OutcomeButtons } from './outcome-buttons.js'
import { pastSteps } from './timeline.js'

type Delivery = StateItem<'deliveries'>
type StoreFacts = NonNullable<SandboxFacts['stores']>[number]

const TASK_TEXTS: Record<string, string> = {
  created: 'delivery created',
  'ingest-order': 'ingestion starts',
  'review-order': 'review ends',
  'confirm-takedown': 'the store confirms the takedown',
  createDelivery: 'delivery created',
  resubmitDelivery: 'resubmitted',
  takedownDelivery: 'takedown requested',
  simulateDelivery: 'simulated',
}

interface StoreSectionProps {
  delivery: Delivery
  facts: StoreFacts
  /** The world's time. */
  now: number
}

/** One store of a delivery: what was, what will be, what it wants corrected, and what can be done now. */
export function StoreSection({ delivery, facts, now }: StoreSectionProps) {
  const { store_id, name, attempt, outcomes, can_resubmit, can_take_down } = facts
  const { isBusy, run } = useAction()
  const order = delivery.stores.find((candidate) => candidate.store_id === store_id)
  const request = (operation: 'resubmit' | 'takedown', message: string) => async () => {
    await write('POST', `/v1/deliveries/${delivery.id}/${operation}`, { store_ids: [store_id] })
    return message
  }
  return (
    <section class="deliveries-store" aria-label={name}>
      <header class="button-row">
        <h3>{name}</h3>
        {order && <StatusBadge status={order.status} />}
        {attempt > 1 && <span class="muted">attempt {attempt}</span>}
        <code class="muted deliveries-territories">{order?.territory_codes.join(' ')}</code>
      </header>
      {order?.rejection_reason !== undefined && (
        <div class="notice notice-warning">
          <p>
            <code>{order.rejection_code}</code> {visibleText(order.rejection_reason)}
          </p>
          <Correction facts={facts} releaseId={delivery.release_id} />
        </div>
      )}
      <Timeline delivery={delivery} facts={facts} now={now} />
      <div class="button-row">
        <OutcomeButtons deliveryId={delivery.id} storeId={store_id} storeName={name} outcomes={outcomes} />
        {can_resubmit && (
          <Button
            disabled={isBusy}
            label={`Resubmit to ${name}`}
            onClick={() => void run(request('resubmit', `Resubmitted to ${name}.`))}
          >
            Resubmit
          </Button>
        )}
        {can_take_down && (
          <Button
            kind="danger"
            disabled={isBusy}
            label={`Take down from ${name}`}
            onClick={() => void run(request('takedown', `${name} was asked to take the release down.`))}
          >
            Take down
          </Button>
        )}
      </div>
    </section>
  )
}

function Correction({ facts: { correction }, releaseId }: { facts: StoreFacts; releaseId: string }) {
  if (!correction) return null
  const { wants, corrected } = correction
  return (
    <p>
      {wants.length > 0 && <>The store wants this corrected: {wants.join(', ')}. </>}
      {corrected ? 'It has changed since. You can resubmit. ' : 'Nothing of it has changed yet. '}
      <Link href={hrefOf({ screen: 'catalogue', parts: ['releases', releaseId] })}>Open the release</Link>
    </p>
  )
}

function Timeline({ delivery, facts, now }: StoreSectionProps) {
  const past = pastSteps(delivery, facts.store_id, entries.value)
  return (
    <ol class="deliveries-timeline" aria-label={`Timeline of ${facts.name}`}>
      {past.map(({ at, status, cause }, i) => (
        <li key={i}>
          <time dateTime={at}>{instantText(at)}</time>
          <StatusBadge status={status} />
          <span class="muted">{TASK_TEXTS[cause] ?? cause}</span>
        </li>
      ))}
      {facts.next_steps.map(({ due, task, outcome }) => (
        <li key={`${due} ${task}`} class="planned">
          <time dateTime={due}>{instantText(due)}</time>
          <span>
            {TASK_TEXTS[task] ?? task}
            {outcome && <> → {outcome.replaceAll('_', ' ')}</>}
          </span>
          <span class="muted">planned, {distanceText(now, Date.parse(due))}</span>
        </li>
      ))}
    </ol>
  )
}

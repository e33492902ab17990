import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { EmptyState, FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { post, readState } from '../../data/api.js'
import { filters, hrefOf, navigate } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects, useStateList } from '../../data/use-state-list.js'
import { DetailPane, FieldList } from '../../list/detail-pane.js'
import { FilterBar, SelectFilter } from '../../list/filter-bar.js'
import { VirtualList } from '../../list/virtual-list.js'
import { curlGet, curlPost } from '../../text/curl-command.js'
import { countText, instantText } from '../../text/format.js'

type Payout = StateItem<'payouts'>

const STATUS_OPTIONS = {
  '': 'Any',
  pending: 'Pending',
  on_hold: 'On hold',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
}

const createCommand = () => `${curlGet('/v1/statements?status=closed')}
${curlPost('/v1/payouts', '{"statement_ids": ["stm_…"]}')}`

export function Payouts({ selected }: { selected: string | undefined }) {
  const { status } = filters.value
  const { rows, isLoaded, error, refresh, loadMore } = useStateList('payouts', { status })
  if (error && !isLoaded) return <FailureState error={error} onRetry={refresh} />
  const close = () => navigate(hrefOf({ parts: ['payouts'], filters: filters.peek() }))
  return (
    <div class="split" data-open={selected !== undefined}>
      <div class="split-list">
        <FilterBar label="Filter the payouts">
          <SelectFilter name="status" label="Status" options={STATUS_OPTIONS} />
          <span class="muted count" role="status">
            {countText(rows.length, 'payout')}
          </span>
        </FilterBar>
        {isLoaded && rows.length === 0 && status ? (
          <EmptyState title="No payout matches the filters" />
        ) : isLoaded && rows.length === 0 ? (
          <EmptyState title="There are no payouts" command={createCommand()}>
            <p>
              Select closed <Link href={hrefOf({})}>statements</Link>, or create a payout through the API:
            </p>
          </EmptyState>
        ) : (
          <VirtualList
            items={rows}
            label="Payouts, newest first"
            rowHeight={32}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => hrefOf({ parts: ['payouts', id], filters: filters.value })}
            renderRow={(payout) => <PayoutRow payout={payout} />}
            selected={selected}
            onEnd={loadMore}
          />
        )}
      </div>
      {selected !== undefined && <PayoutDetail id={selected} onClose={close} />}
    </div>
  )
}

const PayoutRow = ({ payout: { id, amount, currency, status, hold_reason } }: { payout: Payout }) => (
  <>
    <StatusBadge status={status} />
    <span class="what">
      {amount} {currency} {hold_reason && <span class="muted">{hold_reason.replaceAll('_', ' ')}</span>}
    </span>
    <code class="muted">{id}</code>
  </>
)

function PayoutDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const resource = useResource(
    id,
    () => readState('payouts', id),
    (entry) => affects('payouts', entry),
  )
  const { data, error } = resource.value
  return (
    <DetailPane id={id} title={data ? `${data.amount} ${data.currency}` : id} onClose={onClose}>
      {error && !data && <FailureState error={error} onRetry={resource.refresh} />}
      {data && (
        <>
          {data.status === 'on_hold' && (
            <section class="notice notice-warning" aria-label="Hold">
              <p>The payout is held: {data.hold_reason?.replaceAll('_', ' ')}. It goes on when the hold is resolved.</p>
            </section>
          )}
          <PayoutActions payout={data} onDone={resource.refresh} />
          <FieldList
            fields={[
              ['Status', <StatusBadge key="status" status={data.status} />],
              ['Payout id', <CopyableValue key="id" value={id} label="the payout id" />],
              ['Created', instantText(data.created_at)],
              ['Updated', instantText(data.updated_at)],
              ['Planned outcome', data.sandbox.planned_outcome?.replaceAll('_', ' ')],
            ]}
          />
          <NextSteps payout={data} />
          <h3>Statements</h3>
          <ul class="money-statement-links">
            {data.statement_ids.map((statement) => (
              <li key={statement}>
                <Link href={hrefOf({ parts: [statement] })}>
                  <code>{statement}</code>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailPane>
  )
}

const OUTCOME_TITLES: Record<string, string> = {
  pending: 'Resolve the hold',
  on_hold: 'Put on hold',
  processing: 'Start processing',
  paid: 'Pay',
  failed: 'Let it fail',
}

/** The release of the API, and the outcomes that the simulator accepts now. */
function PayoutActions({ payout, onDone }: { payout: Payout; onDone: () => void }) {
  const { isBusy, run } = useAction()
  const { id, status, sandbox } = payout
  const release = async () => {
    await post(`/v1/payouts/${id}/release`)
    onDone()
    return 'The payout is released.'
  }
  const simulate = async (outcome: string) => {
    const answer = await post<{ status: string }>('/_sandbox/simulate/payout', { payout_id: id, outcome })
    onDone()
    return `The payout is ${answer.status.replaceAll('_', ' ')}.`
  }
  return (
    <div class="form-row">
      {status === 'pending' && (
        <Button kind="primary" disabled={isBusy} onClick={() => void run(release)}>
          Release
        </Button>
      )}
      {(sandbox.outcomes ?? []).map((outcome) => (
        <Button key={outcome} disabled={isBusy} onClick={() => void run(() => simulate(outcome))}>
          {OUTCOME_TITLES[outcome] ?? outcome}
        </Button>
      ))}
    </div>
  )
}

function NextSteps({ payout: { sandbox } }: { payout: Payout }) {
  const steps = sandbox.next_steps ?? []
  if (steps.length === 0) return null
  return (
    <>
      <h3>Next</h3>
      <ul>
        {steps.map(({ due, task, outcome }) => (
          <li key={`${due} ${task}`}>
            <time dateTime={due}>{instantText(due)}</time> {task.replaceAll('-', ' ')} {outcome}
          </li>
        ))}
      </ul>
    </>
  )
}

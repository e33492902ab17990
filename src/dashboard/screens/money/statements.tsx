import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { EmptyState, FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { TableFrame } from '../../components/table-frame.js'
import { TableHead } from '../../components/table-head.js'
import { useAction } from '../../components/use-action.js'
import { post } from '../../data/api.js'
import { filters, hrefOf, navigate } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { FilterBar, SelectFilter } from '../../list/filter-bar.js'
import { curlPost } from '../../text/curl-command.js'
import { sumOf } from '../../text/decimals.js'
import { countText } from '../../text/format.js'
import { loadAll } from './load-money.js'
import { StatementChart } from './statement-chart.js'

type Statement = StateItem<'statements'>

const MAX_STATEMENTS = 2000
const MAX_RECORDS = 5000
const STATUS_OPTIONS = { '': 'Any', open: 'Open', closed: 'Closed' }

const advanceCommand = () => curlPost('/_sandbox/clock/advance', '{"duration": "31d"}')

async function loadStatements() {
  const { rows } = await loadAll('statements', {}, MAX_STATEMENTS)
  return { rows, currencies: [...new Set(rows.map(({ currency }) => currency))] }
}

/** The statements of a currency: a chart over months and stores, and a table from which payouts are created. */
export function Statements() {
  const resource = useResource(
    'statements',
    loadStatements,
    (entry) => affects('statements', entry) || affects('payouts', entry),
  )
  const { data, error } = resource.value
  if (error && !data) return <FailureState error={error} onRetry={resource.refresh} />
  if (!data) return null
  const currency = filters.value.currency ?? data.currencies[0] ?? ''
  const { status } = filters.value
  const ofCurrency = data.rows.filter((statement) => statement.currency === currency)
  const shown = status ? ofCurrency.filter((statement) => statement.status === status) : ofCurrency
  return (
    <div class="page-frame">
      <FilterBar label="Filter the statements">
        <SelectFilter
          name="currency"
          label="Currency"
          options={Object.fromEntries(data.currencies.map((code, i) => [i === 0 ? '' : code, code]))}
        />
        <SelectFilter name="status" label="Status" options={STATUS_OPTIONS} />
        <span class="muted count" role="status">
          {countText(shown.length, 'statement')}
        </span>
      </FilterBar>
      <div class="page">
        {data.rows.length === 0 ? (
          <EmptyState title="There are no statements" command={advanceCommand()}>
            <p>A statement opens with each month in which a delivered release earns. Move the clock:</p>
          </EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState title="No statement matches the filters" />
        ) : (
          <>
            <ChartOfCurrency currency={currency} statements={ofCurrency} />
            <StatementTable statements={shown} key={currency} onPayout={resource.refresh} />
          </>
        )}
      </div>
    </div>
  )
}

function ChartOfCurrency({ currency, statements }: { currency: string; statements: readonly Statement[] }) {
  const records = useResource(
    currency,
    () => loadAll('royalties', { currency }, MAX_RECORDS),
    (entry) => affects('royalties', entry),
  ).value
  if (!records.data) return records.error ? <p class="form-error">{records.error.message}</p> : null
  return (
    <>
      <StatementChart currency={currency} statements={statements} records={records.data.rows} />
      {!records.data.isComplete && (
        <p class="muted">The chart is made of the newest {records.data.rows.length.toLocaleString('en')} records.</p>
      )}
    </>
  )
}

interface StatementTableProps {
  statements: readonly Statement[]
  onPayout: () => void
}

function StatementTable({ statements, onPayout }: StatementTableProps) {
  const chosen = useSignal<readonly string[]>([])
  const { isBusy, run } = useAction()
  const payable = statements.filter(({ id, sandbox }) => !sandbox.reason && chosen.value.includes(id))
  const toggle = (id: string) => {
    chosen.value = chosen.value.includes(id) ? chosen.value.filter((other) => other !== id) : [...chosen.value, id]
  }
  const create = async () => {
    const { id, status } = await post<{ id: string; status: string }>('/v1/payouts', {
      statement_ids: payable.map((statement) => statement.id),
    })
    onPayout()
    navigate(hrefOf({ parts: ['payouts', id] }))
    return `The payout is ${status.replaceAll('_', ' ')}.`
  }
  return (
    <>
      <h2>Statements</h2>
      <div class="form-row">
        <Button kind="primary" disabled={isBusy || payable.length === 0} onClick={() => void run(create)}>
          {payable.length === 0
            ? 'Create a payout'
            : `Create a payout of ${sumOf(payable.map(({ net_amount }) => net_amount))} ${payable[0]?.currency}`}
        </Button>
        <span class="muted">{payable.length === 0 && 'Select closed statements that no payout claims.'}</span>
      </div>
      <TableFrame label="Table of statements">
        <table class="table money-statements">
          <TableHead
            columns={['Select', 'Month', 'Status', 'Gross', 'Net', 'Payout']}
            numbers={['Gross', 'Net']}
            hidden={['Select']}
          />
          <tbody>
            {statements.map(({ id, period, status, gross_amount, net_amount, sandbox }) => (
              <tr key={id}>
                <td>
                  <span class="check">
                    <input
                      type="checkbox"
                      aria-label={`Select ${period}`}
                      disabled={Boolean(sandbox.reason)}
                      checked={chosen.value.includes(id)}
                      onChange={() => toggle(id)}
                    />
                  </span>
                </td>
                <th scope="row">
                  <Link href={hrefOf({ parts: [id] })}>{period}</Link>
                </th>
                <td>
                  <StatusBadge status={status} />
                </td>
                <td class="number">{gross_amount}</td>
                <td class="number">{net_amount}</td>
                <td>
                  {sandbox.payout_id ? (
                    <Link href={hrefOf({ parts: ['payouts', sandbox.payout_id] })}>
                      <code>{sandbox.payout_id}</code>
                    </Link>
                  ) : (
                    <span class="muted">{sandbox.reason ?? 'not paid out'}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  )
}

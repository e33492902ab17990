import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { TableFrame } from '../../components/table-frame.js'
import { TableHead } from '../../components/table-head.js'
import { readState } from '../../data/api.js'
import { hrefOf } from '../../data/router.js'
import type { StateItem } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { affects } from '../../data/use-state-list.js'
import { FieldList } from '../../list/detail-pane.js'
import { isRoundedFrom, sumOf } from '../../text/decimals.js'
import { countText, instantText, visibleText } from '../../text/format.js'
import { type LoadedAll, loadAll, storeName } from './load-money.js'

const MAX_ROWS = 20_000
const FIRST_ROWS = 100

interface Parts {
  statement: StateItem<'statements'>
  records: LoadedAll<StateItem<'royalties'>>
  lines: LoadedAll<StateItem<'line_items'>>
}

async function loadParts(id: string): Promise<Parts> {
  const [statement, records, lines] = await Promise.all([
    readState('statements', id),
    loadAll('royalties', { statement_id: id }, MAX_ROWS),
    loadAll('line_items', { statement_id: id }, MAX_ROWS),
  ])
  return { statement, records, lines }
}

/** A statement down to its line items, with the sums that connect them. */
export function StatementDetail({ id }: { id: string }) {
  const resource = useResource(
    id,
    () => loadParts(id),
    (entry) => affects('statements', entry) || affects('payouts', entry),
  )
  const { data, error } = resource.value
  if (error && !data) return <FailureState error={error} onRetry={resource.refresh} />
  if (!data) return null
  const { statement, records, lines } = data
  const { period, currency, gross_amount, net_amount, status, created_at, sandbox } = statement
  const isWhole = records.isComplete && lines.isComplete
  return (
    <div class="page">
      <h2>
        Statement {period} in {currency}
      </h2>
      <FieldList
        fields={[
          ['Status', <StatusBadge key="status" status={status} />],
          ['Statement id', <CopyableValue key="id" value={id} label="the statement id" />],
          ['Opened', instantText(created_at)],
          ['Gross', `${gross_amount} ${currency}`],
          ['Net', `${net_amount} ${currency}`],
          [
            'Payout',
            sandbox.payout_id ? (
              <Link href={hrefOf({ parts: ['payouts', sandbox.payout_id] })}>{sandbox.payout_id}</Link>
            ) : (
              (sandbox.reason ?? 'none; the statement can be paid out')
            ),
          ],
        ]}
      />
      {isWhole && <Sums statement={statement} records={records.rows} lines={lines.rows} />}
      <Records records={records.rows} currency={currency} />
      <LineItems lines={lines.rows} currency={currency} />
      {!isWhole && <p class="muted">Only the first {MAX_ROWS.toLocaleString('en')} rows are loaded.</p>}
    </div>
  )
}

interface SumsProps {
  statement: StateItem<'statements'>
  records: readonly StateItem<'royalties'>[]
  lines: readonly StateItem<'line_items'>[]
}

/** How the amounts of the statement follow from its records and line items. */
function Sums({ statement: { gross_amount, net_amount }, records, lines }: SumsProps) {
  const grossOfRecords = sumOf(records.map((record) => record.gross_amount))
  const netOfRecords = sumOf(records.map((record) => record.net_amount))
  const earnings = sumOf(lines.map((line) => line.earnings))
  const checks = [
    [
      `${countText(lines.length, 'line item')}: ${earnings}, rounded once`,
      gross_amount,
      isRoundedFrom(gross_amount, earnings),
    ],
    [
      `Gross of ${countText(records.length, 'record')}: ${grossOfRecords}`,
      gross_amount,
      isRoundedFrom(gross_amount, grossOfRecords),
    ],
    [
      `Net of ${countText(records.length, 'record')}: ${netOfRecords}`,
      net_amount,
      isRoundedFrom(net_amount, netOfRecords),
    ],
  ] as const
  return (
    <section aria-label="Sums">
      <h3>Sums</h3>
      <ul class="money-checks">
        {checks.map(([text, amount, isEqual]) => (
          <li key={text}>
            <StatusBadge status={isEqual ? '✓ equal' : '✗ differs'} tone={isEqual ? 'success' : 'danger'} /> {text} ={' '}
            {amount}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Records = ({ records, currency }: { records: readonly StateItem<'royalties'>[]; currency: string }) => (
  <>
    <h3>Records</h3>
    <TableFrame label="Table of records">
      <table class="table">
        <TableHead columns={['Earned in', 'Store', 'Release', 'Gross', 'Net']} numbers={['Gross', 'Net']} />
        <tbody>
          {records.map(({ id, period, store_id, release_id, gross_amount, net_amount, sandbox }) => (
            <tr key={id}>
              <td>{period}</td>
              <td>{storeName(store_id)}</td>
              <td>
                <bdi>{visibleText(sandbox.release_title ?? release_id)}</bdi>
              </td>
              <td class="number">{gross_amount}</td>
              <td class="number">{net_amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Sum in {currency}
            </th>
            <td class="number">{sumOf(records.map(({ gross_amount }) => gross_amount))}</td>
            <td class="number">{sumOf(records.map(({ net_amount }) => net_amount))}</td>
          </tr>
        </tfoot>
      </table>
    </TableFrame>
  </>
)

function LineItems({ lines, currency }: { lines: readonly StateItem<'line_items'>[]; currency: string }) {
  const shown = useSignal(FIRST_ROWS)
  return (
    <>
      <h3>Line items</h3>
      <TableFrame label="Table of line items">
        <table class="table">
          <TableHead
            columns={['ISRC', 'Store', 'Territory', 'Plays', 'Rate', 'Earnings']}
            numbers={['Plays', 'Rate', 'Earnings']}
          />
          <tbody>
            {lines.slice(0, shown.value).map(({ id, isrc, store_id, territory, play_count, unit_rate, earnings }) => (
              <tr key={id}>
                <td>
                  <code>{visibleText(isrc)}</code>
                </td>
                <td>{storeName(store_id)}</td>
                <td>{territory}</td>
                <td class="number">{play_count.toLocaleString('en')}</td>
                <td class="number">{unit_rate}</td>
                <td class="number">{earnings}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={5}>
                Sum of all {countText(lines.length, 'line item')} in {currency}
              </th>
              <td class="number">{sumOf(lines.map(({ earnings }) => earnings))}</td>
            </tr>
          </tfoot>
        </table>
      </TableFrame>
      {lines.length > shown.value && (
        <Button onClick={() => (shown.value += 1000)}>
          Show more ({shown.value} of {lines.length})
        </Button>
      )}
    </>
  )
}

import { TableFrame } from '../../components/table-frame.js'
import type { StateItem } from '../../data/types.js'
import { sumOf } from '../../text/decimals.js'
import { storeName } from './load-money.js'

interface StatementChartProps {
  currency: string
  statements: readonly StateItem<'statements'>[]
  records: readonly StateItem<'royalties'>[]
}

const BAR = 22
const GAP = 8
const HEIGHT = 150
const TOP = 12
const LEFT = 56
const BOTTOM = 22
const MAX_MONTHS = 36

interface Month {
  id: string
  period: string
  net: string
  /** The net amount of each store. */
  stores: readonly string[]
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least the value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1))
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= value) ?? value
}

function groupByMonth({ statements, records }: StatementChartProps, storeIds: readonly string[]): Month[] {
  const amounts = new Map<string, string[]>()
  for (const { statement_id, store_id, net_amount } of records) {
    const key = `${statement_id} ${store_id}`
    const known = amounts.get(key)
    if (known) known.push(net_amount)
    else amounts.set(key, [net_amount])
  }
  return statements
    .slice(0, MAX_MONTHS)
    .map(({ id, period, net_amount }) => ({
      id,
      period,
      net: net_amount,
      stores: storeIds.map((store) => sumOf(amounts.get(`${id} ${store}`) ?? ['0'])),
    }))
    .reverse()
}

/** Net amounts by month and store as stacked bars, and the same numbers as a table. */
export function StatementChart(props: StatementChartProps) {
  const { currency, records } = props
  const storeIds = [...new Set(records.map(({ store_id }) => store_id))].sort()
  const months = groupByMonth(props, storeIds)
  const heightOf = (amount: string) => Math.max(0, Number(amount))
  const highest = roundUp(Math.max(0, ...months.map(({ stores }) => stores.reduce((sum, a) => sum + heightOf(a), 0))))
  const scale = HEIGHT / highest
  const width = LEFT + months.length * (BAR + GAP) + 3 * GAP
  const label = `Net amount in ${currency} by month and store, ${months[0]?.period} to ${months.at(-1)?.period}. The table below has the numbers.`
  return (
    <figure class="money-chart">
      <figcaption>
        Net amount in {currency} by month and store
        <ul class="money-legend">
          {storeIds.map((id, i) => (
            <li key={id}>
              <svg width="12" height="12" aria-hidden="true">
                <rect width="12" height="12" class={`money-bar money-bar-${i % 6}`} />
              </svg>
              {storeName(id)}
            </li>
          ))}
        </ul>
      </figcaption>
      <TableFrame label="Chart">
        <svg width={width} height={TOP + HEIGHT + BOTTOM} role="img" aria-label={label}>
          {[0, 0.5, 1].map((part) => {
            const y = TOP + HEIGHT * (1 - part)
            return (
              <g key={part}>
                <line x1={LEFT} x2={width} y1={y} y2={y} class="money-grid" />
                <text x={LEFT - 6} y={y + 4} text-anchor="end">
                  {(highest * part).toLocaleString('en')}
                </text>
              </g>
            )
          })}
          {months.map(({ id, period, stores }, i) => {
            const x = LEFT + GAP + i * (BAR + GAP)
            let y = TOP + HEIGHT
            return (
              <g key={id}>
                {stores.map((amount, store) => {
                  const height = heightOf(amount) * scale
                  y -= height
                  return (
                    <rect
                      key={storeIds[store]}
                      class={`money-bar money-bar-${store % 6}`}
                      x={x}
                      y={y}
                      width={BAR}
                      height={height}
                    >
                      <title>{`${period} ${storeName(storeIds[store] ?? '')}: ${amount} ${currency}`}</title>
                    </rect>
                  )
                })}
                {(i === 0 || period.endsWith('-01')) && (
                  <text x={x} y={TOP + HEIGHT + 16}>
                    {period}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </TableFrame>
      <details>
        <summary>The numbers as a table</summary>
        <TableFrame label="Table of net amounts">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Month</th>
                {storeIds.map((id) => (
                  <th scope="col" class="number" key={id}>
                    {storeName(id)}
                  </th>
                ))}
                <th scope="col" class="number">
                  All
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map(({ id, period, stores, net }) => (
                <tr key={id}>
                  <th scope="row">{period}</th>
                  {stores.map((amount, i) => (
                    <td class="number" key={storeIds[i]}>
                      {amount}
                    </td>
                  ))}
                  <td class="number">{net}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </details>
    </figure>
  )
}

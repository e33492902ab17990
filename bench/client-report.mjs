import { runRound, WORKLOADS } from './http.mjs'
import { alternateOrder, median, quantile } from './measure.mjs'
import { startOwn } from './own-servers.mjs'
import { OURS } from './peers.mjs'

/**
 * Many short rounds, because other processes on the machine disturb a long one. A round with the client report is compared
 * only with the one without it that runs directly before or after.
 */
const ROUND_SECONDS = 0.4
const ROUNDS_FACTOR = 6
/** Several pairs of servers, because two processes of the same kind differ by more than what is measured here. */
const PAIRS = 2
const BOUND = 0.03
/** If half of the ratios spread over more than this, the machine is too busy to see three percent. */
const MAX_SPREAD = 0.2

async function startPair() {
  const judging = await startOwn(OURS)
  return { judging, other: await startOwn(OURS, '--report', 'off') }
}

const describeSpread = (ratios) => `${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)}`

/** What judging the clients costs: the sandbox compared with itself, started with --report off. */
export async function measureClientReport(report, { rounds, warmup }) {
  const pairs = []
  try {
    for (let i = 0; i < PAIRS; i++) pairs.push(await startPair())
    for (const workload of WORKLOADS.filter(({ id }) => id !== 'list')) {
      for (const server of pairs.flatMap(Object.values)) await runRound(server, workload, warmup)
      const measured = []
      for (let i = 0; i < rounds * ROUNDS_FACTOR; i++)
        for (const pair of pairs) {
          const round = {}
          for (const name of alternateOrder(['judging', 'other'], i))
            round[name] = await runRound(pair[name], workload, ROUND_SECONDS)
          measured.push(round)
        }
      addResults(report, workload, measured)
    }
  } finally {
    for (const server of pairs.flatMap(Object.values)) await server.stop()
  }
}

function addResults(report, { id, label }, measured) {
  const ratiosOf = (field) => measured.map(({ judging, other }) => judging[field] / other[field])
  const rates = ratiosOf('rate')
  const hasCpu = measured[0].judging.cpu !== undefined
  const cpu = hasCpu ? ratiosOf('cpu') : []
  if (id === 'GET') {
    report.addTarget(`${label}, relative to --report off`, median(rates), { atLeast: 1 - BOUND })
    if (hasCpu)
      report.addTarget(`${label}: server CPU per request, relative to --report off`, median(cpu), { atMost: 1 + BOUND })
  }
  const spread = quantile(rates, 0.75) - quantile(rates, 0.25)
  if (spread > MAX_SPREAD)
    report.addWarning(
      `“${label}” with and without the client report can't be compared: half of the ratios spread over ${spread.toFixed(2)}. Run it when the machine is idle`,
    )
  const shown = (field, format) =>
    ['judging', 'other'].map((name) => format(median(measured.map((round) => round[name][field])))).join(' and ')
  const perSecond = (n) => `${Math.round(n).toLocaleString('en')}/s`
  report.addNote(
    `${label}, with the client report and with --report off: ${shown('rate', perSecond)}; median of ${measured.length} ratios ${median(rates).toFixed(3)}, half of them from ${describeSpread(rates)}.`,
  )
  if (hasCpu)
    report.addNote(
      `${label}, server CPU per request: ${shown('cpu', (n) => `${n.toFixed(1)} µs`)}; median of the ratios ${median(cpu).toFixed(3)}, half of them from ${describeSpread(cpu)}.`,
    )
}

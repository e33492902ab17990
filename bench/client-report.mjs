import { runRound, WORKLOADS } from './http.mjs'
import { alternateOrder, median } from './measure.mjs'
import { startOwn } from './own-servers.mjs'
import { OURS } from './peers.mjs'

/** Two servers of each kind, because two processes of the same kind differ by more than what is measured here. */
const FLAGS = [['--report', 'off'], [], [], ['--report', 'off']]

/** What judging the clients costs: the sandbox compared with itself, started with --report off. */
export async function measureClientReport(report, { rounds, seconds, warmup }) {
  const servers = []
  try {
    for (const flags of FLAGS) servers.push({ ...(await startOwn(OURS, ...flags)), isJudging: flags.length === 0 })
    for (const workload of WORKLOADS.filter(({ id }) => id !== 'list')) {
      for (const server of servers) await runRound(server, workload, warmup)
      const measured = []
      for (let i = 0; i < rounds; i++)
        for (const server of alternateOrder(servers, i))
          measured.push({ round: i, isJudging: server.isJudging, ...(await runRound(server, workload, seconds)) })
      const valuesOf = (field, isJudging) =>
        measured.filter((measurement) => measurement.isJudging === isJudging).map((measurement) => measurement[field])
      const rates = [true, false].map((isJudging) => median(valuesOf('rate', isJudging)))
      if (workload.id === 'GET')
        report.addTarget('GET one release, relative to --report off', rates[0] / rates[1], { atLeast: 0.97 })
      const cpu = [true, false].map((isJudging) =>
        median(valuesOf('cpu', isJudging).map((value) => value ?? Number.NaN)),
      )
      const [shownRates, shownCpu] = [
        rates.map((rate) => `${Math.round(rate).toLocaleString('en')}/s`).join(' and '),
        cpu.map((value) => `${value.toFixed(1)} µs`).join(' and '),
      ]
      report.addNote(
        `${workload.label}, with the client report and with --report off: ${shownRates}${Number.isNaN(cpu[0]) ? '' : `, CPU per request ${shownCpu}`}.`,
      )
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

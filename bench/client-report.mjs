import { runRound, WORKLOADS } from './http.mjs'
import { alternateOrder, median } from './measure.mjs'
import { startOwn } from './own-servers.mjs'
import { OURS } from './peers.mjs'

/** Rounds are paired, and the difference is small, so this section takes more of them. */
const ROUNDS_FACTOR = 3

/** What judging the clients costs: the sandbox compared with itself, started with --report off. */
export async function measureClientReport(report, { rounds, seconds, warmup }) {
  const on = await startOwn(OURS)
  const off = await startOwn(OURS, '--report', 'off')
  try {
    for (const workload of WORKLOADS.filter(({ id }) => id !== 'list')) {
      for (const server of [on, off]) await runRound(server, workload, warmup)
      const measured = new Map([on, off].map((server) => [server, []]))
      for (let i = 0; i < rounds * ROUNDS_FACTOR; i++)
        for (const server of alternateOrder([on, off], i))
          measured.get(server).push(await runRound(server, workload, seconds))
      const ratio = (field) =>
        median(measured.get(on).map((measurement, i) => measurement[field] / measured.get(off)[i][field]))
      const medianOf = (server, field) => median(measured.get(server).map((measurement) => measurement[field]))
      if (workload.id === 'GET')
        report.addTarget('GET one release, relative to --report off', ratio('rate'), { atLeast: 0.97 })
      const [cpuOn, cpuOff] = [medianOf(on, 'cpu'), medianOf(off, 'cpu')]
      const cpu =
        cpuOn === undefined
          ? ''
          : `, CPU per request ${cpuOn.toFixed(1)} µs and ${cpuOff.toFixed(1)} µs (median ratio ${ratio('cpu').toFixed(3)})`
      report.addNote(
        `${workload.label}, with the client report and with --report off: ${Math.round(medianOf(on, 'rate')).toLocaleString('en')}/s and ${Math.round(medianOf(off, 'rate')).toLocaleString('en')}/s${cpu}.`,
      )
    }
  } finally {
    await on.stop()
    await off.stop()
  }
}

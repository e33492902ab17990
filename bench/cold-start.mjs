import { alternateOrder, median } from './measure.mjs'
import { RELEASE_REQUEST, send } from './own-servers.mjs'
import { OURS, PEERS } from './peers.mjs'
import { start } from './servers.mjs'

const HEALTH = { path: '/_sandbox/health' }
const COLD_STARTS = [
  { row: 'bare', name: 'bare', firstRequest: RELEASE_REQUEST },
  { row: 'release', name: OURS, firstRequest: RELEASE_REQUEST },
  { row: 'health', name: OURS, firstRequest: HEALTH },
]

async function measureStart({ name, firstRequest }) {
  const startedAt = performance.now()
  const server = await start(name)
  try {
    const { status } = await send(server.port, firstRequest)
    const took = performance.now() - startedAt
    if (status !== 200) throw new Error(`${name} answers ${firstRequest.path} with ${status}`)
    return server.startDurationMs ?? took
  } finally {
    await server.stop()
  }
}

const formatMs = (n) => `${n.toFixed(n < 1000 ? 1 : 0)} ms`

/** Time from spawning a process to its first 200. Peers take seconds, so they have fewer samples. */
export async function measureColdStart(report, { spawns, peerSpawns }) {
  const durations = new Map(COLD_STARTS.map(({ row }) => [row, []]))
  for (const coldStart of COLD_STARTS) await measureStart(coldStart)
  for (let i = 0; i < spawns; i++)
    for (const coldStart of alternateOrder(COLD_STARTS, i))
      durations.get(coldStart.row).push(await measureStart(coldStart))
  const ratioOf = (row) => median(durations.get(row).map((took, i) => took / durations.get('bare')[i]))

  const values = new Map([
    [OURS, median(durations.get('release'))],
    ['bare', median(durations.get('bare'))],
  ])
  for (const name of Object.keys(PEERS))
    try {
      await measureStart({ name, firstRequest: RELEASE_REQUEST })
      const all = []
      for (let i = 0; i < peerSpawns; i++) all.push(await measureStart({ name, firstRequest: RELEASE_REQUEST }))
      values.set(name, median(all))
    } catch (error) {
      report.skipServer(name, error.message)
    }
  const ratios = new Map([['bare', ratioOf('release')]])
  report.addRow('start', 'cold start to the first release', { better: 'less', format: formatMs, values, ratios })
  report.addTarget('Cold start to the first release, relative to bare', ratioOf('release'), { atMost: 1.8 })
  report.addTarget('Cold start to the health check, relative to bare', ratioOf('health'), { atMost: 1.8 })
  report.addNote(`Cold start to the health check: ${formatMs(median(durations.get('health')))}.`)
}

import { inOrder, median } from './measure.mjs'
import { RELEASE, send } from './own-servers.mjs'
import { OURS, PEERS } from './peers.mjs'
import { start } from './servers.mjs'

const HEALTH = { path: '/_sandbox/health' }
const STARTS = [
  { row: 'bare', name: 'bare', ask: RELEASE },
  { row: 'release', name: OURS, ask: RELEASE },
  { row: 'health', name: OURS, ask: HEALTH },
]

async function once({ name, ask }) {
  const begun = performance.now()
  const server = await start(name)
  try {
    const { status } = await send(server.port, ask)
    const took = performance.now() - begun
    if (status !== 200) throw new Error(`${name} answers ${ask.path} with ${status}`)
    return server.took ?? took
  } finally {
    await server.stop()
  }
}

const ms = (n) => `${n.toFixed(n < 1000 ? 1 : 0)} ms`

/** From spawning a process to its first 200. Peers take seconds, so there are fewer of theirs. */
export async function coldStart(report, { spawns, peerSpawns }) {
  const taken = new Map(STARTS.map(({ row }) => [row, []]))
  for (const kind of STARTS) await once(kind)
  for (let i = 0; i < spawns; i++) for (const kind of inOrder(STARTS, i)) taken.get(kind.row).push(await once(kind))
  const ratioOf = (row) => median(taken.get(row).map((took, i) => took / taken.get('bare')[i]))

  const values = new Map([
    [OURS, median(taken.get('release'))],
    ['bare', median(taken.get('bare'))],
  ])
  for (const name of Object.keys(PEERS))
    try {
      await once({ name, ask: RELEASE })
      const all = []
      for (let i = 0; i < peerSpawns; i++) all.push(await once({ name, ask: RELEASE }))
      values.set(name, median(all))
    } catch (error) {
      report.skip(name, error.message)
    }
  const ratios = new Map([['bare', ratioOf('release')]])
  report.row('start', 'cold start to the first release', { better: 'less', format: ms, values, ratios })
  report.target('Cold start to the first release, relative to bare', ratioOf('release'), { atMost: 1.8 })
  report.target('Cold start to the health check, relative to bare', ratioOf('health'), { atMost: 1.8 })
  report.note(`Cold start to the health check: ${ms(median(taken.get('health')))}.`)
}

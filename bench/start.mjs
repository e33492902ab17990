import { inOrder, median, send, start } from './servers.mjs'

const RELEASE = { path: '/v1/releases/rel_seed_01', headers: { 'x-api-key': 'sk_sandbox_enterprise_bench' } }
const HEALTH = { path: '/_sandbox/health' }
const STARTS = [
  { row: 'bare', name: 'bare', ask: RELEASE },
  { row: 'release', name: 'mds-sandbox', ask: RELEASE },
  { row: 'health', name: 'mds-sandbox', ask: HEALTH },
]

async function once({ name, ask }) {
  const begun = performance.now()
  const server = await start(name)
  try {
    const { status } = await send(server.port, ask)
    const took = performance.now() - begun
    if (status !== 200) throw new Error(`${name} answers ${ask.path} with ${status}`)
    return took
  } finally {
    await server.stop()
  }
}

const ms = (n) => `${n.toFixed(1)} ms`

/** From spawning a process to its first 200. */
export async function coldStart(report, { spawns }) {
  const taken = new Map(STARTS.map(({ row }) => [row, []]))
  for (const kind of STARTS) await once(kind)
  for (let i = 0; i < spawns; i++) for (const kind of inOrder(STARTS, i)) taken.get(kind.row).push(await once(kind))
  const bare = median(taken.get('bare'))
  for (const [row, words] of [
    ['release', 'Cold start to GET one release'],
    ['health', 'Cold start to GET health'],
  ]) {
    const ours = median(taken.get(row))
    report.row(words, ms(ours), ms(bare), ours / bare, { atMost: 2 })
  }
}

import { keepAlive, send } from './own-servers.mjs'
import { OURS } from './peers.mjs'
import { start } from './servers.mjs'

const STORES = 'lumenwave quorvane pernickel velostrand kumorigo plattenkrug marembola savandrum fidelwick amberhoard'
const store_ids = STORES.split(' ').map((name) => `store_${name}`)

/** Runs the task for every number below n, a few at a time. */
async function runConcurrently(n, task) {
  let next = 0
  const worker = async () => {
    while (next < n) await task(next++)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** Creates a world with deliveries to ten stores each, and measures one call that advances the clock by 96 hours. */
async function measureAdvance(server, deliveries) {
  const agent = keepAlive(16)
  const headers = { 'x-api-key': `sk_sandbox_enterprise_growth-${deliveries}`, 'content-type': 'application/json' }
  const call = async (method, path, value) => {
    const { status, body } = await send(server.port, {
      method,
      path,
      headers,
      body: value && JSON.stringify(value),
      agent,
    })
    if (status >= 300) throw new Error(`${method} ${path} answers ${status}: ${body.slice(0, 300)}`)
    return body
  }
  const release = { title: 'Growth', artists: [{ name: 'Bench', role: 'main' }], release_date: '2030-01-01' }
  await runConcurrently(deliveries, async () => {
    const { id } = JSON.parse(await call('POST', '/v1/releases', release))
    await call('POST', '/v1/tracks', { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' })
    await call('PATCH', `/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
    await call('POST', `/v1/releases/${id}/submit`)
    await call('POST', '/v1/deliveries', { release_id: id, store_ids, territory_codes: ['WORLDWIDE'] })
  })
  const startedAt = performance.now()
  const body = await call('POST', '/_sandbox/clock/advance', { duration: '96h' })
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return { seconds, steps: JSON.parse(body).steps.length }
}

const perSecond = (n) => `${Math.round(n).toLocaleString('en')}/s`

/** Measures how fast the clock advances, and whether a step takes longer in a larger world. */
export async function measureClock(report, { deliveries }) {
  const server = await start(OURS, '--clock', 'manual')
  try {
    const small = await measureAdvance(server, deliveries / 10)
    const large = await measureAdvance(server, deliveries)
    const oursOnly = (value) => ({ better: 'more', format: perSecond, values: new Map([[OURS, value]]) })
    report.addRow('clock', 'simulated deliveries to ten stores', oursOnly(deliveries / large.seconds))
    report.addRow('steps', 'simulated steps of the clock', oursOnly(large.steps / large.seconds))
    const secondsPerStep = ({ seconds, steps }) => seconds / steps
    const counts = `${large.steps.toLocaleString('en')} steps relative to ${small.steps.toLocaleString('en')}`
    report.addTarget(`Time per step of the clock, ${counts}`, secondsPerStep(large) / secondsPerStep(small), {
      atMost: 1.5,
    })
    report.addNote(
      `With ${deliveries.toLocaleString('en')} deliveries, one call that advanced the clock by 96 h took ${large.seconds.toFixed(1)} s.`,
    )
  } finally {
    await server.stop()
  }
}

import { keepAlive, send } from './own-servers.mjs'
import { OURS } from './peers.mjs'
import { start } from './servers.mjs'

const STORES = 'lumenwave quorvane pernickel velostrand kumorigo plattenkrug marembola savandrum fidelwick amberhoard'
const store_ids = STORES.split(' ').map((name) => `store_${name}`)

/** Runs the task for every number below n, a few at a time. */
async function each(n, task) {
  let next = 0
  const worker = async () => {
    while (next < n) await task(next++)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** A world with so many deliveries to ten stores each, and the seconds that one call needs to let 96 hours pass in it. */
async function letTimePass(server, deliveries) {
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
  await each(deliveries, async () => {
    const { id } = JSON.parse(await call('POST', '/v1/releases', release))
    await call('POST', '/v1/tracks', { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' })
    await call('PATCH', `/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
    await call('POST', `/v1/releases/${id}/submit`)
    await call('POST', '/v1/deliveries', { release_id: id, store_ids, territory_codes: ['WORLDWIDE'] })
  })
  const begun = performance.now()
  const body = await call('POST', '/_sandbox/clock/advance', { duration: '96h' })
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  return { seconds, steps: JSON.parse(body).steps.length }
}

const perSecond = (n) => `${Math.round(n).toLocaleString('en')}/s`

/** How quickly time passes, and whether a step of the clock costs more when there are more of them. */
export async function clockGrowth(report, { deliveries }) {
  const server = await start(OURS, '--clock', 'manual')
  try {
    const small = await letTimePass(server, deliveries / 10)
    const big = await letTimePass(server, deliveries)
    const only = (value) => ({ better: 'more', format: perSecond, values: new Map([[OURS, value]]) })
    report.row('clock', 'simulated deliveries to ten stores', only(deliveries / big.seconds))
    report.row('steps', 'simulated steps of the clock', only(big.steps / big.seconds))
    const each = ({ seconds, steps }) => seconds / steps
    const counts = `${big.steps.toLocaleString('en')} steps relative to ${small.steps.toLocaleString('en')}`
    report.target(`Time per step of the clock, ${counts}`, each(big) / each(small), { atMost: 1.5 })
    report.note(
      `With ${deliveries.toLocaleString('en')} deliveries, one call that advanced the clock by 96 h took ${big.seconds.toFixed(1)} s.`,
    )
  } finally {
    await server.stop()
  }
}

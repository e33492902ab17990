import { Agent } from 'node:http'
import { send, start } from './servers.mjs'

const STORES = 'lumenwave quorvane pernickel velostrand kumorigo plattenkrug marembola savandrum fidelwick amberhoard'
const store_ids = STORES.split(' ').map((name) => `store_${name}`)
const SMALL = 10_000
const LARGE = 100_000

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
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
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

/** Whether a step of the clock costs more when there are more of them. */
export async function clockGrowth(report, { large }) {
  const sizes = large ? [SMALL / 10, SMALL] : [SMALL, LARGE]
  const server = await start('mds-sandbox', '--clock', 'manual')
  try {
    const [small, big] = [await letTimePass(server, sizes[0]), await letTimePass(server, sizes[1])]
    const each = ({ seconds, steps }) => (seconds / steps) * 1e6
    const words = `one of ${big.steps.toLocaleString('en')} steps of the clock, against ${small.steps.toLocaleString('en')}`
    report.row(words, `${each(big).toFixed(1)} µs`, `${each(small).toFixed(1)} µs`, each(big) / each(small), {
      atMost: 1.5,
    })
    const rate = Math.round(big.steps / big.seconds).toLocaleString('en')
    report.note(
      `The clock: ${sizes[1].toLocaleString('en')} deliveries to ten stores each, 96 h in one call: ${big.seconds.toFixed(1)} s, ${rate} steps a second.`,
    )
  } finally {
    await server.stop()
  }
}

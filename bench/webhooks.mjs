import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { keepAlive, send } from './own-servers.mjs'
import { OURS } from './peers.mjs'
import { start } from './servers.mjs'

/** A receiver that says yes, and how many times it did. */
async function receiver() {
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      count++
      response.end()
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: server.address().port, count: () => count, close: () => server.close() }
}

const perSecond = (n) => `${Math.round(n).toLocaleString('en')}/s`

async function bareSender(port, count) {
  const script = fileURLToPath(new URL('baseline-sender.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(port), String(count)])
  return Number(stdout)
}

/** Events a second to one endpoint, one after another as its order demands, against a bare loop that only posts. */
export async function webhooks(report, { events }) {
  const to = await receiver()
  const agent = keepAlive()
  const server = await start(OURS, '--clock', 'manual')
  const headers = { 'x-api-key': 'sk_sandbox_enterprise_webhooks', 'content-type': 'application/json' }
  const call = async (path, value) => {
    const { status, body } = await send(server.port, {
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(value),
      agent,
    })
    if (status >= 300) throw new Error(`POST ${path} answers ${status}: ${body.slice(0, 300)}`)
    return JSON.parse(body)
  }
  try {
    // All fall due at one instant, so that nothing but the sending is measured.
    for (let i = 0; i < events; i++) {
      const { id } = await call('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
      const path = `/v1/assets/${id}/content`
      await send(server.port, { method: 'PUT', path, headers, body: 'RIFF----WAVE', agent })
    }
    await call('/v1/webhooks', { url: `http://127.0.0.1:${to.port}/`, event_type: 'asset.ready' })
    const begun = performance.now()
    await call('/_sandbox/clock/advance', { duration: '2m' })
    const ours = (performance.now() - begun) / 1000
    if (to.count() !== events + 1) throw new Error(`${to.count()} of ${events + 1} events arrived`)

    const bare = await bareSender(to.port, events)
    const values = new Map([
      [OURS, events / ours],
      ['bare', events / bare],
    ])
    report.row('webhooks', 'events sent to one endpoint, in order', { better: 'more', format: perSecond, values })
    report.target('Events sent to one endpoint, relative to a bare loop', bare / ours, { atLeast: 0.3 })
  } finally {
    await server.stop()
    agent.destroy()
    to.close()
  }
}

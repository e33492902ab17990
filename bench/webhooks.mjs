import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { keepAlive, send } from './own-servers.mjs'
import { OURS } from './peers.mjs'
import { start } from './servers.mjs'

/** A receiver that accepts and counts all events. */
async function startReceiver() {
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

async function runBaselineSender(port, count) {
  const script = fileURLToPath(new URL('baseline-sender.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(port), String(count)])
  return Number(stdout)
}

/**
 * Events per second to one endpoint, sequentially because order is guaranteed, compared with a bare loop of POST
 * requests.
 */
export async function measureWebhooks(report, { events }) {
  const receiver = await startReceiver()
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
    // All events are due at one instant, so that only the sending is measured.
    for (let i = 0; i < events; i++) {
      const { id } = await call('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
      const path = `/v1/assets/${id}/content`
      await send(server.port, { method: 'PUT', path, headers, body: 'RIFF----WAVE', agent })
    }
    await call('/v1/webhooks', { url: `http://127.0.0.1:${receiver.port}/`, event_type: 'asset.ready' })
    const startedAt = performance.now()
    await call('/_sandbox/clock/advance', { duration: '2m' })
    const sandboxSeconds = (performance.now() - startedAt) / 1000
    if (receiver.count() !== events + 1) throw new Error(`${receiver.count()} of ${events + 1} events arrived`)

    const baselineSeconds = await runBaselineSender(receiver.port, events)
    const values = new Map([
      [OURS, events / sandboxSeconds],
      ['bare', events / baselineSeconds],
    ])
    report.addRow('webhooks', 'events sent to one endpoint, in order', { better: 'more', format: perSecond, values })
    report.addTarget('Events sent to one endpoint, relative to a bare loop', baselineSeconds / sandboxSeconds, {
      atLeast: 0.3,
    })
  } finally {
    await server.stop()
    agent.destroy()
    receiver.close()
  }
}

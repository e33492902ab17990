import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { createLog } from '../../src/http/logging/request-log.js'
import { listen } from '../../src/http/server/listen.js'
import { runCli } from '../support/cli.js'
import { createLogSink } from '../support/log-sink.js'
import { validRelease } from '../support/test-sandbox.js'

let planted: string[]
/** A unique value that is easy to find in output. */
function plant(): string {
  const secret = `Pl4nted${planted.length}x${'k'.repeat(16)}`
  planted.push(secret)
  return secret
}
const found = (text: string) => planted.filter((secret) => text.includes(secret))

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const basic = (id: string, secret: string) => {
  const encoded = Buffer.from(`${id}:${secret}`).toString('base64')
  planted.push(encoded)
  return { authorization: `Basic ${encoded}` }
}

/** Requests with secrets in every place a careless client might put them. */
async function leak(sandbox: Awaited<ReturnType<typeof createSandbox>>, receiver: string) {
  const world = sandbox.world('enterprise', `job-${plant().toLowerCase()}`)
  planted.push(world.apiKey)
  const errors: string[] = []
  const call = async (path: string, init: RequestInit = {}, isAnonymous = false) => {
    const answer = await fetch(sandbox.url + path, {
      ...init,
      headers: { ...(isAnonymous ? {} : { 'x-api-key': world.apiKey }), ...init.headers },
    })
    const text = await answer.text()
    if (answer.status >= 400) errors.push(text, JSON.stringify([...answer.headers]))
    return text === '' ? undefined : JSON.parse(text)
  }
  const post = (path: string, body: object, headers = {}) =>
    call(path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) })

  // queries
  for (const name of ['api_key', 'apikey', 'API-KEY', 'x-api-key', 'access_token', 'token', 'refresh_token', 'secret'])
    await call(`/v1/releases?${name}=${plant()}&limit=1`)
  for (const name of ['client_secret', 'password', 'authorization', 'api%5Fkey', '%74oken', 'to%6ben'])
    await call(`/v1/releases?limit=1&${name}=${plant()}`)
  await call(`/v1/releases?api_key=${world.apiKey}`)
  await call(`/v1/releases?next=https%3A%2F%2Fhost%2F%3Fa%3D1&api_key=${plant()}`)
  await call(`/v1/nothing?token=${plant()}`)
  await call(`/_sandbox/nothing?token=${plant()}`)
  await call(`/_sandbox/reset?token=${plant()}`)
  // headers
  await call('/v1/releases', { headers: { 'x-api-key': `sk_live_${plant()}` } }, true)
  await call('/v1/releases', { headers: { authorization: `Bearer ${plant()}` } }, true)
  await call('/v1/releases', { headers: basic('client', plant()) }, true)
  await call('/v1/releases', { headers: { authorization: plant() } }, true)
  await call('/v1/releases', { headers: { cookie: `session=${plant()}`, 'proxy-authorization': plant() } })
  // bodies
  for (const name of ['secret', 'token', 'password', 'authorization', 'api_key', 'client_secret', 'webhookSecret'])
    await post('/v1/releases', { ...validRelease, [name]: plant(), nested: { [name]: [plant(), { deeper: plant() }] } })
  await post('/v1/releases', { ...validRelease, [world.apiKey]: 1, title: `Call me with ${world.apiKey}` })
  await post('/v1/releases', { title: 1, [`sk_sandbox_standard_${plant().toLowerCase()}`]: 1 })
  // OAuth
  const grant = `grant_type=client_credentials&client_id=client_enterprise_${world.name}`
  const token = async (init: RequestInit) => {
    const body = await call('/v1/oauth/token', { method: 'POST', ...init }, true)
    if (body.access_token) planted.push(body.access_token)
    return body.access_token as string
  }
  await token({ headers: FORM, body: `${grant}&client_secret=${plant()}` })
  const alive = await token({ headers: FORM, body: `${grant}&client_secret=${world.apiKey}` })
  await token({
    headers: { ...FORM, ...basic(`client_enterprise_${world.name}`, world.apiKey) },
    body: 'grant_type=client_credentials',
  })
  await call('/v1/releases', { headers: { authorization: `Bearer ${alive}` } }, true)
  await call('/v1/releases', { headers: { 'x-api-key': alive } }, true)
  await call('/v1/releases', { headers: { authorization: `Bearer ${world.apiKey}` } })
  // webhooks: their secrets, and those in their URLs
  const hook = (more: object) => post('/v1/webhooks', { url: receiver, event_type: 'asset.ready', ...more })
  const own = plant()
  await hook({ secret: own })
  const made = await hook({})
  planted.push(made.secret)
  await hook({ url: `${receiver}?key=${plant()}#${plant()}`, secret: own })
  await hook({ url: `${receiver}/services/T0/${plant()}/${plant()}?key=${plant()}`, secret: own })
  await hook({ url: `${receiver}/%74ok_${plant()}/${plant().slice(0, 12)}`, secret: own })
  await hook({ url: `http://169.254.169.254/${plant()}` })
  await hook({ url: `http://${plant()}:${plant()}@127.0.0.1/`, secret: plant() })
  await hook({ url: `http://169.254.169.254/?key=${plant()}` })
  await call(`/v1/webhooks/${made.id}`, {
    method: 'PATCH',
    headers: JSON_TYPE,
    body: JSON.stringify({ secret: plant() }),
  })
  const { id } = await post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
  await world.simulate.asset({ asset_id: id, outcome: 'ready' })
  await world.clock.advance('1h')
  await world.snapshot('kept')
  return { world, errors }
}

/** A receiver that echoes its request. */
async function startParrot(): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => response.end(`${request.url} ${JSON.stringify(request.headers)} ${body}`))
  })
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}/hook`
}

test.each(['pretty', 'json'] as const)('with the %s log, no secret appears in any output', async (mode) => {
  planted = []
  const { stream, text } = createLogSink()
  const sandbox = await createSandbox({ clock: 'manual', log: mode, logTo: stream })
  onTestFinished(() => sandbox.close())
  const { world, errors } = await leak(sandbox, await startParrot())
  expect(planted.length).toBeGreaterThan(60)
  const read = async (path: string) => (await world.fetch(path)).text()
  const OUTPUTS: [where: string, text: string][] = [
    ['the log', text()],
    ['errors', errors.join('\n')],
    ['the journal', await read('/_sandbox/journal')],
    ['the log of requests', await read('/_sandbox/requests?limit=100')],
    ['the names of snapshots', await read('/_sandbox/snapshots')],
    ['the scenario', await read('/_sandbox/scenario')],
  ]
  for (const [where, text] of OUTPUTS) expect([where, text.length > 10, found(text)]).toEqual([where, true, []])
  expect(text().split('\n').length).toBeGreaterThan(40)
  expect(text()).toContain('api_key=***')
  // The owner of the endpoints may see their URLs, but the secret only at creation.
  const events = await read('/_sandbox/events')
  expect(events).toContain('asset.ready')
  expect(found(`${events}${await read('/v1/webhooks')}`).filter((secret) => secret.includes('_'))).toEqual([])
})

test('an internal error is logged without secrets', () => {
  planted = []
  const key = `sk_sandbox_standard_${plant().toLowerCase()}`
  for (const mode of ['pretty', 'json', 'silent'] as const) {
    const { stream, text } = createLogSink()
    planted.push(key)
    createLog(mode, stream, () => 0).error('req_1', new Error(`no ${key} at /v1/x?token=${plant()}&b=whsec_${plant()}`))
    expect(text()).toContain('no sk_sandbox_***')
    expect(found(text())).toEqual([])
  }
})

test('a failing CLI command does not print its key', async () => {
  planted = []
  const sandbox = await createSandbox({ clock: 'manual' })
  onTestFinished(() => sandbox.close())
  const { code, stdout, stderr } = await runCli(['clock'], { MDS_URL: sandbox.url, MDS_KEY: `sk_live_${plant()}` })
    .ended
  expect(code).not.toBe(0)
  expect(found(stdout + stderr)).toEqual([])
})

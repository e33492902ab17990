import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { runWalkThrough, walkThroughOptions } from '../../src/cli/scenarios/walk-through.js'
import { BUILT_IN_SCENARIO_FILES } from '../../src/runtime/scenarios/built-in-scenarios.js'
import type { ScenarioFile } from '../../src/runtime/scenarios/scenario-file.js'
import { createReceiver } from '../../src/webhooks/receiver.js'
import { wav } from '../support/media-files.js'
import { type ApiResponse, type Client, startSandbox, validRelease } from '../support/test-sandbox.js'

// upload_url contains the server's host and port; the port differs in every run.
const HOST = { host: 'mds.test' }
const KEY = (i: number) => ({ 'idempotency-key': `7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c1${i}` })
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const GRANT =
  'grant_type=client_credentials&client_id=client_enterprise_digest&client_secret=sk_sandbox_enterprise_digest'

/** Exercises everything that creates ids, times, cursors, tokens or events, and returns a digest of all bytes. */
async function digest(seed: number): Promise<string> {
  const file = BUILT_IN_SCENARIO_FILES[seed % BUILT_IN_SCENARIO_FILES.length] as ScenarioFile
  const { name: scenario } = file
  const receiver = file.webhooks && (await createReceiver({ secret: 'whsec_digest' }))
  const { client } = await startSandbox({ seed, scenario, rateLimit: 'off' })
  const transcript = createHash('sha256')
  const recorded = client('sk_sandbox_enterprise_digest')
  const note = ({ status, text, headers }: ApiResponse) => {
    const { date: _date, ...rest } = headers
    transcript.update(JSON.stringify([status, text, Object.entries(rest).sort()]))
  }
  const noted =
    <A extends unknown[]>(call: (...args: A) => Promise<ApiResponse>) =>
    async (...args: A) => {
      const answer = await call(...args)
      note(answer)
      return answer
    }
  const api = {
    key: recorded.key,
    get: noted(recorded.get),
    post: noted(recorded.post),
    patch: noted(recorded.patch),
    send: recorded.send,
  }

  for (let i = 0; i < 3; i++) {
    await api.post('/v1/releases', { ...validRelease, title: `No ${i}` }, KEY(i)).catch(() => {})
    await api.post('/v1/releases', { ...validRelease, title: `No ${i}` }, KEY(i))
    await api.post('/v1/releases', { ...validRelease, title: 7 })
    await api.get('/v1/releases?limit=2')
    const asset = await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }, HOST)
    note(await api.send('PUT', `/v1/assets/${asset.body.id}/content`, { 'x-api-key': api.key, ...HOST }, wav()))
    note(await api.send('POST', '/v1/oauth/token', FORM, GRANT))
    await api.post('/_sandbox/clock/advance', { duration: `${i}h` })
  }
  const walk = { ...walkThroughOptions(file), takedown: seed % 2 === 0, receiver }
  const walked = await runWalkThrough({ ...recorded, ...withoutAddresses(api, recorded) }, walk)
  transcript.update(JSON.stringify(walked))
  // All bytes that the receiver got, including signatures.
  for (const { body, headers } of receiver?.arrivals ?? [])
    transcript.update(body).update(String(headers['x-svc-signature']))
  await receiver?.close()
  await api.get('/v1/deliveries')
  if (!receiver) await api.get('/_sandbox/events')
  return transcript.digest('hex')
}

/** Removes what differs between runs: ports in URLs and durations of attempts. */
const withoutAddresses = (api: Pick<Client, 'get' | 'post'>, unnoted: Client) => ({
  post: (path: string, body?: unknown, headers?: Record<string, string>) =>
    path === '/v1/webhooks'
      ? unnoted.post(path, body)
      : api.post(path, body, path === '/v1/assets' ? { ...headers, ...HOST } : headers),
  get: (path: string, headers?: Record<string, string>) =>
    path === '/_sandbox/events'
      ? unnoted.get(path)
      : api.get(path, path.startsWith('/v1/assets') ? { ...headers, ...HOST } : headers),
})

test('the same seed and calls give the same bytes, for thirty seeds across all scenarios', async () => {
  const seeds = Array.from({ length: 30 }, (_, seed) => seed)
  const digests: string[] = []
  for (const seed of seeds) {
    const [first, again] = [await digest(seed), await digest(seed)]
    expect(again).toBe(first)
    digests.push(first)
  }
  expect(new Set(digests).size).toBe(seeds.length)
}, 90_000)

test('the bytes are the same in every process and Node version, on any date', async () => {
  expect([await digest(1), await digest(2)]).toMatchInlineSnapshot(`
    [
      "5a983f3da594b43469a5c07e8114ed1335078ba5032181e478b11d488d46dcc7",
      "940df34077aa8f3b8d196cfaf768b9c1b5509bf7c2fb5b985f75429dc676c3dd",
    ]
  `)
})

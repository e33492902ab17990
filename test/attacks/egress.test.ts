import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, type SandboxOptions } from '../../src/composition/create-sandbox.js'
import { listen } from '../../src/http/server/listen.js'
import type { ResolveHostname } from '../../src/webhooks/egress-guard.js'
import { FORBIDDEN_URLS, PRIVATE_URLS } from '../support/webhook-urls.js'

/** Counts requests. Closes each connection, so that each request resolves its hostname. */
async function startTrap(status = 200, headers: Record<string, string> = {}) {
  let visits = 0
  const server = createServer((request, response) => {
    visits++
    request.resume()
    response.writeHead(status, { Connection: 'close', ...headers }).end()
  })
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => void server.close())
  return { port, visits: () => visits }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = { status: number; body: any }

/** A world in a new sandbox. */
async function open(options: SandboxOptions) {
  const sandbox = await createSandbox({ clock: 'manual', ...options })
  onTestFinished(() => sandbox.close())
  const world = sandbox.world('standard', 'a')
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await world.fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    world,
    call,
    register: (url: string) => call('POST', '/v1/webhooks', { url, event_type: 'asset.ready', secret: 'whsec_x' }),
    async makeEvent() {
      const asset = { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }
      const { body } = await call('POST', '/v1/assets', asset)
      await world.simulate.asset({ asset_id: body.id, outcome: 'ready' })
      await world.clock.advance('0s')
    },
    /** The outcomes of all attempts to this endpoint, without pings. */
    async outcomes(id: string) {
      const { body } = await call('GET', `/v1/webhooks/${id}/events`)
      return body.data.flatMap(({ attempts }: Answer['body']) =>
        attempts.map(({ status_code, failure }: Answer['body']) => status_code ?? failure),
      )
    },
  }
}

/** A resolver that returns the given answers in order and repeats the last one. */
const dns =
  (...answers: string[][]): ResolveHostname =>
  (_, found) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) as string[]
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }

const METADATA_ADDRESS = ['169.254.169.254']
const HERE = ['127.0.0.1']
const ELSEWHERE = ['93.184.216.34']

describe('refuses a blocked URL at registration and in PATCH', async () => {
  const TABLE = [
    ['open', FORBIDDEN_URLS],
    ['strict', [...FORBIDDEN_URLS, ...PRIVATE_URLS]],
  ] as const
  for (const [egress, urls] of TABLE)
    test(`with egress ${egress}`, async () => {
      const { call, register } = await open({
        egress,
        resolve: dns(egress === 'open' ? HERE : ELSEWHERE),
        webhookTimeout: { ping: 1 },
      })
      const { body: own } = await register('http://partner.example:9/')
      for (const url of urls)
        for (const answer of [await register(url), await call('PATCH', `/v1/webhooks/${own.id}`, { url })]) {
          const { code, details } = answer.body.error
          expect([url, answer.status, code, details[0].field]).toEqual([url, 422, 'validation_failed', 'url'])
        }
      const { body } = await call('GET', '/v1/webhooks')
      expect(body.data.map(({ url }: { url: string }) => url)).toEqual(['http://partner.example:9/'])
    })
})

describe('every notation of the local address', async () => {
  const HOSTS = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '127.0.0.1.',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
    'LOCALHOST',
  ]
  test('is reached when open and blocked when strict', async () => {
    const trap = await startTrap()
    const [strict, lenient] = [await open({ egress: 'strict' }), await open({ egress: 'open' })]
    for (const [i, host] of HOSTS.entries()) {
      const url = `http://${host}:${trap.port}/`
      const refused = await strict.register(url)
      expect([host, refused.status, refused.body.error?.code, trap.visits()]).toEqual([
        host,
        422,
        'validation_failed',
        i,
      ])
      const { body } = await lenient.register(url)
      expect([host, body.status, trap.visits()]).toEqual([host, 'verified', i + 1])
    }
  })
})

describe('a hostname whose address changes (DNS rebinding)', () => {
  const RUNS: [what: string, options: SandboxOptions][] = [
    ['to this machine, which is off limits', { egress: 'strict', resolve: dns(ELSEWHERE, HERE) }],
    ['to this machine, among others off limits', { egress: 'strict', resolve: dns(ELSEWHERE, ['::1', ...HERE]) }],
    ['to the same in other clothes', { egress: 'strict', resolve: dns(ELSEWHERE, ['::ffff:127.0.0.1']) }],
  ]
  for (const [what, options] of RUNS)
    test(`after the check, ${what}, is not connected to`, async () => {
      const trap = await startTrap()
      const { register, call } = await open(options)
      const { status, body } = await register(`http://rebind.example:${trap.port}/`)
      expect([status, body.status]).toEqual([201, 'unverified'])
      expect((await call('POST', `/v1/webhooks/${body.id}/ping`)).body.status).toBe('unverified')
      expect(trap.visits()).toBe(0)
    })

  test('is checked again by ping, delivery, retry and redelivery', async () => {
    const trap = await startTrap()
    const answers = [HERE, HERE, HERE, METADATA_ADDRESS]
    const { register, makeEvent, outcomes, call, world } = await open({ resolve: dns(...answers) })
    const { body: webhook } = await register(`http://rebind.example:${trap.port}/`)
    expect(webhook.status).toBe('verified')
    await makeEvent()
    expect([await outcomes(webhook.id), trap.visits()]).toEqual([[200], 2])
    await makeEvent()
    await world.clock.advance('1d')
    expect(await outcomes(webhook.id)).toEqual([...Array(6).fill('blocked'), 200])
    expect((await call('POST', `/v1/webhooks/${webhook.id}/redeliver`)).status).toBe(202)
    await world.clock.advance('0s')
    expect(await outcomes(webhook.id)).toEqual([...Array(7).fill('blocked'), 200])
    expect((await call('POST', `/v1/webhooks/${webhook.id}/ping`)).body.status).toBe('unverified')
    const moved = await call('PATCH', `/v1/webhooks/${webhook.id}`, { url: `http://other.example:${trap.port}/` })
    expect([moved.status, moved.body.error.details[0].issue]).toEqual([
      422,
      expect.stringContaining('must not lead to 169.254.169.254'),
    ])
    expect(trap.visits()).toBe(2)
  })

  test('with several addresses uses only the allowed ones', async () => {
    const trap = await startTrap()
    const several = [...METADATA_ADDRESS, 'fd00:ec2::254', ...HERE, '::ffff:169.254.169.254']
    const { register } = await open({ resolve: dns(several) })
    const { body } = await register(`http://many.example:${trap.port}/`)
    expect([body.status, trap.visits()]).toEqual(['verified', 1])
  })
})

test('every redirect is a failure and is not followed', async () => {
  const target = await startTrap()
  const { register } = await open({})
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const Location = `http://127.0.0.1:${target.port}/`
    const { port, visits } = await startTrap(status, { Location, Refresh: `0; url=${Location}` })
    const { body } = await register(`http://127.0.0.1:${port}/`)
    expect([status, body.status, visits()]).toEqual([status, 'unverified', 1])
  }
  expect(target.visits()).toBe(0)
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { compose, type Disposables, dispose } from '../../src/composition/compose.js'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/composition/create-sandbox.js'
import { createTemporaryDirectory } from '../support/temporary-directory.js'
import { type Client, createClientFor, validRelease } from '../support/test-sandbox.js'
import { registerWebhook, startReceiver, triggerEvent } from '../support/webhook-receiver.js'

const open: Sandbox[] = []
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close()
})

async function start(options: SandboxOptions) {
  const sandbox = await createSandbox({ clock: 'manual', ...options })
  open.push(sandbox)
  return { sandbox, client: (name: string) => createClientFor(sandbox, `sk_sandbox_standard_${name}`) }
}

const stateOf = async (api: Client, name: string) => (await api.get(`/_sandbox/worlds/standard/${name}`)).body.state

/** Everything that distinguishes a run: bodies and request ids. */
async function look(api: Client) {
  const seen: unknown[] = []
  for (const path of ['/v1/releases?limit=100', '/v1/webhooks', '/_sandbox/clock', '/_sandbox/events', '/v1/nothing']) {
    const { status, text, headers } = await api.get(path)
    // Endpoints take real time to answer.
    seen.push([
      path,
      status,
      text.replace(/"duration_ms":\d+/g, ''),
      // Reads of the control plane take no request id of the world.
      path.startsWith('/v1') && headers['x-request-id'],
      headers['ratelimit-remaining'],
    ])
  }
  return seen
}

describe('--max-worlds with --data', () => {
  test('puts the world away that was used longest ago, and brings it back byte for byte', async () => {
    const steady = await start({ data: createTemporaryDirectory() })
    const small = await start({ data: createTemporaryDirectory(), maxWorlds: 2 })
    const receiver = await startReceiver()
    for (const { client } of [steady, small]) {
      const a = await client('a')
      await a.post('/v1/releases', validRelease)
      await registerWebhook(a, receiver.url)
      await triggerEvent(a)
      await a.post('/_sandbox/clock/advance', { duration: '1h' })
      for (const name of ['b', 'c', 'd']) await (await client(name)).get('/v1/releases')
    }
    const d = await small.client('d')
    expect(await stateOf(d, 'a')).toBe('stored')
    expect(await stateOf(d, 'd')).toBe('loaded')
    expect(await look(await small.client('a'))).toEqual(await look(await steady.client('a')))
    // It goes on, with the ids that come next.
    const made = await Promise.all(
      [small, steady].map(async ({ client }) => (await client('a')).post('/v1/releases', validRelease)),
    )
    expect(made[0]?.text).toBe(made[1]?.text)
    expect(made[0]?.headers['x-request-id']).toBe(made[1]?.headers['x-request-id'])
  }, 60_000)

  test('keeps worlds with an open event stream, and says so when all are in use', async () => {
    const { sandbox, client } = await start({ data: createTemporaryDirectory(), maxWorlds: 1 })
    const stream = await fetch(`${sandbox.url}/_sandbox/events/stream`, {
      headers: { 'x-api-key': 'sk_sandbox_standard_a' },
    })
    const refused = await (await client('b')).get('/v1/releases')
    expect(refused.status).toBe(503)
    expect(refused.body.error.message).toMatch(
      /^The sandbox holds 1 world in memory, its limit \(--max-worlds\), and all of them are in use\. Delete worlds/,
    )
    await stream.body?.cancel()
    await expect.poll(async () => (await (await client('b')).get('/v1/releases')).status).toBe(200)
  })

  test('many requests to more worlds than fit are all answered, and nothing is lost', async () => {
    const { client } = await start({ data: createTemporaryDirectory(), maxWorlds: 3 })
    const names = Array.from({ length: 12 }, (_, i) => `w${i}`)
    const ids = new Map<string, string[]>(names.map((name) => [name, []]))
    for (let round = 0; round < 5; round++)
      for (const name of names) {
        const { status, body } = await (await client(name)).post('/v1/releases', validRelease)
        expect(status).toBe(201)
        ids.get(name)?.push(body.id)
      }
    for (const name of names) {
      const { data } = (await (await client(name)).get('/v1/releases?limit=100')).body
      const found = data.map(({ id }: { id: string }) => id)
      expect(found).toEqual(expect.arrayContaining(ids.get(name) as string[]))
      expect(new Set(ids.get(name)).size).toBe(5)
    }
  })
})

describe('--max-worlds without --data', () => {
  test.each(['manual', 'live'] as const)(
    'drops only worlds that nothing was written to, and creates them the same again (%s)',
    async (clock) => {
      const { client } = await start({ maxWorlds: 2, clock })
      const written = await client('written')
      const { id } = (await written.post('/v1/releases', validRelease)).body
      const read = await client('read')
      const before = await look(read)
      for (const name of ['b', 'c', 'd']) expect((await (await client(name)).get('/v1/releases')).status).toBe(200)
      expect(await stateOf(written, 'read')).toBe('stored')
      const after = await look(read)
      const withoutTime = (seen: unknown[]) =>
        (seen as unknown[][]).map(([path, status, text]) => [
          path,
          status,
          path === '/_sandbox/clock' ? '' : String(text).replace(/req_\w+/, ''),
        ])
      expect(withoutTime(after)).toEqual(withoutTime(before))
      // Request ids go on; they do not begin again.
      const idsOf = (seen: unknown[]) => (seen as unknown[][]).map((row) => row[3]).filter((id) => id !== false)
      expect(new Set([...idsOf(before), ...idsOf(after)]).size).toBe(6)
      expect((await written.get(`/v1/releases/${id}`)).status).toBe(200)
    },
  )

  test('refuses a new world when all were written to, and takes it after one was deleted', async () => {
    const { client } = await start({ maxWorlds: 2 })
    const a = await client('a')
    for (const name of ['a', 'b']) await (await client(name)).post('/v1/releases', validRelease)
    const c = await client('c')
    const refused = await c.get('/v1/releases')
    expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable'])
    expect(refused.body.error.message).toMatch(/its limit \(--max-worlds\).*DELETE \/_sandbox\/worlds.*--data/)
    expect((await a.post('/_sandbox/worlds', { tier: 'standard', name: 'c' })).status).toBe(503)
    expect((await a.get('/_sandbox/worlds')).body.data).toHaveLength(2)
    await a.send('DELETE', '/_sandbox/worlds/standard/b', { 'x-api-key': 'sk_sandbox_standard_a' })
    expect((await c.get('/v1/releases')).status).toBe(200)
  })
})

test('with --data an idle world is put away after a while, and wakes up when a task is due', async () => {
  const data = createTemporaryDirectory()
  const disposables: Disposables = []
  let wall = Date.UTC(2026, 0, 1)
  /** Timers of the sandbox, fired by the test. */
  const timers = new Set<{ at: number; callback: () => void }>()
  const { worlds } = await compose({ data, clock: 'live', speed: 1 }, disposables, {
    wall: () => wall,
    timer(ms, callback) {
      const timer = { at: wall + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  const pass = async (ms: number) => {
    const end = wall + ms
    for (;;) {
      const next = [...timers].sort((a, b) => a.at - b.at)[0]
      if (!next || next.at > end) break
      timers.delete(next)
      wall = Math.max(wall, next.at)
      next.callback()
      await new Promise(setImmediate)
    }
    wall = end
  }
  const key = 'sk_sandbox_standard_a'
  const world = await worlds.open({ key, tier: 'standard', name: 'a' })
  const order = { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
  const since = world.checkpoint()
  const delivery = world.execute({ type: 'create-delivery', input: order, scenario: undefined } as never)
  if (!delivery.ok) throw new Error(delivery.code)
  expect(await world.commit(since)).toBe(true)
  const review = world.state.agenda.peek()?.due as number
  expect(review - wall).toBeGreaterThan(25 * 60_000)
  await pass(20 * 60_000)
  await expect.poll(() => worlds.describe(key)?.state).toBe('stored')
  await expect.poll(() => readdirSync(join(data, 'worlds'))).toHaveLength(1)
  await pass(review - wall + 1)
  await expect.poll(() => worlds.findLoaded(key)).toBeDefined()
  await dispose(disposables)
})

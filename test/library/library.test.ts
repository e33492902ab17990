import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/server/listen.js'
import {
  createSandbox,
  type Delivery,
  type Release,
  SandboxError,
  type SandboxOptions,
  type SandboxWorld,
} from '../../src/index.js'
import { validRelease } from '../support/test-sandbox.js'

async function open(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ clock: 'manual', listen: false, ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Delivers the seed's submitted release. */
async function deliver(world: SandboxWorld): Promise<Delivery> {
  const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }
  const answer = await world.fetch('/v1/deliveries', json(order))
  expect(answer.status).toBe(201)
  return (await answer.json()) as Delivery
}

describe('a world', () => {
  test('can be advanced, inspected and reset', async () => {
    const sandbox = await open({ scenario: 'rejection', listen: true })
    const world = sandbox.world('standard', 'job-42')
    expect([world.apiKey, world.url]).toEqual(['sk_sandbox_standard_job-42', sandbox.url])
    await deliver(world)
    const { steps } = await world.clock.advance('72h')
    expect(steps.length).toBeGreaterThan(1)
    expect(await world.clock.now()).toBe('2025-01-04T00:00:00.000Z')
    expect(await world.events({ event_type: 'delivery.completed' })).toMatchObject([{ data: { status: 'rejected' } }])
    await world.reset()
    expect(await world.events()).toEqual([])
    expect(await world.clock.now()).toBe('2025-01-01T00:00:00.000Z')
  })

  test('returns all events, oldest first, across pages', async () => {
    const world = (await open()).world('enterprise', 'many')
    for (let i = 0; i < 1005; i++) await world.control('publishChangelog', { body: { summary: `No. ${i}` } })
    const events = await world.events({ event_type: 'api.changelog.published' })
    expect(events.map(({ data }) => data.summary)).toEqual(Array.from({ length: 1005 }, (_, i) => `No. ${i}`))
  })

  test('refuses an unknown event filter', async () => {
    const world = (await open()).world('standard', 'a')
    // @ts-expect-error: the filter is called event_type
    await expect(world.events({ type: 'ping' })).rejects.toMatchObject({ status: 400, details: [{ field: 'type' }] })
  })

  test('waits with a live clock, and says why a wait is over', async () => {
    await using live = await createSandbox({ speed: Number.POSITIVE_INFINITY, listen: false })
    const world = live.world('standard', 'wait')
    const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }
    const headers = { 'content-type': 'application/json' }
    const created = await world.fetch('/v1/deliveries', { method: 'POST', headers, body: JSON.stringify(order) })
    const { id } = (await created.json()) as { id: string }
    expect(await world.wait({ delivery: id, status: 'delivered' })).toMatchObject({
      reached: true,
      status: 'delivered',
    })
    await world.wait({ event: 'delivery.completed', data: { delivery_id: id } })
    await expect(world.wait({ delivery: id, status: 'rejected' })).rejects.toThrow(
      "can't be met any more: the status is delivered",
    )
    await expect(world.wait({ release: 'rel_seed_01', status: 'draft' }, { timeoutMs: 0 })).rejects.toThrow(
      'was not met within 0 s: the status is delivered. Nothing is scheduled for it.',
    )
  })

  test('advances to an instant, a Date, and until something has happened', async () => {
    const world = (await open()).world('standard', 'a')
    await world.clock.advance({ to: '2025-02-01T00:00:00Z' })
    expect((await world.clock.advance({ to: new Date('2025-02-02T00:00:00Z') })).now).toBe('2025-02-02T00:00:00.000Z')
    const { id } = await deliver(world)
    const until = { delivery: id, status: 'delivered' } as const
    expect((await world.clock.advance({ until })).reached).toBe(true)
    expect((await world.clock.advance({ until: 'idle' })).reached).toBe(true)
  })

  test('changes its scenario, simulates outcomes and injects faults', async () => {
    const world = (await open()).world('standard', 'a')
    expect(await world.scenario.use('rejection')).toMatchObject({ name: 'rejection', source: 'world' })
    expect((await world.scenario.current()).name).toBe('rejection')
    const { id } = await deliver(world)
    expect(await world.simulate.delivery({ delivery_id: id, outcome: 'delivered' })).toMatchObject({
      status: 'delivered',
    })
    await world.faults.add({ status: 503, times: 1 })
    expect((await world.fetch('/v1/releases')).status).toBe(503)
    expect(await world.faults.list()).toMatchObject([{ status: 503, struck: 1 }])
    await world.faults.add({ connection: 'reset' })
    await expect(world.fetch('/v1/releases')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
    await world.faults.clear()
    expect((await world.fetch('/v1/releases')).status).toBe(200)
  })

  test('restores a snapshot, and forks it through world.control', async () => {
    const sandbox = await open()
    const world = sandbox.world('standard', 'a')
    await world.snapshot('before')
    const made = (await (await world.fetch('/v1/releases', json(validRelease))).json()) as Release
    await world.restore('before')
    expect((await world.fetch(`/v1/releases/${made.id}`)).status).toBe(404)
    const fork = await world.control('forkSnapshot', { path: { snapshot: 'before' }, body: { name: 'b' } })
    expect(fork.api_key).toBe(sandbox.world('standard', 'b').apiKey)
    const file = await world.control('exportSnapshot', { path: { snapshot: 'before' } })
    await world.control('deleteSnapshot', { path: { snapshot: 'before' } })
    await world.control('importSnapshot', { body: file })
    expect((await world.restore('before')).world).toBe('a')
  })

  test('throws refusals of the control plane with their messages', async () => {
    const world = (await open()).world('standard', 'a')
    const refusal = await world.clock.advance({ to: '2024-01-01T00:00:00Z' }).catch((error) => error)
    expect(refusal).toBeInstanceOf(SandboxError)
    expect(refusal).toMatchObject({ status: 422, code: 'validation_failed', details: [{ field: 'to' }] })
    expect(refusal.message).toContain('to must not be before 2025-01-01T00:00:00.000Z')
    await expect(world.clock.advance('soon')).rejects.toThrow('duration must be a duration such as 72h')
    await expect(world.scenario.use('happy-pth')).rejects.toThrow('did you mean happy-path?')
    await expect(world.restore('nothing')).rejects.toMatchObject({ status: 404, code: 'not_found' })
    // @ts-expect-error: not an operation
    await expect(world.control('getTea')).rejects.toThrow('no operation getTea')
  })

  test('returns the same bytes as over HTTP', async () => {
    const [one, other] = [await open(), await open({ listen: true })]
    const bare = one.world('standard', 'a')
    const answer = await bare.fetch('/v1/releases', json(validRelease))
    const headers = { 'content-type': 'application/json', 'x-api-key': bare.apiKey }
    const wired = await fetch(`${other.url}/v1/releases`, { ...json(validRelease), headers })
    expect(await answer.text()).toBe(await wired.text())
    for (const name of ['x-request-id', 'content-type', 'content-length', 'ratelimit-limit'])
      expect([name, answer.headers.get(name)]).toEqual([name, wired.headers.get(name)])
  })

  test('refuses an invalid name', async () => {
    const sandbox = await open()
    for (const name of ['', 'Job', 'a_b', '-a', 'a'.repeat(64)])
      expect(() => sandbox.world('standard', name)).toThrow('is not a valid world')
    // @ts-expect-error: not a tier
    expect(() => sandbox.world('gold', 'a')).toThrow('is not a valid world')
  })
})

describe('options', () => {
  const wrong: [options: object, words: string][] = [
    [{ scenario: 'rejecton' }, 'There is no scenario rejecton. Did you mean rejection? Built in: happy-path'],
    [{ scenario: './nowhere.yaml' }, 'nowhere.yaml'],
    [{ scenario: { name: 'mine' } }, "The option scenario can't be"],
    [{ port: Number.NaN }, "The option port can't be NaN. Allowed: a whole number from 0 to 65535"],
    [{ port: 65536 }, "can't be 65536"],
    [{ seed: -1 }, "The option seed can't be -1"],
    [{ seed: 1.5 }, "The option seed can't be 1.5"],
    [{ seed: '1' }, 'The option seed can\'t be "1"'],
    [{ now: 'yesterday' }, 'The option now can\'t be "yesterday". Allowed: an instant such as'],
    [{ now: new Date(Number.NaN) }, "The option now can't be Invalid Date"],
    [{ clock: 'manuel' }, 'The option clock can\'t be "manuel". Allowed: "live", "manual".'],
    [{ speed: 0 }, "The option speed can't be 0"],
    [{ strict: 'yes' }, 'The option strict can\'t be "yes"'],
    [{ rateLimit: 'none' }, 'The option rateLimit can\'t be "none"'],
    [{ webhookTimeout: { ping: -1 } }, "The option webhookTimeout can't be"],
    [{ scenaro: 'rejection' }, 'createSandbox has no option scenaro. Did you mean scenario?'],
  ]
  for (const [options, words] of wrong)
    test(`${JSON.stringify(options)} is refused`, async () => {
      await expect(createSandbox(options)).rejects.toThrow(words)
    })

  test('a clock can start at a string or a Date', async () => {
    for (const now of ['2025-06-01', new Date('2025-06-01'), Date.UTC(2025, 5, 1)])
      expect(await (await open({ now })).world('standard', 'a').clock.now()).toBe('2025-06-01T00:00:00.000Z')
  })

  test('a sandbox that fails to start leaves its directory unlocked', async () => {
    const data = mkdtempSync(join(tmpdir(), 'mds-library-'))
    onTestFinished(() => rmSync(data, { recursive: true }))
    const busy = await open({ listen: true })
    await expect(createSandbox({ data, port: busy.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const first = await createSandbox({ data, listen: false, clock: 'manual' })
    await first.world('standard', 'a').clock.advance('1h')
    await expect(createSandbox({ data, listen: false })).rejects.toThrow(data)
    await first.close()
    const second = await open({ data })
    expect(await second.world('standard', 'a').clock.now()).toBe('2025-01-01T01:00:00.000Z')
  })
})

describe('many at once', () => {
  test('twenty sandboxes in one process are independent', async () => {
    const sandboxes = await Promise.all(Array.from({ length: 20 }, (_, seed) => open({ seed, listen: seed % 2 === 0 })))
    const run = async (seed: number) => {
      const world = (sandboxes[seed] as (typeof sandboxes)[number]).world('standard', 'same')
      const release = (await (
        await world.fetch('/v1/releases', json({ ...validRelease, title: `No. ${seed}` }))
      ).json()) as Release
      for (let i = 0; i < seed; i++) await world.clock.advance('1h')
      const { data } = (await (await world.fetch('/v1/releases?limit=100')).json()) as { data: Release[] }
      const own = data.filter(({ title }) => title.startsWith('No. ')).map(({ title }) => title)
      return { id: release.id, own, now: await world.clock.now() }
    }
    const seen = await Promise.all(sandboxes.map((_, seed) => run(seed)))
    expect(new Set(seen.map(({ id }) => id)).size).toBe(20)
    for (const [seed, { own, now }] of seen.entries()) {
      expect(own).toEqual([`No. ${seed}`])
      expect(now).toBe(new Date(Date.UTC(2025, 0, 1, seed)).toISOString())
    }
    await Promise.all(sandboxes.slice(1).map((sandbox) => sandbox.close()))
    expect((await fetch(`${sandboxes[0]?.url}/_sandbox/health`)).status).toBe(200)
  })
})

describe('close', () => {
  test('waits for work in progress', async () => {
    const sandbox = await open()
    const world = sandbox.world('standard', 'a')
    const [advanced, answer] = [world.clock.advance('72h'), world.fetch('/v1/releases')]
    await sandbox.close()
    expect((await advanced).now).toBe('2025-01-04T00:00:00.000Z')
    expect((await answer).status).toBe(200)
  })

  test('a closed sandbox refuses calls, and can be closed again', async () => {
    const sandbox = await open({ listen: true })
    const world = sandbox.world('standard', 'a')
    await sandbox.close()
    await sandbox[Symbol.asyncDispose]()
    await expect(world.clock.now()).rejects.toThrow('The sandbox is closed.')
    await expect(world.fetch('/v1/releases')).rejects.toThrow('The sandbox is closed.')
    await expect(fetch(`${sandbox.url}/_sandbox/health`)).rejects.toThrow('fetch failed')
  })
})

describe('the listener', () => {
  const mounts: [
    what: string,
    mount: (listener: Parameters<typeof createServer>[1]) => ReturnType<typeof createServer>,
  ][] = [
    ['node:http', (listener) => createServer(listener)],
    ['Express', (listener) => createServer(express().use('/mds', listener as express.RequestHandler))],
  ]
  for (const [what, mount] of mounts)
    test(`is mounted in ${what}`, async () => {
      const { listener, world } = await open()
      const { apiKey } = world('standard', 'a')
      const server = mount(listener)
      onTestFinished(() => void server.close())
      const base = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}${what === 'Express' ? '/mds' : ''}`
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', connection: 'close' }
      const made = await fetch(`${base}/v1/releases`, { ...json(validRelease), headers })
      expect(made.status).toBe(201)
      expect((await fetch(`${base}/_sandbox/clock`, { headers })).status).toBe(200)
      expect(await (await fetch(`${base}/docs`, { headers })).text()).toContain('API reference')
    })

  test('reports an empty body if a body parser consumed it', async () => {
    const { listener, world } = await open()
    const server = createServer(express().use(express.json(), listener as express.RequestHandler))
    onTestFinished(() => void server.close())
    const base = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
    const headers = {
      'x-api-key': world('standard', 'a').apiKey,
      'content-type': 'application/json',
      connection: 'close',
    }
    const answer = await fetch(`${base}/v1/releases`, { ...json(validRelease), headers })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('The body is empty')])
  })
})

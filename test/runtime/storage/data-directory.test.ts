import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { runWalkThrough, walkThroughOptions } from '../../../src/cli/scenarios/walk-through.js'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/composition/create-sandbox.js'
import { BUILT_IN_SCENARIO_FILES } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { copyDirectory, worldFile as fileOf } from '../../support/data-directories.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'
import { type Client, createClientFor, validRelease } from '../../support/test-sandbox.js'
import { advanceClock, registerWebhook, SECRET, startReceiver, triggerEvent } from '../../support/webhook-receiver.js'

const KEY = 'sk_sandbox_standard_data'
const open: Sandbox[] = []
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close()
})

/** A sandbox with --data. Starting another on a copy of the directory simulates a crash. */
async function start(data: string, options: SandboxOptions = {}): Promise<Client & { sandbox: Sandbox }> {
  const sandbox = await createSandbox({ clock: 'manual', data, ...options })
  open.push(sandbox)
  return { ...(await createClientFor(sandbox, KEY)), sandbox }
}

const crash = copyDirectory
const worldFile = (data: string, kind: '.snapshot' | '.journal') => fileOf(data, KEY, kind)

/** Everything that a client can read of a world. */
async function look(api: Client): Promise<unknown[]> {
  const paths = ['releases', 'tracks', 'assets', 'deliveries', 'webhooks', 'payouts'].map(
    (name) => `/v1/${name}?limit=100`,
  )
  const control = ['clock', 'agenda', 'events', 'scenario', 'faults', 'invariants'].map((name) => `/_sandbox/${name}`)
  const seen = []
  for (const path of [...paths, '/v1/royalties?limit=20', ...control]) seen.push((await api.get(path)).body)
  return seen
}

describe('a stored world survives', () => {
  test('a clean shutdown', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    await api.post('/v1/releases', validRelease)
    await advanceClock(api, '5h')
    const before = await look(api)
    await open.pop()?.close()
    expect(await look(await start(data))).toEqual(before)
  })

  test.each(BUILT_IN_SCENARIO_FILES.map((file) => [file.name, file] as const))(
    'that was killed, after a walk through %s',
    async (scenario, file) => {
      const data = createTemporaryDirectory()
      const api = await start(data, { scenario, rateLimit: 'off' })
      const receiver = await startReceiver({ secret: 'whsec_walk' })
      await runWalkThrough(api, { ...walkThroughOptions(file), receiver })
      const before = await look(api)
      expect(await look(await start(crash(data), { scenario, rateLimit: 'off' }))).toEqual(before)
    },
  )

  test('repeated crashes at any point of a run', async () => {
    let data = createTemporaryDirectory()
    const steady = await start(createTemporaryDirectory())
    let shaky = await start(data)
    for (let i = 0; i < 12; i++) {
      for (const api of [steady, shaky]) {
        const { id } = (await api.post('/v1/releases', { ...validRelease, title: `No ${i}` })).body
        await api.post('/v1/tracks', { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' })
        await api.patch(`/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
        await api.post(`/v1/releases/${id}/submit`)
        await api.post('/v1/deliveries', { release_id: id, store_ids: ['store_pernickel'], territory_codes: ['DE'] })
        await advanceClock(api, '7h')
      }
      data = crash(data)
      shaky = await start(data)
    }
    expect(await look(shaky)).toEqual(await look(steady))
  })

  test('with its stored answers, so that a retry has no second effect', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
    const first = await api.post('/v1/releases', validRelease, key)
    const again = await (await start(crash(data))).post('/v1/releases', validRelease, key)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
  })

  test('with an endpoint whose registration was interrupted: the retry returns it unverified', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    let answer = () => {}
    const receiver = await startReceiver({
      respond: () => {
        answer()
        return { status: 200, delayMs: 300 }
      },
    })
    const arrived = new Promise<void>((resolve) => (answer = resolve))
    const key = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }
    const body = { url: receiver.url, event_type: 'asset.ready', secret: SECRET }
    const registering = api.post('/v1/webhooks', body, key)
    await arrived
    // Another write flushes the endpoint to disk, too.
    await api.post('/v1/releases', validRelease)
    const after = await start(crash(data))
    const retry = await after.post('/v1/webhooks', body, key)
    expect([retry.status, retry.headers['idempotent-replayed'], retry.body.status]).toEqual([201, 'true', 'unverified'])
    expect((await after.get('/v1/webhooks')).body.data).toHaveLength(1)
    expect((await registering).body.status).toBe('verified')
  })

  test('and resends events that were in flight', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    let mayAnswer = true
    const receiver = await startReceiver({
      respond: () => (mayAnswer ? { status: 200 } : { status: 200, delayMs: 500 }),
    })
    await registerWebhook(api, receiver.url)
    mayAnswer = false
    await triggerEvent(api)
    await expect.poll(() => receiver.arrivals.length).toBe(2)
    const after = await start(crash(data))
    await advanceClock(after)
    const ids = receiver.arrivals.slice(1).map(({ event }) => event?.id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect((await after.get('/_sandbox/events?status=delivered&event_type=asset.ready')).body.data).toHaveLength(1)
  })

  test('with its settings, faults and snapshots', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    const clock = { mode: 'manual', start: '2030-06-01' }
    const made = await api.post('/_sandbox/worlds', {
      tier: 'standard',
      name: 'own',
      seed: 7,
      scenario: 'rejection',
      clock,
    })
    await api.post('/_sandbox/faults', { operation: 'createTrack', status: 503, times: 2 })
    await api.post('/_sandbox/snapshots', { name: 'kept' })
    const after = await start(crash(data))
    // Whether it is in memory again depends on whether the index reached the disk before the crash.
    const state = expect.stringMatching(/^(loaded|stored)$/)
    expect((await after.get('/_sandbox/worlds')).body.data).toContainEqual({ ...made.body, state })
    expect((await after.get('/_sandbox/faults')).body.data).toHaveLength(1)
    expect((await after.get('/_sandbox/snapshots')).body.data).toMatchObject([{ name: 'kept' }])
  })

  test('and keeps resets, restores, forks and removals', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    await api.post('/_sandbox/snapshots', { name: 'empty' })
    await api.post('/v1/releases', validRelease)
    await api.post('/_sandbox/snapshots', { name: 'one' })
    await api.post('/_sandbox/snapshots/one/fork', { name: 'forked' })
    await api.post('/_sandbox/worlds', { tier: 'standard', name: 'doomed' })
    await api.send('DELETE', '/_sandbox/worlds/standard/doomed', { 'x-api-key': KEY })
    await api.post('/_sandbox/snapshots/empty/restore')
    const after = await start(crash(data))
    const count = async (client: Client) => (await client.get('/v1/releases?limit=100')).body.data.length
    const forked = await createClientFor(after.sandbox, 'sk_sandbox_standard_forked')
    expect((await count(forked)) - (await count(after))).toBe(1)
    expect((await after.get('/_sandbox/worlds')).body.data.map(({ world }: { world: string }) => world)).not.toContain(
      'doomed',
    )
  })
})

describe('a world restarted with other settings', () => {
  const order = { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
  const changes: [what: string, before: SandboxOptions, after: SandboxOptions][] = [
    ['another speed', { clock: 'live', speed: 1 }, { clock: 'live', speed: Number.POSITIVE_INFINITY }],
    ['another clock', { clock: 'live' }, { clock: 'manual' }],
    ['another scenario', { scenario: 'happy-path' }, { scenario: 'rejection' }],
  ]
  test.each(changes)('%s: survives a crash afterwards', async (_, before, after) => {
    const data = createTemporaryDirectory()
    await (await start(data, before)).post('/v1/releases', validRelease)
    await open.pop()?.close()
    const api = await start(data, after)
    await api.post('/v1/deliveries', order)
    await advanceClock(api, '10h')
    const made = await api.post('/v1/releases', validRelease)
    const again = await start(crash(data), after)
    expect((await again.get(`/v1/releases/${made.body.id}`)).body).toEqual(made.body)
    expect((await again.get('/v1/deliveries')).body.data).toEqual((await api.get('/v1/deliveries')).body.data)
  })

  test('keeps a speed of max', async () => {
    const data = createTemporaryDirectory()
    const clock = { mode: 'live', speed: 'max' }
    await (await start(data)).post('/_sandbox/worlds', { tier: 'standard', name: 'fast', clock })
    const { data: worlds } = (await (await start(crash(data))).get('/_sandbox/worlds')).body
    expect(worlds.find(({ world }: { world: string }) => world === 'fast').clock.speed).toBe('max')
  })

  test('keeps the offset of a live clock from wall time, also a negative one', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data, { clock: 'live' })
    await api.post('/_sandbox/snapshots', { name: 'early' })
    await advanceClock(api, '48h')
    const now = async (client: Client) => Date.parse((await client.get('/_sandbox/clock')).body.now)
    const ahead = await start(crash(data), { clock: 'live' })
    expect(Math.abs((await now(ahead)) - Date.now() - 48 * 3_600_000)).toBeLessThan(20_000)
  })
})

describe('during a write', () => {
  test('a removed world stays removed, and the next world of its key is stored', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    const other = await createClientFor(api.sandbox, 'sk_sandbox_standard_doomed')
    const writes = Array.from({ length: 10 }, () => other.post('/v1/releases', validRelease))
    const removed = api.send('DELETE', '/_sandbox/worlds/standard/doomed', { 'x-api-key': KEY })
    await Promise.all([...writes, removed])
    const { id } = (await other.post('/v1/releases', validRelease)).body
    const after = await start(crash(data))
    const again = await createClientFor(after.sandbox, 'sk_sandbox_standard_doomed')
    expect((await again.get(`/v1/releases/${id}`)).status).toBe(200)
  })

  test('a finished write delays no request', async () => {
    const api = await start(createTemporaryDirectory())
    await api.post('/_sandbox/snapshots', { name: 's' })
    const { text } = await api.get('/_sandbox/snapshots/s')
    const imported = () => api.send('POST', '/_sandbox/snapshots/import', { 'x-api-key': KEY }, text)
    const all = Array.from({ length: 10 }, () => [imported(), api.post('/v1/releases', validRelease)]).flat()
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([201]))
  })

  test('every answer is stored under its own key', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    const { id } = (await registerWebhook(api, 'http://127.0.0.1:9/')).body
    const keys = Array.from({ length: 5 }, (_, i) => ({ 'idempotency-key': `7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c1${i}` }))
    const patch = (client: Client, key: (typeof keys)[number]) =>
      client.patch(`/v1/webhooks/${id}`, { event_type: ['asset.ready'] }, key)
    const first = await Promise.all(keys.map((key) => patch(api, key)))
    const after = await start(crash(data))
    for (const [i, key] of keys.entries()) {
      const again = await patch(after, key)
      expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first[i]?.text])
    }
  })
})

describe('the write-ahead log', () => {
  test('is replaced by a snapshot when it has grown', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    const title = 'x'.repeat(490)
    for (let i = 0; i < 1500; i++) await api.post('/v1/releases', { ...validRelease, title })
    expect(readdirSync(join(data, 'worlds')).filter((name) => name.startsWith(KEY)).length).toBeLessThanOrEqual(2)
    expect(statSync(worldFile(data, '.journal')).size).toBeLessThan(1024 * 1024)
    const before = await look(api)
    expect(await look(await start(crash(data)))).toEqual(before)
  }, 90_000)

  test('drops an incomplete last record with a warning, and nothing else', async () => {
    const data = createTemporaryDirectory()
    const api = await start(data)
    await api.post('/v1/releases', validRelease)
    const before = await look(api)
    const copy = crash(data)
    appendFileSync(worldFile(copy, '.journal'), '1234abcd 1 {"now":')
    const lines: string[] = []
    const logTo = { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream
    const after = await start(copy, { logTo })
    expect(await look(after)).toEqual(before)
    expect(lines.join()).toMatch(/was cut off by a crash and is dropped/)
    await after.post('/v1/releases', validRelease)
    expect(await look(await start(crash(copy)))).toEqual(await look(after))
  })

  test.each([
    ['no JSON', '{', /sandbox\.json is damaged: it is not JSON\. Restore it/],
    ['null', 'null', /sandbox\.json is damaged: it is not an object/],
    ['a list', '[1]', /sandbox\.json is damaged: it is not an object/],
    ['no format', '{"seed":1}', /sandbox\.json is damaged: its format is undefined/],
    ['a format that is text', '{"format":"2","seed":1}', /its format is "2", not a whole number/],
    ['a seed that is null', '{"format":2,"seed":null}', /its seed is null, not a whole number/],
    ['a newer format', '{"format":99,"seed":1}', /has format 99; this version reads format 2/],
  ])('is refused if sandbox.json has %s', async (_, text, words) => {
    const data = createTemporaryDirectory()
    await start(data)
    await open.pop()?.close()
    writeFileSync(join(data, 'sandbox.json'), text)
    await expect(createSandbox({ data })).rejects.toThrow(words)
    // The directory is not left locked.
    await expect(createSandbox({ data })).rejects.toThrow(words)
  })

  test('is refused with another seed', async () => {
    const data = createTemporaryDirectory()
    await start(data)
    await open.pop()?.close()
    await expect(createSandbox({ clock: 'manual', data, seed: 2 })).rejects.toThrow(
      /was written with --seed 1, not 2\. Start with --seed 1/,
    )
  })

  test('is locked by one process at a time', async () => {
    const data = createTemporaryDirectory()
    await start(data)
    await expect(createSandbox({ data })).rejects.toThrow(/in use by another sandbox/)
    await open.pop()?.close()
    await start(data)
  })

  test('holds every acknowledged change, with either sync mode', async () => {
    for (const dataSync of ['always', 'batch'] as const) {
      const data = createTemporaryDirectory()
      const api = await start(data, { dataSync })
      const made = await Promise.all(Array.from({ length: 20 }, () => api.post('/v1/releases', validRelease)))
      const after = await start(crash(data), { dataSync })
      for (const { body } of made) expect((await after.get(`/v1/releases/${body.id}`)).body).toEqual(body)
    }
  })
})

const CLI = join(import.meta.dirname, '../../../dist/cli.js')

test('without --data a process without write permission works', async () => {
  const isOld = Number(process.versions.node.split('.')[0]) < 23
  const mayRead = [isOld ? '--experimental-permission' : '--permission', '--allow-fs-read=*']
  const flags = [...mayRead, CLI, '--port', '0', '--json', '--clock', 'manual', '--log', 'silent']
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line))
  const post = async (path: string, body: unknown) => {
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
    return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  const { url: hook } = await startReceiver()
  expect([
    await post('/v1/releases', validRelease),
    await post('/v1/webhooks', { url: hook, event_type: 'asset.ready' }),
    await post('/_sandbox/snapshots', { name: 's' }),
    await post('/_sandbox/snapshots/s/restore', undefined),
    await post('/_sandbox/clock/advance', { duration: '72h' }),
    await post('/_sandbox/reset', undefined),
  ]).toEqual([201, 201, 201, 200, 200, 200])
  child.kill('SIGTERM')
  await once(child, 'exit')
  // The same process can't use --data.
  const refused = spawnSync(process.execPath, [...flags, '--data', createTemporaryDirectory()], { encoding: 'utf8' })
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/Cannot write to --data/)])
})

describe('a full disk', () => {
  test('refuses the write with 503 and leaves the world unchanged', async () => {
    const data = createTemporaryDirectory()
    // ulimit: no file can grow beyond 64 kB.
    const script = `ulimit -f 64; exec ${process.execPath} ${CLI} --port 0 --json --clock manual --log silent --data ${data}`
    const child = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = await once(child.stdout, 'data')
    const { url } = JSON.parse(String(line))
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
    const body = JSON.stringify({ ...validRelease, title: 'x'.repeat(400) })
    const statuses: number[] = []
    let last = ''
    for (let i = 0; i < 140; i++) {
      const answer = await fetch(`${url}/v1/releases`, { method: 'POST', headers, body })
      const said = await answer.text()
      if (answer.status === 201) last = JSON.parse(said).id
      else expect(said).toMatch(/could not be written to the data directory/)
      statuses.push(answer.status)
    }
    expect(new Set(statuses)).toEqual(new Set([201, 503]))
    const made = statuses.filter((status) => status === 201).length
    const list = async () => {
      let count = 0
      let cursor = ''
      do {
        const page = (await (
          await fetch(`${url}/v1/releases?status=draft&limit=100${cursor}`, { headers })
        ).json()) as {
          data: { title: string }[]
          next_cursor: string | null
        }
        count += page.data.filter(({ title }) => title.startsWith('xxx')).length
        cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : ''
      } while (cursor)
      return count
    }
    expect(await list()).toBe(made)
    expect((await fetch(`${url}/v1/releases/${last}`, { headers })).status).toBe(200)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const after = await start(crash(data))
    expect((await after.get(`/v1/releases/${last}`)).status).toBe(200)
  })

  test('an unwritable directory is reported at start', () => {
    const file = join(createTemporaryDirectory(), 'file')
    writeFileSync(file, '')
    const { status, stderr } = spawnSync(process.execPath, [CLI, '--data', join(file, 'x')], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/Cannot write to --data \S+: ENOTDIR/)])
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/composition/create-sandbox.js'
import { runAllSteps } from '../../../src/core/primitives/steps.js'
import { builtInFixtures } from '../../../src/runtime/fixtures/fixtures.js'
import { createScenarios } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { systemDisk } from '../../../src/runtime/storage/disk/durable-disk.js'
import { createFoldedWorlds } from '../../../src/runtime/storage/folded-worlds.js'
import { openDataStorage } from '../../../src/runtime/storage/world-storage.js'
import { createCoreOptions } from '../../support/core-world.js'
import { copyDirectory, worldFile } from '../../support/data-directories.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'
import { createClientFor, validRelease } from '../../support/test-sandbox.js'
import { registerWebhook, startReceiver } from '../../support/webhook-receiver.js'

const open: Sandbox[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close()
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const keyOf = (i: number) => `sk_sandbox_standard_w${i}`

async function start(data: string, options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ clock: 'manual', data, ...options })
  open.push(sandbox)
  return { sandbox, client: (i: number) => createClientFor(sandbox, keyOf(i)) }
}

const CLI = join(import.meta.dirname, '../../../dist/cli.js')

/** A sandbox in its own process with few file descriptors. */
async function startWithFewFiles(data: string, files: number) {
  const flags = '--port 0 --json --clock manual --log silent --data'
  const script = `ulimit -n ${files}; exec ${process.execPath} ${CLI} ${flags} ${data}`
  const child = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line))
  return {
    async post(i: number) {
      const headers = { 'x-api-key': keyOf(i), 'content-type': 'application/json' }
      const body = JSON.stringify(validRelease)
      return (await fetch(`${url}/v1/releases`, { method: 'POST', headers, body })).status
    },
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    async stop() {
      child.kill('SIGTERM')
      return (await once(child, 'exit'))[0]
    },
  }
}

describe('with hundreds of worlds', () => {
  const WORLDS = 300
  const PARALLEL = 20

  test('a process needs few open files', async () => {
    const data = createTemporaryDirectory()
    const first = await startWithFewFiles(data, 128)
    const statuses = new Set<number>()
    for (let round = 0; round < 2; round++)
      for (let i = 0; i < WORLDS; i += PARALLEL)
        for (const status of await Promise.all(Array.from({ length: PARALLEL }, (_, j) => first.post(i + j))))
          statuses.add(status)
    expect(statuses).toEqual(new Set([201]))
    expect(first.openFiles()).toBeLessThan(128)
    expect(await first.stop()).toBe(0)

    // Closing has written the states of all worlds to one file.
    expect(readdirSync(data).filter((name) => name.startsWith('folded'))).toEqual(['folded.1'])
    const { client } = await start(data)
    for (const i of [0, 150, WORLDS - 1]) {
      const { data: releases } = (await (await client(i)).get('/v1/releases?limit=100&status=draft')).body
      expect(releases.filter(({ title }: { title: string }) => title === validRelease.title)).toHaveLength(2)
    }
  }, 120_000)
})

describe('a start', () => {
  test('reads no world that nobody asks for', async () => {
    const data = createTemporaryDirectory()
    const { sandbox, client } = await start(data)
    for (let i = 0; i < 5; i++) await (await client(i)).post('/v1/releases', validRelease)
    await sandbox.close()
    const { client: again } = await start(data)
    const worlds = (await (await again(0)).get('/_sandbox/worlds')).body
    expect(worlds.data.map(({ state }: { state: string }) => state)).toEqual([
      'loaded',
      'stored',
      'stored',
      'stored',
      'stored',
    ])
  })

  test('runs what has become due in worlds that nobody asks for', async () => {
    const data = createTemporaryDirectory()
    const live = { clock: 'live', speed: 3600 } as const
    const receiver = await startReceiver()
    const { sandbox, client } = await start(data, live)
    const api = await client(1)
    await registerWebhook(api, receiver.url, { event_type: 'delivery.completed' })
    const order = { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
    await api.post('/v1/deliveries', order)
    await sandbox.close()
    const types = () => receiver.arrivals.map(({ event }) => event?.event_type)
    expect(types()).toEqual(['ping'])
    await start(data, live)
    await expect.poll(types, { timeout: 20_000 }).toEqual(['ping', 'delivery.completed'])
  }, 30_000)

  test('after a kill folds the logs in the background', async () => {
    const data = createTemporaryDirectory()
    const { client } = await start(data)
    for (let i = 0; i < 6; i++) await (await client(i)).post('/v1/releases', validRelease)
    const copy = copyDirectory(data)
    await start(copy)
    const logs = () => readdirSync(join(copy, 'worlds')).filter((name) => name.endsWith('.journal'))
    await expect.poll(logs).toEqual([])
  })
})

describe('a stop', () => {
  test('writes nothing for worlds that were only read', async () => {
    const data = createTemporaryDirectory()
    const first = await start(data)
    await (await first.client(0)).post('/v1/releases', validRelease)
    await first.sandbox.close()
    // Loading the world folds its log. Then nothing is left to write.
    const paths: string[] = []
    for (let run = 0; run < 2; run++) {
      const { sandbox, client } = await start(data)
      await (await client(0)).get('/v1/releases')
      await sandbox.close()
      paths.push(worldFile(data, keyOf(0), '.snapshot'))
    }
    expect(paths).toEqual([1, 1].map((generation) => join(data, 'worlds', `${keyOf(0)}.${generation}.snapshot`)))
    expect(readdirSync(data).filter((name) => name.startsWith('folded'))).toEqual([])
  })

  test('writes the states of all changed worlds to one file, which another version can read', async () => {
    const data = createTemporaryDirectory()
    const { sandbox, client } = await start(data)
    for (let i = 0; i < 3; i++) await (await client(i)).post('/v1/releases', validRelease)
    await sandbox.close()
    expect(readdirSync(data).filter((name) => name.startsWith('folded'))).toEqual(['folded.1'])
    const load = async (directory: string) => {
      const storage = await openDataStorage({
        path: directory,
        seed: 1,
        sync: 'always',
        version: 'another',
        fixtures: builtInFixtures,
        scenarios: createScenarios(),
        timer: () => () => {},
        onWarning: () => {},
      })
      try {
        return [0, 1, 2].map((i) => {
          const world = storage.storageFor(keyOf(i))
          runAllSteps(world.read())
          return runAllSteps(world.load(createCoreOptions()))?.world.releases.where({ title: validRelease.title })
            .length
        })
      } finally {
        await storage.close()
      }
    }
    expect(await load(copyDirectory(data))).toEqual([1, 1, 1])
    // Without the file, another version would have to replay the logs.
    rmSync(join(data, 'folded.1'))
    await expect(load(data)).rejects.toThrow('this is another. Start and stop')
  })

  test('that takes too long leaves the other worlds to the next start', async () => {
    const data = createTemporaryDirectory()
    const folded = createFoldedWorlds(systemDisk, data, -1)
    expect(await folded.add(() => [Buffer.from('state')])).toBeUndefined()
    await folded.finish()
    expect(readdirSync(data)).toEqual([])
  })

  test.each([
    ['can not write the states', (data: string) => mkdirSync(join(data, 'folded.1.draft')), () => {}],
    ['is followed by damage to the states', () => {}, (data: string) => truncateSync(join(data, 'folded.1'), 20_000)],
    ['is followed by the loss of the states', () => {}, (data: string) => rmSync(join(data, 'folded.1'))],
  ])('that %s loses nothing', async (_, before, harm) => {
    const data = createTemporaryDirectory()
    const { sandbox, client } = await start(data)
    for (let i = 0; i < 3; i++) await (await client(i)).post('/v1/releases', validRelease)
    before(data)
    await sandbox.close()
    harm(data)
    const after = await start(data)
    for (let i = 0; i < 3; i++) {
      const { data: drafts } = (await (await after.client(i)).get('/v1/releases?limit=100&status=draft')).body
      expect(drafts.some(({ title }: { title: string }) => title === validRelease.title)).toBe(true)
    }
  })
})

describe('a directory that changes under the running process', () => {
  test.each([
    ['the directory was removed', (data: string) => rmSync(data, { recursive: true })],
    ['the directory was moved away', (data: string) => renameSync(data, `${data}-moved`)],
    [
      'the directory was removed and created again',
      (data: string) => {
        rmSync(data, { recursive: true })
        mkdirSync(join(data, 'worlds'), { recursive: true })
      },
    ],
    ['the log was removed', (data: string) => rmSync(worldFile(data, keyOf(0), '.journal'))],
  ])('%s: the next write is 503', async (_, bend) => {
    const data = createTemporaryDirectory()
    const { client } = await start(data)
    const api = await client(0)
    expect((await api.post('/v1/releases', validRelease)).status).toBe(201)
    bend(data)
    expect((await api.post('/v1/releases', validRelease)).status).toBe(503)
    expect((await api.get('/v1/releases')).status).toBe(503)
  })

  test('a new world is not written to a directory that another process may use', async () => {
    const data = createTemporaryDirectory()
    const { client } = await start(data)
    await (await client(0)).get('/v1/releases')
    rmSync(data, { recursive: true })
    mkdirSync(join(data, 'worlds'), { recursive: true })
    expect((await (await client(1)).get('/v1/releases')).status).toBe(503)
  })
})

test('files are readable by their owner only', async () => {
  const data = join(createTemporaryDirectory(), 'new')
  const { client } = await start(data)
  const api = await client(0)
  await api.post('/v1/releases', validRelease)
  await api.post('/_sandbox/snapshots', { name: 'saved' })
  await expect.poll(() => readFileSync(join(data, 'worlds.index')).length).toBeGreaterThan(0)
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  for (const directory of ['', 'worlds', 'snapshots']) expect(modeOf(join(data, directory))).toBe('700')
  const files = ['sandbox.json', 'worlds.index']
  for (const directory of ['worlds', 'snapshots'])
    for (const name of readdirSync(join(data, directory))) files.push(join(directory, name))
  expect(files).toHaveLength(5)
  for (const file of files) expect([file, modeOf(join(data, file))]).toEqual([file, '600'])
})

import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../proof/runner/random.js'
import { NO_FAILURES } from '../../../proof/simulation/disk.js'
import { createMachine, type HttpResponse, type Machine, type Wrappers } from '../../../proof/simulation/machine.js'
import { secretOf, urlFor } from '../../../proof/simulation/network.js'
import { sleep } from '../../../proof/simulation/schedule.js'
import type { SandboxOptions } from '../../../src/library/sandbox-options.js'
import { loadRowCheck } from '../../../src/runtime/snapshots/check-row.js'
import { validRelease } from '../../support/test-sandbox.js'

const KEY = 'sk_sandbox_standard_disk'
const IDEMPOTENCY = { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' }

/** A sandbox on a simulated disk. Requests are answered when the test advances the simulated time. */
async function boot(options: SandboxOptions = {}, seed = 1, wrappers: Wrappers = {}) {
  const machine = createMachine(createRandom(seed), { clock: 'manual', ...options }, wrappers, () => {})
  await machine.start()
  const begin = (method: string, target: string, body?: unknown, headers: Record<string, string> = {}) =>
    machine.call(target.startsWith('/_') ? 'control' : 'api', method, target, { 'x-api-key': KEY, ...headers }, body)
  const send: typeof begin = (...request) => settled(machine, begin(...request))
  const post = (target: string, body?: unknown, headers?: Record<string, string>) => send('POST', target, body, headers)
  const pass = (ms: number) => settled(machine, sleep(machine.scope, ms))
  return { machine, begin, send, post, pass, all: { write: 100, sync: 100, names: 100, read: 0 } }
}

async function settled<T>(machine: Machine, work: Promise<T>): Promise<T> {
  let isDone = false
  const done = () => void (isDone = true)
  work.then(done, done)
  await new Promise(setImmediate)
  await machine.runUntil(() => isDone)
  return work
}

const idOf = ({ text }: HttpResponse) => JSON.parse(text).id
const statusOf = ({ status }: HttpResponse) => status

async function restart({ machine }: { machine: Machine }, end: 'kill' | 'power') {
  machine.crashProcess(end)
  expect(await machine.start(), machine.startError).toBe(true)
}

describe('after a power failure', () => {
  test('a new data directory exists, even if another process created it', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const box = await boot({}, seed)
      const id = idOf(await box.post('/v1/releases', validRelease))
      await restart(box, 'power')
      expect(statusOf(await box.send('GET', `/v1/releases/${id}`))).toBe(200)
    }
  })

  test('changes of a killed process are durable once a retry has been answered', async () => {
    for (let tries = 0; tries < 20; tries++) {
      const box = await boot({}, tries + 1)
      await box.post('/v1/assets', { type: 'audio', filename: 'a', content_type: 'audio/wav' })
      const posting = box.begin('POST', '/v1/releases', validRelease, IDEMPOTENCY).catch(() => undefined)
      for (let i = 0; i < tries; i++) await box.machine.schedule.runNext()
      await restart(box, 'kill')
      await posting
      const id = idOf(await box.post('/v1/releases', validRelease, IDEMPOTENCY))
      await restart(box, 'power')
      expect(statusOf(await box.send('GET', `/v1/releases/${id}`))).toBe(200)
    }
  })

  test('deleted worlds and snapshots stay deleted', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const box = await boot({}, seed)
      await box.post('/_sandbox/worlds', { tier: 'standard', name: 'doomed' })
      await box.post('/_sandbox/snapshots', { name: 'doomed' })
      expect(statusOf(await box.send('DELETE', '/_sandbox/worlds/standard/doomed'))).toBe(204)
      expect(statusOf(await box.send('DELETE', '/_sandbox/snapshots/doomed'))).toBe(204)
      await restart(box, 'power')
      expect(box.machine.hasWorld('sk_sandbox_standard_doomed')).toBe(false)
      expect((await box.send('GET', '/_sandbox/snapshots')).text).not.toContain('doomed')
    }
  })

  test('nothing is lost after a failed sync with batch: the log is rewritten, with a warning', async () => {
    const box = await boot({ dataSync: 'batch' })
    const id = idOf(await box.post('/v1/releases', validRelease))
    box.machine.disk.failureRates = { ...NO_FAILURES, sync: 100 }
    await box.pass(200)
    expect(box.machine.schedule.recentRecords(20)).toContain('could not be synced to disk and is being rewritten')
    box.machine.disk.failureRates = NO_FAILURES
    await box.pass(3000)
    await restart(box, 'power')
    expect(statusOf(await box.send('GET', `/v1/releases/${id}`))).toBe(200)
  })
})

describe('a write that fails', () => {
  test('is rolled back, even if the file can not be truncated', async () => {
    const box = await boot()
    await box.post('/v1/releases', validRelease)
    box.machine.disk.failureRates = { ...NO_FAILURES, sync: 100, names: 100 }
    expect(statusOf(await box.post('/v1/releases', { ...validRelease, title: 'Refused' }))).toBe(503)
    expect((await box.send('GET', '/v1/releases')).text).not.toContain('Refused')
    box.machine.disk.failureRates = NO_FAILURES
    const id = idOf(await box.post('/v1/releases', { ...validRelease, title: 'Taken' }))
    await restart(box, 'kill')
    expect(statusOf(await box.send('GET', `/v1/releases/${id}`))).toBe(200)
    expect((await box.send('GET', '/v1/releases')).text).not.toContain('Refused')
  })

  test('makes the world unavailable while the disk can not be read', async () => {
    const box = await boot()
    await box.post('/v1/releases', { ...validRelease, title: 'Kept' })
    box.machine.disk.failureRates = { ...box.all, read: 100 }
    expect(statusOf(await box.post('/v1/releases', validRelease, IDEMPOTENCY))).toBe(503)
    // A retry does not get an answer that was never written.
    expect(statusOf(await box.post('/v1/releases', validRelease, IDEMPOTENCY))).toBe(503)
    expect(statusOf(await box.send('GET', '/v1/releases'))).toBe(503)
    box.machine.disk.failureRates = NO_FAILURES
    expect((await box.send('GET', '/v1/releases')).text).toContain('Kept')
    expect(statusOf(await box.post('/v1/releases', validRelease, IDEMPOTENCY))).toBe(201)
    await restart(box, 'kill')
    expect((await box.send('GET', '/v1/releases')).text).toContain('Kept')
  })

  test('is rolled back later if its removal can not be synced', async () => {
    let isFailing = false
    const failIfWanted = () => {
      if (isFailing) throw new Error('EIO')
    }
    const box = await boot({}, 1, {
      disk: (disk) => ({
        ...disk,
        async syncDirectory(path) {
          failIfWanted()
          await disk.syncDirectory(path)
        },
        syncDirectoryNow(path) {
          failIfWanted()
          disk.syncDirectoryNow(path)
        },
      }),
    })
    const first = idOf(await box.post('/v1/releases', validRelease))
    // Loading the world folds its log, so that the generation in use has none.
    await restart(box, 'kill')
    expect(statusOf(await box.send('GET', `/v1/releases/${first}`))).toBe(200)
    isFailing = true
    expect(statusOf(await box.post('/_sandbox/reset'))).toBe(503)
    expect(statusOf(await box.send('GET', '/v1/releases'))).toBe(503)
    isFailing = false
    expect(statusOf(await box.send('GET', `/v1/releases/${first}`))).toBe(200)
    const second = idOf(await box.post('/v1/releases', validRelease))
    await restart(box, 'power')
    for (const id of [first, second]) expect(statusOf(await box.send('GET', `/v1/releases/${id}`))).toBe(200)
  })

  test('leaves the previous generation, also while old files wait for their removal', async () => {
    let openGate = () => {}
    const gate = new Promise<void>((resolve) => (openGate = resolve))
    let isFailing = false
    const box = await boot({}, 1, {
      disk: (disk) => ({
        ...disk,
        async remove(path) {
          await gate
          await disk.remove(path)
        },
        async syncDirectory(path) {
          if (!isFailing) return disk.syncDirectory(path)
          isFailing = false
          openGate()
          await sleep(box.machine.scope, 1000)
          throw new Error('EIO')
        },
      }),
    })
    const other = { 'x-api-key': 'sk_sandbox_standard_other' }
    for (const headers of [other, {}]) await box.post('/v1/releases', validRelease, headers)
    await restart(box, 'kill')
    // Both worlds get a new generation. The old files of the first keep those of the second waiting.
    for (const headers of [other, {}]) await box.send('GET', '/v1/releases', undefined, headers)
    const id = idOf(await box.post('/v1/releases', validRelease))
    isFailing = true
    expect(statusOf(await box.post('/_sandbox/reset'))).toBe(503)
    expect(statusOf(await box.send('GET', `/v1/releases/${id}`))).toBe(200)
  })

  test('leaves no incomplete fork behind', async () => {
    const box = await boot()
    await box.post('/_sandbox/snapshots', { name: 's' })
    // The validators are loaded from the real disk, for which the simulation does not wait.
    await loadRowCheck()
    // The fork's first snapshot is written, its content is not.
    const forking = box.begin('POST', '/_sandbox/snapshots/s/fork', { name: 'forked' })
    await box.machine.schedule.runNext()
    box.machine.disk.failureRates = { ...NO_FAILURES, write: 100 }
    expect(statusOf(await settled(box.machine, forking))).toBe(503)
    expect((await box.send('GET', '/_sandbox/worlds')).text).not.toContain('forked')
  })

  test.each([
    ['its directory can not be synced', { sync: true, remove: false }],
    ['its files can not be removed', { sync: false, remove: true }],
  ])('deletes a world durably although %s afterwards', async (_, fails) => {
    let isFailing = false
    const failIf = (condition: boolean) => {
      if (isFailing && condition) throw new Error('EIO')
    }
    const box = await boot({}, 1, {
      disk: (disk) => ({
        ...disk,
        removeNow(path) {
          failIf(fails.remove)
          disk.removeNow(path)
        },
        async syncDirectory(path) {
          failIf(fails.sync)
          await disk.syncDirectory(path)
        },
      }),
    })
    const doomed = '/_sandbox/worlds/standard/doomed'
    const create = () => box.post('/_sandbox/worlds', { tier: 'standard', name: 'doomed' })
    expect(statusOf(await create())).toBe(201)
    isFailing = true
    expect(statusOf(await box.send('DELETE', doomed))).toBe(204)
    expect(statusOf(await box.send('GET', doomed))).toBe(404)
    isFailing = false
    await restart(box, 'power')
    expect(statusOf(await box.send('GET', doomed))).toBe(404)
    // The files of the deleted world never replace those of a new one.
    expect(statusOf(await create())).toBe(201)
    await restart(box, 'power')
    expect((await box.send('GET', doomed)).text).toContain('"state":"stored"')
  })

  test('is 503, not an internal error, when removing a world or snapshot', async () => {
    const box = await boot()
    await box.post('/_sandbox/worlds', { tier: 'standard', name: 'lucky' })
    await box.post('/_sandbox/snapshots', { name: 's' })
    box.machine.disk.failureRates = box.all
    expect(statusOf(await box.send('DELETE', '/_sandbox/worlds/standard/lucky'))).toBe(503)
    expect(statusOf(await box.send('DELETE', '/_sandbox/snapshots/s'))).toBe(503)
    box.machine.disk.failureRates = NO_FAILURES
    expect((await box.send('GET', '/_sandbox/worlds')).text).toContain('lucky')
    expect((await box.send('GET', '/_sandbox/snapshots')).text).toContain('"s"')
  })
})

describe('an event', () => {
  const url = urlFor('good', 1)
  const hook = { url, event_type: 'asset.ready', secret: secretOf(url) }
  const asset = { type: 'audio', filename: 'a', content_type: 'audio/wav' }
  const sentBy = ({ network }: Machine) => network.sent.filter(({ eventType }) => eventType !== 'ping')

  test('is sent only after its change is written', async () => {
    const box = await boot()
    await box.post('/v1/webhooks', hook)
    const asset_id = idOf(await box.post('/v1/assets', asset))
    box.machine.disk.failureRates = box.all
    expect(statusOf(await box.post('/_sandbox/simulate/asset', { asset_id, outcome: 'ready' }))).toBe(503)
    await box.pass(60_000)
    expect(sentBy(box.machine)).toEqual([])
  })

  test('created by a due task keeps its id after a crash during an advance', async () => {
    const box = await boot()
    await box.post('/v1/webhooks', { ...hook, event_type: ['delivery.completed', 'release.status.changed'] })
    const order = { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
    await box.post('/v1/deliveries', order)
    const moving = box.begin('POST', '/_sandbox/clock/advance', { duration: '96h' }).catch(() => undefined)
    while (sentBy(box.machine).length === 0) await box.machine.schedule.runNext()
    await restart(box, 'kill')
    await moving
    const [{ eventId, body } = { eventId: '', body: '' }] = sentBy(box.machine)
    expect(JSON.stringify((await box.machine.loadWorld(KEY))?.state.events.get(eventId))).toBe(body)
  })
})

test('request ids never repeat after a reset that could not be written', async () => {
  const box = await boot()
  for (let i = 0; i < 3; i++) await box.post('/v1/releases', validRelease)
  box.machine.disk.failureRates = { ...NO_FAILURES, sync: 100 }
  expect(statusOf(await box.post('/_sandbox/reset'))).toBe(503)
  box.machine.disk.failureRates = NO_FAILURES
  // The simulated machine refuses an id that it has seen.
  for (let i = 0; i < 5; i++) expect(statusOf(await box.send('GET', '/v1/releases'))).toBe(200)
})

test('request ids never repeat, even after lost writes', async () => {
  const box = await boot()
  const seen = new Set<string>()
  const ask = async () => {
    const { text } = await box.send('GET', '/v1/releases/rel_none')
    const { request_id } = JSON.parse(text).error
    expect(seen).not.toContain(request_id)
    seen.add(request_id)
  }
  for (let i = 0; i < 3; i++) {
    await ask()
    box.machine.disk.failureRates = { ...NO_FAILURES, write: 100 }
    await box.post('/v1/releases', validRelease)
    box.machine.disk.failureRates = NO_FAILURES
    await ask()
    await restart(box, i === 1 ? 'power' : 'kill')
  }
})

import { cpSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseJournal } from '../../src/cli/rerun/parse-journal.js'
import { rerunJournal } from '../../src/cli/rerun/rerun-journal.js'
import { createSandbox, type SandboxOptions } from '../../src/composition/create-sandbox.js'
import { createTemporaryDirectory } from '../support/temporary-directory.js'
import { type Client, createClientFor } from '../support/test-sandbox.js'
import {
  advanceClock,
  receivedEvents,
  registerWebhook,
  startReceiver,
  triggerEvent,
} from '../support/webhook-receiver.js'

const KEY = 'sk_sandbox_standard_ids'

async function start(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ clock: 'manual', ...options })
  onTestFinished(() => sandbox.close())
  return { sandbox, api: await createClientFor(sandbox, KEY), world: sandbox.world('standard', 'ids') }
}

const eventIds = async (api: Client): Promise<string[]> =>
  (await api.get('/_sandbox/events?limit=100')).body.data.map(({ id }: { id: string }) => id)

async function createEvents(api: Client, count: number): Promise<string[]> {
  const before = new Set(await eventIds(api))
  for (let i = 0; i < count; i++) await triggerEvent(api)
  return (await eventIds(api)).filter((id) => !before.has(id))
}

const expectUnique = (ids: string[], count: number) => {
  expect(ids).toHaveLength(count)
  expect(new Set(ids).size).toBe(count)
}

test('a handler that deduplicates by id processes the events of every test, with world.reset() between the tests', async () => {
  const { api, world } = await start()
  const receiver = await startReceiver()
  const processed = new Map<string, object>()
  for (const title of ['the first test', 'the second test']) {
    await world.reset()
    await registerWebhook(api, receiver.url)
    const before = processed.size
    await triggerEvent(api)
    await triggerEvent(api)
    await advanceClock(api)
    for (const event of receivedEvents(receiver)) if (!processed.has(event.id)) processed.set(event.id, event)
    expect([title, processed.size - before]).toEqual([title, 2])
  }
  expect(receiver.arrivals.map(({ verdict }) => verdict)).not.toContain('duplicate')
})

describe.each(['manual', 'live'] as const)('with a %s clock, event ids do not repeat after', (clock) => {
  test('a reset, and resource ids begin anew', async () => {
    const { api, world } = await start({ clock })
    const first = await createEvents(api, 2)
    const assets = async () =>
      (await api.get('/v1/assets?status=ready&limit=100')).body.data.map((asset: { id: string }) => asset.id)
    const firstAssets = await assets()
    await world.reset()
    expectUnique([...first, ...(await createEvents(api, 2))], 4)
    expect(await assets()).toEqual(firstAssets)
  })

  test('a restore', async () => {
    const { api, world } = await start({ clock })
    const [before] = await createEvents(api, 1)
    await world.snapshot('s')
    const after = await createEvents(api, 2)
    await world.restore('s')
    const restored = await createEvents(api, 2)
    await world.reset()
    await world.restore('s')
    expectUnique([before as string, ...after, ...restored, ...(await createEvents(api, 2))], 7)
  })

  test('an import, also of a snapshot that has created more events', async () => {
    const source = await start({ clock })
    const created = await createEvents(source.api, 3)
    await source.world.snapshot('s')
    const file = (await source.api.get('/_sandbox/snapshots/s')).text
    const { api, world } = await start({ clock })
    const own = await createEvents(api, 1)
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
    expect((await api.send('POST', '/_sandbox/snapshots/import', headers, file)).status).toBe(201)
    await world.restore('s')
    const next = await createEvents(api, 2)
    expectUnique([...created, ...next], 5)
    expectUnique([...own, ...next], 3)
  })

  test('a fork, in either world', async () => {
    const { sandbox, api, world } = await start({ clock })
    const fork = await createClientFor(sandbox, 'sk_sandbox_standard_fork')
    const first = await createEvents(fork, 3)
    const own = await createEvents(api, 1)
    await world.snapshot('s')
    expect((await api.post('/_sandbox/snapshots/s/fork', { name: 'fork', replace: true })).status).toBe(201)
    expectUnique([...first, ...own, ...(await createEvents(fork, 3)), ...(await createEvents(api, 3))], 10)
  })

  test.each(['a restart', 'a crash'])('%s with --data', async (end) => {
    let data = createTemporaryDirectory()
    const all: string[] = []
    let current: string[] = []
    for (let process = 0; process < 4; process++) {
      const { sandbox, api, world } = await start({ clock, data })
      // Replaying the log gives the events the ids that they had.
      expect(await eventIds(api)).toEqual(current)
      if (process === 2) await world.reset()
      all.push(...(await createEvents(api, 2)))
      current = await eventIds(api)
      if (end === 'a restart') await sandbox.close()
      else {
        const copy = createTemporaryDirectory()
        cpSync(data, copy, { recursive: true, filter: (path) => !path.endsWith('lock') })
        data = copy
      }
    }
    expect(current).toHaveLength(4)
    expectUnique(all, 8)
  })
})

test('with a live clock, event ids do not repeat after a restart without --data, or when a world is deleted', async () => {
  const ids: string[] = []
  for (let process = 0; process < 3; process++) {
    const { sandbox, api } = await start({ clock: 'live' })
    ids.push(...(await createEvents(api, 2)))
    await api.send('DELETE', '/_sandbox/worlds/standard/ids', { 'x-api-key': 'sk_sandbox_standard_other' })
    ids.push(...(await createEvents(api, 2)))
    await sandbox.close()
  }
  expectUnique(ids, 12)
})

test('with a manual clock, two runs with a reset and a restore in them give the same bytes', async () => {
  async function run(): Promise<string> {
    const { api, world } = await start()
    await triggerEvent(api)
    await world.snapshot('s')
    await triggerEvent(api)
    await world.reset()
    await triggerEvent(api)
    await world.restore('s')
    await triggerEvent(api)
    return (await api.get('/_sandbox/events')).text
  }
  expect(await run()).toBe(await run())
})

test.each(['manual', 'live'] as const)(
  'with a %s clock, a rerun of the journal gives the same event ids',
  async (clock) => {
    const { api, world } = await start({ clock })
    const receiver = await startReceiver()
    for (let i = 0; i < 2; i++) {
      await registerWebhook(api, receiver.url)
      await triggerEvent(api)
      await advanceClock(api, '1s')
      await world.reset()
    }
    const journal = parseJournal((await api.get('/_sandbox/journal')).text, 'journal')
    expect(journal.missing).toEqual([])
    expect(journal.attempts).toHaveLength(4)
    expect(await rerunJournal(journal)).toMatchObject({ changed: [], attempts: { unrecorded: [], missed: [] } })
  },
)

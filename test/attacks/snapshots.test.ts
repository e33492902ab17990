import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { createSnapshotOperations } from '../../src/http/control/snapshots.js'
import { createSnapshots, MAX_IMPORTED_BYTES, parseSnapshotFile } from '../../src/runtime/storage/saved-snapshots.js'
import { createLogSink } from '../support/log-sink.js'

// biome-ignore lint/suspicious/noExplicitAny: worlds of every shape, wrong ones included
type Dump = any

const task = (more: object) => ({ due: 0, sequence: 1, task: { type: 'process-asset', subject: 'ast_none', ...more } })

/** Corrupt worlds of an attacker who can compute the checksum. */
const FORGERIES: [what: string, forge: (world: Dump) => Dump][] = [
  ['a task of no kind', (world) => ({ ...world, agenda: { ...world.agenda, entries: [task({ type: 'explode' })] } })],
  [
    'a task about nothing',
    (world) => ({ ...world, agenda: { ...world.agenda, entries: [task({ type: 'review-order' })] } }),
  ],
  ['an invalid task', (world) => ({ ...world, agenda: { ...world.agenda, entries: [{ due: 0, sequence: 1 }] } })],
  [
    'an event to send that is not there',
    (world) => ({
      ...world,
      agenda: { ...world.agenda, entries: [task({ type: 'send-event', webhook_id: 'whk_none' })] },
    }),
  ],
  ['releases that are numbers', (world) => ({ ...world, releases: { start: 0, rows: [1, 2, 3] } })],
  ['releases that are empty', (world) => ({ ...world, releases: { start: 0, rows: [{}, { id: 'rel_1' }] } })],
  ['a table that begins nowhere', (world) => ({ ...world, tracks: { start: -5, rows: [] } })],
  ['a table that begins beyond all', (world) => ({ ...world, tracks: { start: 1e300, rows: [] } })],
  ['no tables', ({ now, start }) => ({ now, start })],
  ['events that are texts', (world) => ({ ...world, events: { start: 0, rows: ['evt'] } })],
  ['sales that are texts', (world) => ({ ...world, sales: ['x'] })],
  [
    'a prototype',
    (world) => ({ ...world, ...JSON.parse('{"__proto__":{"polluted":1},"counters":{"__proto__":{"polluted":1}}}') }),
  ],
]

for (const [what, forge] of FORGERIES)
  test(`a snapshot with ${what} affects only its own world`, async () => {
    const { stream } = createLogSink()
    const sandbox = await createSandbox({ log: 'silent', logTo: stream, speed: Number.POSITIVE_INFINITY })
    onTestFinished(() => sandbox.close())
    const [bad, good] = [sandbox.world('standard', 'bad'), sandbox.world('standard', 'good')]
    await bad.snapshot('own')
    const file = (await (await bad.fetch('/_sandbox/snapshots/own')).json()) as { world: Dump }
    const world = forge(file.world)
    const checksum = createHmac('sha256', 'mds-sandbox snapshot').update(JSON.stringify(world)).digest('hex')
    const body = JSON.stringify({ ...file, name: 'forged', world, checksum })
    const { status } = await bad.fetch('/_sandbox/snapshots/import', { method: 'POST', body })
    expect([201, 422]).toContain(status)
    const call = (path: string, method = 'GET') => bad.fetch(path, { method }).catch(() => undefined)
    if (status === 201) await call('/_sandbox/snapshots/forged/restore', 'POST')
    // The world's timer was set before this one and fires first.
    await new Promise((resolve) => setTimeout(resolve, 0))
    for (const path of ['/v1/releases', '/v1/tracks', '/v1/royalties', '/_sandbox/events']) await call(path)
    expect((await good.fetch('/v1/releases')).status).toBe(200)
    expect(({} as Dump).polluted).toBeUndefined()
    await call('/_sandbox/reset', 'POST')
    expect((await bad.fetch('/v1/releases')).status).toBe(200)
  })

test('limits the bytes of imported snapshots; deleting or replacing one frees its bytes', async () => {
  const sandbox = await createSandbox({ listen: false, clock: 'manual' })
  onTestFinished(() => sandbox.close())
  const world = sandbox.world('standard', 'full')
  await world.snapshot('own')
  const file = await (await world.fetch('/_sandbox/snapshots/own')).text()
  const snapshots = createSnapshots('1')
  const { importSnapshot } = createSnapshotOperations(snapshots, '1', () => 0)
  const key = world.apiKey
  const state = { key, account: { tier: 'standard' } }
  const stream = async (_: number, take: (chunk: Buffer) => void) => {
    take(Buffer.from(file))
    return 'complete'
  }
  const add = async () => {
    const running = { state, checkRestorable: () => {}, journal: { markIncomplete: () => {} } }
    const outcome = await importSnapshot.run({ world: running, streamBody: stream } as never)
    return outcome && ('ok' in outcome ? outcome.code : outcome.status)
  }
  const large = { ...parseSnapshotFile(file), name: 'large' }
  snapshots.save(key, { ...large, fileBytes: MAX_IMPORTED_BYTES - file.length })
  expect([await add(), snapshots.importedBytes]).toEqual([201, MAX_IMPORTED_BYTES])
  expect(await add()).toBe(201)
  snapshots.save('another', { ...large, fileBytes: 1 })
  expect(await add()).toBe('payload_too_large')
  snapshots.remove(key, 'large')
  expect([await add(), snapshots.importedBytes]).toEqual([201, file.length + 1])
})

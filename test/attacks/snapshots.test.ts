import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseSnapshotFile, type Row, signSnapshotFile, type Value } from '../../proof/import/snapshot-file.js'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { createSnapshotOperations } from '../../src/http/control/snapshots.js'
import { createSnapshots, type SavedSnapshot } from '../../src/runtime/snapshots/saved-snapshots.js'
import { MAX_IMPORTED_BYTES } from '../../src/runtime/snapshots/snapshot-limits.js'
import { createTemporaryDirectory } from '../support/temporary-directory.js'

const sandbox = await createSandbox({ listen: false, clock: 'manual' })
const KEY = { 'x-api-key': 'sk_sandbox_standard_origin' }
const call = async (path: string, body?: unknown) => {
  const headers = { ...KEY, 'content-type': 'application/json' }
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  const response = await sandbox.fetch(path, init)
  return { status: response.status, text: await response.text() }
}

/** A world with a row in every table. */
const url = 'http://127.0.0.1:9/'
await call('/v1/webhooks', { url, event_type: ['asset.ready', 'release.status.changed'] })
const [order] = [{ release_id: 'rel_seed_07', store_ids: ['store_pernickel'], territory_codes: ['DE'] }]
await call('/v1/deliveries', order)
await call('/_sandbox/clock/advance', { duration: '40d' })
const { data: statements } = JSON.parse((await call('/v1/statements?status=closed')).text)
await call('/v1/payouts', { statement_ids: [statements[0].id] })
await call('/v1/webhooks', { url, event_type: 'asset.ready' })
await call('/_sandbox/snapshots', { name: 'original' })
const original = (await call('/_sandbox/snapshots/original')).text

type Forgery = [what: string, forge: (rows: Row[]) => Row[], refusal: RegExp]
const rowsOf = (rows: Row[], section: string) => rows.filter(([name]) => name === section).map(([, value]) => value)
const edit =
  (section: string, change: (value: Value) => Value, index = 0) =>
  (rows: Row[]) => {
    const target = rowsOf(rows, section)[index]
    expect(target, `a row of ${section}`).toBeDefined()
    return rows.map(([name, value]): Row => [name, value === target ? change(value) : value])
  }
const set = (section: string, changes: object) => edit(section, (value) => ({ ...value, ...changes }))
const without = (section: string, field: string) => edit(section, ({ [field]: _, ...value }) => value)
const add =
  (section: string, value: Value) =>
  (rows: Row[]): Row[] => [...rows, [section, value]]
const copy =
  (section: string) =>
  (rows: Row[]): Row[] => [...rows, [section, rowsOf(rows, section)[0]]]
const task = (fields: object) => add('agenda', { due: 2e12, sequence: 0, task: fields })

/** Files of an attacker who can compute the checksum. */
const FORGERIES: Forgery[] = [
  [
    'an event twice',
    (rows) => copy('events')(copy('events')(rows)),
    /events\[\d+\]\.id evt_\w+ is the id of an earlier/,
  ],
  ['a delivery without stores', without('deliveries', 'stores'), /deliveries\[0\]\.stores is required/],
  ['a delivery with no store', set('deliveries', { stores: [] }), /deliveries\[0\]\.stores must have at least 1 item/],
  [
    'an unknown store',
    edit('deliveries', (row) => ({ ...row, stores: [{ ...row.stores[0], store_id: 'x' }] })),
    /deliveries\[0\]\.stores\[0\]\.store_id x is not a known store/,
  ],
  [
    'one store twice',
    edit('deliveries', (row) => ({ ...row, stores: [row.stores[0], row.stores[0]] })),
    /stores\[1\]\.store_id \w+ is the store of an earlier order/,
  ],
  [
    'a delivery of no release',
    set('deliveries', { release_id: 'rel_none' }),
    /deliveries\[0\]\.release_id rel_none is not a release/,
  ],
  [
    'a status that the stores do not make',
    set('deliveries', { status: 'rejected' }),
    /deliveries\[0\]: \w+: rejected instead of/,
  ],
  [
    'a task of no kind',
    task({ type: 'explode', subject: 'x' }),
    /agenda\[\d+\]\.task\.type must be one of process-asset.*not "explode"/,
  ],
  ['a task about nothing', task({ type: 'process-asset', subject: 'ast_none', fault: null }), /agenda\[\d+\]/],
  [
    'a payout task about nothing',
    (rows) => set('agenda', { task: { type: 'process-payout', subject: 'pay_none' } })(rows),
    /payouts\[0\]\.status is pending, but its task on the agenda is missing/,
  ],
  ['no task', add('agenda', { due: 0, sequence: 1 }), /agenda\[\d+\]\.task\.type must be one of .* not missing/],
  [
    'tasks out of order',
    add('agenda', { due: 0, sequence: 0, task: { type: 'process-asset', subject: 'ast_seed_audio_01', fault: null } }),
    /agenda\[\d+\] is not after the entry before it/,
  ],
  ['a release that is a number', add('releases', 1), /releases\[\d+\] must be an object, not a number/],
  ['a release without fields', add('releases', {}), /releases\[\d+\]\.id is required/],
  ['an unknown field', set('releases', { polluted: 1 }), /releases\[0\]\.polluted is not a known field/],
  [
    'a release of the future',
    set('releases', { created_at: '2999-01-01T00:00:00Z' }),
    /releases\[0\]\.created_at is after world\.now/,
  ],
  [
    'a track of no release',
    set('tracks', { release_id: 'rel_none' }),
    /tracks\[0\]\.release_id rel_none is not a release/,
  ],
  [
    'artwork as audio',
    set('tracks', { audio_asset_id: 'ast_seed_artwork_01' }),
    /tracks\[0\]\.audio_asset_id is not audio/,
  ],
  [
    'a territory that does not exist',
    set('tracks', { territory: ['XX'] }),
    /tracks\[0\]\.territory: XX is not a known territory/,
  ],
  ['a table that begins nowhere', set('world', { tableStarts: { tracks: -5 } }), /world\.tableStarts/],
  [
    'a table that begins beyond all',
    edit('world', (row) => ({ ...row, tableStarts: { ...row.tableStarts, tracks: 1e300 } })),
    /world\.tableStarts\.tracks must be/,
  ],
  ['a clock that never was', set('world', { now: 8.64e15 }), /world\.now is not between its start and the year 9999/],
  ['a clock before its start', edit('world', (row) => ({ ...row, start: row.now + 1 })), /world\.now is not between/],
  [
    'a rate window of the future',
    edit('world', (row) => ({ ...row, meter: { ...row.meter, windowStart: 9e12 } })),
    /world\.meter is ahead/,
  ],
  [
    'counters that give ids again',
    edit('world', (row) => ({ ...row, counters: { ...row.counters, dlv: 0 } })),
    /deliveries\[0\]\.id dlv_\w+ would be given again: world\.counters\.dlv is 0/,
  ],
  [
    'a counter without end',
    edit('world', (row) => ({ ...row, counters: { ...row.counters, upc: 2 ** 53 } })),
    /world\.counters\.upc must be at most 9999999/,
  ],
  [
    'a prototype',
    edit('world', (row) => ({ ...row, counters: JSON.parse('{"__proto__":{"polluted":1}}') })),
    /world\.counters\.__proto__ is not a known field/,
  ],
  ['an event of no type', set('events', { event_type: 'x' }), /events\[0\]\.event_type must be one of ping/],
  ['an event that is text', add('events', 'evt'), /events\[\d+\]\.event_type must be one of/],
  ['a URL of another kind', set('webhooks', { url: 'file:///etc/passwd' }), /webhooks\[0\]\.url must match /],
  ['a URL that is none', set('webhooks', { url: 'http://' }), /webhooks\[0\]\.url is not an http or https URL/],
  [
    'an event type of the other tier',
    set('webhooks', { event_type: ['api.changelog.published'] }),
    /webhooks\[0\]\.event_type: api\.changelog\.published is for enterprise/,
  ],
  [
    'too many endpoints',
    (rows) =>
      Array.from({ length: 500 }, (_, i) => i).reduce(
        (all, i) => add('webhooks', { ...rowsOf(rows, 'webhooks')[0], id: `whk_${i}` })(all),
        rows,
      ),
    /more than the 500/,
  ],
  [
    'a dispatch of no event',
    set('dispatches', { event_id: `evt_${'0'.repeat(21)}` }),
    /dispatches\[0\]\.id is not "evt_0/,
  ],
  [
    'an event that is sent forever',
    edit('dispatches', (row) => ({ ...row, plan: { ...row.plan, duplicate: 1e9 } })),
    /dispatches\[0\]\.plan\.duplicate must be at most 10/,
  ],
  [
    'a dispatch that is never sent',
    set('dispatches', { status: 'pending', due: null, isPing: false, isUnderWay: false, isParked: false }),
    /dispatches\[0\]\.statusKey/,
  ],
  ['a sale that is text', add('sales', 'x'), /sales\[\d+\] must be an object/],
  [
    'a sale of no delivery',
    set('sales', { delivery_id: 'dlv_none' }),
    /sales\[0\]\.delivery_id dlv_none is not a delivery of/,
  ],
  ['a sale of the future', set('sales', { at: 9e12 }), /sales\[0\]\.at is not between/],
  [
    'a payout of a statement that is not',
    set('payouts', { statement_ids: ['stm_none'] }),
    /payouts\[0\]\.statement_ids\[0\] stm_none is not a statement/,
  ],
  [
    'a payout in another currency',
    set('payouts', { currency: 'JPY' }),
    /payouts\[0\]\.statement_ids\[0\] \w+ is not in JPY/,
  ],
  [
    'a statement paid twice',
    edit('payouts', (row) => ({ ...row, statement_ids: [...row.statement_ids, ...row.statement_ids] })),
    /payouts\[0\]: \w+: pay_\w+ and pay_\w+ both pay it/,
  ],
  ['a claim of nobody', (rows) => rows.filter(([name]) => name !== 'claims'), /is not claimed by pay_/],
  ['a failure that was none', add('failures', ['stm_x', 1]), /failures\[0\]\[1\] is not the number of failed payouts/],
  [
    'a token for ever',
    add('tokens', [`at_sandbox_standard_x_${'0'.repeat(21)}`, 9e12]),
    /tokens\[0\]\[1\] is later than/,
  ],
  [
    'an answer that is not JSON',
    add('answers', [
      'k',
      { at: 1, fingerprint: '', requestId: `req_${'0'.repeat(21)}`, status: 200, headers: {}, body: '{' },
    ]),
    /answers\[\d+\]\[1\]\.body is not JSON/,
  ],
  [
    'an answer with a header of two lines',
    add('answers', [
      'k',
      {
        at: 1,
        fingerprint: '',
        requestId: `req_${'0'.repeat(21)}`,
        status: 200,
        headers: { A: 'x\r\nSet-Cookie: y' },
        body: '',
      },
    ]),
    /answers\[\d+\]\[1\]\.headers\.A must match/,
  ],
  [
    'a fault of both kinds',
    add('faults', { id: 'flt_1', status: 503, connection: 'reset', met: 0, struck: 0 }),
    /faults\[0\]\.connection can't be combined/,
  ],
  ['an unknown section', add('secrets', 1), /is a row of "secrets", which is unknown/],
]

describe('an imported snapshot is refused with the path of what is wrong, and changes nothing', () => {
  test.each(FORGERIES)('%s', async (_, forge, refusal) => {
    const { header, rows } = parseSnapshotFile(original)
    const body = signSnapshotFile({ header: { ...header, name: 'forged' }, rows: forge(rows) })
    const response = await sandbox.fetch('/_sandbox/snapshots/import', { method: 'POST', headers: KEY, body })
    const { error } = (await response.json()) as Value
    expect([response.status, error?.details[0].issue]).toEqual([422, expect.stringMatching(refusal)])
    expect((await call('/_sandbox/snapshots')).text).not.toContain('forged')
    expect(({} as Value).polluted).toBeUndefined()
  })

  test('and the file itself is accepted', async () => {
    const body = signSnapshotFile(parseSnapshotFile(original))
    expect((await sandbox.fetch('/_sandbox/snapshots/import', { method: 'POST', headers: KEY, body })).status).toBe(201)
  })
})

test('a forged file in the data directory is refused when it is restored, and does not keep the sandbox from starting', async () => {
  const data = createTemporaryDirectory()
  const start = () => createSandbox({ listen: false, clock: 'manual', data })
  const first = await start()
  await first.world('standard', 'origin').control('importSnapshot', { body: original })
  await first.close()
  const path = join(data, 'snapshots', 'sk_sandbox_standard_origin.original.ndjson')
  const { header, rows } = parseSnapshotFile(readFileSync(path, 'utf8'))
  writeFileSync(path, signSnapshotFile({ header, rows: copy('events')(copy('events')(rows)) }))
  const second = await start()
  onTestFinished(() => second.close())
  const world = second.world('standard', 'origin')
  for (const call of ['restore', 'fork']) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"other"}' }
    const response = await world.fetch(`/_sandbox/snapshots/original/${call}`, init)
    const { error } = (await response.json()) as Value
    expect([response.status, error.message]).toEqual([
      503,
      expect.stringMatching(/original\.ndjson is not valid: events\[\d+\]\.id .* Restore it from a backup, or delete/),
    ])
  }
  expect((await world.fetch('/v1/releases')).status).toBe(200)
  expect((await world.fetch('/_sandbox/snapshots/original', { method: 'DELETE' })).status).toBe(204)
})

test('limits the bytes of imported snapshots; deleting one frees its bytes', async () => {
  const snapshots = createSnapshots('1')
  const { importSnapshot } = createSnapshotOperations(snapshots, () => 0)
  const key = 'sk_sandbox_standard_full'
  const running = {
    state: { key, account: { tier: 'standard' } },
    findRestoreIssues: () => [],
    journal: { markIncomplete: () => {} },
  }
  const streamBody = async (_: number, onChunk: (chunk: Buffer) => unknown) => {
    await onChunk(Buffer.from(original))
    return 'complete'
  }
  const add = async () => {
    const outcome = await importSnapshot.run({ world: running, streamBody } as never)
    return outcome && ('ok' in outcome ? outcome.code : outcome.status)
  }
  const large: SavedSnapshot = { name: 'large', savedAt: 0, tier: 'standard', now: 0 }
  const length = Buffer.byteLength(original)
  await snapshots.save(key, large, {} as never, MAX_IMPORTED_BYTES - length)
  expect([await add(), snapshots.importedBytes]).toEqual([201, MAX_IMPORTED_BYTES])
  expect(await add()).toBe('payload_too_large')
  await snapshots.remove(key, 'large')
  expect([await add(), snapshots.importedBytes]).toEqual([201, length])
  onTestFinished(() => sandbox.close())
})

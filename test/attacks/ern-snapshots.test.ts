import { describe, expect, test } from 'vitest'
import { parseSnapshotFile, type Row, signSnapshotFile, type Value } from '../../proof/import/snapshot-file.js'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { SERVICE_DPID } from '../../src/ern/message/party-ids.js'
import { newRelease, purge } from '../ern/message-builder.js'

const sandbox = await createSandbox({ listen: false, clock: 'manual' })
const KEY = { 'x-api-key': 'sk_sandbox_enterprise_origin' }
const call = async (path: string, type: string, body: string, method = 'POST') =>
  (await sandbox.fetch(path, { method, headers: { ...KEY, 'content-type': type }, body })).text()
const send = (xml: string) => call('/v1/ern/messages', 'application/xml', xml)
const control = (path: string, body: object) => call(`/_sandbox/${path}`, 'application/json', JSON.stringify(body))

// A processed message whose release waits for its files, one that is still to be processed, and a purge.
await send(newRelease({ created: '2024-12-01T00:00:00Z' }))
const releaseId = `<ProprietaryId Namespace="${SERVICE_DPID}">rel_seed_02</ProprietaryId>`
await send(purge({ messageId: 'P', created: '2024-12-01T00:00:00Z', releaseId }))
await control('clock/advance', { duration: '5m' })
await send(newRelease({ messageId: 'Q', created: '2024-12-02T00:00:00Z' }))
await control('snapshots', { name: 'original' })
const original = await (await sandbox.fetch('/_sandbox/snapshots/original', { headers: KEY })).text()

const rowsOf = (rows: Row[], section: string) => rows.filter(([name]) => name === section).map(([, value]) => value)
const edit =
  (section: string, change: (value: Value) => Value, index = 0) =>
  (rows: Row[]) => {
    const target = rowsOf(rows, section)[index]
    expect(target, `a row of ${section}`).toBeDefined()
    return rows.map(([name, value]): Row => [name, value === target ? change(value) : value])
  }
const set = (section: string, changes: object, index = 0) => edit(section, (value) => ({ ...value, ...changes }), index)
const record = (changes: object) => edit('ernReleases', ([id, value]) => [id, { ...value, ...changes }])
const withFacts = (changes: object) =>
  edit('ernMessages', (value) => ({ ...value, facts: { ...value.facts, ...changes } }), 2)
const remove = (section: string, isRemoved: (value: Value) => boolean) => (rows: Row[]) =>
  rows.filter(([name, value]) => name !== section || !isRemoved(value))
const repeat = (section: string) => (rows: Row[]) =>
  rows.flatMap((row): Row[] => (row === rows.find(([name]) => name === section) ? [row, row] : [row]))

const FORGERIES: [what: string, forge: (rows: Row[]) => Row[], refusal: RegExp][] = [
  ['a message without an id', edit('ernMessages', ({ id: _, ...row }) => row), /ernMessages\[0\]\.id is required/],
  ['an unknown field', set('ernMessages', { x: 1 }), /ernMessages\[0\]\.x is not a known field/],
  ['a message with the same id', repeat('ernMessages'), /ernMessages\[1\]\.id \w+ is the id of an earlier/],
  [
    'a message of the future',
    set('ernMessages', { received_at: '2027-01-01T00:00:00.000Z' }),
    /received_at is after world\.now/,
  ],
  [
    'a processed message with facts',
    (rows) => set('ernMessages', { facts: rowsOf(rows, 'ernMessages')[2].facts })(rows),
    /ernMessages\[0\]\.facts does not fit accepted/,
  ],
  [
    'a received message without facts',
    set('ernMessages', { facts: null }, 2),
    /ernMessages\[2\]\.facts does not fit received/,
  ],
  [
    'an outcome of a message that is not accepted',
    set('ernMessages', { outcome: 'created' }, 2),
    /outcome does not fit received/,
  ],
  [
    'a message without its task',
    remove('agenda', ({ task }) => task.type === 'process-ern'),
    /ernMessages\[2\]\.status is received, but the agenda/,
  ],
  [
    'a task of no message',
    edit('agenda', (entry) => ({ ...entry, task: { ...entry.task, subject: 'ern_none' } })),
    /ern_none is not an ERN message/,
  ],
  ['a wrong message key', set('ernMessages', { messageKey: 'x' }), /messageKey is not the one of its sender/],
  ['a wrong content key', set('ernMessages', { contentKey: 'x' }), /contentKey is not the one of its sender/],
  [
    'a message id twice',
    (rows) => set('ernMessages', { message_id: 'P', messageKey: rowsOf(rows, 'ernMessages')[1].messageKey })(rows),
    /message_id is the one of an earlier message/,
  ],
  [
    'facts of another message',
    withFacts({ message_type: 'PurgeReleaseMessage' }),
    /facts are those of another message/,
  ],
  [
    'a malformed ISRC in facts',
    (rows) =>
      withFacts({
        release: {
          ...rowsOf(rows, 'ernMessages')[2].facts.release,
          tracks: [{ ...rowsOf(rows, 'ernMessages')[2].facts.release.tracks[0], isrc: 'x' }],
        },
      })(rows),
    /facts\.release\.tracks\[0\]\.isrc/,
  ],
  [
    '1,001 issues',
    (rows) =>
      set('ernMessages', {
        issues: Array(1001).fill({ severity: 'error', code: 'schema', path: 'a', line: 1, column: 1, message: 'm' }),
      })(rows),
    /issues must have at most 1,?000/,
  ],
  [
    'an unknown issue code',
    set('ernMessages', { issues: [{ severity: 'error', code: 'x', path: 'a', line: 1, column: 1, message: 'm' }] }),
    /issues\[0\]\.code/,
  ],
  [
    'a record of no release',
    edit('ernReleases', ([, value]) => ['rel_none', value]),
    /ernReleases\[0\]\[0\] rel_none is not a release/,
  ],
  ['a record twice', repeat('ernReleases'), /ernReleases\[1\]\[0\] \w+ has an earlier entry/],
  ['a record of no message', record({ message: 'ern_none' }), /message ern_none is not an ERN message/],
  ['a cover that is audio', record({ cover: 'ast_seed_audio_01' }), /cover is not artwork/],
  [
    'an order at an unknown store',
    record({ waiting: [{ store_ids: ['x'], territory_codes: ['DE'] }] }),
    /store_ids: x is not a known store/,
  ],
  [
    'an order in an unknown territory',
    record({ waiting: [{ store_ids: ['store_lumenwave'], territory_codes: ['XX'] }] }),
    /XX is not a known territory/,
  ],
  ['a purge of nothing', edit('purged', () => 'rel_none'), /purged\[0\] rel_none is not a release/],
  ['a purged fingerprint', edit('fingerprints', ([text]) => [text, 'rel_seed_02']), /rel_seed_02 is purged/],
  [
    'a purged release with a record',
    (rows) => edit('ernReleases', ([, value]) => ['rel_seed_02', value])(rows),
    /rel_seed_02 is not a release of the snapshot/,
  ],
  ['a hash that is none', edit('assets', (row) => ({ ...row, md5: 'x' })), /assets\[0\]\.md5/],
]

const importFile = async (text: string, key = KEY) => {
  const response = await sandbox.fetch('/_sandbox/snapshots/import', { method: 'POST', headers: key, body: text })
  return { status: response.status, body: (await response.json()) as Value }
}

describe('a forged snapshot with ERN messages is refused:', () => {
  test.each(FORGERIES)('%s', async (_, forge, refusal) => {
    const { header, rows } = parseSnapshotFile(original)
    const { status, body } = await importFile(
      signSnapshotFile({ header: { ...header, name: 'forged' }, rows: forge(rows) }),
    )
    expect([status, body.error?.details[0].issue]).toEqual([422, expect.stringMatching(refusal)])
  })

  test('but the file itself is accepted, and continues where it was', async () => {
    expect((await importFile(signSnapshotFile(parseSnapshotFile(original)))).status).toBe(201)
    await call('/_sandbox/snapshots/original/restore', 'application/json', '{}')
    await control('clock/advance', { duration: '5m' })
    const list = await (await sandbox.fetch('/v1/ern/messages', { headers: KEY })).json()
    expect((list as Value).data.map(({ outcome }: Value) => outcome)).toEqual(['unchanged', 'purged', 'created'])
    await sandbox.close()
  })
})

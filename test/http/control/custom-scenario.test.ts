import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import schema from '../../../scenarios/schema.json' with { type: 'json' }
import { parseJournal } from '../../../src/cli/rerun/parse-journal.js'
import { rerunJournal } from '../../../src/cli/rerun/rerun-journal.js'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { MAX_CUSTOM_SCENARIOS } from '../../../src/core/engine/world-limits.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'
import { type Client, createClientFor, startSandbox } from '../../support/test-sandbox.js'

const PICKY = {
  name: 'picky',
  summary: 'Lumenwave refuses everything after a minute.',
  stores: [{ store: 'store_lumenwave', outcome: 'rejected', code: 'audio_quality', after: '1m' }],
}

const use = ({ send, key }: Client, body: unknown) =>
  send('PUT', '/_sandbox/scenario', { 'x-api-key': key, 'content-type': 'application/json' }, JSON.stringify(body))

/** Delivers a release, and returns how the store answers within an hour. */
async function deliver(api: Client, headers = {}) {
  const order = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }
  const { id } = (await api.post('/v1/deliveries', order, headers)).body
  await api.post('/_sandbox/clock/advance', { duration: '1h' })
  const [store] = (await api.get(`/v1/deliveries/${id}`)).body.stores
  return { status: store.status, rejection_code: store.rejection_code }
}
const REFUSED = { status: 'rejected', rejection_code: 'audio_quality' }

describe('a whole scenario in PUT /_sandbox/scenario', async () => {
  const { fresh, client } = await startSandbox()

  test('is used, listed, and can be chosen by a header', async () => {
    const api = fresh()
    const { status, body } = await use(api, { scenario: PICKY })
    expect([status, body]).toEqual([200, { name: 'picky', summary: PICKY.summary, source: 'world' }])
    expect((await api.get('/_sandbox/scenarios')).body.data.at(-1)).toMatchObject({ name: 'picky', source: 'custom' })
    await use(api, { name: 'happy-path' })
    expect(await deliver(api, { 'x-sandbox-scenario': 'picky' })).toEqual(REFUSED)
    expect((await use(api, { name: 'picky' })).status).toBe(200)
    // Other worlds do not have it, and a reset removes it.
    expect((await use(fresh(), { name: 'picky' })).status).toBe(400)
    await api.post('/_sandbox/reset')
    expect((await use(api, { name: 'picky' })).status).toBe(400)
  })

  test('is part of snapshots, forks, exports and imports', async () => {
    const api = fresh()
    await use(api, { scenario: PICKY })
    await api.post('/_sandbox/snapshots', { name: 'saved' })
    const name = `${api.key.replace('sk_sandbox_standard_', '')}-copy`
    await api.post('/_sandbox/snapshots/saved/fork', { name })
    expect(await deliver(client(`sk_sandbox_standard_${name}`))).toEqual(REFUSED)
    await api.post('/_sandbox/reset')
    await api.post('/_sandbox/snapshots/saved/restore')
    expect(await deliver(api)).toEqual(REFUSED)

    const exported = (await api.get('/_sandbox/snapshots/saved')).text
    const other = fresh()
    const importFile = (text: string) =>
      other.send(
        'POST',
        '/_sandbox/snapshots/import',
        { 'x-api-key': other.key, 'content-type': 'application/octet-stream' },
        text,
      )
    expect((await importFile(exported)).status).toBe(201)
    await other.post('/_sandbox/snapshots/saved/restore')
    expect(await deliver(other)).toEqual(REFUSED)
    for (const [from, to, issue] of [
      ['"outcome":"rejected"', '"outcome":"lost"', /customScenarios\[0\]\.stores\[0\]\.outcome/],
      ['"code":"audio_quality"', '"code":"no_such_code"', /no_such_code/],
    ] as const) {
      const refused = await importFile(withChecksum(exported.replace(from, to)))
      expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(issue)])
    }
  })

  test('can be imported whatever its rules are', async () => {
    const [api, other] = [fresh(), fresh()]
    const scenario = {
      name: 'everything',
      summary: 'Uses every field of a scenario file.',
      clock: { mode: 'live' },
      seed: 7,
      limits: 'production',
      delivery_completed: 'all-stores-answered',
      stores: [
        {
          store: ['store_lumenwave'],
          release: 'A*',
          attempt: 1,
          outcome: 'rejected',
          code: 'audio_quality',
          after: '2h',
        },
        { until: 'corrected', outcome: 'action_required', reason: 'Change it.' },
      ],
      takedowns: [{ store: 'store_lumenwave', after: '3d' }],
      assets: [{ type: 'audio', outcome: 'failed', reason: 'broken', after: '5m' }],
      faults: [
        { operation: ['listStores'], status: 503, delay: '1s', times: 2 },
        { connection: 'reset', times: 1 },
      ],
      webhooks: [
        {
          event: 'asset.ready',
          endpoint: '*',
          chance: 0.5,
          drop: 1,
          wrong_signature: 1,
          duplicate: 2,
          delay: '1m',
          reorder: '2m',
        },
      ],
      payouts: [{ currency: 'USD', attempt: 1, outcome: 'on_hold', reason: 'compliance_review', after: '1d' }],
      ern: [
        {
          message: 'NewReleaseMessage',
          release: '*',
          attempt: 1,
          outcome: 'rejected',
          status: 'ResourceCorrupt',
          reason: 'x',
          after: '1h',
        },
      ],
      expect: ['asset ready'],
    }
    expect(await use(api, { scenario })).toMatchObject({ status: 200 })
    await api.post('/_sandbox/snapshots', { name: 'saved' })
    const { text } = await api.get('/_sandbox/snapshots/saved')
    const headers = { 'x-api-key': other.key, 'content-type': 'application/octet-stream' }
    expect(await other.send('POST', '/_sandbox/snapshots/import', headers, text)).toMatchObject({ status: 201 })
    await other.post('/_sandbox/snapshots/saved/restore')
    expect((await other.get('/_sandbox/scenario')).body).toMatchObject({ name: 'everything', source: 'world' })
    // A new kind of rule must be added to the schema of snapshots, and here.
    expect(Object.keys(scenario).sort()).toEqual(Object.keys(schema.properties).sort())
  })

  test('is repeated by a rerun', async () => {
    const api = fresh()
    await use(api, { scenario: PICKY })
    expect(await deliver(api)).toEqual(REFUSED)
    const journal = parseJournal((await api.get('/_sandbox/journal')).text, 'journal')
    expect(await rerunJournal(journal)).toMatchObject({ changed: [], attempts: { unrecorded: [], missed: [] } })
  })

  test('is checked like a file', async () => {
    const api = fresh()
    for (const [body, field, issue] of [
      [{ scenario: { summary: 'x' } }, 'scenario.name', 'is required'],
      [
        { scenario: { ...PICKY, stores: [{ store: 'store_lumenwav', outcome: 'delivered' }] } },
        'scenario.stores[0].store',
        'store_lumenwav is not a known store; did you mean store_lumenwave?',
      ],
      [
        { scenario: { ...PICKY, name: 'rejection' } },
        'scenario.name',
        'is the name of a built-in scenario; choose another',
      ],
      [
        { scenario: { ...PICKY, summary: 'x'.repeat(100_000) } },
        'scenario',
        'must be at most 100,000 characters as JSON',
      ],
    ] as const) {
      const refused = await use(api, body)
      expect([refused.status, refused.body.error.details]).toEqual([422, [{ field, issue }]])
    }
    for (const body of [{}, { name: 'picky', scenario: PICKY }]) expect((await use(api, body)).status).toBe(422)
    expect((await api.get('/_sandbox/scenario')).body.name).toBe('happy-path')
  })

  test('is one of at most 20', async () => {
    const api = fresh()
    for (let i = 0; i < MAX_CUSTOM_SCENARIOS; i++) await use(api, { scenario: { ...PICKY, name: `picky-${i}` } })
    const refused = await use(api, { scenario: PICKY })
    expect([refused.status, refused.body.error.details[0].issue]).toEqual([
      422,
      expect.stringMatching(/^a world can have at most 20 custom scenarios; .*picky-19$/),
    ])
    expect((await use(api, { scenario: { ...PICKY, name: 'picky-3' } })).status).toBe(200)
  })
})

/** An edited snapshot file with the checksum of its new content. */
function withChecksum(text: string): string {
  const lines = text.trimEnd().split('\n').slice(0, -1)
  const body = `${lines.join('\n')}\n`
  const checksum = createHmac('sha256', 'mds-sandbox snapshot').update(body).digest('hex')
  return `${body}${JSON.stringify(['end', { rows: lines.length - 1, checksum }])}\n`
}

test('a custom scenario survives a restart with --data', async () => {
  const data = createTemporaryDirectory()
  const options = { clock: 'manual', data } as const
  const first = await createSandbox(options)
  await use(await createClientFor(first, 'sk_sandbox_standard_stored'), { scenario: PICKY })
  await first.close()
  const second = await createSandbox(options)
  try {
    expect(await deliver(await createClientFor(second, 'sk_sandbox_standard_stored'))).toEqual(REFUSED)
  } finally {
    await second.close()
  }
})

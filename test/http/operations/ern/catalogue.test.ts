import { describe, expect, test } from 'vitest'
import { SERVICE_DPID } from '../../../../src/ern/message/party-ids.js'
import { deal, GRID, item, newRelease, purge, titles, UPC } from '../../../ern/message-builder.js'
import { jpeg, wav } from '../../../support/media-files.js'
import { type Client, startSandbox, validRelease } from '../../../support/test-sandbox.js'
import {
  advance,
  describeIssues,
  hashOf,
  importMessage,
  listOf,
  readyAsset,
  sendMessage,
  upload,
} from './ern-client.js'

const { fresh } = await startSandbox()
const releaseOf = async (client: Client, id: string) => (await client.get(`/v1/releases/${id}`)).body
const tracksOf = (client: Client, id: string) => listOf(client, `/v1/tracks?release_id=${id}&limit=100`)
const NONE = '?delivery=none'

/** A message after another one about the same release. */
const later = (n: number, options: Parameters<typeof newRelease>[0] = {}) =>
  newRelease({ messageId: `MSG-${n}`, created: `2026-11-15T12:00:0${n}Z`, ...options })

test('a new release has what the message says', async () => {
  const client = fresh('enterprise')
  const message = await importMessage(
    client,
    newRelease({
      recordings: [{ title: 'One' }, { title: 'Two', isrc: null }],
      deals: deal({ territories: ['DE', 'FR'] }) + deal({ releases: ['R1'], territories: ['DE'] }),
    }),
    NONE,
  )
  expect(message).toMatchObject({ status: 'accepted', outcome: 'created', delivery_ids: [] })
  expect(await releaseOf(client, message.release_id)).toEqual({
    id: message.release_id,
    title: 'Night Ferry',
    artists: [{ name: 'Ada Wren', role: 'main' }],
    release_date: '2027-03-05',
    label: 'Blue Heron Records',
    upc: UPC,
    territories: ['DE', 'FR'],
    status: 'draft',
    artwork_asset_id: null,
    created_at: '2025-01-01T00:05:00.000Z',
    updated_at: '2025-01-01T00:05:00.000Z',
  })
  const tracks = await tracksOf(client, message.release_id)
  expect(tracks.map(({ title, isrc, track_number, territory }) => [title, isrc, track_number, territory])).toEqual([
    ['Two', expect.stringMatching(/^QZ-M7P-25-/), 2, ['DE', 'FR']],
    ['One', 'QZ-K3V-26-00001', 1, ['DE']],
  ])
  expect(message.resources).toEqual([
    { reference: 'A1', isrc: 'QZ-K3V-26-00001', asset_id: tracks[1].audio_asset_id, matched_by: 'created' },
    { reference: 'A2', isrc: tracks[0].isrc, asset_id: tracks[0].audio_asset_id, matched_by: 'created' },
    { reference: 'ACover', isrc: null, asset_id: expect.stringMatching(/^ast_/), matched_by: 'created' },
  ])
})

test('a release without a UPC gets one from the pool, and keeps it', async () => {
  const client = fresh('enterprise')
  const releaseId = `<GRid>${GRID}</GRid>`
  const first = await importMessage(client, newRelease({ releaseId }), NONE)
  expect(describeIssues(first)).toContain('upc_assigned ReleaseList/Release/ReleaseId')
  const { upc } = await releaseOf(client, first.release_id)
  expect(upc).toMatch(/^8601/)
  const second = await importMessage(client, later(2, { releaseId, title: titles('Day Ferry') }), NONE)
  expect(second).toMatchObject({ outcome: 'updated', release_id: first.release_id })
  expect(describeIssues(second)).not.toContain('upc_assigned ReleaseList/Release/ReleaseId')
  expect((await releaseOf(client, first.release_id)).upc).toBe(upc)
})

describe('identity', () => {
  const keys: [string, string, string][] = [
    ['GRid', `<GRid>${GRID}</GRid>`, '<GRid>a1-00001-0000001234-5</GRid>'],
    ['ICPN, however many digits it has', '<ICPN>012345678905</ICPN>', '<ICPN>0012345678905</ICPN>'],
    [
      'ProprietaryId with its Namespace',
      '<ProprietaryId Namespace="X">7</ProprietaryId>',
      '<ProprietaryId Namespace="Y">7</ProprietaryId><ProprietaryId Namespace="X">7</ProprietaryId>',
    ],
  ]
  test.each(keys)('a release is found by its %s', async (_name, first, second) => {
    const client = fresh('enterprise')
    const created = await importMessage(client, newRelease({ releaseId: first }), NONE)
    const updated = await importMessage(client, later(2, { releaseId: second, title: titles('Other') }), NONE)
    expect([updated.outcome, updated.release_id]).toEqual(['updated', created.release_id])
    expect(await releaseOf(client, created.release_id)).toMatchObject({ title: 'Other' })
  })

  test('another Namespace is another release', async () => {
    const client = fresh('enterprise')
    const id = (namespace: string) => `<ProprietaryId Namespace="${namespace}">7</ProprietaryId>`
    const first = await importMessage(client, newRelease({ releaseId: id('X') }), NONE)
    const second = await importMessage(client, later(2, { releaseId: id('Y') }), NONE)
    expect([first.outcome, second.outcome]).toEqual(['created', 'created'])
    const both = await importMessage(client, later(3, { releaseId: id('X') + id('Y') }), NONE)
    expect(both.status).toBe('rejected')
    expect(describeIssues(both)).toContain('identifier_conflict ReleaseList/Release/ReleaseId')
  })

  test('a release of the REST API is found by its id, or adopted by its UPC', async () => {
    const client = fresh('enterprise')
    const { body: made } = await client.post('/v1/releases', { ...validRelease, upc: UPC })
    const byUpc = await importMessage(client, newRelease(), NONE)
    expect([byUpc.outcome, byUpc.release_id]).toEqual(['updated', made.id])
    expect(await releaseOf(client, made.id)).toMatchObject({ title: 'Night Ferry', created_at: made.created_at })
    const releaseId = `<ProprietaryId Namespace="${SERVICE_DPID}">rel_seed_08</ProprietaryId>`
    const byId = await importMessage(client, later(2, { releaseId, messageId: 'OTHER' }), NONE)
    expect(byId.release_id).toBe('rel_seed_08')
  })

  test('of two releases with the UPC, neither is adopted', async () => {
    const client = fresh('enterprise')
    for (let i = 0; i < 2; i++) await client.post('/v1/releases', { ...validRelease, upc: UPC })
    expect((await importMessage(client, newRelease(), NONE)).outcome).toBe('created')
  })

  test('another sender is rejected', async () => {
    const client = fresh('enterprise')
    await importMessage(client, newRelease(), NONE)
    const other = await importMessage(client, later(2, { sender: 'PADPIDA0000000001O' }), NONE)
    expect(other.status).toBe('rejected')
    expect(describeIssues(other)).toContain('sender_mismatch MessageHeader/MessageSender/PartyId')
  })

  test('an older message is superseded, and one of the same time is not', async () => {
    const client = fresh('enterprise')
    const first = await importMessage(client, newRelease({ created: '2024-11-15T12:00:00Z' }), NONE)
    const older = await importMessage(
      client,
      newRelease({ messageId: 'OLD', created: '2024-11-15T12:59:59+01:00', title: titles('Old') }),
      NONE,
    )
    expect(older).toMatchObject({ status: 'superseded', outcome: null, release_id: null })
    expect((await client.get(`/v1/ern/messages/${older.id}/acknowledgement`)).text).toContain('FileOK')
    expect((await releaseOf(client, first.release_id)).title).toBe('Night Ferry')
    const equal = await importMessage(
      client,
      newRelease({ messageId: 'EQUAL', created: '2024-11-15T12:00:00.000Z', title: titles('Equal') }),
      NONE,
    )
    expect(equal.outcome).toBe('updated')
  })

  test('a rejected message does not count as the last one', async () => {
    const client = fresh('enterprise')
    await importMessage(client, newRelease({ created: '2024-11-15T12:00:00Z' }), NONE)
    await importMessage(
      client,
      newRelease({ messageId: 'BAD', created: '2024-12-01T00:00:00Z', releaseDate: 'x' }),
      NONE,
    )
    const between = newRelease({ messageId: 'GOOD', created: '2024-11-20T00:00:00Z', title: titles('Good') })
    expect((await importMessage(client, between, NONE)).outcome).toBe('updated')
  })
})

describe('an update', () => {
  test('replaces what is carried, and matches tracks by their ISRC', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, newRelease({ recordings: [{}, {}, {}] }), NONE)
    const before = await tracksOf(client, release_id)
    const updated = await importMessage(
      client,
      later(2, {
        title: titles('Day Ferry'),
        releaseDate: '2027-04-01',
        recordings: [{ title: 'Second' }, { title: 'First', isrc: 'QZK3V2600001' }, { isrc: 'QZK3V2600009' }].map(
          (recording, i) => (i === 0 ? { ...recording, isrc: 'QZK3V2600002' } : recording),
        ),
      }),
      NONE,
    )
    expect(updated.outcome).toBe('updated')
    expect(await releaseOf(client, release_id)).toMatchObject({ title: 'Day Ferry', release_date: '2027-04-01' })
    const after = await tracksOf(client, release_id)
    const idOf = (tracks: typeof before, isrc: string) => tracks.find((track) => track.isrc === isrc)?.id
    expect(after.map(({ isrc, track_number, title }) => [isrc, track_number, title]).sort()).toEqual([
      ['QZ-K3V-26-00001', 2, 'First'],
      ['QZ-K3V-26-00002', 1, 'Second'],
      ['QZ-K3V-26-00009', 3, 'Track 3'],
    ])
    for (const isrc of ['QZ-K3V-26-00001', 'QZ-K3V-26-00002']) expect(idOf(after, isrc)).toBe(idOf(before, isrc))
  })

  test('that says the same changes nothing', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, newRelease())
    const read = async () => [
      await releaseOf(client, release_id),
      await tracksOf(client, release_id),
      await listOf(client, '/v1/assets?limit=100'),
    ]
    const before = await read()
    await advance(client, '1h')
    const again = await importMessage(client, later(2))
    expect([again.outcome, again.release_id]).toEqual(['unchanged', release_id])
    expect(await read()).toEqual(before)
  })

  test('without files keeps the assets', async () => {
    const client = fresh('enterprise')
    const { release_id, resources } = await importMessage(client, newRelease(), NONE)
    const again = await importMessage(client, later(2, { recordings: [{ uri: null }, { uri: null }] }), NONE)
    expect(again.outcome).toBe('unchanged')
    expect(describeIssues(again).filter((issue) => issue.startsWith('file_missing'))).toEqual([])
    expect(again.resources[0]).toEqual({ ...resources[0], matched_by: null })
    expect((await tracksOf(client, release_id)).every(({ audio_asset_id }) => audio_asset_id !== null)).toBe(true)
  })

  test('without a file, of a new release, is a warning', async () => {
    const message = await importMessage(fresh('enterprise'), newRelease({ recordings: [{ uri: null }] }), NONE)
    expect(describeIssues(message)).toContain('file_missing ResourceList/SoundRecording')
    expect(message.resources[0]).toMatchObject({ asset_id: null, matched_by: null })
  })

  test('with the fingerprint of another submitted release is rejected', async () => {
    const client = fresh('enterprise')
    const seeded = await releaseOf(client, 'rel_seed_01')
    const message = await importMessage(
      client,
      newRelease({
        releaseId: `<ICPN>${seeded.upc}</ICPN><ProprietaryId Namespace="${SERVICE_DPID}">rel_seed_08</ProprietaryId>`,
        releaseDate: seeded.release_date,
        parties: `<Party><PartyReference>P1</PartyReference><PartyName><FullName>A</FullName></PartyName></Party><Party><PartyReference>PLabel</PartyReference><PartyName><FullName>${seeded.label}</FullName></PartyName></Party>`,
      }),
      NONE,
    )
    expect(message.status).toBe('rejected')
    expect(describeIssues(message)).toContain('duplicate_submission ReleaseList/Release')
  })

  test('with other tracks is rejected once the release is submitted', async () => {
    const client = fresh('enterprise')
    await readyAsset(client, 'track-1.wav', wav())
    await readyAsset(client, 'track-2.wav', wav(100))
    await readyAsset(client, 'cover.jpg', jpeg(3000))
    const { release_id } = await importMessage(client, newRelease())
    expect((await releaseOf(client, release_id)).status).toBe('submitted')
    for (const [n, recordings] of [[{}], [{}, {}, {}], [{}, { isrc: 'QZK3V2600009' }]].entries()) {
      const message = await importMessage(client, later(n + 2, { recordings }))
      expect(describeIssues(message)).toEqual(expect.arrayContaining(['tracks_locked ReleaseList/Release']))
      expect(message.status).toBe('rejected')
    }
    const renumbered = await importMessage(
      client,
      later(6, { resourceGroup: `<ResourceGroup>${item(2, 'A1')}${item(1, 'A2')}</ResourceGroup>` }),
    )
    expect(renumbered.outcome).toBe('updated')
  })
})

describe('files', () => {
  const content = wav(200)
  const hashes: [string, string, string][] = [
    ['MD5', 'MD5', hashOf('md5', content)],
    ['MD5 in capitals', 'MD5', hashOf('md5', content).toUpperCase()],
    ['SHA1 in base64', 'SHA1', hashOf('sha1', content, 'base64')],
    ['SHA-256', 'SHA-256', hashOf('sha256', content)],
  ]
  test.each(hashes)('an asset is found by %s', async (_name, algorithm, value) => {
    const client = fresh('enterprise')
    const asset = await readyAsset(client, 'master.wav', content)
    await readyAsset(client, 'track-1.wav', wav())
    const message = await importMessage(client, newRelease({ recordings: [{ hash: { algorithm, value } }] }), NONE)
    expect(message.resources[0]).toMatchObject({ asset_id: asset, matched_by: 'hash' })
  })

  test('the newest unfailed asset of the type is found by the name', async () => {
    const client = fresh('enterprise')
    await readyAsset(client, 'track-1.wav', wav())
    const newest = await readyAsset(client, 'track-1.wav', wav(90))
    await readyAsset(client, 'track-1.wav', Buffer.from('no WAV'))
    const message = await importMessage(
      client,
      newRelease({
        recordings: [
          { hash: { algorithm: 'MD5', value: '0'.repeat(32) } },
          { uri: 'https://example.com/a/muted-quarry.wav?x=1' },
        ],
      }),
      NONE,
    )
    expect(message.resources.slice(0, 2)).toMatchObject([
      { asset_id: newest, matched_by: 'filename' },
      { asset_id: 'ast_seed_audio_01', matched_by: 'filename' },
    ])
  })

  test('a new asset awaits the upload that the message announces', async () => {
    const client = fresh('enterprise')
    const recordings = [
      { hash: { algorithm: 'MD5', value: hashOf('md5', content) } },
      { hash: { algorithm: 'SHA1', value: hashOf('sha1', content) } },
    ]
    const { resources } = await importMessage(client, newRelease({ recordings }), NONE)
    const [first, second] = resources.map(({ asset_id }: { asset_id: string }) => asset_id)
    expect((await client.get(`/v1/assets/${first}`)).body).toMatchObject({
      type: 'audio',
      status: 'awaiting_upload',
      filename: 'track-1.wav',
      content_type: 'audio/wav',
    })
    await upload(client, first, content)
    expect((await client.get(`/v1/assets/${first}`)).body.status).toBe('ready')
    await upload(client, second, wav())
    expect((await client.get(`/v1/assets/${second}`)).body).toMatchObject({
      status: 'failed',
      failure_reason: 'The content does not have the HashSum of the ERN message.',
    })
    const again = await importMessage(client, later(2, { recordings }), NONE)
    expect(again.resources).toMatchObject([
      { asset_id: first, matched_by: 'hash' },
      { matched_by: 'hash', asset_id: first },
      { matched_by: 'filename' },
    ])
  })

  test('two files with the same name and other hashes are two assets, also in the next message', async () => {
    const client = fresh('enterprise')
    const recordings = [
      { uri: 'disc1/01.wav', hash: { algorithm: 'MD5', value: '1'.repeat(32) } },
      { uri: 'disc2/01.wav', hash: { algorithm: 'MD5', value: '2'.repeat(32) } },
    ]
    const { resources } = await importMessage(client, newRelease({ recordings }), NONE)
    expect(resources[0].asset_id).not.toBe(resources[1].asset_id)
    expect((await importMessage(client, later(2, { recordings }), NONE)).outcome).toBe('unchanged')
  })

  test('a cover is set once it is ready', async () => {
    const client = fresh('enterprise')
    const { release_id, resources } = await importMessage(client, newRelease(), NONE)
    expect((await releaseOf(client, release_id)).artwork_asset_id).toBeNull()
    await upload(client, resources[2].asset_id, jpeg(3000))
    expect((await releaseOf(client, release_id)).artwork_asset_id).toBe(resources[2].asset_id)
    const ready = await importMessage(
      client,
      newRelease({ messageId: 'OTHER', releaseId: '<ICPN>036000291452</ICPN>' }),
      NONE,
    )
    expect((await releaseOf(client, ready.release_id)).artwork_asset_id).toBe(resources[2].asset_id)
  })

  test('other formats have no asset', async () => {
    const message = await importMessage(fresh('enterprise'), newRelease({ recordings: [{ uri: 'a.mp3' }] }), NONE)
    expect(describeIssues(message)).toContain('format_unsupported ResourceList/SoundRecording')
    expect(message.resources[0]).toMatchObject({ asset_id: null, matched_by: null })
  })
})

describe('a purge', () => {
  test('of a draft removes it and frees its keys', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, newRelease())
    const message = await importMessage(client, purge({ messageId: 'MSG-2' }))
    expect(message).toMatchObject({ status: 'accepted', outcome: 'purged', release_id })
    for (const path of [`/v1/releases/${release_id}`, `/v1/releases/${release_id}/ern`])
      expect((await client.get(path)).status).toBe(404)
    expect(await tracksOf(client, release_id)).toEqual([])
    const anew = await importMessage(client, later(3))
    expect(anew.outcome).toBe('created')
    expect(anew.release_id).not.toBe(release_id)
  })

  test('supersedes older messages about the release', async () => {
    const client = fresh('enterprise')
    await importMessage(client, newRelease({ created: '2024-01-01T00:00:00Z' }))
    await importMessage(client, purge({ messageId: 'MSG-2', created: '2024-01-03T00:00:00Z' }))
    const late = newRelease({ messageId: 'MSG-3', created: '2024-01-02T00:00:00Z', title: titles('Late') })
    expect((await importMessage(client, late)).status).toBe('superseded')
  })

  const errors: [string, string, string][] = [
    ['an unknown key', `<ICPN>${UPC}</ICPN>`, 'release_unknown PurgedRelease/ReleaseId'],
    ['no key', '<CatalogNumber Namespace="X">1</CatalogNumber>', 'release_id_missing PurgedRelease/ReleaseId'],
  ]
  test.each(errors)('with %s is rejected', async (_name, releaseId, issue) => {
    const client = fresh('enterprise')
    await client.post('/v1/releases', { ...validRelease, upc: UPC })
    const message = await importMessage(client, purge({ releaseId }))
    expect(message.status).toBe('rejected')
    expect(describeIssues(message)).toEqual([issue, 'created_in_future MessageHeader/MessageCreatedDateTime'].sort())
  })

  test('of another sender is rejected, and an older one is superseded', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, newRelease())
    const other = await importMessage(client, purge({ messageId: 'MSG-2', sender: 'PADPIDA0000000001O' }))
    expect(other.status).toBe('rejected')
    const older = await importMessage(client, purge({ messageId: 'MSG-3', created: '2020-01-01T00:00:00Z' }))
    expect(older.status).toBe('superseded')
    expect((await client.get(`/v1/releases/${release_id}`)).status).toBe(200)
  })

  test('of a submitted release hides it and its tracks, and frees its fingerprint', async () => {
    const client = fresh('enterprise')
    const seeded = await releaseOf(client, 'rel_seed_01')
    const [track] = await tracksOf(client, seeded.id)
    const releaseId = `<ProprietaryId Namespace="${SERVICE_DPID}">${seeded.id}</ProprietaryId>`
    expect((await importMessage(client, purge({ releaseId }))).outcome).toBe('purged')
    const hidden: [string, string, object?][] = [
      ['get', `/v1/releases/${seeded.id}`],
      ['patch', `/v1/releases/${seeded.id}`, { title: 'x' }],
      ['post', `/v1/releases/${seeded.id}/submit`],
      ['get', `/v1/tracks/${track.id}`],
      ['patch', `/v1/tracks/${track.id}`, { title: 'x' }],
      ['get', `/v1/releases/${seeded.id}/ern`],
    ]
    for (const [method, path, body] of hidden)
      expect([path, (await client[method as 'get'](path, body as never)).status]).toEqual([path, 404])
    expect((await listOf(client, '/v1/releases?limit=100')).some(({ id }) => id === seeded.id)).toBe(false)
    expect(await tracksOf(client, seeded.id)).toEqual([])
    const delivery = { release_id: seeded.id, store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
    expect((await client.post('/v1/deliveries', delivery)).body.error.details).toEqual([
      { field: 'release_id', issue: 'is not a known release' },
    ])
    const { title, artists, release_date, label, upc } = seeded
    expect((await client.post('/v1/releases', { title, artists, release_date, label, upc })).status).toBe(201)
    // The ledger still has what was sold.
    expect((await listOf(client, `/v1/royalties?release_id=${seeded.id}`)).length).toBeGreaterThan(0)
    expect((await client.get('/_sandbox/invariants')).body.ok).toBe(true)
  })
})

test('messages that are received before others are processed still count in their order', async () => {
  const client = fresh('enterprise')
  const first = (await sendMessage(client, newRelease(), NONE)).body
  const second = (await sendMessage(client, later(2, { title: titles('Second') }), NONE)).body
  await advance(client, '5m')
  const read = async ({ id }: { id: string }) => (await client.get(`/v1/ern/messages/${id}`)).body
  expect([(await read(first)).outcome, (await read(second)).outcome]).toEqual(['created', 'updated'])
})

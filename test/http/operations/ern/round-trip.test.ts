import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERVICE_DPID } from '../../../../src/ern/message/party-ids.js'
import type { DealWorld } from '../../../../src/ern/resolve/resolve-deals.js'
import { EXPORT_VERSIONS } from '../../../../src/ern/write/export-release.js'
import { builtInSeeds as seeds } from '../../../../src/runtime/fixtures/built-in-seeds.js'
import { carriedOf } from '../../../ern/carried.js'
import { resolve } from '../../../ern/issues-of.js'
import { newRelease } from '../../../ern/message-builder.js'
import { MESSAGES } from '../../../ern/sample-messages.js'
import { wav } from '../../../support/media-files.js'
import { type Client, startSandbox } from '../../../support/test-sandbox.js'
import { advance, importMessage, listOf, readyAsset } from './ern-client.js'

const { fresh } = await startSandbox()
const codes = seeds.territories.map(({ code }) => code)
const world: DealWorld = {
  now: Date.parse('2025-01-01T00:05:00Z'),
  territories: new Set(codes),
  licensed: new Set(codes),
  storeIds: new Set(seeds.stores.map(({ store_id }) => store_id)),
  serviceDpid: SERVICE_DPID,
}

const exportOf = async (client: Client, id: string, version: string) => {
  const { status, text } = await client.get(`/v1/releases/${id}/ern?version=${version}`)
  if (status !== 200) throw new Error(text)
  return text
}

/** Everything about a release that an export must not lose, as the API shows it. */
async function carriedState(client: Client, id: string) {
  const { body: release } = await client.get(`/v1/releases/${id}`)
  const fileOf = async (assetId: string | null) => {
    if (assetId === null) return null
    const { body: asset } = await client.get(`/v1/assets/${assetId}`)
    return { type: asset.type, filename: asset.filename.trim(), checksum: asset.checksum_sha256 }
  }
  const tracks = await listOf(client, `/v1/tracks?release_id=${id}&limit=100`)
  return {
    title: release.title.trim(),
    artists: release.artists.map(({ name, role }: { name: string; role: string }) => ({ name: name.trim(), role })),
    label: release.label.trim(),
    release_date: release.release_date,
    upc: release.upc,
    territories: [...release.territories].sort(),
    cover: await fileOf(release.artwork_asset_id),
    tracks: await Promise.all(
      tracks
        .sort((a, b) => a.track_number - b.track_number)
        .map(async ({ track_number, title, isrc, territory, audio_asset_id }) => ({
          track_number,
          title: title.trim(),
          isrc,
          territory: [...territory].sort(),
          audio: await fileOf(audio_asset_id),
        })),
    ),
  }
}

/** All rows of a release, with their timestamps. */
const rowsOf = async (client: Client, id: string) => [
  (await client.get(`/v1/releases/${id}`)).body,
  await listOf(client, `/v1/tracks?release_id=${id}&limit=100`),
  await listOf(client, `/v1/deliveries?release_id=${id}`),
]

/** Imports the export of a release into its own world, which must change nothing. */
async function expectUnchanged(client: Client, id: string, version: string) {
  const xml = await exportOf(client, id, version)
  const before = await rowsOf(client, id)
  const events = await listOf(client, '/_sandbox/events?event_type=release.status.changed&limit=100')
  const message = await importMessage(client, xml)
  expect(message).toMatchObject({ status: 'accepted', outcome: 'unchanged', release_id: id, delivery_ids: [] })
  expect(await rowsOf(client, id)).toEqual(before)
  expect(await listOf(client, '/_sandbox/events?event_type=release.status.changed&limit=100')).toEqual(events)
  expect(await exportOf(client, id, version)).toBe(xml)
}

describe.each(EXPORT_VERSIONS)('as %s', (version) => {
  test.each(Object.entries(MESSAGES))('the export of %s says the same as the message', async (_name, options) => {
    const client = fresh('enterprise')
    const sent = newRelease({ created: '2024-12-01T00:00:00Z', ...options })
    const { release_id, status } = await importMessage(client, sent)
    expect(status).toBe('accepted')
    const { upc } = (await client.get(`/v1/releases/${release_id}`)).body
    const expected = carriedOf(await resolve(sent, world), upc)
    const state = await carriedState(client, release_id)
    // What the account assigns is part of the export.
    for (const [i, track] of expected.tracks.entries()) track.isrc ??= state.tracks[i]?.isrc.replaceAll('-', '') ?? null
    const exported = await resolve(await exportOf(client, release_id, version), world)
    expect(carriedOf(exported, upc)).toEqual(expected)
    expect(exported.report.error_count).toBe(0)

    await expectUnchanged(client, release_id, version)
    const other = fresh('enterprise')
    const copy = await importMessage(other, await exportOf(client, release_id, version))
    expect(copy.outcome).toBe('created')
    expect(await carriedState(other, copy.release_id)).toEqual(state)
  })
})

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((value) => value.trim() !== '' && !value.includes('[sandbox:'))
const territories = fc.oneof(
  fc.constant(['WORLD']),
  fc.subarray(['DE', 'FR', 'GB', 'JP', 'US', 'ZA'], { minLength: 1 }),
)
const audioIds = seeds.catalogue.assets.filter(({ type }) => type === 'audio').map(({ id }) => id)
const artworkIds = seeds.catalogue.assets.filter(({ type }) => type === 'artwork').map(({ id }) => id)

/** A release as the REST API takes it, and how far it gets. */
const release = fc.record({
  title: text,
  label: text,
  main: text,
  others: fc.array(
    fc.record({ name: text, role: fc.constantFrom('main', 'featured', 'remixer', 'producer', 'composer') }),
    { maxLength: 3 },
  ),
  day: fc.integer({ min: 2, max: 28 }),
  territories,
  artwork: fc.option(fc.constantFrom(...artworkIds)),
  tracks: fc.uniqueArray(
    fc.record({
      track_number: fc.integer({ min: 1, max: 9999 }),
      title: text,
      territory: territories,
      audio: fc.option(fc.constantFrom(...audioIds)),
    }),
    { minLength: 1, maxLength: 4, selector: ({ track_number }) => track_number },
  ),
  step: fc.constantFrom('draft' as const, 'submitted' as const, 'delivered' as const, 'taken down' as const),
})

async function create(client: Client, options: typeof release extends fc.Arbitrary<infer T> ? T : never) {
  const { main, others, day, artwork, tracks, step, ...fields } = options
  const { body } = await client.post('/v1/releases', {
    ...fields,
    artists: [{ name: main, role: 'main' }, ...others],
    release_date: `2025-03-${String(day).padStart(2, '0')}`,
  })
  for (const { audio, ...track } of tracks)
    await client.post('/v1/tracks', { ...track, release_id: body.id, ...(audio && { audio_asset_id: audio }) })
  if (artwork) await client.patch(`/v1/releases/${body.id}`, { artwork_asset_id: artwork })
  if (step === 'draft') return body.id
  if ((await client.post(`/v1/releases/${body.id}/submit`)).status !== 200 || step === 'submitted') return body.id
  const { territories: codes } = fields
  const delivery = await client.post('/v1/deliveries', {
    release_id: body.id,
    store_ids: ['store_lumenwave', 'store_quorvane'],
    territory_codes: codes[0] === 'WORLD' ? ['WORLDWIDE'] : codes,
  })
  await advance(client, '24h')
  if (step === 'taken down') {
    await client.post(`/v1/deliveries/${delivery.body.id}/takedown`, {})
    await advance(client, '72h')
  }
  return body.id
}

test('every release of the REST API survives an export, in its own world and in another one', async () => {
  await fc.assert(
    fc.asyncProperty(release, fc.constantFrom(...EXPORT_VERSIONS), async (options, version) => {
      const client = fresh('enterprise')
      const id = await create(client, options)
      const state = await carriedState(client, id)
      await expectUnchanged(client, id, version)
      const other = fresh('enterprise')
      const copy = await importMessage(other, await exportOf(client, id, version), '?delivery=none')
      expect(copy.outcome).toBe('created')
      const isTakenDown = !(await exportOf(client, id, version)).includes('<DealList>')
      // Without deals there are no territories.
      const withoutTerritories = {
        ...state,
        territories: ['WORLD'],
        tracks: state.tracks.map((track) => ({ ...track, territory: ['WORLD'] })),
      }
      expect(await carriedState(other, copy.release_id)).toEqual(isTakenDown ? withoutTerritories : state)
    }),
    { numRuns: 12 },
  )
})

test('a purge that is exported purges the release', async () => {
  const client = fresh('enterprise')
  const { release_id } = await importMessage(client, newRelease({ created: '2024-12-01T00:00:00Z' }))
  for (const id of [release_id, 'rel_seed_02']) {
    const { text: xml } = await client.get(`/v1/releases/${id}/ern?message_type=PurgeReleaseMessage`)
    expect(await importMessage(client, xml)).toMatchObject({ outcome: 'purged', release_id: id, issues: [] })
    expect((await client.get(`/v1/releases/${id}`)).status).toBe(404)
  }
})

test('several assets with the same content do not change the release', async () => {
  const client = fresh('enterprise')
  const [first] = [await readyAsset(client, 'same.wav', wav()), await readyAsset(client, 'same.wav', wav())]
  const { body } = await client.post('/v1/releases', {
    title: 'Twins',
    artists: [{ name: 'Ada Wren', role: 'main' }],
    release_date: '2027-03-05',
  })
  await client.post('/v1/tracks', { release_id: body.id, title: 'One', audio_asset_id: first })
  await expectUnchanged(client, body.id, '4.3.2')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_DPID, SERVICE_DPID } from '../../src/ern/message/party-ids.js'
import {
  EXPORT_VERSIONS,
  type ExportedRelease,
  exportNewRelease,
  exportPurge,
} from '../../src/ern/write/export-release.js'
import { carriedOf, exportOf, toExport } from './carried.js'
import { describeIssues, read, resolve } from './issues-of.js'
import { newRelease, purge, UPC } from './message-builder.js'
import { MESSAGES } from './sample-messages.js'

const ASSIGNED_UPC = '036000291452'

describe.each(EXPORT_VERSIONS)('an export as %s', (version) => {
  test.each(Object.entries(MESSAGES))('of %s says the same', async (_name, options) => {
    const imported = await resolve(newRelease(options))
    expect(imported.report.error_count).toBe(0)
    const exported = toExport(imported, ASSIGNED_UPC)
    const again = await resolve(exportNewRelease(exportOf(exported, version)))
    // What the account assigns is part of the export.
    const expected = carriedOf(imported, ASSIGNED_UPC)
    for (const [i, track] of expected.tracks.entries()) track.isrc ??= exported.tracks[i]?.isrc as string
    expect(carriedOf(again, ASSIGNED_UPC)).toEqual(expected)
    expect(again.facts.version).toBe(version)
    expect(again.report.error_count).toBe(0)
  })

  test('of an ordinary release has no issues', async () => {
    const imported = await resolve(newRelease())
    const { report } = await resolve(exportNewRelease(exportOf(toExport(imported, ASSIGNED_UPC), version)))
    expect(report.issues).toEqual([])
  })

  test('has the same bytes whenever it is written', async () => {
    const release = toExport(await resolve(newRelease()), ASSIGNED_UPC)
    const first = exportNewRelease(exportOf(release, version))
    expect(exportNewRelease(exportOf(structuredClone(release), version))).toBe(first)
    expect(exportNewRelease(exportOf({ ...release, title: 'Other' }, version)).match(/<MessageId>.*/)?.[0]).not.toBe(
      first.match(/<MessageId>.*/)?.[0],
    )
  })

  test('has no deals if every order was taken down', async () => {
    const release = { ...toExport(await resolve(newRelease()), ASSIGNED_UPC), hasDeals: false }
    const { facts, report } = await resolve(exportNewRelease(exportOf(release, version)))
    expect(facts.deals).toEqual([])
    expect(describeIssues(report)).toEqual(['no_deal'])
  })

  test('names the genre as the version does', async () => {
    const xml = exportNewRelease(exportOf(toExport(await resolve(newRelease()), ASSIGNED_UPC), version))
    expect(xml.includes('<Genre ')).toBe(version === '4.3')
    expect(xml.includes('<DisplayGenre ')).toBe(version === '4.3.2')
  })
})

test('a purge names the release by all of its ids', async () => {
  const { facts } = await read(purge())
  const xml = exportPurge({
    ...exportOf({} as ExportedRelease, '4.3.2'),
    release: { id: 'rel_1', ids: facts.release_ids, upc: UPC, title: 'Night Ferry' },
  })
  const again = await resolve(xml)
  expect(again.report.issues).toEqual([])
  expect(again.facts).toMatchObject({
    message_type: 'PurgeReleaseMessage',
    header: { sender: { party_id: ACCOUNT_DPID }, control_type: 'TestMessage' },
    release_ids: [
      { type: 'ICPN', namespace: null, value: UPC },
      { type: 'ProprietaryId', namespace: SERVICE_DPID, value: 'rel_1' },
    ],
  })
})

// Any text that the API accepts: not blank, and trimmed, because an import trims.
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .map((value) => value.replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd').trim())
  .filter((value) => value !== '')
const territories = fc.oneof(
  fc.constant<string[]>(['WORLD']),
  fc.subarray(['DE', 'FR', 'GB', 'US'], { minLength: 1 }).map((codes) => [...codes].sort()),
)
const hash = fc.option(
  fc.oneof(
    ...(
      [
        ['md5', 16],
        ['sha1', 20],
        ['sha256', 32],
      ] as const
    ).map(([algorithm, bytes]) =>
      fc
        .uint8Array({ minLength: bytes, maxLength: bytes })
        .map((value) => ({ algorithm, value: Buffer.from(value).toString('hex') })),
    ),
  ),
)
const filename = (extension: string) =>
  text.map((name) => `${name.replaceAll(/[\n\r\t]/g, ' ').slice(0, 50)}.${extension}`)
const audioFile = fc.oneof(
  fc.record({
    type: fc.constant('audio' as const),
    filename: filename('wav'),
    content_type: fc.constant('audio/wav' as const),
    hash,
  }),
  fc.record({
    type: fc.constant('audio' as const),
    filename: filename('flac'),
    content_type: fc.constant('audio/flac' as const),
    hash,
  }),
)
const coverFile = fc.record({
  type: fc.constant('artwork' as const),
  filename: filename('png'),
  content_type: fc.constant('image/png' as const),
  hash,
})

const release = fc
  .record({
    title: text,
    label: text,
    main: text,
    others: fc.array(
      fc.record({
        name: text,
        role: fc.constantFrom(
          'main' as const,
          'featured' as const,
          'remixer' as const,
          'producer' as const,
          'composer' as const,
        ),
      }),
      { maxLength: 4 },
    ),
    release_date: fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    territories,
    store_ids: fc.subarray(['store_one', 'store_two']),
    proprietary: fc.array(fc.record({ namespace: text, value: text }), { maxLength: 3 }),
    cover: fc.option(coverFile),
    tracks: fc.uniqueArray(
      fc.record({
        track_number: fc.integer({ min: 1, max: 9999 }),
        title: text,
        territories,
        file: fc.option(audioFile),
      }),
      {
        minLength: 1,
        maxLength: 8,
        selector: ({ track_number }) => track_number,
      },
    ),
  })
  .map(
    ({ main, others, proprietary, cover, tracks, ...rest }): ExportedRelease => ({
      ...rest,
      id: 'rel_1',
      ids: proprietary.map((id) => ({ type: 'ProprietaryId', ...id })),
      upc: UPC,
      artists: [{ name: main, role: 'main' }, ...others],
      cover: cover && { id: 'ast_1', file: cover },
      hasDeals: true,
      tracks: tracks
        .sort((a, b) => a.track_number - b.track_number)
        .map((track, i) => ({ ...track, id: `trk_${i}`, isrc: `QZ-K3V-26-${String(i).padStart(5, '0')}` })),
    }),
  )

test('every release is the same after an export and an import', async () => {
  await fc.assert(
    fc.asyncProperty(release, fc.constantFrom(...EXPORT_VERSIONS), async (exported, version) => {
      const xml = exportNewRelease(exportOf(exported, version))
      const imported = await resolve(xml)
      expect(imported.report.error_count).toBe(0)
      expect(carriedOf(imported)).toEqual({
        title: exported.title,
        artists: exported.artists,
        label: exported.label,
        release_date: exported.release_date,
        keys: {
          grid: null,
          gtin14: `00${UPC}`,
          proprietary_ids: exported.ids.map(({ namespace, value }) => ({ namespace, value })),
        },
        territories: exported.territories,
        stores: exported.store_ids,
        cover: exported.cover?.file ?? null,
        tracks: exported.tracks.map(({ track_number, title, isrc, territories: codes, file }) => ({
          track_number,
          title,
          isrc: isrc.replaceAll('-', ''),
          territories: codes,
          file,
        })),
      })
      // Exporting the imported release again gives the same bytes, except for ids that the API assigns.
      const again = toExport(imported, UPC)
      expect(exportNewRelease(exportOf({ ...again, ids: exported.ids, tracks: again.tracks }, version))).toBe(xml)
    }),
    { numRuns: 150 },
  )
})

test('blanks in attributes are kept', async () => {
  const ids = [{ type: 'ProprietaryId' as const, namespace: 'a\tb\nc\rd "&<', value: '1' }]
  const release = { ...toExport(await resolve(newRelease()), ASSIGNED_UPC), ids }
  const { facts } = await resolve(exportNewRelease(exportOf(release, '4.3.2')))
  expect(facts.release_ids).toContainEqual(ids[0])
})

test('characters that XML lacks are replaced', async () => {
  const imported = await resolve(newRelease())
  const odd = { ...toExport(imported, ASSIGNED_UPC), title: 'a\u0000b\ud800c\uffffd\u001f', label: ']]>&amp;\r\n\t"\'' }
  const { facts } = await resolve(exportNewRelease(exportOf(odd, '4.3.2')))
  expect(facts.release?.title).toBe('a\ufffdb\ufffdc\ufffdd\ufffd')
  expect(facts.release?.label).toBe(`]]>&amp;\r\n\t"'`)
})

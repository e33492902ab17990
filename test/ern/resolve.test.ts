import { describe, expect, test } from 'vitest'
import type { FileFacts } from '../../src/ern/facts/facts.js'
import { resolveMessage } from '../../src/ern/message/resolve-message.js'
import { type AssetCandidate, isAnnouncedContent, matchAsset } from '../../src/ern/resolve/match-asset.js'
import { keyStrings } from '../../src/ern/resolve/release-keys.js'
import type { ExistingRelease } from '../../src/ern/resolve/resolve-assignments.js'
import { read, resolve, TEST_WORLD } from './issues-of.js'
import { channel, type DealOptions, deal, GRID, newRelease } from './message-builder.js'

const dealsOf = async (deals: string, recordings = [{}, {}]) => (await resolve(newRelease({ deals, recordings }))).deals

describe('territories', () => {
  test.each<[string, DealOptions[], string[]]>([
    ['worldwide', [{}], ['WORLD']],
    ['none given', [{ territories: [] }], ['WORLD']],
    ['some', [{ territories: ['US', 'DE'] }, { territories: ['DE', 'FR'] }], ['DE', 'FR', 'US']],
    ['some, and worldwide', [{ territories: ['US'] }, {}], ['WORLD']],
    ['all except some', [{ territories: [], excluded: ['US', 'XX'] }], ['DE', 'FR', 'GB']],
    [
      'all except some, and one of them',
      [{ territories: [], excluded: ['US'] }, { territories: ['US'] }],
      ['DE', 'FR', 'GB', 'US'],
    ],
    ['some without a licence', [{ territories: ['JP', 'GB'] }], ['GB']],
    ['none with a licence', [{ territories: ['JP'] }], []],
    ['only of deals that count', [{ territories: ['DE'] }, { territories: ['FR'], uses: ['PhysicalRetail'] }], ['DE']],
  ])('%s', async (_name, deals, territories) => {
    expect((await dealsOf(deals.map(deal).join('')))?.territories).toEqual(territories)
  })

  test('need support as well as a licence', async () => {
    const licensed = new Set(['AQ', 'DE'])
    const { deals } = await resolve(newRelease({ deals: deal({ territories: ['AQ', 'DE'] }) }), { licensed })
    expect(deals?.territories).toEqual(['DE'])
  })

  test('of tracks are those of their deals, otherwise those of the release', async () => {
    const deals =
      deal({ territories: ['DE', 'FR', 'GB'] }) +
      deal({ releases: ['R1'], territories: ['DE', 'JP'] }) +
      deal({
        releases: ['R2'],
        territories: ['FR'],
        period: '<StartDate>2020-01-01</StartDate><EndDate>2021-01-01</EndDate>',
      })
    const resolved = await dealsOf(deals)
    expect(resolved?.trackTerritories).toEqual([['DE'], ['DE', 'FR', 'GB']])
    expect(resolved?.issues.map(({ code }) => code)).toEqual(['track_without_deal', 'territories_dropped'])
  })

  test('of a track that nobody may distribute anywhere are an error', async () => {
    const resolved = await dealsOf(
      deal() + deal({ releases: ['R1'], territories: ['JP'] }) + deal({ releases: ['R2'] }),
    )
    expect(resolved?.issues.map(({ code }) => code)).toEqual(['territories_dropped', 'territory_not_supported'])
  })
})

describe('which deals count', () => {
  const counts = async (options: DealOptions, now = '2026-11-15T12:00:00Z') =>
    (await resolve(newRelease({ deals: deal(options) }), { now: Date.parse(now) })).deals?.hasDeal

  test.each([
    'OnDemandStream',
    'NonInteractiveStream',
    'Stream',
    'ConditionalDownload',
    'TetheredDownload',
    'PermanentDownload',
    'Download',
    'UserDefined',
  ])('a deal for %s', async (use) => expect(await counts({ uses: ['PhysicalRetail', use] })).toBe(true))

  test('no deal for other uses only', async () => expect(await counts({ uses: ['Rent', 'StreamRipping'] })).toBe(false))

  test('a deal until the end of its last day in UTC', async () => {
    const period = '<StartDate>2026-01-01</StartDate><EndDate>2026-11-15</EndDate>'
    expect(await counts({ period }, '2026-11-15T23:59:59.999Z')).toBe(true)
    expect(await counts({ period }, '2026-11-16T00:00:00Z')).toBe(false)
  })

  test('a deal until its last instant', async () => {
    const period =
      '<StartDateTime>2026-01-01T00:00:00Z</StartDateTime><EndDateTime>2026-11-15T12:00:00+02:00</EndDateTime>'
    expect(await counts({ period }, '2026-11-15T09:59:59.999Z')).toBe(true)
    expect(await counts({ period }, '2026-11-15T10:00:00Z')).toBe(false)
  })

  test('a deal with one period that has not ended', async () => {
    const period =
      '<StartDate>2020-01-01</StartDate><EndDate>2021-01-01</EndDate></ValidityPeriod><ValidityPeriod><StartDate>2028-01-01</StartDate>'
    expect(await counts({ period })).toBe(true)
  })

  test('a deal that ends in a month or a year, until the end of it', async () => {
    expect(
      await counts({ period: '<StartDate>2020</StartDate><EndDate>2026-11</EndDate>' }, '2026-11-30T23:00:00Z'),
    ).toBe(true)
    expect(await counts({ period: '<StartDate>2020</StartDate><EndDate>2025</EndDate>' })).toBe(false)
  })

  test('a preorder', async () => expect(await counts({ extra: '<IsPreOrderDeal>true</IsPreOrderDeal>' })).toBe(true))

  test('without one, the release is a draft for the world', async () => {
    expect(await dealsOf(deal({ uses: ['Rent'] }))).toMatchObject({
      hasDeal: false,
      territories: ['WORLD'],
      trackTerritories: [['WORLD'], ['WORLD']],
      stores: [],
      isForAllStores: false,
    })
  })
})

describe('stores', () => {
  test('are all of them if a deal has no channel', async () => {
    expect(await dealsOf(deal())).toMatchObject({ isForAllStores: true, stores: [] })
  })

  test('are those that deals address, with their territories', async () => {
    const deals =
      deal({ territories: ['DE'], extra: channel('store_two') + channel('store_one') }) +
      deal({ territories: ['FR'], extra: channel('store_two') })
    expect(await dealsOf(deals)).toMatchObject({
      isForAllStores: false,
      territories: ['DE', 'FR'],
      stores: [
        { store_id: 'store_one', territories: ['DE'] },
        { store_id: 'store_two', territories: ['DE', 'FR'] },
      ],
      issues: [],
    })
  })

  test('of other namespaces or with unknown ids are none', async () => {
    const resolved = await dealsOf(deal({ extra: channel('store_one', 'X') + channel('store_nine') }))
    expect(resolved).toMatchObject({ isForAllStores: false, stores: [], territories: ['WORLD'] })
    expect(resolved?.issues.map(({ code }) => code)).toEqual(['channel_unknown'])
  })
})

describe('the release date', () => {
  const dateOf = async (deals: string, releaseExtra = '') =>
    (await resolve(newRelease({ releaseDate: null, deals, releaseExtra }))).release_date

  test('is the earliest start of a deal that runs or will run, and is no preorder', async () => {
    const old = deal({ period: '<StartDate>2019-01-01</StartDate><EndDate>2020-01-01</EndDate>' })
    const preorder = deal({
      period: '<StartDate>2027-01-01</StartDate>',
      extra: '<IsPreOrderDeal>true</IsPreOrderDeal>',
    })
    const later = deal({ period: '<StartDate>2027-06-01</StartDate>' })
    expect(await dateOf(later + old + preorder + deal())).toBe('2027-03-05')
    expect(await dateOf(old + preorder)).toBe('2019-01-01')
    expect(await dateOf(preorder + deal({ releases: ['R1'], period: '<StartDate>2018-01-01</StartDate>' }))).toBe(
      '2027-01-01',
    )
  })

  test('is the date of a start as it is written', async () => {
    expect(await dateOf(deal({ period: '<StartDateTime>2027-03-05T00:00:00+09:00</StartDateTime>' }))).toBe(
      '2027-03-05',
    )
    expect(await dateOf(deal({ period: '<StartDate>2027-03</StartDate>' }))).toBe('2027-03-01')
  })

  test('is the original date if there is no other', async () => {
    expect(await dateOf('', '<OriginalReleaseDate>1999-12-31</OriginalReleaseDate>')).toBe('1999-12-31')
  })
})

describe('matching a file with an asset', () => {
  const file: FileFacts = {
    type: 'audio',
    filename: 'track.wav',
    content_type: 'audio/wav',
    hash: { algorithm: 'md5', value: 'aa' },
  }
  const asset = (id: string, changes: Partial<AssetCandidate> = {}): AssetCandidate => ({
    id,
    type: 'audio',
    filename: 'other.wav',
    hasFailed: false,
    hashes: {},
    ...changes,
  })

  test('by hash before name, the newest first', () => {
    const assets = [
      asset('ast_1', { hashes: { md5: 'aa' } }),
      asset('ast_2', { filename: 'track.wav' }),
      asset('ast_3', { filename: 'track.wav', hashes: { md5: 'bb' } }),
    ]
    expect(matchAsset(file, assets)).toEqual({ asset_id: 'ast_1', matched_by: 'hash' })
    expect(matchAsset({ ...file, hash: null }, assets)).toEqual({ asset_id: 'ast_3', matched_by: 'filename' })
  })

  test('of the same type, and not failed', () => {
    expect(
      matchAsset(file, [
        asset('ast_1', { type: 'artwork', filename: 'track.wav' }),
        asset('ast_2', { hasFailed: true, hashes: { md5: 'aa' } }),
      ]),
    ).toBeUndefined()
  })

  test('an upload must have the announced hash', () => {
    expect(isAnnouncedContent(file, { md5: 'aa' })).toBe(true)
    expect(isAnnouncedContent(file, { md5: 'ab' })).toBe(false)
    expect(isAnnouncedContent({ hash: null }, {})).toBe(true)
  })
})

describe('an existing release', () => {
  test('keeps its UPC and its assets', async () => {
    const message = await read(
      newRelease({ releaseId: `<GRid>${GRID}</GRid>`, recordings: [{ uri: null }, { uri: null }] }),
    )
    const codes = (existing?: ExistingRelease) =>
      resolveMessage(message, TEST_WORLD, existing)
        .report.issues.map(({ code }) => code)
        .sort()
    expect(codes()).toEqual(['file_missing', 'file_missing', 'upc_assigned'])
    expect(codes({ hasAsset: ({ reference }) => reference === 'A1' })).toEqual(['file_missing'])
  })
})

test('keys of different kinds are never equal', () => {
  const keys = keyStrings({
    grid: 'A',
    gtin14: 'A',
    proprietary_ids: [
      { namespace: 'A', value: 'B' },
      { namespace: 'A","B', value: '' },
    ],
    release_id: null,
  })
  expect(new Set(keys).size).toBe(4)
})

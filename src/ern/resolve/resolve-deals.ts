import { type ErnIssue, issueAt } from '../checks/report.js'
import type { DealFacts, ErnFacts, ReleaseDealFacts, ReleaseFacts } from '../facts/facts.js'
import { dealsOf, groupDeals, hasEnded } from './deal-periods.js'

/** What decides which deals count, and where. */
export interface DealWorld {
  now: number
  /** The codes that the network supports. */
  territories: ReadonlySet<string>
  /** The codes that the organization has a licence for. */
  licensed: ReadonlySet<string>
  storeIds: ReadonlySet<string>
  serviceDpid: string
}

export interface ResolvedDeals {
  /** Whether any deal of the main release counts. Without one, a release is not distributed. */
  hasDeal: boolean
  /** Codes in alphabetical order, or `WORLD`. Empty if no territory is left. */
  territories: string[]
  /** The territories of each track, in the order of the tracks. */
  trackTerritories: string[][]
  /** Whether a deal has no distribution channel, and so applies to every store. */
  isForAllStores: boolean
  /** The stores that deals address, with the territories of these deals. */
  stores: { store_id: string; territories: string[] }[]
  issues: ErnIssue[]
}

const isCountedUse = (use: string): boolean =>
  /Stream$/.test(use) ||
  ['ConditionalDownload', 'TetheredDownload', 'PermanentDownload', 'Download', 'UserDefined'].includes(use)

/** Why a deal does not count; undefined if it does. */
function ignoredBecause(deal: DealFacts, now: number): string | undefined {
  if (!deal.has_terms) return 'without DealTerms'
  if (hasEnded(deal, now)) return 'ended'
  return deal.use_types.length > 0 && !deal.use_types.some(isCountedUse) ? 'without a stream or download' : undefined
}

const WORLD = 'WORLD'
const isWorldwide = (code: string): boolean => code.toLowerCase() === 'worldwide'

/** The codes that deals give, and those that had to be left out. */
interface CodeSets {
  codes: Set<string>
  dropped: Set<string>
}

function collectCodes(deals: readonly DealFacts[], world: DealWorld): CodeSets {
  const dropped = new Set<string>()
  const codes = new Set<string>()
  const isAvailable = (code: string) => world.territories.has(code) && world.licensed.has(code)
  for (const { territories, excluded_territories } of deals) {
    if (territories.length === 0 && excluded_territories.length > 0) {
      const excluded = new Set(excluded_territories)
      for (const code of world.territories) if (isAvailable(code) && !excluded.has(code)) codes.add(code)
    } else if (territories.length === 0 || territories.some(isWorldwide)) codes.add(WORLD)
    else for (const code of territories) isAvailable(code) ? codes.add(code) : dropped.add(code)
  }
  return { codes, dropped }
}

const toTerritories = (codes: ReadonlySet<string>): string[] => (codes.has(WORLD) ? [WORLD] : [...codes].sort())

/** Decides which deals count, and which territories and stores they give. */
export function resolveDeals(facts: ErnFacts, release: ReleaseFacts, world: DealWorld): ResolvedDeals {
  const issues: ErnIssue[] = []
  const add = (code: ErnIssue['code'], message: string) => issues.push(issueAt(facts.deals_place, code, message))
  const groups = groupDeals(facts)
  const all = dealsOf(groups, release.reference)
  const counting = all.filter((deal) => ignoredBecause(deal, world.now) === undefined)
  reportIgnored(all, world.now, add)
  if (counting.length === 0) {
    add('no_deal', 'No deal of the main release counts, so the release is not distributed.')
    return {
      hasDeal: false,
      territories: [WORLD],
      trackTerritories: release.tracks.map(() => [WORLD]),
      isForAllStores: false,
      stores: [],
      issues,
    }
  }
  const countOf = (predicate: (deal: DealFacts) => boolean) => counting.filter(predicate).length
  const withoutUse = countOf(({ use_types }) => use_types.length === 0)
  if (withoutUse > 0) add('use_type_missing', `${withoutUse} of ${counting.length} deals have no UseType. They count.`)
  const withoutTerritory = countOf(
    ({ territories, excluded_territories }) => territories.length + excluded_territories.length === 0,
  )
  if (withoutTerritory > 0)
    add(
      'territory_missing',
      `${withoutTerritory} of ${counting.length} deals have no TerritoryCode. They are worldwide.`,
    )

  const { codes, dropped } = collectCodes(counting, world)
  const territories = toTerritories(codes)
  const trackTerritories = resolveTracks(groups, release, territories, world, dropped, add)
  if (dropped.size > 0)
    add(
      'territories_dropped',
      `Left out, because the network does not support them or the organization has no licence: ${listCodes(dropped)}.`,
    )
  if (territories.length === 0 || trackTerritories.some((codes) => codes.length === 0))
    add(
      'territory_not_supported',
      'No territory of the deals is left: the network supports none, or the organization has no licence.',
    )
  return { hasDeal: true, territories, trackTerritories, ...resolveStores(counting, world, add), issues }
}

type AddIssue = (code: ErnIssue['code'], message: string) => void

const MAX_LISTED = 20

function listCodes(codes: ReadonlySet<string>): string {
  const sorted = [...codes].sort()
  const rest = sorted.length - MAX_LISTED
  return `${sorted.slice(0, MAX_LISTED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function reportIgnored(deals: readonly DealFacts[], now: number, add: AddIssue): void {
  const counts = new Map<string, number>()
  for (const deal of deals) {
    const reason = ignoredBecause(deal, now)
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  if (counts.size === 0) return
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ')
  add('deal_ignored', `${total} of ${deals.length} deals of the main release do not count: ${reasons}.`)
}

/** A track has the territories of its own deals, or those of the release. */
function resolveTracks(
  groups: ReadonlyMap<string, ReleaseDealFacts[]>,
  { tracks, reference }: ReleaseFacts,
  releaseTerritories: string[],
  world: DealWorld,
  dropped: Set<string>,
  add: AddIssue,
): string[][] {
  /** The codes of the deals that count. Null if none does. */
  const codesByGroup = new Map<ReleaseDealFacts, CodeSets | null>()
  const codesOf = (group: ReleaseDealFacts): CodeSets | null => {
    let codes = codesByGroup.get(group)
    if (codes === undefined) {
      const counting = group.deals.filter((deal) => ignoredBecause(deal, world.now) === undefined)
      codes = counting.length === 0 ? null : collectCodes(counting, world)
      codesByGroup.set(group, codes)
    }
    return codes
  }
  const own = tracks.map(({ release_reference }) => {
    const ownGroups =
      release_reference === null || release_reference === reference ? [] : (groups.get(release_reference) ?? [])
    const found = ownGroups.flatMap((group) => codesOf(group) ?? [])
    if (found.length === 0) return undefined
    for (const sets of found) for (const code of sets.dropped) dropped.add(code)
    return toTerritories(new Set(found.flatMap(({ codes }) => [...codes])))
  })
  const without = own.filter((territories) => territories === undefined).length
  if (without > 0 && without < tracks.length)
    add(
      'track_without_deal',
      `${without} of ${tracks.length} tracks have no deal of their own. They get the territories of the release.`,
    )
  return own.map((territories) => territories ?? releaseTerritories)
}

function addTo(map: Map<string, DealFacts[]>, key: string, deal: DealFacts): void {
  const deals = map.get(key)
  if (deals) deals.push(deal)
  else map.set(key, [deal])
}

function resolveStores(
  deals: readonly DealFacts[],
  world: DealWorld,
  add: AddIssue,
): Pick<ResolvedDeals, 'isForAllStores' | 'stores'> {
  const dealsByStore = new Map<string, DealFacts[]>()
  let unknown = 0
  for (const deal of deals)
    for (const ids of deal.channels) {
      const store = ids.find(({ namespace, value }) => namespace === world.serviceDpid && world.storeIds.has(value))
      if (store) addTo(dealsByStore, store.value, deal)
      else unknown++
    }
  if (unknown > 0)
    add(
      'channel_unknown',
      `${unknown} distribution channels are no store of the service. Their deals give territories, but order no store.`,
    )
  return {
    isForAllStores: deals.some(({ channels }) => channels.length === 0),
    stores: [...dealsByStore]
      .map(([store_id, own]) => ({ store_id, territories: toTerritories(collectCodes(own, world).codes) }))
      .sort((a, b) => (a.store_id < b.store_id ? -1 : 1)),
  }
}

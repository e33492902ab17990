import type { SeededRandom } from '../primitives/seeded-random.js'
import type { Offer } from './money-state.js'
import { monthStart } from './months.js'
import type { SalePeriod } from './sales.js'

/** A store's parameters, with decimals as integers of their smallest unit. */
export interface StoreParameters {
  readonly store_id: string
  readonly index: number
  readonly monthsLate: number
  readonly audience: number
  readonly reach: number
  /** Per play, in millionths of the currency. */
  readonly unitRate: number
  /** In ten-thousandths of the gross. `deductionRate` is withholding plus the distributor's fee. */
  readonly withholding: bigint
  readonly deductionRate: bigint
}

/** Plays of a track at a store in a territory and month. `unitRate` is in millionths. */
export interface PlayCount {
  readonly release_id: string
  readonly isrc: string
  readonly territory: string
  readonly count: number
  readonly unitRate: number
}

/** A track on sale in a month: in which territories, and for how long. */
export interface PlayableTrack {
  readonly isrc: string
  readonly territories: Iterable<string>
  playableMs(territory: string): number
}

/** The tracks of a release on sale in a month. Overlapping offers count once. */
export function playableTracks(periods: readonly SalePeriod[], from: number, to: number): PlayableTrack[] {
  const [onlyPeriod] = periods
  if (onlyPeriod && periods.length === 1) {
    const ms = Math.min(onlyPeriod.to, to) - Math.max(onlyPeriod.from, from)
    return distinctTracks(onlyPeriod.offer).map(({ isrc, territory: rights }) => ({
      isrc,
      territories: onlyPeriod.offer.territory_codes,
      playableMs: (code) => (hasRights(rights, code) ? ms : 0),
    }))
  }
  const playable = new Map<string, Map<string, number>>()
  const boundaries = [...new Set(periods.flatMap((period) => [Math.max(period.from, from), Math.min(period.to, to)]))]
  boundaries.sort((a, b) => a - b)
  for (const [i, end] of boundaries.entries()) {
    const start = boundaries[i - 1] ?? end
    const seen = new Set<string>()
    for (const { offer } of periods.filter((period) => period.from < end && period.to > start))
      for (const { isrc, territory: rights } of distinctTracks(offer)) {
        let msByTerritory = playable.get(isrc)
        if (!msByTerritory) playable.set(isrc, (msByTerritory = new Map()))
        for (const code of offer.territory_codes) {
          const key = `${isrc} ${code}`
          if (seen.has(key) || !hasRights(rights, code)) continue
          seen.add(key)
          msByTerritory.set(code, (msByTerritory.get(code) ?? 0) + end - start)
        }
      }
  }
  return [...playable].map(([isrc, msByTerritory]) => ({
    isrc,
    territories: [...msByTerritory.keys()],
    playableMs: (code) => msByTerritory.get(code) ?? 0,
  }))
}

const hasRights = (rights: readonly string[], code: string) => rights[0] === 'WORLD' || rights.includes(code)

/** An offer can contain a recording twice; it counts once. */
function distinctTracks({ tracks }: Offer): Offer['tracks'] {
  const seen = new Set<string>()
  return tracks.filter(({ isrc }) => !seen.has(isrc) && seen.add(isrc))
}

/** The plays that were set for a recording; undefined if none were. */
export type FindReportedPlays = (store_id: string, isrc: string, month: number) => number | undefined

type OnPlayCount = (territory: string, count: number, unitRate: number) => void

/** Emits the plays of a track at a store in a month, line by line. Integer arithmetic: the same on every machine. */
export function createPlayCounter(
  random: SeededRandom,
  findReportedPlays: FindReportedPlays,
): (store: StoreParameters, month: number, track: PlayableTrack, emit: OnPlayCount) => void {
  const territoriesByStore = new Map<StoreParameters, Map<string, { hash: number; weight: number }>>()
  const POPULARITY = random.hash('popularity')
  const REACH = random.hash('reach')
  const SEASON = random.hash('season')
  const RATE = random.hash('rate')

  /** The size of a territory at a store. Cached, because it is the same for every track and month. */
  function territoryOf(store: StoreParameters, code: string) {
    let byCode = territoriesByStore.get(store)
    if (!byCode) territoriesByStore.set(store, (byCode = new Map()))
    let territory = byCode.get(code)
    if (!territory) {
      const hash = random.hash(code) ^ random.hash(store.store_id)
      // Squared: a few large territories and many small ones.
      const roll = random.pick(1000, hash)
      byCode.set(code, (territory = { hash, weight: 20 + Math.floor((roll * roll) / 1000) }))
    }
    return territory
  }

  return (store, month, { isrc, territories, playableMs }, emit) => {
    const monthMs = monthStart(month + 1) - monthStart(month)
    const trackHash = random.hash(isrc)
    const popularity = 30 + random.pick(141, trackHash, POPULARITY)
    const rateOf = (hash: number) => Math.floor((store.unitRate * (90 + random.pick(21, hash, RATE, month))) / 100)
    const reported = findReportedPlays(store.store_id, isrc, month)
    if (reported !== undefined) {
      // One line, in the largest territory in which the track is on sale.
      let place: { territory: string; hash: number; weight: number } | undefined
      for (const territory of territories) {
        const size = territoryOf(store, territory)
        if (playableMs(territory) > 0 && size.weight > (place?.weight ?? 0)) place = { territory, ...size }
      }
      if (place) emit(place.territory, reported, rateOf(place.hash))
      return
    }
    let hasPlays = false
    let largest: { territory: string; hash: number; weight: number } | undefined
    for (const territory of territories) {
      const ms = playableMs(territory)
      if (ms === 0) continue
      const { hash, weight } = territoryOf(store, territory)
      if (ms === monthMs && weight > (largest?.weight ?? 0)) largest = { territory, hash, weight }
      const pairHash = trackHash ^ hash
      if (random.pick(100, pairHash, REACH) >= store.reach) continue
      const baseCount = Math.floor((store.audience * popularity * weight) / 35_000)
      const fullMonthCount = Math.floor((baseCount * (70 + random.pick(61, pairHash, SEASON, month))) / 100)
      const count = Math.floor((fullMonthCount * ms) / monthMs)
      if (count === 0) continue
      hasPlays = true
      emit(territory, count, rateOf(hash))
    }
    // A track that is on sale for a full month is played at least once.
    if (!hasPlays && largest) emit(largest.territory, 1, rateOf(largest.hash))
  }
}

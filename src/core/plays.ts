import type { Chance } from './chance.js'
import { monthStart } from './months.js'
import type { Run, Selling } from './sales.js'

/** A store's figures, its decimals already numbers of their smallest unit. */
export interface StoreFigures {
  readonly store_id: string
  readonly place: number
  readonly late: number
  readonly audience: number
  readonly reach: number
  /** Of a play, in millionths of the currency. */
  readonly rate: number
  /** In ten-thousandths of the gross. */
  readonly withholding: bigint
}

/** How often a track was played at a store in a territory in a month, and what one play paid, in millionths. */
export interface Plays {
  readonly release_id: string
  readonly isrc: string
  readonly territory: string
  readonly count: number
  readonly rate: bigint
}

interface Audience {
  isrc: string
  territory: string
  /** Stands for track, store and territory when the months differ. */
  who: number
  where: number
  size: number
}

interface Heard {
  audience: Audience
  ms: number
}

/** Tells the plays of a store's month. Whole numbers only: the same on every machine. */
export function createPlays(chance: Chance, selling: Selling): (store: StoreFigures, month: number) => Plays[] {
  const audiences = new WeakMap<Run, Audience[]>()
  const POPULARITY = chance.of('popularity')
  const REACH = chance.of('reach')
  const SEASON = chance.of('season')
  const RATE = chance.of('rate')

  /** Where the tracks of a run have listeners, and how many. It is the same every month, so it is worked out once. */
  function audienceOf(store: StoreFigures, run: Run): Audience[] {
    let found = audiences.get(run)
    if (found) return found
    found = []
    const here = chance.of(store.store_id)
    const seen = new Set<string>()
    for (const { isrc, territory: rights } of run.offer.tracks) {
      if (seen.has(isrc)) continue
      seen.add(isrc)
      const track = chance.of(isrc)
      const popularity = 30 + chance.roll(141, track, POPULARITY)
      for (const territory of run.offer.territory_codes) {
        if (rights[0] !== 'WORLD' && !rights.includes(territory)) continue
        const where = chance.of(territory) ^ here
        const who = track ^ where
        if (chance.roll(100, who, REACH) >= store.reach) continue
        // Squared: a few large territories, many small ones.
        const share = chance.roll(1000, where)
        const size = Math.floor((store.audience * popularity * (20 + Math.floor((share * share) / 1000))) / 35_000)
        found.push({ isrc, territory, who, where, size })
      }
    }
    audiences.set(run, found)
    return found
  }

  /** Who heard a release, and for how long of the time. What was sold in two runs is still one line. */
  function heardIn(store: StoreFigures, runs: readonly Run[], from: number, to: number): Iterable<Heard> {
    const parts = runs.map((run) => {
      const ms = Math.min(run.to, to) - Math.max(run.from, from)
      return audienceOf(store, run).map((audience): Heard => ({ audience, ms }))
    })
    if (parts.length === 1) return parts[0] as Heard[]
    const heard = new Map<string, Heard>()
    for (const { audience, ms } of parts.flat()) {
      const key = `${audience.isrc} ${audience.territory}`
      heard.set(key, { audience, ms: ms + (heard.get(key)?.ms ?? 0) })
    }
    return heard.values()
  }

  return (store, month) => {
    const [from, to] = [monthStart(month), monthStart(month + 1)]
    const told: Plays[] = []
    for (const runs of selling(store.store_id, from, to)) {
      const { release_id } = runs[0] as Run
      for (const { audience, ms } of heardIn(store, runs, from, to)) {
        const { isrc, territory, who, where, size } = audience
        const full = Math.floor((size * (70 + chance.roll(61, who, SEASON, month))) / 100)
        const count = Math.floor((full * ms) / (to - from))
        if (count === 0) continue
        const rate = Math.floor((store.rate * (90 + chance.roll(21, where, RATE, month))) / 100)
        told.push({ release_id, isrc, territory, count, rate: BigInt(rate) })
      }
    }
    return told
  }
}

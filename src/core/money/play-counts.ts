import type { Chance } from '../primitives/seeded-random.js'
import type { Offer } from './money-state.js'
import { monthStart } from './months.js'
import type { Run } from './sales.js'

/** A store's figures, its decimals already numbers of their smallest unit. */
export interface StoreFigures {
  readonly store_id: string
  readonly place: number
  readonly late: number
  readonly audience: number
  readonly reach: number
  /** Of a play, in millionths of the currency. */
  readonly rate: number
  /** What is withheld, and that together with the distributor's fee, in ten-thousandths of the gross. */
  readonly withholding: bigint
  readonly kept: bigint
}

/** How often a track was played at a store in a territory in a month, and what one play paid, in millionths. */
export interface Plays {
  readonly release_id: string
  readonly isrc: string
  readonly territory: string
  readonly count: number
  readonly rate: number
}

/** A track that could be heard in a month, where, and for how long of it. */
export interface Heard {
  readonly isrc: string
  readonly codes: Iterable<string>
  msAt(code: string): number
}

/** What could be heard of a release. Where two offers of it overlap, nothing is heard twice. */
export function heardOf(runs: readonly Run[], from: number, to: number): Heard[] {
  const [only] = runs
  if (only && runs.length === 1) {
    const ms = Math.min(only.to, to) - Math.max(only.from, from)
    return tracksOf(only.offer).map(({ isrc, territory: rights }) => ({
      isrc,
      codes: only.offer.territory_codes,
      msAt: (code) => (isWithin(rights, code) ? ms : 0),
    }))
  }
  const heard = new Map<string, Map<string, number>>()
  const cuts = [...new Set(runs.flatMap((run) => [Math.max(run.from, from), Math.min(run.to, to)]))]
  cuts.sort((a, b) => a - b)
  for (const [i, end] of cuts.entries()) {
    const start = cuts[i - 1] ?? end
    const seen = new Set<string>()
    for (const { offer } of runs.filter((run) => run.from < end && run.to > start))
      for (const { isrc, territory: rights } of tracksOf(offer)) {
        let places = heard.get(isrc)
        if (!places) heard.set(isrc, (places = new Map()))
        for (const code of offer.territory_codes) {
          const pair = `${isrc} ${code}`
          if (seen.has(pair) || !isWithin(rights, code)) continue
          seen.add(pair)
          places.set(code, (places.get(code) ?? 0) + end - start)
        }
      }
  }
  return [...heard].map(([isrc, places]) => ({
    isrc,
    codes: [...places.keys()],
    msAt: (code) => places.get(code) ?? 0,
  }))
}

const isWithin = (rights: readonly string[], code: string) => rights[0] === 'WORLD' || rights.includes(code)

/** An offer may have a recording twice; it is still heard once. */
function tracksOf({ tracks }: Offer): Offer['tracks'] {
  const seen = new Set<string>()
  return tracks.filter(({ isrc }) => !seen.has(isrc) && seen.add(isrc))
}

type Tell = (territory: string, count: number, rate: number) => void

/** Tells the plays of a track at a store in a month, line by line. Whole numbers only: the same on every machine. */
export function createPlays(chance: Chance): (store: StoreFigures, month: number, heard: Heard, tell: Tell) => void {
  const places = new Map<StoreFigures, Map<string, { where: number; share: number }>>()
  const POPULARITY = chance.of('popularity')
  const REACH = chance.of('reach')
  const SEASON = chance.of('season')
  const RATE = chance.of('rate')

  /** How large a territory is to a store. It is the same for every track and month, so it is worked out once. */
  function placeOf(store: StoreFigures, code: string) {
    let known = places.get(store)
    if (!known) places.set(store, (known = new Map()))
    let place = known.get(code)
    if (!place) {
      const where = chance.of(code) ^ chance.of(store.store_id)
      // Squared: a few large territories, many small ones.
      const share = chance.roll(1000, where)
      known.set(code, (place = { where, share: 20 + Math.floor((share * share) / 1000) }))
    }
    return place
  }

  return (store, month, { isrc, codes, msAt }, tell) => {
    const whole = monthStart(month + 1) - monthStart(month)
    const track = chance.of(isrc)
    const popularity = 30 + chance.roll(141, track, POPULARITY)
    for (const code of codes) {
      const ms = msAt(code)
      if (ms === 0) continue
      const { where, share } = placeOf(store, code)
      const who = track ^ where
      if (chance.roll(100, who, REACH) >= store.reach) continue
      const size = Math.floor((store.audience * popularity * share) / 35_000)
      const full = Math.floor((size * (70 + chance.roll(61, who, SEASON, month))) / 100)
      const count = Math.floor((full * ms) / whole)
      if (count === 0) continue
      tell(code, count, Math.floor((store.rate * (90 + chance.roll(21, where, RATE, month))) / 100))
    }
  }
}

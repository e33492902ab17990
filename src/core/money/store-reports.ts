import { type Cache, createCache } from '../primitives/lru-cache.js'
import type { Chance } from '../primitives/seeded-random.js'
import { monthStart } from './months.js'
import { createPlays, heardOf, type Plays, type StoreFigures } from './play-counts.js'
import type { Selling } from './sales.js'

/**
 * What a store reports of a month: lines, release by release and track by track. The lines themselves are not held, only
 * how many there are up to each track; from there the few that somebody wants to see are made again.
 */
export interface Section {
  readonly lines: number
  /** Those that have lines, what each has earned in millionths, and the number of its first track. */
  readonly releases: readonly string[]
  readonly earned: BigInt64Array
  readonly tracks: Uint32Array
  /** By track: how many lines there are up to its last. */
  readonly ends: Uint32Array
}

export interface Sections {
  readonly held: Pick<Cache<Section>, 'size' | 'drop'>
  /** Only of a month that is over: from then on it is always the same. */
  of(store: StoreFigures, month: number): Section
  /** The lines from one on. */
  lines(store: StoreFigures, month: number, from: number): Generator<Plays>
}

const ROOM = 32 * 2 ** 20
/** More than there are stores. */
const STORES = 1000
/** Numbers are exact up to twice this; a single line is far below it. */
const EXACT = 2 ** 52

export const monthOfSection = (key: number): number => Math.floor(key / STORES)

/** The first place in a rising list that is above a value. */
function above(list: Uint32Array, value: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) > value) high = middle
    else low = middle + 1
  }
  return low
}

export function createSections(chance: Chance, selling: Selling, work: { lines: number }): Sections {
  const play = createPlays(chance)
  const held = createCache<Section>(ROOM)

  function make(store: StoreFigures, month: number): Section {
    const [from, to] = [monthStart(month), monthStart(month + 1)]
    const releases: string[] = []
    const earned: bigint[] = []
    const tracks: number[] = []
    const ends: number[] = []
    let lines = 0
    for (const [releaseId, runs] of selling.at(store.store_id, from, to)) {
      const first = ends.length
      const before = lines
      let sum = 0n
      let small = 0
      for (const heard of heardOf(runs, from, to)) {
        play(store, month, heard, (_, count, rate) => {
          lines++
          small += count * rate
          if (small < EXACT) return
          sum += BigInt(small)
          small = 0
        })
        ends.push(lines)
      }
      if (lines === before) {
        ends.length = first
        continue
      }
      releases.push(releaseId)
      earned.push(sum + BigInt(small))
      tracks.push(first)
    }
    work.lines += lines
    return {
      lines,
      releases,
      earned: BigInt64Array.from(earned),
      tracks: Uint32Array.from(tracks),
      ends: Uint32Array.from(ends),
    }
  }

  function of(store: StoreFigures, month: number): Section {
    const key = month * STORES + store.place
    const known = held.get(key)
    if (known) return known
    const made = make(store, month)
    return held.put(key, made, 500 + 24 * made.releases.length + 4 * made.ends.length)
  }

  return {
    held,
    of,
    *lines(store, month, from) {
      const { releases, tracks, ends } = of(store, month)
      const [start, end] = [monthStart(month), monthStart(month + 1)]
      let track = above(ends, from)
      let skip = from - (ends[track - 1] ?? 0)
      for (let i = above(tracks, track) - 1; i < releases.length; i++) {
        const release_id = releases[i] as string
        const heard = heardOf(selling.of(store.store_id, release_id, start, end), start, end)
        for (const one of heard.slice(track - (tracks[i] as number))) {
          const found: Plays[] = []
          play(store, month, one, (territory, count, rate) =>
            found.push({ release_id, isrc: one.isrc, territory, count, rate }),
          )
          work.lines += found.length
          yield* skip > 0 ? found.slice(skip) : found
          skip = 0
          track++
        }
      }
    },
  }
}

import { createLruCache, type LruCache } from '../primitives/lru-cache.js'
import type { SeededRandom } from '../primitives/seeded-random.js'
import { runAllSteps, type Steps } from '../primitives/steps.js'
import { monthStart } from './months.js'
import {
  createPlayCounter,
  type FindReportedPlays,
  type PlayCount,
  playableTracks,
  type StoreParameters,
} from './play-counts.js'
import type { SalesHistory } from './sales.js'

/**
 * A store's report of a month: lines by release and track. The lines are not kept, only their number up to each track,
 * so that the lines of a page can be recomputed from the nearest track.
 */
export interface StoreReport {
  readonly lineCount: number
  /** Releases with lines, their earnings in millionths, and the index of their first track. */
  readonly releases: readonly string[]
  readonly earned: BigInt64Array
  readonly firstTracks: Uint32Array
  /** By track: the number of lines up to and including it. */
  readonly lineEnds: Uint32Array
}

export interface StoreReports {
  readonly cache: Pick<LruCache<StoreReport>, 'size' | 'deleteWhere'>
  /** The month must be over; its report never changes after that. */
  get(store: StoreParameters, month: number): StoreReport
  /** The same in steps. Afterwards, `get` and `lines` of this report compute nothing at first. */
  prepare(store: StoreParameters, month: number): Steps<StoreReport>
  lines(store: StoreParameters, month: number, from: number): Generator<PlayCount>
}

const CACHE_BYTES = 32 * 2 ** 20
/** Exceeds the number of stores. */
const MAX_STORES = 1000
/** Tracks with up to 200 lines each, about a millisecond. */
export const TRACKS_PER_STEP = 100
/** Half of the largest exact integer; a single line is far below it. */
const MAX_EXACT_SUM = 2 ** 52

export const monthOfReport = (key: number): number => Math.floor(key / MAX_STORES)

/** Index of the first element above the value, in a sorted list. */
function firstAbove(list: Uint32Array, value: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) > value) high = middle
    else low = middle + 1
  }
  return low
}

export function createStoreReports(
  random: SeededRandom,
  sales: SalesHistory,
  findReportedPlays: FindReportedPlays,
  computed: { lines: number },
): StoreReports {
  const countPlays = createPlayCounter(random, findReportedPlays)
  const cache = createLruCache<StoreReport>(CACHE_BYTES)

  function* buildReport(store: StoreParameters, month: number): Steps<StoreReport> {
    yield* sales.prepare()
    const [from, to] = [monthStart(month), monthStart(month + 1)]
    const releases: string[] = []
    const earned: bigint[] = []
    const firstTracks: number[] = []
    const lineEnds: number[] = []
    let lineCount = 0
    let trackCount = 0
    for (const [releaseId, periods] of sales.releasesOnSale(store.store_id, from, to)) {
      const firstTrack = lineEnds.length
      const linesBefore = lineCount
      let sum = 0n
      let pendingSum = 0
      for (const track of playableTracks(periods, from, to)) {
        const trackStart = lineCount
        countPlays(store, month, track, (_, count, unitRate) => {
          lineCount++
          pendingSum += count * unitRate
          if (pendingSum < MAX_EXACT_SUM) return
          sum += BigInt(pendingSum)
          pendingSum = 0
        })
        lineEnds.push(lineCount)
        computed.lines += lineCount - trackStart
        if (++trackCount % TRACKS_PER_STEP === 0) yield
      }
      if (lineCount === linesBefore) {
        lineEnds.length = firstTrack
        continue
      }
      releases.push(releaseId)
      earned.push(sum + BigInt(pendingSum))
      firstTracks.push(firstTrack)
    }
    return {
      lineCount,
      releases,
      earned: BigInt64Array.from(earned),
      firstTracks: Uint32Array.from(firstTracks),
      lineEnds: Uint32Array.from(lineEnds),
    }
  }

  function* prepare(store: StoreParameters, month: number): Steps<StoreReport> {
    const key = month * MAX_STORES + store.index
    const cached = cache.get(key)
    if (cached) return cached
    const report = yield* buildReport(store, month)
    return cache.put(key, report, 500 + 24 * report.releases.length + 4 * report.lineEnds.length)
  }

  const get = (store: StoreParameters, month: number) => runAllSteps(prepare(store, month))

  return {
    cache,
    get,
    prepare,
    *lines(store, month, from) {
      const { releases, firstTracks, lineEnds } = get(store, month)
      const [start, end] = [monthStart(month), monthStart(month + 1)]
      let trackIndex = firstAbove(lineEnds, from)
      let skip = from - (lineEnds[trackIndex - 1] ?? 0)
      for (let i = firstAbove(firstTracks, trackIndex) - 1; i < releases.length; i++) {
        const release_id = releases[i] as string
        const tracks = playableTracks(sales.periodsOf(store.store_id, release_id, start, end), start, end)
        for (const track of tracks.slice(trackIndex - (firstTracks[i] as number))) {
          const found: PlayCount[] = []
          countPlays(store, month, track, (territory, count, unitRate) =>
            found.push({ release_id, isrc: track.isrc, territory, count, unitRate }),
          )
          computed.lines += found.length
          yield* skip > 0 ? found.slice(skip) : found
          skip = 0
          trackIndex++
        }
      }
    },
  }
}

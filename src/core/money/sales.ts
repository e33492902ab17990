import { rightsFilter } from '../catalogue/territories.js'
import type { Delivery, Release } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import type { Steps } from '../primitives/steps.js'
import { DAY, formatDate } from '../primitives/time.js'
import type { Money, Offer, Sale } from './money-state.js'

type Catalogue = Money['catalogue']

/** Records that a store started or stopped selling a release. The ledger is derived from these records. */
export function recordSale(
  world: World,
  { id: delivery_id, release_id, stores }: Delivery,
  store_id: string,
  status: 'delivered' | 'taken_down',
): void {
  const territory_codes = stores.find((order) => order.store_id === store_id)?.territory_codes ?? []
  const { release_date } = world.releases.get(release_id) as Release
  const offer =
    status === 'delivered' ? { territory_codes, tracks: world.tracks.where({ release_id }), release_date } : null
  world.money.sales.push({ at: world.now, delivery_id, release_id, store_id, offer })
}

/** A period in which a store sold one offer. Periods of two deliveries of a release can overlap. */
export interface SalePeriod {
  /** Null for releases that the seeds deliver. */
  readonly delivery_id: string | null
  readonly offer: Offer
  readonly from: number
  to: number
}

interface StoreSales {
  /** By release, in the order of their first delivery. */
  readonly periodsByRelease: Map<string, SalePeriod[]>
  /** The first delivery of each release, in the same order. */
  readonly deliveryTimes: number[]
}

export interface SaleSpan {
  readonly from: number
  readonly to: number
  readonly stores: ReadonlySet<string>
}

export interface SalesHistory {
  /** Applies new sales. The other functions do this too, in one step. */
  prepare(): Steps<void>
  /** Releases on sale at a store between two times, in the order of their first delivery. */
  releasesOnSale(storeId: string, from: number, to: number): Generator<[releaseId: string, periods: SalePeriod[]]>
  periodsOf(storeId: string, releaseId: string, from: number, to: number): SalePeriod[]
  /** How many releases were delivered to the store before a time. */
  releaseCount(storeId: string, by: number): number
  /** Undefined if the release was never on sale. */
  saleSpan(releaseId: string): SaleSpan | undefined
}

const SALES_PER_STEP = 500

/** Applies new sales incrementally. Releases that the seeds deliver are on sale at every store since their date. */
export function createSalesHistory(world: World): SalesHistory {
  const { catalogue, sales, start } = world.money
  const salesByStore = new Map<string, StoreSales>(
    world.stores.map(({ store_id }) => [store_id, { periodsByRelease: new Map(), deliveryTimes: [] }]),
  )
  let appliedSales = 0

  function startPeriod(
    { periodsByRelease, deliveryTimes }: StoreSales,
    releaseId: string,
    period: SalePeriod,
    deliveredAt: number,
  ) {
    const existing = periodsByRelease.get(releaseId)
    if (existing) existing.push(period)
    else {
      periodsByRelease.set(releaseId, [period])
      deliveryTimes.push(deliveredAt)
    }
  }

  function applySale({ at, delivery_id, release_id, store_id, offer }: Sale) {
    const storeSales = salesByStore.get(store_id)
    if (!storeSales) return
    for (const period of [...(storeSales.periodsByRelease.get(release_id) ?? [])]) {
      if (period.to <= at) continue
      if (period.delivery_id === delivery_id) period.to = at
      else if (period.delivery_id === null && offer) transferTerritories(storeSales, release_id, period, offer, at)
    }
    if (!offer) return
    const from = Math.max(at, offer.release_date === undefined ? at : Date.parse(offer.release_date))
    startPeriod(storeSales, release_id, { delivery_id, offer, from, to: Infinity }, at)
  }

  /** A delivery of a seeded release takes over its territories: they earn once, and a takedown ends them. */
  function transferTerritories(
    storeSales: StoreSales,
    releaseId: string,
    seeded: SalePeriod,
    { territory_codes: taken }: Offer,
    at: number,
  ) {
    const territory_codes = seeded.offer.territory_codes.filter((code) => !taken.includes(code))
    seeded.to = at
    const offer = { ...seeded.offer, territory_codes }
    if (territory_codes.length > 0)
      startPeriod(storeSales, releaseId, { delivery_id: null, offer, from: at, to: Infinity }, at)
  }

  const tracksByRelease = groupTracks(catalogue)
  const codesFor = createTerritoryCache(world)
  for (const { id, status, territories, days_to_release } of catalogue.releases) {
    if (status !== 'delivered') continue
    const from = Date.parse(formatDate(start + days_to_release * DAY))
    const tracks = tracksByRelease.get(id) ?? []
    for (const store of world.stores) {
      const territory_codes = codesFor(store, territories)
      const period = { delivery_id: null, offer: { territory_codes, tracks }, from, to: Infinity }
      if (territory_codes.length > 0) startPeriod(salesByStore.get(store.store_id) as StoreSales, id, period, from)
    }
  }

  function salesAt(storeId: string): StoreSales | undefined {
    for (; appliedSales < sales.length; appliedSales++) applySale(sales[appliedSales] as Sale)
    return salesByStore.get(storeId)
  }

  const periodsWithin = (periods: readonly SalePeriod[] = [], from: number, to: number) =>
    periods.filter((period) => period.from < to && period.to > from && period.from < period.to)

  return {
    *prepare() {
      while (appliedSales < sales.length) {
        applySale(sales[appliedSales++] as Sale)
        if (appliedSales % SALES_PER_STEP === 0) yield
      }
    },
    *releasesOnSale(storeId, from, to) {
      for (const [releaseId, periods] of salesAt(storeId)?.periodsByRelease ?? []) {
        const overlapping = periodsWithin(periods, from, to)
        if (overlapping.length > 0) yield [releaseId, overlapping]
      }
    },
    periodsOf: (storeId, releaseId, from, to) =>
      periodsWithin(salesAt(storeId)?.periodsByRelease.get(releaseId), from, to),
    releaseCount(storeId, by) {
      const since = salesAt(storeId)?.deliveryTimes ?? []
      let [low, high] = [0, since.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((since[middle] as number) < by) low = middle + 1
        else high = middle
      }
      return low
    },
    saleSpan(releaseId) {
      const stores = world.stores.filter(({ store_id }) => salesAt(store_id)?.periodsByRelease.has(releaseId))
      const periods = stores.flatMap(({ store_id }) => salesAt(store_id)?.periodsByRelease.get(releaseId) ?? [])
      if (periods.length === 0) return undefined
      return {
        from: Math.min(...periods.map(({ from }) => from)),
        to: Math.max(...periods.map(({ to }) => to)),
        stores: new Set(stores.map(({ store_id }) => store_id)),
      }
    },
  }
}

const groupedTracks = new WeakMap<Catalogue, Map<string, Catalogue['tracks']>>()

/** The tracks of each release. Grouped once for all worlds. */
function groupTracks(catalogue: Catalogue): Map<string, Catalogue['tracks']> {
  let byRelease = groupedTracks.get(catalogue)
  if (byRelease) return byRelease
  byRelease = new Map()
  for (const track of catalogue.tracks) {
    const tracks = byRelease.get(track.release_id)
    if (tracks) tracks.push(track)
    else byRelease.set(track.release_id, [track])
  }
  groupedTracks.set(catalogue, byRelease)
  return byRelease
}

/** The territories in which a store may sell. Releases with the same rights share the list. */
function createTerritoryCache(world: World) {
  const codesByKey = new Map<string, readonly string[]>()
  return ({ store_id, territories: served }: World['stores'][number], territories: readonly string[]) => {
    const key = `${store_id} ${territories.join(' ')}`
    let codes = codesByKey.get(key)
    if (!codes) codesByKey.set(key, (codes = served.filter(rightsFilter(world, { territories }))))
    return codes
  }
}

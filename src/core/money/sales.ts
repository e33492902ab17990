import { rightsOf } from '../catalogue/territories.js'
import type { Delivery } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import type { Offer, Sale } from './money-state.js'

/** Notes that a store has put what a delivery brought on sale, or has taken it down. The ledger is made from these notes. */
export function noteSale(
  world: World,
  { id: delivery_id, release_id, stores }: Delivery,
  store_id: string,
  status: 'delivered' | 'taken_down',
): void {
  const territory_codes = stores.find((order) => order.store_id === store_id)?.territory_codes ?? []
  const offer = status === 'delivered' ? { territory_codes, tracks: world.tracks.where({ release_id }) } : null
  world.money.sales.push({ at: world.now, delivery_id, release_id, store_id, offer })
}

/** A time through which a store sold the same offer of a release. Two deliveries of one release may run side by side. */
export interface Run {
  /** The delivery that brought it; null for what the seeds have always sold. */
  readonly delivery_id: string | null
  readonly offer: Offer
  readonly from: number
  to: number
}

interface Shelf {
  /** By release, in the order in which the releases came to the store. */
  readonly runs: Map<string, Run[]>
  /** When each of them came. */
  readonly since: number[]
}

/** When a release was on sale, and where. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly stores: ReadonlySet<string>
}

export interface Selling {
  /** What a store sold in a span of time, release by release, in the order in which they came to the store. */
  at(storeId: string, from: number, to: number): Generator<[releaseId: string, runs: Run[]]>
  of(storeId: string, releaseId: string, from: number, to: number): Run[]
  /** How many releases had come to a store by then. */
  count(storeId: string, by: number): number
  /** Undefined for what was never on sale. */
  span(releaseId: string): Span | undefined
}

/** Reads the world's notes as they grow. What the seeds have delivered was on sale for ever, wherever it may go. */
export function readSales(world: World): Selling {
  const { catalogue, sales } = world.money
  const shelves = new Map<string, Shelf>(world.stores.map(({ store_id }) => [store_id, { runs: new Map(), since: [] }]))
  let read = 0

  function begin({ runs, since }: Shelf, releaseId: string, run: Run) {
    const known = runs.get(releaseId)
    if (known) known.push(run)
    else {
      runs.set(releaseId, [run])
      since.push(run.from)
    }
  }

  function note({ at, delivery_id, release_id, store_id, offer }: Sale) {
    const shelf = shelves.get(store_id)
    if (!shelf) return
    for (const run of [...(shelf.runs.get(release_id) ?? [])]) {
      if (run.to <= at) continue
      if (run.delivery_id === delivery_id) run.to = at
      else if (run.delivery_id === null && offer) handOver(shelf, release_id, run, offer, at)
    }
    if (offer) begin(shelf, release_id, { delivery_id, offer, from: at, to: Infinity })
  }

  /** A delivery takes its territories over from what the seeds sold: so they earn once, and its takedown ends them. */
  function handOver(shelf: Shelf, releaseId: string, seeded: Run, { territory_codes: taken }: Offer, at: number) {
    const territory_codes = seeded.offer.territory_codes.filter((code) => !taken.includes(code))
    seeded.to = at
    const offer = { ...seeded.offer, territory_codes }
    if (territory_codes.length > 0) begin(shelf, releaseId, { delivery_id: null, offer, from: at, to: Infinity })
  }

  for (const { id, status, territories } of catalogue.releases) {
    if (status !== 'delivered') continue
    const tracks = catalogue.tracks.filter((track) => track.release_id === id)
    const mayGo = rightsOf(world, { territories })
    for (const { store_id, territories: served } of world.stores) {
      const territory_codes = served.filter(mayGo)
      const run = { delivery_id: null, offer: { territory_codes, tracks }, from: -Infinity, to: Infinity }
      if (territory_codes.length > 0) begin(shelves.get(store_id) as Shelf, id, run)
    }
  }

  function shelfOf(storeId: string): Shelf | undefined {
    for (; read < sales.length; read++) note(sales[read] as Sale)
    return shelves.get(storeId)
  }

  const within = (runs: readonly Run[] = [], from: number, to: number) =>
    runs.filter((run) => run.from < to && run.to > from && run.from < run.to)

  return {
    *at(storeId, from, to) {
      for (const [releaseId, runs] of shelfOf(storeId)?.runs ?? []) {
        const overlapping = within(runs, from, to)
        if (overlapping.length > 0) yield [releaseId, overlapping]
      }
    },
    of: (storeId, releaseId, from, to) => within(shelfOf(storeId)?.runs.get(releaseId), from, to),
    count(storeId, by) {
      const since = shelfOf(storeId)?.since ?? []
      let [low, high] = [0, since.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((since[middle] as number) < by) low = middle + 1
        else high = middle
      }
      return low
    },
    span(releaseId) {
      const stores = world.stores.filter(({ store_id }) => shelfOf(store_id)?.runs.has(releaseId))
      const runs = stores.flatMap(({ store_id }) => shelfOf(store_id)?.runs.get(releaseId) ?? [])
      if (runs.length === 0) return undefined
      return {
        from: Math.min(...runs.map(({ from }) => from)),
        to: Math.max(...runs.map(({ to }) => to)),
        stores: new Set(stores.map(({ store_id }) => store_id)),
      }
    },
  }
}

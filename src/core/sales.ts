import type { Offer, Sale } from './money.js'
import { rightsOf } from './territories.js'
import type { Delivery, World } from './world.js'

/** Notes that a store has put a release on sale, or has taken it down. The ledger is made from these notes. */
export function noteSale(
  world: World,
  { release_id, stores }: Delivery,
  store_id: string,
  status: 'delivered' | 'taken_down',
): void {
  const territory_codes = stores.find((order) => order.store_id === store_id)?.territory_codes ?? []
  const offer = status === 'delivered' ? { territory_codes, tracks: world.tracks.where({ release_id }) } : null
  world.money.sales.push({ at: world.now, release_id, store_id, offer })
}

/** A time through which a store sold the same offer of a release. */
export interface Run {
  readonly release_id: string
  readonly offer: Offer
  readonly from: number
  to: number
}

/** By store, then by release: the runs in their order. They never overlap. */
type Shelves = Map<string, Map<string, Run[]>>

/** What a store sold of each release in a span of time, in the order in which the releases came to the store. */
export type Selling = (storeId: string, from: number, to: number) => Run[][]

/** Reads the world's notes as they grow. What the seeds have delivered was on sale for ever, wherever it may go. */
export function readSales(world: World): Selling {
  const { catalogue, sales } = world.money
  const shelves: Shelves = new Map(world.stores.map(({ store_id }) => [store_id, new Map()]))
  let read = 0

  function note({ at, release_id, store_id, offer }: Sale) {
    const shelf = shelves.get(store_id)
    if (!shelf) return
    const runs = shelf.get(release_id) ?? []
    const last = runs.at(-1)
    const before = last && last.to > at ? last : undefined
    if (before) before.to = at
    if (offer) runs.push({ release_id, offer: before ? withMore(before.offer, offer) : offer, from: at, to: Infinity })
    shelf.set(release_id, runs)
  }

  for (const { id: release_id, status, territories } of catalogue.releases) {
    if (status !== 'delivered') continue
    const tracks = catalogue.tracks.filter((track) => track.release_id === release_id)
    const mayGo = rightsOf(world, { territories })
    for (const { store_id, territories: served } of world.stores) {
      const territory_codes = served.filter(mayGo)
      if (territory_codes.length > 0) note({ at: -Infinity, release_id, store_id, offer: { territory_codes, tracks } })
    }
  }

  return (storeId, from, to) => {
    for (; read < sales.length; read++) note(sales[read] as Sale)
    const found: Run[][] = []
    for (const runs of shelves.get(storeId)?.values() ?? []) {
      const overlapping = runs.filter((run) => run.from < to && run.to > from)
      if (overlapping.length > 0) found.push(overlapping)
    }
    return found
  }
}

/** A second order adds its territories to those of the first, and brings the tracks as they are now. */
const withMore = (before: Offer, { territory_codes, tracks }: Offer): Offer => ({
  territory_codes: [...new Set([...before.territory_codes, ...territory_codes])],
  tracks,
})

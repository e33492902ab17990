import type { World } from '../../src/core/engine/world.js'

interface SaleOptions {
  release?: string
  delivery?: string
  tracks?: number
  codes?: readonly string[]
  release_date?: string
}

/** Puts a release on sale at a store now, as a delivery would. */
export function addSale(
  world: World,
  store_id: string,
  { release = 'rel_x', delivery = 'dlv_x', tracks = 1, codes, release_date }: SaleOptions = {},
) {
  const territory_codes = codes ?? world.stores.find((store) => store.store_id === store_id)?.territories ?? []
  const trackList = Array.from({ length: tracks }, (_, i) => ({
    isrc: `QZ-${release}-${i}`,
    territory: ['WORLD'],
  }))
  const offer = { territory_codes, tracks: trackList, ...(release_date && { release_date }) }
  world.money.sales.push({ at: world.now, delivery_id: delivery, release_id: release, store_id, offer })
}

export const addTakedown = (world: World, store_id: string, delivery_id: string, release_id = 'rel_x') =>
  world.money.sales.push({ at: world.now, delivery_id, release_id, store_id, offer: null })

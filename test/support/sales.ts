import type { World } from '../../src/core/engine/world.js'

interface Sold {
  release?: string
  delivery?: string
  tracks?: number
  codes?: readonly string[]
}

/** Puts a release on sale at a store now, as a delivery would. */
export function sell(
  world: World,
  store_id: string,
  { release = 'rel_x', delivery = 'dlv_x', tracks = 1, codes }: Sold = {},
) {
  const territory_codes = codes ?? world.stores.find((store) => store.store_id === store_id)?.territories ?? []
  const list = Array.from({ length: tracks }, (_, i) => ({
    isrc: `QZ-${release}-${i}`,
    territory: ['WORLD'],
  }))
  const offer = { territory_codes, tracks: list }
  world.money.sales.push({ at: world.now, delivery_id: delivery, release_id: release, store_id, offer })
}

export const takeDown = (world: World, store_id: string, delivery_id: string, release_id = 'rel_x') =>
  world.money.sales.push({ at: world.now, delivery_id, release_id, store_id, offer: null })

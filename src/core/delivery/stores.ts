import type { Store, StoreOrder } from '../engine/rows.js'
import type { World } from '../engine/world.js'

export const findStore = (world: World, id: string): Store | undefined =>
  world.stores.find((store) => store.store_id === id)

export const supportsTakedown = (world: World, { store_id }: StoreOrder): boolean =>
  findStore(world, store_id)?.capabilities.takedown === true

import { paginateList } from '../pagination/paginate.js'
import type { V1Operations } from '../pipeline/exchange.js'

export const storeOperations: Pick<V1Operations, 'listStores' | 'listTerritories'> = {
  listStores: {
    run({ world: { state }, query }) {
      const { territory } = query
      const stores = territory ? state.stores.filter((store) => store.territories.includes(territory)) : state.stores
      return paginateList(state, 'stores', stores, { territory }, query)
    },
  },

  listTerritories: {
    run({ world: { state }, query }) {
      const licensed = state.territories.filter(({ code }) => state.account.licensedTerritories.has(code))
      return paginateList(state, 'territories', licensed, {}, query)
    },
  },
}

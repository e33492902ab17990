import { invalidField, type Refusal, refuse } from '../../../core/primitives/result.js'
import { suggest } from '../../../core/primitives/suggest.js'
import type { components } from '../../../generated/control-api.js'
import type { ControlOperations } from '../../pipeline/exchange.js'
import { type Collection, type Filter, type StateQuery, TABLE_COLLECTIONS } from './collections.js'
import { COMPUTED_COLLECTIONS } from './money-collections.js'

type CollectionName = components['schemas']['CollectionName']

const COLLECTIONS: Record<CollectionName, Collection> = { ...TABLE_COLLECTIONS, ...COMPUTED_COLLECTIONS }

/** A filter that the collection does not have must not be ignored. */
function refuseFilters(name: string, { filters, statuses }: Collection, query: StateQuery): Refusal | undefined {
  const { limit: _limit, cursor: _cursor, ...given } = query
  const known = filters.length > 0 ? `it has ${filters.join(', ')}` : 'it has none'
  const details = (Object.keys(given) as Filter[])
    .filter((filter) => !filters.includes(filter))
    .map((filter) => invalidField(filter, `is not a filter of ${name}; ${known}`))
  const { status } = given
  if (status !== undefined && statuses && !statuses.includes(status)) {
    const suggestion = suggest(status, statuses)
    const hint = suggestion ? `did you mean ${suggestion}?` : `known: ${statuses.join(', ')}`
    details.push(invalidField('status', `is not a status of ${name}; ${hint}`))
  }
  return details.length > 0 ? refuse('invalid_request', { details }) : undefined
}

export const stateOperations: Pick<ControlOperations, 'listState' | 'getState' | 'getWebhookSecret'> = {
  listState: {
    run({ world: { state }, path: { collection: name }, query, header }) {
      const collection = COLLECTIONS[name]
      return refuseFilters(name, collection, query) ?? collection.list({ world: state, header }, query)
    },
  },

  getState: {
    async run({ world: { state }, path: { collection, id }, header }) {
      const item = await COLLECTIONS[collection].read({ world: state, header }, id)
      if (!item) return refuse('not_found', { message: `There is no ${id.slice(0, 100)} in ${collection}.` })
      return 'ok' in item ? (item as Refusal) : { status: 200, body: item }
    },
  },

  getWebhookSecret: {
    run({ world: { state }, path: { webhook_id } }) {
      const webhook = state.webhooks.get(webhook_id)
      if (!webhook) return refuse('not_found', { message: `There is no webhook endpoint ${webhook_id.slice(0, 100)}.` })
      return { status: 200, body: { webhook_id, secret: webhook.secret } }
    },
  },
}

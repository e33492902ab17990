import type { StatementKey } from '../../../core/money/ledger.js'
import {
  lineView,
  pageOfLines,
  pageOfRecords,
  pageOfStatements,
  prepareStatements,
  recordView,
  type StatementFilter,
  statementView,
} from '../../../core/money/statements.js'
import { invalidField, type Refusal, refuse } from '../../../core/primitives/result.js'
import { runInSlices } from '../../../runtime/time-slices.js'
import { findStatementOrRefuse, refuseUnknownStore } from '../../operations/money.js'
import { paginateInSteps, paginateList } from '../../pagination/paginate.js'
import type { Collection, StateQuery } from './collections.js'
import { statementFacts, titleOf } from './facts.js'

const withoutPaging = ({ limit: _limit, cursor: _cursor, ...filter }: StateQuery) => filter

const NO_ITEM_PAGES = (name: string, list: string): Refusal =>
  refuse('not_found', { message: `${name} can't be read one by one. List them: GET /_sandbox/state/${list}.` })

/** Collections that are computed from the ledger, and the stores. */
export const COMPUTED_COLLECTIONS: Record<'statements' | 'royalties' | 'line_items' | 'stores', Collection> = {
  statements: {
    filters: ['status', 'period', 'currency'],
    statuses: ['open', 'closed'],
    list({ world }, query) {
      const filter = withoutPaging(query)
      return runInSlices(
        paginateInSteps(
          world,
          'state-statements',
          filter,
          query,
          function* (limit, before) {
            const page = pageOfStatements(world, filter as StatementFilter, limit, before)
            yield* prepareStatements(world, page.rows)
            return page
          },
          (key) => ({ ...statementView(world, key), sandbox: statementFacts(world, key) }),
        ),
      )
    },
    read({ world }, id) {
      const key = findStatementOrRefuse(world, id)
      if ('ok' in key) return key
      return runInSlices(
        (function* () {
          yield* prepareStatements(world, [key])
          return { ...statementView(world, key), sandbox: statementFacts(world, key) }
        })(),
      )
    },
  },

  royalties: {
    filters: ['period', 'store_id', 'release_id', 'currency', 'statement_id'],
    list({ world }, query) {
      const { statement_id, store_id, ...filter } = withoutPaging(query)
      const statement = statement_id === undefined ? undefined : findStatementOrRefuse(world, statement_id)
      const refusal = refuseUnknownStore(world, store_id)
      if (refusal) return refusal
      if (statement && 'ok' in statement) return statement
      return runInSlices(
        paginateInSteps(
          world,
          'state-royalties',
          { ...filter, store_id, statement_id },
          query,
          (limit, before) => pageOfRecords(world, { ...filter, store_id, statement }, limit, { before }),
          ({ key, record }) => ({
            ...recordView(world, key, record),
            sandbox: { release_title: titleOf(world, record.release_id) },
          }),
        ),
      )
    },
    read: () => NO_ITEM_PAGES('Royalty records', 'royalties?statement_id=…'),
  },

  line_items: {
    filters: ['statement_id'],
    list({ world }, query) {
      const { statement_id } = query
      if (statement_id === undefined)
        return refuse('invalid_request', { details: [invalidField('statement_id', 'is needed to list line items')] })
      const key: StatementKey | Refusal = findStatementOrRefuse(world, statement_id)
      if ('ok' in key) return key
      return runInSlices(
        paginateInSteps(
          world,
          'state-line-items',
          { statement_id },
          query,
          (limit, from) => pageOfLines(world, key, limit, from),
          (line) => ({ ...lineView(world, key, line), sandbox: {} }),
        ),
      )
    },
    read: () => NO_ITEM_PAGES('Line items', 'line_items?statement_id=…'),
  },

  stores: {
    filters: [],
    list: ({ world }, query) =>
      paginateList(world, 'state-stores', world.stores, {}, query, (store) => ({ ...store, sandbox: {} })),
    read({ world }, id) {
      const store = world.stores.find(({ store_id }) => store_id === id)
      return store && { ...store, sandbox: {} }
    },
  },
}

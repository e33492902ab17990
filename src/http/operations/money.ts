import type { World } from '../../core/engine/world.js'
import type { StatementKey, StatementLine } from '../../core/money/ledger.js'
import { inputIssues, payoutNotFound, payoutView } from '../../core/money/payouts.js'
import {
  findStatement,
  GONE_MESSAGE,
  lineView,
  pageOfLines,
  pageOfRecords,
  pageOfStatements,
  prepareStatements,
  recordView,
  type StatementRecord,
  statementView,
} from '../../core/money/statements.js'
import { invalidField, type Refusal, refuse } from '../../core/primitives/result.js'
import type { Steps } from '../../core/primitives/steps.js'
import { suggest } from '../../core/primitives/suggest.js'
import { SECOND } from '../../core/primitives/time.js'
import { runInSlices } from '../../runtime/time-slices.js'
import { paginateInSteps, paginateTable } from '../pagination/paginate.js'
import type { V1Operations } from '../pipeline/exchange.js'
import { chooseScenario, scenarioHeaders } from './choose-scenario.js'

/** The date on which cursors replaced `page` and `per_page`. Their sunset is not known. */
const PAGE_DEPRECATION_HEADERS = { Deprecation: `@${Date.UTC(2024, 5, 1) / SECOND}` }

export function findStatementOrRefuse(state: World, id: string): StatementKey | Refusal {
  const found = findStatement(state, id)
  if (found === 'gone') return refuse('not_found', { message: `Statement ${id} ${GONE_MESSAGE}.` })
  return found ?? refuse('not_found', { message: `There is no statement ${id}.` })
}

export function refuseUnknownStore({ stores }: World, id: string | undefined): Refusal | undefined {
  const names = stores.map(({ store_id }) => store_id)
  if (id === undefined || names.includes(id)) return undefined
  const suggestion = suggest(id, names)
  const hint = suggestion ? `did you mean ${suggestion}?` : 'GET /v1/stores lists them'
  return refuse('invalid_request', { details: [invalidField('store_id', `is not a known store; ${hint}`)] })
}

function refuseMixedPagination(query: { limit?: unknown; cursor?: unknown }): Refusal | undefined {
  const mixed = (['limit', 'cursor'] as const).filter((name) => query[name] !== undefined)
  if (mixed.length === 0) return undefined
  const details = mixed.map((name) => invalidField(name, 'cannot be combined with page and per_page'))
  return refuse('invalid_request', { details })
}

/** Runs the steps in slices, then calls the function. Synchronous if the steps end within the first slice. */
function afterSteps<T>(steps: Steps<void>, run: () => T): T | Promise<T> {
  const prepared = runInSlices(steps)
  return prepared instanceof Promise ? prepared.then(run) : run()
}

type MoneyOperations =
  | 'listRoyalties'
  | 'listStatements'
  | 'getStatement'
  | 'listLineItems'
  | 'createPayout'
  | 'listPayouts'
  | 'getPayout'
  | 'releasePayout'

export const moneyOperations: Pick<V1Operations, MoneyOperations> = {
  listRoyalties: {
    run({ world: { state }, query }) {
      const {
        period,
        store_id,
        release_id,
        currency,
        page: pageNumber,
        per_page,
        limit = per_page ?? 20,
        cursor,
      } = query
      const filter = { period, store_id, release_id, currency }
      const usesPageNumbers = pageNumber !== undefined || per_page !== undefined
      const refusal =
        (usesPageNumbers ? refuseMixedPagination(query) : undefined) ?? refuseUnknownStore(state, store_id)
      if (refusal) return refusal
      const skip = usesPageNumbers ? ((pageNumber ?? 1) - 1) * limit : 0
      const fetchPage = (size: number, before?: number) => pageOfRecords(state, filter, size, { before, skip })
      const view = ({ key, record }: StatementRecord) => recordView(state, key, record)
      return runInSlices(
        (function* () {
          const found = yield* paginateInSteps(state, 'royalties', filter, { limit, cursor }, fetchPage, view)
          return usesPageNumbers && !('ok' in found) ? { ...found, headers: PAGE_DEPRECATION_HEADERS } : found
        })(),
      )
    },
  },

  listStatements: {
    run({ world: { state }, query }) {
      const { status, period, currency } = query
      const filter = { status, period, currency }
      const fetchPage = function* (limit: number, before?: number) {
        const page = pageOfStatements(state, filter, limit, before)
        yield* prepareStatements(state, page.rows)
        return page
      }
      const view = (key: StatementKey) => statementView(state, key)
      return runInSlices(paginateInSteps(state, 'statements', filter, query, fetchPage, view))
    },
  },

  getStatement: {
    run({ world: { state }, path }) {
      const key = findStatementOrRefuse(state, path.statement_id)
      if ('ok' in key) return key
      return afterSteps(prepareStatements(state, [key]), () => ({ status: 200, body: statementView(state, key) }))
    },
  },

  listLineItems: {
    run({ world: { state }, path, query }) {
      const key = findStatementOrRefuse(state, path.statement_id)
      if ('ok' in key) return key
      const fetchPage = (limit: number, from?: number) => pageOfLines(state, key, limit, from)
      const view = (line: StatementLine) => lineView(state, key, line)
      return runInSlices(paginateInSteps(state, 'line-items', path, query, fetchPage, view))
    },
  },

  createPayout: {
    findIssues: inputIssues,
    run({ world, body, header }) {
      const choice = chooseScenario(world.state, undefined, header('x-sandbox-scenario'))
      if ('ok' in choice) return choice
      const { state } = world
      const keys = body.statement_ids.map((id) => findStatement(state, id))
      const found = keys.filter((key): key is StatementKey => typeof key === 'object')
      return afterSteps(prepareStatements(state, found), () => {
        const created = world.execute({ type: 'create-payout', input: body, scenario: choice.name })
        return created.ok ? { status: 201, body: payoutView(created.value), headers: scenarioHeaders(choice) } : created
      })
    },
  },

  listPayouts: {
    run({ world: { state }, query }) {
      const filter = query.status === undefined ? {} : { status: query.status }
      return paginateTable(state, 'payouts', state.money.payouts, filter, query, payoutView)
    },
  },

  getPayout: {
    run({ world, path }) {
      const payout = world.state.money.payouts.get(path.payout_id)
      return payout ? { status: 200, body: payoutView(payout) } : payoutNotFound(path.payout_id)
    },
  },

  releasePayout: {
    run({ world, path }) {
      const released = world.execute({ type: 'release-payout', id: path.payout_id })
      return released.ok ? { status: 200, body: payoutView(released.value) } : released
    },
  },
}

import type { Judge } from '../contract/judge.js'
import type { Operation } from '../contract/router.js'
import type { KeptAnswer } from '../core/answers.js'
import { ERRORS, type Issue, type Refusal, refuse } from '../core/errors.js'
import { quotaOf, remaining } from '../core/limits.js'
import type { RunningWorld } from '../runtime/worlds.js'
import { errorBody, oauthErrorBody } from './error-body.js'
import type { Incoming, Outgoing, Reply } from './exchange.js'
import type { Log } from './log.js'

/** What is known of a request so far. */
export interface Exchange {
  incoming: Incoming
  started: number
  requestId: string
  world: RunningWorld | undefined
  operation: Operation | undefined
  warnings: Issue[]
}

export interface Answering {
  /** What a reply or a refusal looks like on the wire. An answer outside the document is a bug, and becomes a 500. */
  answer(exchange: Exchange, judge: Judge | undefined, outcome: Reply | Refusal): Outgoing
  replay(exchange: Exchange, kept: KeptAnswer): Outgoing
}

const isRefusal = (outcome: Reply | Refusal): outcome is Refusal => 'ok' in outcome
const NOBODYS_QUOTA = quotaOf('standard', 'relaxed')

export function createAnswering(log: Log, limited: boolean): Answering {
  function write(exchange: Exchange, { status, headers, body }: Reply): Outgoing {
    record(exchange, status, false)
    return { status, headers: { ...headers, ...standing(exchange) }, body: JSON.stringify(body) }
  }

  /** The headers that every answer carries. */
  function standing({ requestId, world, operation }: Exchange): Record<string, string> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', 'X-Request-Id': requestId }
    if (operation?.errorShape === 'oauth') headers['Cache-Control'] = 'no-store'
    if (limited) {
      const quota = world?.state.quota ?? NOBODYS_QUOTA
      const left = world ? remaining(world.state.meter, quota, world.state.now) : quota.perMinute
      headers['RateLimit-Limit'] = String(quota.perMinute)
      headers['RateLimit-Remaining'] = String(left)
    }
    return headers
  }

  function record(exchange: Exchange, status: number, replayed: boolean) {
    const { incoming, started, requestId, world, operation, warnings } = exchange
    if (operation?.quiet && status < 400) return
    log.request({
      method: incoming.method,
      target: incoming.target,
      status,
      operation: operation?.id,
      world: world?.state.name,
      request_id: requestId,
      milliseconds: performance.now() - started,
      warnings,
      replayed,
    })
  }

  return {
    answer(exchange, judge, outcome) {
      const { operation, requestId } = exchange
      const reply = isRefusal(outcome) ? render(outcome, requestId, operation) : outcome
      const code = isRefusal(outcome) ? outcome.code : undefined
      const fault = operation && judge && undocumented(judge, operation, reply, code)
      if (!fault) return write(exchange, reply)
      log.fault(requestId, `${operation.id} answered outside the document: ${fault}`)
      return write(exchange, render(refuse('internal_error'), requestId, operation))
    },
    replay(exchange, kept) {
      record(exchange, kept.status, true)
      const again = { 'X-Request-Id': kept.requestId, 'Idempotent-Replayed': 'true' }
      return { status: kept.status, headers: { ...kept.headers, ...standing(exchange), ...again }, body: kept.body }
    },
  }
}

function render(refusal: Refusal, requestId: string, operation: Operation | undefined): Reply {
  const { code, headers } = refusal
  const body = operation?.errorShape === 'oauth' ? oauthErrorBody(refusal) : errorBody(refusal, requestId)
  return { status: ERRORS[code].status, body, ...(headers && { headers }) }
}

function undocumented(judge: Judge, { answers }: Operation, { status, body }: Reply, code: string | undefined) {
  const documented = answers.get(status)
  if (!documented) return `status ${status}`
  if (code !== undefined && documented.codes && !documented.codes.has(code)) return `code ${code} with status ${status}`
  return documented.schema ? judge.answer(documented.schema, body) : undefined
}

import type { Operation } from '../../contract/router.js'
import type { Judge } from '../../contract/validator.js'
import type { KeptAnswer } from '../../core/access/idempotency-keys.js'
import { type Quota, remaining } from '../../core/access/rate-limits.js'
import { ERRORS } from '../../core/primitives/error-catalogue.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Log } from '../logging/request-log.js'
import type { Page } from '../operations/pagination.js'
import { errorBody, oauthErrorBody } from './error-body.js'
import { CLIENT_GONE, type Exchange, type Outcome, type Outgoing, type Reply } from './exchange.js'
import { isKnown, writeOut } from './serialize-response.js'

export interface Answering {
  /** What a reply or a refusal looks like on the wire. An answer outside the document is a bug, and becomes a 500. */
  answer(exchange: Exchange, judge: Judge | undefined, outcome: Outcome): Outgoing
  replay(exchange: Exchange, kept: KeptAnswer): Outgoing
  /** Writes a line into the log about what was answered in the end, or that the client went away before. */
  tell(exchange: Exchange, outgoing: Outgoing | undefined): void
}

const isRefusal = (outcome: Outcome): outcome is Refusal => 'ok' in outcome

/** `nobodysQuota` is what a request without a world is told; undefined where requests are not counted at all. */
export function createAnswering(log: Log, nobodysQuota: Quota | undefined): Answering {
  function write(exchange: Exchange, reply: Reply, refusal: Refusal | undefined): Outgoing {
    const { status, body, feed, text } = reply
    exchange.refusal = refusal
    const headers = reply.headers ? { ...reply.headers, ...standing(exchange) } : standing(exchange)
    if (feed) {
      headers['Content-Type'] = 'text/event-stream'
      headers['Cache-Control'] = 'no-store'
      return { status, headers, body: '', feed }
    }
    if (text) return { status, headers: { ...headers, 'Content-Type': text.type }, body: text.content }
    if (body !== undefined) return { status, headers, body: writeOut(reply) }
    delete headers['Content-Type']
    return { status, headers, body: '' }
  }

  /** The headers that every answer carries. */
  function standing({ requestId, world, errorShape }: Exchange): Record<string, string> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', 'X-Request-Id': requestId }
    if (errorShape === 'oauth') headers['Cache-Control'] = 'no-store'
    if (nobodysQuota) {
      const quota = world?.state.quota ?? nobodysQuota
      const left = world ? remaining(world.state.meter, quota, world.state.now) : quota.perMinute
      headers['RateLimit-Limit'] = String(quota.perMinute)
      headers['RateLimit-Remaining'] = String(left)
    }
    return headers
  }

  function tell(exchange: Exchange, outgoing: Outgoing | undefined): void {
    const { incoming, started, requestId, world, operation, warnings, refusal, replayed } = exchange
    const status = outgoing?.status ?? CLIENT_GONE
    if (operation?.quiet && status < 400) return
    log.request?.({
      method: incoming.method,
      target: incoming.target,
      status,
      operation: operation?.id,
      world: world && `${world.state.account.tier}/${world.state.name}`,
      request_id: requestId,
      milliseconds: performance.now() - started,
      warnings,
      refusal,
      replayed,
    })
  }

  return {
    answer(exchange, judge, outcome) {
      const { operation, requestId } = exchange
      const refusal = isRefusal(outcome) ? outcome : undefined
      const reply = isRefusal(outcome) ? render(outcome, exchange) : outcome
      const fault = operation && judge && undocumented(judge, operation, reply, refusal?.code)
      if (!fault) return write(exchange, reply, refusal)
      const complain = (words: unknown) =>
        log.fault(requestId, `${operation.id} answered outside the document: ${words}`)
      if (fault instanceof Promise) fault.then(complain, complain)
      else complain(fault)
      const mistake = refuse('internal_error')
      return write(exchange, render(mistake, exchange), mistake)
    },
    replay(exchange, kept) {
      exchange.requestId = kept.requestId
      exchange.replayed = true
      const headers = { ...kept.headers, ...standing(exchange), 'Idempotent-Replayed': 'true' }
      return { status: kept.status, headers, body: kept.body }
    },
    tell,
  }
}

function render(refusal: Refusal, { requestId, errorShape }: Exchange): Reply {
  const { code, headers } = refusal
  const body = errorShape === 'oauth' ? oauthErrorBody(refusal) : errorBody(refusal, requestId)
  return { status: ERRORS[code].status, body, ...(headers && { headers }) }
}

function undocumented(judge: Judge, operation: Operation, reply: Reply, code: string | undefined) {
  const { status } = reply
  const documented = operation.answers.get(status)
  if (!documented) return `status ${status}`
  if (code !== undefined && documented.codes && !documented.codes.has(code)) return `code ${code} with status ${status}`
  if (!documented.schema) return undefined
  if (!reply.rows || !isKnown(reply)) return judge.answer(operation, status, reply.body)
  // Of a page that leaves what is around its rows.
  return reply.rows === 'data' ? judge.answer(operation, status, { ...(reply.body as Page), data: [] }) : undefined
}

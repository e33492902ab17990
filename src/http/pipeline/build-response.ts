import type { Operation } from '../../contract/router.js'
import type { Validator } from '../../contract/validator.js'
import type { KeptAnswer } from '../../core/access/idempotency-keys.js'
import { type Quota, remainingRequests } from '../../core/access/rate-limits.js'
import { ERRORS } from '../../core/primitives/error-catalogue.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Log } from '../logging/request-log.js'
import type { Page } from '../pagination/paginate.js'
import { CLIENT_CLOSED_REQUEST, type Exchange, type OperationOutcome, type Outgoing, type Reply } from './exchange.js'
import { hasOnlySerializedRows, serializeBody } from './serialize-response.js'
import { formatWarnings, WARNING_HEADER } from './warning-header.js'

export interface Responder {
  /** Builds the response. A response that violates the document is a bug; it is logged and becomes a 500. */
  respond(exchange: Exchange, validator: Validator | undefined, outcome: OperationOutcome): Outgoing
  replay(exchange: Exchange, kept: KeptAnswer): Outgoing
  logRequest(exchange: Exchange, outgoing: Outgoing | undefined): void
}

const isRefusal = (outcome: OperationOutcome): outcome is Refusal => 'ok' in outcome

/** `anonymousQuota` is the quota for requests without a world, or undefined where there are no rate limits. */
export function createResponder(log: Log, anonymousQuota: Quota | undefined): Responder {
  function toOutgoing(exchange: Exchange, reply: Reply, refusal: Refusal | undefined): Outgoing {
    const { status, body, feed, text, stream } = reply
    exchange.refusal = refusal
    const headers = reply.headers ? { ...reply.headers, ...commonHeaders(exchange) } : commonHeaders(exchange)
    if (feed) {
      headers['Content-Type'] = 'text/event-stream'
      headers['Cache-Control'] = 'no-store'
      return { status, headers, body: '', feed }
    }
    if (text) return { status, headers: { ...headers, 'Content-Type': text.type }, body: text.content }
    if (stream) return { status, headers: { ...headers, 'Content-Type': stream.type }, body: '', stream: stream.chunks }
    if (body !== undefined) return { status, headers, body: serializeBody(reply) }
    delete headers['Content-Type']
    return { status, headers, body: '' }
  }

  function commonHeaders({ requestId, world, errorShape, warnings }: Exchange): Record<string, string> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', 'X-Request-Id': requestId }
    if (errorShape === 'oauth') headers['Cache-Control'] = 'no-store'
    if (anonymousQuota) {
      const quota = world?.state.quota ?? anonymousQuota
      const remaining = world ? remainingRequests(world.state.meter, quota, world.state.now) : quota.perMinute
      headers['RateLimit-Limit'] = String(quota.perMinute)
      headers['RateLimit-Remaining'] = String(remaining)
    }
    if (warnings.length > 0) headers[WARNING_HEADER] = formatWarnings(warnings)
    return headers
  }

  function logRequest(exchange: Exchange, outgoing: Outgoing | undefined): void {
    const { incoming, startedAt, requestId, world, operation, warnings, refusal, replayed } = exchange
    const status = outgoing?.status ?? CLIENT_CLOSED_REQUEST
    if (operation?.isQuiet && status < 400) return
    log.request?.({
      method: incoming.method,
      target: incoming.target,
      status,
      operation: operation?.id,
      world: world && `${world.state.account.tier}/${world.state.name}`,
      request_id: requestId,
      milliseconds: performance.now() - startedAt,
      warnings,
      refusal,
      replayed,
    })
  }

  return {
    respond(exchange, validator, outcome) {
      const { operation, requestId } = exchange
      const refusal = isRefusal(outcome) ? outcome : undefined
      const reply = isRefusal(outcome) ? renderRefusal(outcome, exchange) : outcome
      const violation = operation && validator && findContractViolation(validator, operation, reply, refusal?.code)
      if (!violation) return toOutgoing(exchange, reply, refusal)
      const logViolation = (description: unknown) =>
        log.error(requestId, `${operation.id} violated the document: ${description}`)
      if (violation instanceof Promise) violation.then(logViolation, logViolation)
      else logViolation(violation)
      const internalError = refuse('internal_error')
      return toOutgoing(exchange, renderRefusal(internalError, exchange), internalError)
    },
    replay(exchange, kept) {
      exchange.replayed = true
      const headers = {
        ...kept.headers,
        ...commonHeaders(exchange),
        'Idempotent-Replayed': 'true',
        'X-Original-Request-Id': kept.requestId,
      }
      return { status: kept.status, headers, body: kept.body }
    },
    logRequest,
  }
}

function renderRefusal(refusal: Refusal, { requestId, errorShape }: Exchange): Reply {
  const { code, headers } = refusal
  const body = errorShape === 'oauth' ? oauthErrorBody(refusal) : errorBody(refusal, requestId)
  return { status: ERRORS[code].status, body, ...(headers && { headers }) }
}

function findContractViolation(validator: Validator, operation: Operation, reply: Reply, code: string | undefined) {
  const { status } = reply
  const documented = operation.responses.get(status)
  if (!documented) return `status ${status}`
  if (code !== undefined && documented.codes && !documented.codes.has(code)) return `code ${code} with status ${status}`
  if (!documented.schema) return undefined
  if (!reply.rowsIn || !hasOnlySerializedRows(reply)) return validator.validateResponse(operation, status, reply.body)
  // The rows of this page were validated when they were serialized. Validate the rest.
  return reply.rowsIn === 'data'
    ? validator.validateResponse(operation, status, { ...(reply.body as Page), data: [] })
    : undefined
}

function errorBody({ code, message, details }: Refusal, request_id: string) {
  const listed = details?.map(({ field, issue }) => (field === undefined ? { issue } : { field, issue }))
  return { error: { code, message, request_id, ...(listed && { details: listed }) } }
}

/** RFC 6749, section 5.2, for the token endpoint. */
function oauthErrorBody({ code, message, details }: Refusal) {
  const description = details?.map(({ field, issue }) => `${field ?? ''} ${issue}`.trim()).join('; ')
  const hasWrongGrant = details?.some(({ field, code }) => field === 'grant_type' && code !== 'missing_required_field')
  const requestError = hasWrongGrant ? 'unsupported_grant_type' : 'invalid_request'
  const error = ERRORS[code].status < 500 ? requestError : 'server_error'
  // RFC 6749 allows printable ASCII without quotes and backslashes.
  return { error, error_description: (description ?? message).replaceAll('"', "'").replaceAll(/[^ -~]|\\/g, '?') }
}

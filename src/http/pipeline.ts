import { createHash } from 'node:crypto'
import type { Contract } from '../contract/contract.js'
import type { Judge } from '../contract/judge.js'
import type { Operation } from '../contract/router.js'
import { unknownFields } from '../contract/unknown-fields.js'
import { keepAnswer, keptAnswer } from '../core/answers.js'
import { ERRORS, type Issue, type Refusal, refuse, refuseAll } from '../core/errors.js'
import { type IdSource, nextId } from '../core/ids.js'
import { quotaOf, remaining, takeRequest } from '../core/limits.js'
import type { RunningWorld, Worlds } from '../runtime/worlds.js'
import { JSON_LIMIT, parseBody, refuseMediaType } from './body.js'
import { authenticate } from './credentials.js'
import { errorBody, oauthErrorBody } from './error-body.js'
import type { Incoming, OperationCode, Outgoing, Reply } from './exchange.js'
import type { Log } from './log.js'
import { readParameters, refuseParameters } from './parameters.js'

export interface PipelineOptions {
  contract: Contract
  operations: Record<string, OperationCode>
  worlds: Worlds
  log: Log
  /** Where requests without a world get their ids. */
  anonymous: IdSource
  /** Whether requests count against the account's quota, and say so in headers. */
  limited: boolean
  /** Whether what the document does not know is refused instead of ignored. */
  strict: boolean
}

/** What is known of a request so far. */
interface Exchange {
  incoming: Incoming
  started: number
  requestId: string
  world: RunningWorld | undefined
  operation: Operation | undefined
  warnings: Issue[]
}

export interface Pipeline {
  handle(incoming: Incoming): Promise<Outgoing | undefined>
  /** The answer to a request that does not get as far as the pipeline. */
  turnAway(incoming: Incoming, refusal: Refusal): Outgoing
}

const isRefusal = (outcome: Reply | Refusal): outcome is Refusal => 'ok' in outcome

// What failed before it ran is not kept: a mended retry with the same key must get its chance.
const isKept = (status: number) => status < 500 && ![400, 401, 403, 413, 415, 429].includes(status)

export function createPipeline(options: PipelineOptions): Pipeline {
  const { contract, operations, worlds, log, anonymous, limited, strict } = options
  const nobodysQuota = quotaOf('standard', 'relaxed')

  /** Nothing that goes wrong in here may take the server down, or leave a client without an answer. */
  async function handle(incoming: Incoming): Promise<Outgoing | undefined> {
    try {
      return await walk(incoming)
    } catch (fault) {
      const exchange = begin(incoming, undefined)
      log.fault(exchange.requestId, fault)
      return answer(exchange, undefined, refuse('internal_error'))
    }
  }

  /** One request, from first byte to last. Every step either goes on or answers. */
  async function walk(incoming: Incoming): Promise<Outgoing | undefined> {
    const judge = contract.judge ?? (await contract.loadJudge())
    const { method, target, headers } = incoming

    // request id
    const world = authenticate(worlds, headers)
    const exchange = begin(incoming, 'ok' in world ? undefined : world)

    // route
    const question = target.indexOf('?')
    const path = question < 0 ? target : target.slice(0, question)
    const match = contract.match(method, path)
    if (!match.found) return answer(exchange, judge, unrouted(method, path, match.allow))
    const { operation } = match
    exchange.operation = operation

    // authenticate
    if ('ok' in world && !operation.public) return answer(exchange, judge, world)

    // rate limit
    if (limited && !operation.public && exchange.world) {
      const excess = tooMany(exchange.world)
      if (excess) return answer(exchange, judge, excess)
    }

    // validate
    const parameters = readParameters(
      judge,
      operation,
      match.params,
      question < 0 ? '' : target.slice(question + 1),
      headers,
    )
    if ('ok' in parameters) return answer(exchange, judge, parameters)
    exchange.warnings.push(...parameters.warnings)
    if (strict && parameters.warnings.length > 0) return answer(exchange, judge, refuseParameters(parameters.warnings))
    const body = await readBody(exchange, judge, operation)
    if (body === 'aborted') return undefined
    if ('ok' in body) return answer(exchange, judge, body)

    // idempotency
    const { idempotencyKey } = parameters
    const state = exchange.world?.state
    let fingerprint = ''
    if (idempotencyKey !== undefined && exchange.world && state) {
      fingerprint = createHash('sha256').update(`${method} ${target}\n`).update(body.bytes).digest('base64')
      const kept = keptAnswer(state, idempotencyKey)
      if (kept?.fingerprint === fingerprint) return replay(exchange, kept)
      if (kept) return answer(exchange, judge, refuse('idempotency_key_reused'))
      if (exchange.world.inFlight.has(idempotencyKey)) return answer(exchange, judge, refuse('idempotency_key_in_use'))
      exchange.world.inFlight.add(idempotencyKey)
    }

    // operation
    let outcome: Reply | Refusal
    try {
      const code = operations[operation.id] as OperationCode
      const header = (name: string) => headers[name] as string | undefined
      const running = code.run({
        world: exchange.world as RunningWorld,
        worlds,
        body: body.value,
        query: parameters.query,
        path: parameters.path,
        header,
      })
      outcome = running instanceof Promise ? await running : running
    } catch (fault) {
      log.fault(exchange.requestId, fault)
      outcome = refuse('internal_error')
    } finally {
      if (idempotencyKey !== undefined) exchange.world?.inFlight.delete(idempotencyKey)
    }

    // view, response validation, write
    const outgoing = answer(exchange, judge, outcome)
    if (idempotencyKey !== undefined && state && isKept(outgoing.status))
      keepAnswer(state, idempotencyKey, {
        fingerprint,
        requestId: exchange.requestId,
        status: outgoing.status,
        headers: (outcome as Partial<Reply>).headers ?? {},
        body: outgoing.body,
      })
    return outgoing
  }

  function begin(incoming: Incoming, world: RunningWorld | undefined): Exchange {
    world?.settle()
    const requestId = nextId(world?.state ?? anonymous, 'req')
    return { incoming, started: performance.now(), requestId, world, operation: undefined, warnings: [] }
  }

  async function readBody(
    exchange: Exchange,
    judge: Judge,
    { id, body }: Operation,
  ): Promise<{ value: unknown; bytes: Buffer } | Refusal | 'aborted'> {
    const { incoming, world } = exchange
    if (!body) return { value: undefined, bytes: Buffer.alloc(0) }
    const bytes = await incoming.read(JSON_LIMIT)
    if (bytes === 'aborted') return bytes
    if (bytes === 'too-large')
      return refuse('payload_too_large', { message: 'A body holds at most 1 MiB (1,048,576 bytes).' })
    if (bytes.length === 0)
      return body.required
        ? refuse('invalid_request', { message: `The body is empty. Send ${body.mediaType}.` })
        : { value: undefined, bytes }
    const wrongType = refuseMediaType(
      body.mediaType,
      incoming.headers['content-type'],
      incoming.headers['content-encoding'],
    )
    if (wrongType) return wrongType
    const parsed = parseBody(body.mediaType, bytes)
    if ('ok' in parsed) return parsed
    const { value } = parsed
    const issues = judge.body(exchange.operation as Operation, value)
    const unknown = unknownFields(contract.document, body.schema.node, value)
    if (strict) issues.push(...unknown)
    else exchange.warnings.push(...unknown)
    if (issues.length === 0) return { value, bytes }
    if (world && typeof value === 'object' && value !== null)
      issues.push(...(operations[id]?.issues?.(world.state, value as Record<string, unknown>) ?? []))
    return refuseAll(issues)
  }

  function tooMany({ state }: RunningWorld): Refusal | undefined {
    const excess = takeRequest(state.meter, state.quota, state.now)
    if (!excess) return undefined
    const allowed = excess.what === 'minute' ? state.quota.perMinute : state.quota.perSecond
    return refuse('rate_limit_exceeded', {
      message: `More than ${allowed} requests within one ${excess.what}. Wait for the seconds in Retry-After.`,
      headers: { 'Retry-After': String(excess.retryAfterSeconds) },
    })
  }

  /** What a reply or a refusal looks like on the wire, held against the document. */
  function answer(exchange: Exchange, judge: Judge | undefined, outcome: Reply | Refusal): Outgoing {
    const { operation, requestId } = exchange
    const reply = isRefusal(outcome) ? render(outcome, requestId, operation) : outcome
    const fault =
      operation && judge && undocumented(judge, operation, reply, isRefusal(outcome) ? outcome.code : undefined)
    if (fault) {
      log.fault(requestId, `${operation.id} answered outside the document: ${fault}`)
      return write(exchange, render(refuse('internal_error'), requestId, operation))
    }
    return write(exchange, reply)
  }

  function write(exchange: Exchange, { status, headers, body }: Reply): Outgoing {
    const outgoing: Outgoing = { status, headers: { ...headers, ...standing(exchange) }, body: JSON.stringify(body) }
    record(exchange, status, false)
    return outgoing
  }

  function replay(exchange: Exchange, kept: NonNullable<ReturnType<typeof keptAnswer>>): Outgoing {
    record(exchange, kept.status, true)
    return {
      status: kept.status,
      headers: {
        ...kept.headers,
        ...standing(exchange),
        'X-Request-Id': kept.requestId,
        'Idempotent-Replayed': 'true',
      },
      body: kept.body,
    }
  }

  /** The headers that every answer carries. */
  function standing({ requestId, world, operation }: Exchange): Record<string, string> {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', 'X-Request-Id': requestId }
    if (operation?.errorShape === 'oauth') headers['Cache-Control'] = 'no-store'
    if (limited) {
      const quota = world?.state.quota ?? nobodysQuota
      headers['RateLimit-Limit'] = String(quota.perMinute)
      headers['RateLimit-Remaining'] = String(
        world ? remaining(world.state.meter, quota, world.state.now) : quota.perMinute,
      )
    }
    return headers
  }

  function record(
    { incoming, started, requestId, world, operation, warnings }: Exchange,
    status: number,
    replayed: boolean,
  ) {
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
    handle,
    turnAway: (incoming, refusal) => answer(begin(incoming, undefined), undefined, refusal),
  }
}

function unrouted(method: string, path: string, allow: string[]): Refusal {
  if (allow.length > 0)
    return refuse('method_not_allowed', {
      message: `${path} does not take ${method}. It takes ${allow.join(', ')}.`,
      headers: { Allow: allow.join(', ') },
    })
  return refuse('not_found', {
    message: 'There is nothing at this path. The API lives under /v1, the control plane under /_sandbox.',
  })
}

function render(refusal: Refusal, requestId: string, operation: Operation | undefined): Reply {
  const { headers } = refusal
  const { status } = ERRORS[refusal.code]
  const body = operation?.errorShape === 'oauth' ? oauthErrorBody(refusal) : errorBody(refusal, requestId)
  return { status, body, ...(headers && { headers }) }
}

function undocumented(judge: Judge, operation: Operation, reply: Reply, code: string | undefined): string | undefined {
  const documented = operation.answers.get(reply.status)
  if (!documented) return `status ${reply.status}`
  if (code !== undefined && documented.codes && !documented.codes.has(code))
    return `code ${code} with status ${reply.status}`
  return documented.schema ? judge.answer(documented.schema, reply.body) : undefined
}

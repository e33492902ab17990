import { createHash } from 'node:crypto'
import type { Contract } from '../contract/contract.js'
import type { Judge } from '../contract/judge.js'
import type { Operation } from '../contract/router.js'
import { unknownFields } from '../contract/unknown-fields.js'
import { keepAnswer, keptAnswer } from '../core/answers.js'
import { type Refusal, refuse, refuseAll } from '../core/errors.js'
import { type IdSource, nextId } from '../core/ids.js'
import { takeRequest } from '../core/limits.js'
import type { RunningWorld, Worlds } from '../runtime/worlds.js'
import { createAnswering, type Exchange } from './answer.js'
import { JSON_LIMIT, parseBody, refuseMediaType } from './body.js'
import { authenticate } from './credentials.js'
import type { Incoming, OperationCode, Outcome, Outgoing } from './exchange.js'
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

export interface Pipeline {
  /** Undefined when the client went away before its request was complete. */
  handle(incoming: Incoming): Promise<Outgoing | undefined>
  /** The answer to a request that does not get as far as the pipeline. */
  turnAway(incoming: Incoming, refusal: Refusal): Outgoing
}

// What failed before it ran is not kept: a mended retry with the same key must get its chance.
const isKept = (status: number) => status < 500 && ![400, 401, 403, 413, 415, 429].includes(status)

const NO_BYTES = Buffer.alloc(0)

export function createPipeline(options: PipelineOptions): Pipeline {
  const { contract, operations, worlds, log, anonymous, limited, strict } = options
  const { answer, replay } = createAnswering(log, limited)

  /** One request, from first byte to last. Every step either goes on or answers. */
  async function walk(incoming: Incoming): Promise<Outgoing | undefined> {
    const judge = contract.judge ?? (await contract.loadJudge())
    const { method, target, headers } = incoming

    // request id: from the world that the credential names, so that parallel jobs do not shift each other's
    const visitor = authenticate(worlds, headers)
    const exchange = begin(incoming, 'ok' in visitor ? undefined : visitor)

    // route
    const question = target.indexOf('?')
    const path = question < 0 ? target : target.slice(0, question)
    const match = contract.match(method, path)
    if (!match.found) return answer(exchange, judge, unrouted(method, path, match.allow))
    const operation = (exchange.operation = match.operation)

    // authenticate
    if ('ok' in visitor && !operation.public) return answer(exchange, judge, visitor)

    // rate limit
    if (limited && !operation.public) {
      const excess = tooMany(exchange.world as RunningWorld)
      if (excess) return answer(exchange, judge, excess)
    }

    // validate
    const search = question < 0 ? '' : target.slice(question + 1)
    const parameters = readParameters(judge, operation, match.params, search, headers)
    if ('ok' in parameters) return answer(exchange, judge, parameters)
    exchange.warnings.push(...parameters.warnings)
    if (strict && parameters.warnings.length > 0) return answer(exchange, judge, refuseParameters(parameters.warnings))
    const body = await readBody(exchange, judge, operation)
    if (body === 'aborted') return undefined
    if ('ok' in body) return answer(exchange, judge, body)

    // idempotency
    const key = parameters.idempotencyKey
    const world = exchange.world
    const state = world?.state
    let fingerprint = ''
    if (key !== undefined && world && state) {
      fingerprint = createHash('sha256').update(`${method} ${target}\n`).update(body.bytes).digest('base64')
      const kept = keptAnswer(state, key)
      if (kept?.fingerprint === fingerprint) return replay(exchange, kept)
      if (kept) return answer(exchange, judge, refuse('idempotency_key_reused'))
      if (world.inFlight.has(key)) return answer(exchange, judge, refuse('idempotency_key_in_use'))
      world.inFlight.add(key)
    }

    // operation
    let outcome: Outcome | undefined
    try {
      const running = (operations[operation.id] as OperationCode).run({
        world: world as RunningWorld,
        worlds,
        body: body.value,
        query: parameters.query,
        path: parameters.path,
        header: (name) => headers[name] as string | undefined,
        actFor: (owner) => actFor(exchange, owner),
        stream: incoming.stream,
      })
      outcome = running instanceof Promise ? await running : running
    } finally {
      if (key !== undefined) world?.inFlight.delete(key)
    }

    // view, response validation
    if (!outcome) return undefined
    const outgoing = answer(exchange, judge, outcome)
    if (key !== undefined && state && isKept(outgoing.status)) {
      const { requestId } = exchange
      keepAnswer(state, key, { fingerprint, requestId, ...outgoing, headers: outcome.headers ?? {} })
    }
    return outgoing
  }

  function begin(incoming: Incoming, world: RunningWorld | undefined): Exchange {
    const started = performance.now()
    const exchange: Exchange = { incoming, started, requestId: '', world, operation: undefined, warnings: [] }
    if (world) actFor(exchange, world)
    else exchange.requestId = nextId(anonymous, 'req')
    return exchange
  }

  function actFor(exchange: Exchange, world: RunningWorld) {
    world.settle()
    exchange.world = world
    exchange.requestId = nextId(world.state, 'req')
  }

  async function readBody(
    { incoming, world, warnings }: Exchange,
    judge: Judge,
    operation: Operation,
  ): Promise<{ value: unknown; bytes: Buffer } | Refusal | 'aborted'> {
    const { id, body } = operation
    // Raw bytes are the operation's own to read.
    if (!body || body.mediaType === '*/*') return { value: undefined, bytes: NO_BYTES }
    const chunks: Buffer[] = []
    const end = await incoming.stream(JSON_LIMIT, (chunk) => chunks.push(chunk))
    if (end === 'aborted') return end
    if (end === 'too-large')
      return refuse('payload_too_large', { message: 'A body holds at most 1 MiB (1,048,576 bytes).' })
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    if (bytes.length === 0 && !body.required) return { value: undefined, bytes }
    if (bytes.length === 0) return refuse('invalid_request', { message: `The body is empty. Send ${body.mediaType}.` })
    const { 'content-type': type, 'content-encoding': encoding } = incoming.headers
    const wrongType = refuseMediaType(body.mediaType, type, encoding)
    if (wrongType) return wrongType
    const parsed = parseBody(body.mediaType, bytes)
    if ('ok' in parsed) return parsed
    const { value } = parsed

    const issues = judge.body(operation, value)
    const unknown = unknownFields(contract.document, body.schema.node, value)
    if (strict) issues.push(...unknown)
    else warnings.push(...unknown)
    if (issues.length === 0) return { value, bytes }
    if (world && typeof value === 'object' && value !== null)
      issues.push(...(operations[id]?.issues?.(world.state, value as Record<string, unknown>) ?? []))
    // OAuth knows no 422.
    return operation.errorShape === 'oauth' ? refuse('invalid_request', { details: issues }) : refuseAll(issues)
  }

  const turnAway = (incoming: Incoming, refusal: Refusal) => answer(begin(incoming, undefined), undefined, refusal)

  return {
    turnAway,
    /** Nothing that goes wrong in here may take the server down, or leave a client without an answer. */
    async handle(incoming) {
      try {
        return await walk(incoming)
      } catch (fault) {
        const outgoing = turnAway(incoming, refuse('internal_error'))
        log.fault(outgoing.headers['X-Request-Id'] as string, fault)
        return outgoing
      }
    },
  }
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

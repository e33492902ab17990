import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Contract } from '../contract/contract.js'
import { cutShort } from '../contract/issues.js'
import type { Judge } from '../contract/judge.js'
import type { Operation } from '../contract/router.js'
import { unknownFields } from '../contract/unknown-fields.js'
import { closest } from '../core/closest.js'
import { type Refusal, refuse, refuseAll } from '../core/errors.js'
import { keptAnswer } from '../core/idempotency.js'
import { type IdSource, nextId } from '../core/ids.js'
import type { Quota } from '../core/limits.js'
import type { RunningWorld } from '../runtime/running-world.js'
import type { Worlds } from '../runtime/worlds.js'
import { createAnswering } from './answer.js'
import { JSON_LIMIT, parseBody, refuseMediaType } from './body.js'
import { authenticate } from './credentials.js'
import type { Exchange, Incoming, OperationCode, Outgoing, Reply } from './exchange.js'
import type { Log } from './log.js'
import { faultRefusal, strike, tooMany } from './obstacles.js'
import { readParameters, refuseParameters } from './parameters.js'
import { record } from './record.js'

export interface PipelineOptions {
  contract: Contract
  operations: Record<string, OperationCode>
  worlds: Worlds
  log: Log
  /** Where requests without a world get their ids. */
  anonymous: IdSource
  /** What a request without a world is told; undefined where requests do not count against a quota. */
  nobodysQuota: Quota | undefined
  /** Whether what the document does not know is refused instead of ignored. */
  strict: boolean
  /** Lets so many milliseconds pass, where a fault says that the service is slow. */
  pause?: (ms: number) => Promise<unknown>
}

export interface Pipeline {
  /** Undefined when the client went away before its request was complete. */
  handle(incoming: Incoming): Promise<Outgoing | undefined>
  /** The answer to a request that does not get as far as the pipeline. */
  turnAway(incoming: Incoming, refusal: Refusal): Outgoing
}

// What failed before it ran is not kept: a mended retry with the same key must get its chance.
const isKept = (status: number) => status < 500 && ![400, 401, 403, 413, 415, 429].includes(status)

const UNWRITTEN = 'The change could not be written to --data (is the disk full?), so it was not made. Try again later.'

const NO_BODY = { value: undefined, bytes: Buffer.alloc(0) }

export function createPipeline(options: PipelineOptions): Pipeline {
  const { contract, operations, worlds, log, anonymous, nobodysQuota, strict, pause = delay } = options
  const { answer, replay, gone } = createAnswering(log, nobodysQuota)
  const paths = contract.operations.map(({ path }) => path).filter((path) => !path.includes('{'))

  /** One request, from first byte to last. Every step either goes on or answers. */
  async function walk(exchange: Exchange, visitor: RunningWorld | Refusal): Promise<Outgoing | undefined> {
    const judge = contract.judge ?? (await contract.loadJudge())
    const { method, target, headers } = exchange.incoming

    // route
    const question = target.indexOf('?')
    const path = question < 0 ? target : target.slice(0, question)
    const match = contract.match(method, path)
    if (!match.found) {
      exchange.errorShape = match.errorShape
      return answer(exchange, judge, unrouted(method, path, match.allow))
    }
    const operation = (exchange.operation = match.operation)
    exchange.errorShape = operation.errorShape

    // authenticate
    if ('ok' in visitor && !operation.public) return answer(exchange, judge, visitor)

    // rate limit
    if (nobodysQuota && !operation.public) {
      const excess = tooMany(exchange.world as RunningWorld)
      if (excess) return answer(exchange, judge, excess)
    }

    // fault, if the scenario has one for this call
    const before = exchange.world?.mark()
    const fault = nobodysQuota && exchange.world && strike(exchange.world, operation, headers)
    if (fault && before) await exchange.world?.commit(before)
    if (fault?.delay) await pause(fault.delay)
    if (fault?.connection) return gone(exchange)
    if (fault?.status) return answer(exchange, judge, faultRefusal(fault.status, fault.scenario))

    // validate
    const search = question < 0 ? '' : target.slice(question + 1)
    const parameters = readParameters(judge, operation, match.params, search, headers)
    if ('ok' in parameters) return answer(exchange, judge, parameters)
    exchange.warnings.push(...parameters.warnings)
    if (strict && parameters.warnings.length > 0) return answer(exchange, judge, refuseParameters(parameters.warnings))
    const body = operation.body ? await readBody(exchange, judge, operation, parameters.path) : NO_BODY
    if (body === 'aborted') return gone(exchange)
    if ('ok' in body) return answer(exchange, judge, body)

    // idempotency
    const key = parameters.idempotencyKey
    const world = exchange.world
    // A body may take its time to arrive.
    world?.settle()
    const state = world?.state
    // Unless it is another world by now, which has a time of its own.
    const look = () => {
      if (state && world.state === state) exchange.now = state.now
    }
    look()
    const inFlight = world?.inFlight
    let fingerprint = ''
    if (key !== undefined && state && inFlight) {
      fingerprint = createHash('sha256').update(`${method} ${target}\n`).update(body.bytes).digest('base64')
      if (inFlight.has(key)) return answer(exchange, judge, refuse('idempotency_key_in_use'))
      const kept = keptAnswer(state, key)
      if (kept?.fingerprint === fingerprint) return replay(exchange, kept)
      if (kept) return answer(exchange, judge, refuse('idempotency_key_reused'))
      inFlight.add(key)
    }
    exchange.mark = world?.mark()
    if (world) exchange.began = world.recorder.next()
    const keep = ({ status, headers = {} }: Reply | Outgoing, text: string) => {
      if (key === undefined || !world || !exchange.mark || world.state !== state || !isKept(status)) return
      const { requestId } = exchange
      world.keep(key, { fingerprint, requestId, status, headers, body: text }, exchange.mark)
    }

    // operation
    try {
      const running = (operations[operation.id] as OperationCode).run({
        world: (exchange.mark ? world?.noting(exchange.mark) : world) as RunningWorld,
        worlds,
        body: body.value,
        query: parameters.query,
        path: parameters.path,
        header: (name) => headers[name] as string | undefined,
        actFor: (owner) => actFor(exchange, owner),
        stream: exchange.incoming.stream,
        upload: exchange.incoming.upload,
        received(upload) {
          exchange.upload = upload
          look()
        },
        foreshadow(reply) {
          look()
          keep(reply, JSON.stringify(reply.body))
        },
      })
      look()
      const outcome = running instanceof Promise ? await running : running

      // view, response validation
      if (!outcome) return gone(exchange)
      const outgoing = answer(exchange, judge, outcome)
      keep({ ...outgoing, headers: outcome.headers ?? {} }, outgoing.body)

      // Written down before anybody is told of it, retries included.
      const written = exchange.mark ? exchange.world?.commit(exchange.mark) : true
      if (written === true || written === undefined || (await written)) return outgoing
      return answer(exchange, judge, refuse('service_unavailable', { message: UNWRITTEN }))
    } finally {
      if (key !== undefined) inFlight?.delete(key)
    }
  }

  function unrouted(method: string, path: string, allow: string[]): Refusal {
    if (allow.length > 0)
      return refuse('method_not_allowed', {
        message: `${path} does not take ${method}. It takes ${allow.join(', ')}.`,
        headers: { Allow: allow.join(', ') },
      })
    const meant = closest(path, paths)
    const hint = meant ? ` Did you mean ${meant}?` : ' The API lives under /v1, the control plane under /_sandbox.'
    return refuse('not_found', { message: `There is nothing at this path.${hint}` })
  }

  function begin(incoming: Incoming, world: RunningWorld | undefined): Exchange {
    const started = performance.now()
    const exchange: Exchange = {
      incoming,
      started,
      requestId: '',
      world,
      operation: undefined,
      errorShape: 'envelope',
      mark: undefined,
      warnings: [],
      began: 0,
      turn: 0,
      now: 0,
      sent: undefined,
      upload: undefined,
      code: undefined,
      replayed: false,
    }
    if (world) actFor(exchange, world)
    else exchange.requestId = nextId(anonymous, 'req')
    return exchange
  }

  function actFor(exchange: Exchange, world: RunningWorld) {
    world.settle()
    exchange.world = world
    exchange.mark = world.mark()
    exchange.requestId = nextId(world.state, 'req')
    exchange.began = world.recorder.next()
    exchange.turn = world.state.counters.req as number
    exchange.now = world.state.now
  }

  async function readBody(
    exchange: Exchange,
    judge: Judge,
    operation: Operation,
    path: Record<string, string>,
  ): Promise<{ value: unknown; bytes: Buffer } | Refusal | 'aborted'> {
    const { incoming, world, warnings } = exchange
    const { id, body } = operation
    // Raw bytes are the operation's own to read.
    if (!body || body.mediaType === '*/*') return NO_BODY
    const chunks: Buffer[] = []
    const end = await incoming.stream(JSON_LIMIT, (chunk) => chunks.push(chunk))
    if (end === 'aborted') return end
    if (end === 'too-large')
      return refuse('payload_too_large', { message: 'A body holds at most 1 MiB (1,048,576 bytes).' })
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    const text = bytes.toString()
    exchange.sent = text
    if (bytes.length === 0 && !body.required) return { value: undefined, bytes }
    if (bytes.length === 0) return refuse('invalid_request', { message: `The body is empty. Send ${body.mediaType}.` })
    const { 'content-type': type, 'content-encoding': encoding } = incoming.headers
    const wrongType = refuseMediaType(body.mediaType, type, encoding)
    if (wrongType) return wrongType
    const parsed = parseBody(body.mediaType, bytes, text)
    if ('ok' in parsed) return parsed
    const { value } = parsed

    const faults = judge.body(operation, value)
    const unknown = unknownFields(contract.document, body.schema, value)
    if (!strict) warnings.push(...unknown)
    if (faults.length === 0 && !(strict && unknown.length > 0)) return { value, bytes }
    const seen = isObject(value) && world ? (operations[id]?.issues?.(world.state, cutShort(value), path) ?? []) : []
    const issues = [...faults, ...(strict ? unknown : []), ...seen]
    // OAuth knows no 422.
    return operation.errorShape === 'oauth' ? refuse('invalid_request', { details: issues }) : refuseAll(issues)
  }

  return {
    turnAway: (incoming, refusal) => answer(begin(incoming, undefined), undefined, refusal),
    async handle(incoming) {
      // The request's id comes from the world that its credential names: parallel jobs do not shift each other's.
      let visitor: RunningWorld | Refusal
      try {
        visitor = authenticate(worlds, incoming.headers)
      } catch (fault) {
        // A world that can't be written to its data directory can't begin.
        const exchange = begin(incoming, undefined)
        log.fault(exchange.requestId, fault)
        return answer(exchange, undefined, refuse('service_unavailable', { message: UNWRITTEN }))
      }
      const exchange = begin(incoming, 'ok' in visitor ? undefined : visitor)
      let outgoing: Outgoing | undefined
      try {
        outgoing = await walk(exchange, visitor)
      } catch (fault) {
        // Nothing that goes wrong may take the server down, or leave a client without an answer.
        log.fault(exchange.requestId, fault)
        outgoing = answer(exchange, undefined, refuse('internal_error'))
      }
      record(exchange, outgoing, nobodysQuota === undefined)
      return outgoing
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

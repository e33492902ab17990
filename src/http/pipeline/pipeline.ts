import { setTimeout as delay } from 'node:timers/promises'
import type { Contract } from '../../contract/contract.js'
import type { Operation } from '../../contract/router.js'
import type { Validator } from '../../contract/validator.js'
import type { Quota } from '../../core/access/rate-limits.js'
import { type IdSource, nextId } from '../../core/primitives/ids.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Checkpoint, RunningWorld } from '../../runtime/running-world.js'
import type { Worlds } from '../../runtime/worlds.js'
import { type Body, createBodyReader } from '../body/read-body.js'
import type { Log } from '../logging/request-log.js'
import { authenticate } from './authentication.js'
import {
  createExchange,
  type Exchange,
  type Incoming,
  type OperationHandler,
  type OperationOutcome,
  type Outgoing,
  type Reply,
} from './exchange.js'
import { faultRefusal, injectFault } from './fault-injection.js'
import { checkIdempotencyKey, type FirstUse, isReplayable } from './idempotency.js'
import { refuseUnrouted } from './not-found.js'
import { type RequestParameters, readParameters, refuseParameters } from './parameters.js'
import { checkRateLimit } from './rate-limit.js'
import { recordExchange } from './record-exchange.js'
import { createResponder } from './respond.js'

export interface PipelineOptions {
  contract: Contract
  operations: Record<string, OperationHandler>
  worlds: Worlds
  log: Log
  /** Where requests without a world get their ids. */
  anonymousIds: IdSource
  /** What a request without a world is told; undefined where requests do not count against a quota. */
  anonymousQuota: Quota | undefined
  /** Whether what the document does not know is refused instead of ignored. */
  strict: boolean
  /** Lets so many milliseconds pass, where a fault says that the service is slow. */
  pause?: (ms: number) => Promise<unknown>
}

export type PipelineResult = Outgoing | undefined | Promise<Outgoing | undefined>

export interface Pipeline {
  /** Undefined when the client went away before its request was complete. */
  handle(incoming: Incoming): PipelineResult
  /** The answer to a request that does not get as far as the pipeline. */
  reject(incoming: Incoming, refusal: Refusal): Outgoing
}

const WRITE_FAILED_MESSAGE =
  'The change could not be written to --data (is the disk full?), so it was not made. Try again later.'

const NO_BODY: Body = { value: undefined, bytes: Buffer.alloc(0) }

export function createPipeline(options: PipelineOptions): Pipeline {
  const { contract, operations, worlds, log, anonymousIds, anonymousQuota, strict, pause = delay } = options
  const { respond, replay, logRequest } = createResponder(log, anonymousQuota)
  const readBody = createBodyReader(contract.document, operations, strict)
  const paths = contract.operations.map(({ path }) => path).filter((path) => !path.includes('{'))

  /**
   * One request, from first byte to last. Every step either goes on or answers. What needs to wait for nothing is
   * answered at once: promises cost more than most of the steps.
   */
  function handleExchange(exchange: Exchange, authenticated: RunningWorld | Refusal): PipelineResult {
    const { validator } = contract
    if (!validator) return contract.loadValidator().then(() => handleExchange(exchange, authenticated))
    const { method, target, headers } = exchange.incoming

    // route
    const queryStart = target.indexOf('?')
    const path = queryStart < 0 ? target : target.slice(0, queryStart)
    const match = contract.match(method, path)
    if (!match.found) {
      exchange.errorShape = match.errorShape
      return respond(exchange, validator, refuseUnrouted(method, path, match.allow, paths))
    }
    const operation = (exchange.operation = match.operation)
    exchange.errorShape = operation.errorShape

    // authenticate
    if ('ok' in authenticated && !operation.isPublic) return respond(exchange, validator, authenticated)

    // rate limit
    if (anonymousQuota && !operation.isPublic) {
      const refusal = checkRateLimit(exchange.world as RunningWorld)
      if (refusal) return respond(exchange, validator, refusal)
    }

    // fault, if the scenario has one for this call
    const checkpoint = exchange.world?.checkpoint()
    const fault = anonymousQuota && exchange.world && injectFault(exchange.world, operation, headers)
    const search = queryStart < 0 ? '' : target.slice(queryStart + 1)
    if (!fault) return checkParameters(exchange, validator, operation, match.params, search)
    const proceed = () => checkParameters(exchange, validator, operation, match.params, search)
    return applyFault(exchange, validator, fault, checkpoint as Checkpoint, proceed)
  }

  async function applyFault(
    exchange: Exchange,
    validator: Validator,
    fault: NonNullable<ReturnType<typeof injectFault>>,
    checkpoint: Checkpoint,
    proceed: () => PipelineResult,
  ): Promise<Outgoing | undefined> {
    await exchange.world?.commit(checkpoint)
    if (fault.delay) await pause(fault.delay)
    if (fault.connection) return undefined
    if (fault.status) return respond(exchange, validator, faultRefusal(fault.status, fault.scenario))
    exchange.world?.runDue()
    return proceed()
  }

  function checkParameters(
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    params: Record<string, string>,
    search: string,
  ): PipelineResult {
    const parameters = readParameters(validator, operation, params, search, exchange.incoming.headers)
    return parameters instanceof Promise
      ? parameters.then((result) => parseBody(exchange, validator, operation, result))
      : parseBody(exchange, validator, operation, parameters)
  }

  function parseBody(
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    parameters: RequestParameters | Refusal,
  ): PipelineResult {
    if ('ok' in parameters) return respond(exchange, validator, parameters)
    if (parameters.warnings.length > 0) {
      if (strict) return respond(exchange, validator, refuseParameters(parameters.warnings))
      exchange.warnings.push(...parameters.warnings)
    }
    // Raw bytes are the operation's own to read.
    if (!operation.body || operation.body.isRaw)
      return checkIdempotency(exchange, validator, operation, parameters, NO_BODY)
    return readBody(exchange, validator, operation, parameters.path).then((body) => {
      if (body === 'aborted') return undefined
      if ('ok' in body) return respond(exchange, validator, body)
      // A body may take its time to arrive.
      exchange.world?.runDue()
      return checkIdempotency(exchange, validator, operation, parameters, body)
    })
  }

  /** What its Idempotency-Key says: replay, refuse, or go on. */
  function checkIdempotency(
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    parameters: RequestParameters,
    body: Body,
  ): PipelineResult {
    const { world, incoming } = exchange
    const key = parameters.idempotencyKey
    if (key === undefined || !world)
      return runOperation(exchange, validator, operation, parameters, body.value, undefined)
    exchange.now = world.state.now
    const found = checkIdempotencyKey(world, key, incoming, body.bytes)
    if ('replay' in found) return replay(exchange, found.replay)
    if ('ok' in found) return respond(exchange, validator, found)
    const { keysInFlight } = world
    keysInFlight.add(key)
    const run = async () => runOperation(exchange, validator, operation, parameters, body.value, found)
    return run().finally(() => keysInFlight.delete(key))
  }

  function runOperation(
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    { path, query }: RequestParameters,
    body: unknown,
    idempotency: FirstUse | undefined,
  ): PipelineResult {
    const { world, incoming } = exchange
    const state = world?.state
    // Unless it is another world by now, which has a time of its own.
    const captureTime = () => {
      if (state && world.state === state) exchange.now = state.now
    }
    const keepReply = ({ status, headers = {} }: Reply | Outgoing, text: string) => {
      if (!idempotency || !world || !exchange.checkpoint || world.state !== state || !isReplayable(status)) return
      const { fingerprint, key } = idempotency
      world.keepAnswer(
        key,
        { fingerprint, requestId: exchange.requestId, status, headers, body: text },
        exchange.checkpoint,
      )
    }
    if (world) {
      exchange.checkpoint = world.checkpoint()
      exchange.began = world.journal.nextSequence()
    }
    captureTime()
    const outcome = (operations[operation.id] as OperationHandler).run({
      world: (exchange.checkpoint ? world?.forRequest(exchange.checkpoint) : world) as RunningWorld,
      worlds,
      body,
      query,
      path,
      header: (name) => incoming.headers[name] as string | undefined,
      assignWorld: (world) => assignWorld(exchange, world),
      streamBody: incoming.streamBody,
      recordedUpload: incoming.recordedUpload,
      recordUpload(upload) {
        exchange.upload = upload
        captureTime()
      },
      saveInterimReply(reply) {
        captureTime()
        keepReply(reply, JSON.stringify(reply.body))
      },
    })
    captureTime()

    // view, response validation
    const finish = (result: OperationOutcome | undefined): PipelineResult => {
      if (!result) return undefined
      const outgoing = respond(exchange, validator, result)
      if (idempotency) keepReply({ ...outgoing, headers: result.headers ?? {} }, outgoing.body)

      // Written down before anybody is told of it, retries included.
      const committed = exchange.checkpoint ? exchange.world?.commit(exchange.checkpoint) : true
      if (committed === true || committed === undefined) return outgoing
      return committed.then((isCommitted) =>
        isCommitted
          ? outgoing
          : respond(exchange, validator, refuse('service_unavailable', { message: WRITE_FAILED_MESSAGE })),
      )
    }
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome)
  }

  function startExchange(incoming: Incoming, world: RunningWorld | undefined): Exchange {
    const exchange = createExchange(incoming)
    if (world) assignWorld(exchange, world)
    else exchange.requestId = nextId(anonymousIds, 'req')
    return exchange
  }

  function assignWorld(exchange: Exchange, world: RunningWorld) {
    world.runDue()
    exchange.world = world
    exchange.checkpoint = world.checkpoint()
    exchange.requestId = nextId(world.state, 'req')
    exchange.began = world.journal.nextSequence()
    exchange.turn = world.state.counters.req as number
    exchange.now = world.state.now
  }

  /** For a request that does not get as far as the pipeline. */
  function reject(incoming: Incoming, refusal: Refusal, error?: unknown): Outgoing {
    const exchange = startExchange(incoming, undefined)
    if (error !== undefined) log.error(exchange.requestId, error)
    const outgoing = respond(exchange, undefined, refusal)
    logRequest(exchange, outgoing)
    return outgoing
  }

  return {
    reject,
    handle(incoming) {
      // The request's id comes from the world that its credential names: parallel jobs do not shift each other's.
      let authenticated: RunningWorld | Refusal
      try {
        authenticated = authenticate(worlds, incoming.headers)
      } catch (error) {
        // A world that can't be written to its data directory can't begin.
        return reject(incoming, refuse('service_unavailable', { message: WRITE_FAILED_MESSAGE }), error)
      }
      let exchange: Exchange
      try {
        exchange = startExchange(incoming, 'ok' in authenticated ? undefined : authenticated)
      } catch (error) {
        return reject(incoming, refuse('internal_error'), error)
      }
      const done = (outgoing: Outgoing | undefined) => {
        logRequest(exchange, outgoing)
        recordExchange(exchange, outgoing, anonymousQuota === undefined)
        return outgoing
      }
      // Nothing that goes wrong may take the server down, or leave a client without an answer.
      const failed = (error: unknown) => {
        log.error(exchange.requestId, error)
        return done(respond(exchange, undefined, refuse('internal_error')))
      }
      try {
        const result = handleExchange(exchange, authenticated)
        return result instanceof Promise ? result.then(done, failed) : done(result)
      } catch (error) {
        return failed(error)
      }
    },
  }
}

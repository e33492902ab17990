import { setTimeout as delay } from 'node:timers/promises'
import type { Contract } from '../../contract/contract.js'
import type { Operation } from '../../contract/router.js'
import type { Validator } from '../../contract/validator.js'
import type { Quota } from '../../core/access/rate-limits.js'
import { type IdSource, nextId } from '../../core/primitives/ids.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { ClientObservers } from '../../runtime/journal/client-observers.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import { WorldUnavailable } from '../../runtime/storage/world-unavailable.js'
import type { Worlds } from '../../runtime/world-registry.js'
import { type Body, createBodyReader, keepBodyText } from '../body/read-body.js'
import type { Log } from '../logging/request-log.js'
import { authenticate } from './authentication.js'
import { createResponder } from './build-response.js'
import { checkRateLimit } from './enforce-rate-limit.js'
import {
  createExchange,
  type Exchange,
  type Incoming,
  type OperationHandler,
  type Outgoing,
  type PipelineResult,
} from './exchange.js'
import { applyFault, injectFault } from './fault-injection.js'
import { checkIdempotencyKey } from './idempotent-replay.js'
import { refuseUnrouted } from './not-found.js'
import { createScenarioHeaderCheck, type RequestParameters, readParameters, refuseParameters } from './parameters.js'
import { recordExchange } from './record-exchange.js'
import { createOperationRunner } from './run-operation.js'

export interface PipelineOptions {
  contract: Contract
  operations: Record<string, OperationHandler>
  worlds: Worlds
  log: Log
  /** The source of ids for requests without a world. */
  anonymousIds: IdSource
  /** The quota that a request without a world reports. Undefined disables rate limits, as for the control plane. */
  anonymousQuota: Quota | undefined
  /** Refuse unknown fields and parameters instead of ignoring them. */
  strict: boolean
  clientObservers?: ClientObservers | undefined
  /** Replaces the timer for injected delays. */
  pause?: (ms: number) => Promise<unknown>
}

export interface Pipeline {
  /** Undefined when the client closed the connection before its request was complete. */
  handle(incoming: Incoming): PipelineResult
  /** Responds to a request that is refused before it enters the pipeline. */
  reject(incoming: Incoming, refusal: Refusal): Outgoing
}

const NO_BODY: Body = { value: undefined, bytes: Buffer.alloc(0) }

export function createPipeline(options: PipelineOptions): Pipeline {
  const {
    contract,
    operations,
    worlds,
    log,
    anonymousIds,
    anonymousQuota,
    strict,
    clientObservers,
    pause = delay,
  } = options
  const { respond, replay, logRequest } = createResponder(log, anonymousQuota)
  const readBody = createBodyReader(contract.document, operations, strict)
  const runOperation = createOperationRunner({ operations, worlds, respond, assignWorld })
  const findIgnoredScenario = createScenarioHeaderCheck(contract.operations)
  const isControl = anonymousQuota === undefined
  const paths = contract.operations.map(({ path }) => path).filter((path) => !path.includes('{'))

  /**
   * The steps of one request, in order. Each step either responds or calls the next one. Requests that need no I/O are
   * answered synchronously, because promises would cost more than most of the steps.
   */
  function handleExchange(exchange: Exchange, authenticated: RunningWorld | Refusal): PipelineResult {
    const { validator } = contract
    if (!validator) return contract.loadValidator().then(() => handleExchange(exchange, authenticated))
    const { method, target, headers } = exchange.incoming

    // 1. Route
    const queryStart = target.indexOf('?')
    const path = queryStart < 0 ? target : target.slice(0, queryStart)
    const match = contract.match(method, path)
    if (!match.found) {
      exchange.errorShape = match.errorShape
      return respond(exchange, validator, refuseUnrouted(method, path, match.allow, paths))
    }
    const operation = (exchange.operation = match.operation)
    exchange.errorShape = operation.errorShape

    // 2. Authenticate
    if ('ok' in authenticated && !operation.isPublic) return respond(exchange, validator, authenticated)

    // 3. Rate limit
    if (anonymousQuota && !operation.isPublic) {
      const refusal = checkRateLimit(exchange.world as RunningWorld)
      if (refusal) return withBodyText(exchange, respond(exchange, validator, refusal))
    }

    // 4. Inject a fault, if there is one for this call
    const { world } = exchange
    const checkpoint = world?.checkpoint()
    const fault = anonymousQuota && world && injectFault(world, operation, headers)
    const search = queryStart < 0 ? '' : target.slice(queryStart + 1)
    exchange.fault = fault
    if (!fault || !checkpoint) return checkParameters(exchange, validator, operation, match.params, search)
    return Promise.resolve(world.commit(checkpoint))
      .then(() => applyFault(fault, pause))
      .then((failure) => {
        if (failure === 'reset') return withBodyText(exchange, undefined)
        if (failure) return withBodyText(exchange, respond(exchange, validator, failure))
        world.runDue()
        return checkParameters(exchange, validator, operation, match.params, search)
      })
  }

  const withBodyText = (exchange: Exchange, outgoing: Outgoing | undefined): PipelineResult =>
    keepBodyText(exchange)?.then(() => outgoing) ?? outgoing

  /** 5. Read and validate path, query and header values. */
  function checkParameters(
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    params: Record<string, string>,
    search: string,
  ): PipelineResult {
    const { world } = exchange
    const refusal = world && operations[operation.id]?.authorize?.(world.state)
    if (refusal) return withBodyText(exchange, respond(exchange, validator, refusal))
    const parameters = readParameters(validator, operation, params, search, exchange.incoming.headers)
    return parameters instanceof Promise
      ? parameters.then((result) => parseBody(exchange, validator, operation, result))
      : parseBody(exchange, validator, operation, parameters)
  }

  /** 6. Read and validate the body. */
  function parseBody(
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    parameters: RequestParameters | Refusal,
  ): PipelineResult {
    if ('ok' in parameters) return respond(exchange, validator, parameters)
    const { unknown, deprecated } = parameters
    if (strict && unknown.length > 0) return respond(exchange, validator, refuseParameters(unknown))
    const ignored = findIgnoredScenario(operation, exchange.incoming.headers, exchange.world?.state.scenarioNames ?? [])
    exchange.warnings.push(...unknown, ...deprecated, ...ignored)
    // An operation that takes raw bytes reads the body itself.
    if (!operation.body || operation.body.isStreamed)
      return checkIdempotency(exchange, validator, operation, parameters, NO_BODY)
    return readBody(exchange, validator, operation, parameters.path).then((body) => {
      if (body === 'aborted') return undefined
      if ('ok' in body) return respond(exchange, validator, body)
      // Time may have passed while the body arrived.
      const proceed = () => {
        exchange.world?.runDue()
        return checkIdempotency(exchange, validator, operation, parameters, body)
      }
      return exchange.world?.catchUp()?.then(proceed) ?? proceed()
    })
  }

  /** 7. Replay, refuse or continue, depending on the Idempotency-Key. 8. Run the operation. */
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

  function isReadOnly({ method, target }: Incoming): boolean {
    if (method === 'GET' || method === 'HEAD') return true
    const match = contract.match(method, target.replace(/\?.*$/s, ''))
    return match.found && match.operation.isReadOnly
  }

  function startExchange(incoming: Incoming, world: RunningWorld | undefined): Exchange {
    const exchange = createExchange(incoming)
    if (world && isControl && isReadOnly(incoming)) assignObservedWorld(exchange, world)
    else if (world) assignWorld(exchange, world)
    else exchange.requestId = nextId(anonymousIds, 'req')
    return exchange
  }

  /** For reads of the control plane: they take nothing from the world that would shift what follows. */
  function assignObservedWorld(exchange: Exchange, world: RunningWorld) {
    world.runDue()
    world.beginRequest()
    exchange.world?.endRequest()
    exchange.world = world
    exchange.requestId = nextId(anonymousIds, 'req')
    exchange.now = world.state.now
  }

  function assignWorld(exchange: Exchange, world: RunningWorld) {
    world.runDue()
    world.beginRequest()
    exchange.world?.endRequest()
    exchange.world = world
    exchange.checkpoint = world.checkpoint()
    exchange.requestId = nextId(world.state, 'req')
    exchange.began = world.journal.nextSequence()
    exchange.turn = world.state.counters.req as number
    exchange.now = world.state.now
  }

  function reject(incoming: Incoming, refusal: Refusal, error?: unknown): Outgoing {
    const exchange = startExchange(incoming, undefined)
    const match = contract.match(incoming.method, incoming.target.replace(/\?.*$/s, ''))
    exchange.errorShape = match.found ? match.operation.errorShape : match.errorShape
    if (error !== undefined) log.error(exchange.requestId, error)
    const outgoing = respond(exchange, undefined, refusal)
    logRequest(exchange, outgoing)
    return outgoing
  }

  return {
    reject,
    handle(incoming) {
      // Authentication comes first because request ids come from the world: parallel jobs do not shift each other's ids.
      try {
        const authenticated = authenticate(worlds, incoming.headers)
        if (!(authenticated instanceof Promise)) return handleAuthenticated(incoming, authenticated)
        return authenticated.then(
          (found) => handleAuthenticated(incoming, found),
          (error) => rejectUnavailable(incoming, error),
        )
      } catch (error) {
        return rejectUnavailable(incoming, error)
      }
    },
  }

  function rejectUnavailable(incoming: Incoming, error: unknown): Outgoing {
    if (!(error instanceof WorldUnavailable)) return reject(incoming, refuse('internal_error'), error)
    return reject(incoming, refuse('service_unavailable', { message: error.message }))
  }

  function handleAuthenticated(incoming: Incoming, authenticated: RunningWorld | Refusal): PipelineResult {
    let exchange: Exchange
    try {
      exchange = startExchange(incoming, 'ok' in authenticated ? undefined : authenticated)
    } catch (error) {
      return reject(incoming, refuse('internal_error'), error)
    }
    const done = (outgoing: Outgoing | undefined) => {
      exchange.world?.endRequest()
      logRequest(exchange, outgoing)
      recordExchange(exchange, outgoing, isControl, clientObservers)
      return outgoing
    }
    // An exception must neither stop the server nor leave a client without a response.
    const failed = (error: unknown) => {
      if (error instanceof WorldUnavailable)
        return done(respond(exchange, undefined, refuse('service_unavailable', { message: error.message })))
      log.error(exchange.requestId, error)
      return done(respond(exchange, undefined, refuse('internal_error')))
    }
    try {
      const result = handleExchange(exchange, authenticated)
      return result instanceof Promise ? result.then(done, failed) : done(result)
    } catch (error) {
      return failed(error)
    }
  }
}

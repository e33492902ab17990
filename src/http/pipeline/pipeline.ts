import { setTimeout as delay } from 'node:timers/promises'
import type { Contract } from '../../contract/contract.js'
import type { Operation } from '../../contract/router.js'
import type { Judge } from '../../contract/validator.js'
import type { Quota } from '../../core/access/rate-limits.js'
import { type IdSource, nextId } from '../../core/primitives/ids.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Mark, RunningWorld } from '../../runtime/running-world.js'
import type { Worlds } from '../../runtime/worlds.js'
import { type Body, createBodyReader } from '../body/read-body.js'
import type { Log } from '../logging/request-log.js'
import { authenticate } from './authentication.js'
import {
  createExchange,
  type Exchange,
  type Incoming,
  type OperationCode,
  type Outcome,
  type Outgoing,
  type Reply,
} from './exchange.js'
import { faultRefusal, strike } from './fault-injection.js'
import { checkIdempotencyKey, type FirstUse, isReplayable } from './idempotency.js'
import { record } from './journal-exchange.js'
import { unrouted } from './not-found.js'
import { type Parameters, readParameters, refuseParameters } from './parameters.js'
import { tooMany } from './rate-limit.js'
import { createAnswering } from './respond.js'

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

export type Answered = Outgoing | undefined | Promise<Outgoing | undefined>

export interface Pipeline {
  /** Undefined when the client went away before its request was complete. */
  handle(incoming: Incoming): Answered
  /** The answer to a request that does not get as far as the pipeline. */
  turnAway(incoming: Incoming, refusal: Refusal): Outgoing
}

const UNWRITTEN = 'The change could not be written to --data (is the disk full?), so it was not made. Try again later.'

const NO_BODY: Body = { value: undefined, bytes: Buffer.alloc(0) }

export function createPipeline(options: PipelineOptions): Pipeline {
  const { contract, operations, worlds, log, anonymous, nobodysQuota, strict, pause = delay } = options
  const { answer, replay, tell } = createAnswering(log, nobodysQuota)
  const readBody = createBodyReader(contract.document, operations, strict)
  const paths = contract.operations.map(({ path }) => path).filter((path) => !path.includes('{'))

  /**
   * One request, from first byte to last. Every step either goes on or answers. What needs to wait for nothing is
   * answered at once: promises cost more than most of the steps.
   */
  function walk(exchange: Exchange, visitor: RunningWorld | Refusal): Answered {
    const { judge } = contract
    if (!judge) return contract.loadJudge().then(() => walk(exchange, visitor))
    const { method, target, headers } = exchange.incoming

    // route
    const question = target.indexOf('?')
    const path = question < 0 ? target : target.slice(0, question)
    const match = contract.match(method, path)
    if (!match.found) {
      exchange.errorShape = match.errorShape
      return answer(exchange, judge, unrouted(method, path, match.allow, paths))
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
    const search = question < 0 ? '' : target.slice(question + 1)
    if (!fault) return validate(exchange, judge, operation, match.params, search)
    const goOn = () => validate(exchange, judge, operation, match.params, search)
    return suffer(exchange, judge, fault, before as Mark, goOn)
  }

  async function suffer(
    exchange: Exchange,
    judge: Judge,
    fault: NonNullable<ReturnType<typeof strike>>,
    before: Mark,
    goOn: () => Answered,
  ): Promise<Outgoing | undefined> {
    await exchange.world?.commit(before)
    if (fault.delay) await pause(fault.delay)
    if (fault.connection) return undefined
    if (fault.status) return answer(exchange, judge, faultRefusal(fault.status, fault.scenario))
    exchange.world?.settle()
    return goOn()
  }

  function validate(
    exchange: Exchange,
    judge: Judge,
    operation: Operation,
    params: Record<string, string>,
    search: string,
  ): Answered {
    const read = readParameters(judge, operation, params, search, exchange.incoming.headers)
    return read instanceof Promise
      ? read.then((found) => takeBody(exchange, judge, operation, found))
      : takeBody(exchange, judge, operation, read)
  }

  function takeBody(exchange: Exchange, judge: Judge, operation: Operation, read: Parameters | Refusal): Answered {
    if ('ok' in read) return answer(exchange, judge, read)
    if (read.warnings.length > 0) {
      if (strict) return answer(exchange, judge, refuseParameters(read.warnings))
      exchange.warnings.push(...read.warnings)
    }
    // Raw bytes are the operation's own to read.
    if (!operation.body || operation.body.mediaType === '*/*')
      return onceOnly(exchange, judge, operation, read, NO_BODY)
    return readBody(exchange, judge, operation, read.path).then((body) => {
      if (body === 'aborted') return undefined
      if ('ok' in body) return answer(exchange, judge, body)
      // A body may take its time to arrive.
      exchange.world?.settle()
      return onceOnly(exchange, judge, operation, read, body)
    })
  }

  /** What its Idempotency-Key says: replay, refuse, or go on. */
  function onceOnly(
    exchange: Exchange,
    judge: Judge,
    operation: Operation,
    parameters: Parameters,
    body: Body,
  ): Answered {
    const { world, incoming } = exchange
    const key = parameters.idempotencyKey
    if (key === undefined || !world) return perform(exchange, judge, operation, parameters, body.value, undefined)
    exchange.now = world.state.now
    const found = checkIdempotencyKey(world, key, incoming, body.bytes)
    if ('replay' in found) return replay(exchange, found.replay)
    if ('ok' in found) return answer(exchange, judge, found)
    const { inFlight } = world
    inFlight.add(key)
    const run = async () => perform(exchange, judge, operation, parameters, body.value, found)
    return run().finally(() => inFlight.delete(key))
  }

  function perform(
    exchange: Exchange,
    judge: Judge,
    operation: Operation,
    { path, query }: Parameters,
    body: unknown,
    once: FirstUse | undefined,
  ): Answered {
    const { world, incoming } = exchange
    const state = world?.state
    // Unless it is another world by now, which has a time of its own.
    const look = () => {
      if (state && world.state === state) exchange.now = state.now
    }
    const keep = ({ status, headers = {} }: Reply | Outgoing, text: string) => {
      if (!once || !world || !exchange.mark || world.state !== state || !isReplayable(status)) return
      const { fingerprint, key } = once
      world.keep(key, { fingerprint, requestId: exchange.requestId, status, headers, body: text }, exchange.mark)
    }
    if (world) {
      exchange.mark = world.mark()
      exchange.began = world.recorder.next()
    }
    look()
    const running = (operations[operation.id] as OperationCode).run({
      world: (exchange.mark ? world?.noting(exchange.mark) : world) as RunningWorld,
      worlds,
      body,
      query,
      path,
      header: (name) => incoming.headers[name] as string | undefined,
      actFor: (owner) => actFor(exchange, owner),
      stream: incoming.stream,
      upload: incoming.upload,
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

    // view, response validation
    const finish = (outcome: Outcome | undefined): Answered => {
      if (!outcome) return undefined
      const outgoing = answer(exchange, judge, outcome)
      if (once) keep({ ...outgoing, headers: outcome.headers ?? {} }, outgoing.body)

      // Written down before anybody is told of it, retries included.
      const written = exchange.mark ? exchange.world?.commit(exchange.mark) : true
      if (written === true || written === undefined) return outgoing
      return written.then((isWritten) =>
        isWritten ? outgoing : answer(exchange, judge, refuse('service_unavailable', { message: UNWRITTEN })),
      )
    }
    return running instanceof Promise ? running.then(finish) : finish(running)
  }

  function begin(incoming: Incoming, world: RunningWorld | undefined): Exchange {
    const exchange = createExchange(incoming)
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

  /** For a request that does not get as far as the pipeline. */
  function turnAway(incoming: Incoming, refusal: Refusal, fault?: unknown): Outgoing {
    const exchange = begin(incoming, undefined)
    if (fault !== undefined) log.fault(exchange.requestId, fault)
    const outgoing = answer(exchange, undefined, refusal)
    tell(exchange, outgoing)
    return outgoing
  }

  return {
    turnAway,
    handle(incoming) {
      // The request's id comes from the world that its credential names: parallel jobs do not shift each other's.
      let visitor: RunningWorld | Refusal
      try {
        visitor = authenticate(worlds, incoming.headers)
      } catch (fault) {
        // A world that can't be written to its data directory can't begin.
        return turnAway(incoming, refuse('service_unavailable', { message: UNWRITTEN }), fault)
      }
      let exchange: Exchange
      try {
        exchange = begin(incoming, 'ok' in visitor ? undefined : visitor)
      } catch (fault) {
        return turnAway(incoming, refuse('internal_error'), fault)
      }
      const done = (outgoing: Outgoing | undefined) => {
        tell(exchange, outgoing)
        record(exchange, outgoing, nobodysQuota === undefined)
        return outgoing
      }
      // Nothing that goes wrong may take the server down, or leave a client without an answer.
      const failed = (fault: unknown) => {
        log.fault(exchange.requestId, fault)
        return done(answer(exchange, undefined, refuse('internal_error')))
      }
      try {
        const answered = walk(exchange, visitor)
        return answered instanceof Promise ? answered.then(done, failed) : done(answered)
      } catch (fault) {
        return failed(fault)
      }
    },
  }
}

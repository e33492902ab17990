import type { Operation } from '../../contract/router.js'
import type { Validator } from '../../contract/validator.js'
import type { RowChange } from '../../core/engine/row-changes.js'
import { refuse } from '../../core/primitives/result.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import { WRITE_FAILED_MESSAGE } from '../../runtime/storage/world-unavailable.js'
import { runInSlices } from '../../runtime/time-slices.js'
import type { Worlds } from '../../runtime/world-registry.js'
import type { Responder } from './build-response.js'
import type { Exchange, OperationHandler, OperationOutcome, Outgoing, PipelineResult, Reply } from './exchange.js'
import { type FirstUse, isReplayable } from './idempotent-replay.js'
import type { RequestParameters } from './parameters.js'
import { serializeLongList } from './serialize-response.js'

export interface OperationRunnerOptions {
  operations: Record<string, OperationHandler>
  worlds: Worlds
  respond: Responder['respond']
  assignWorld(exchange: Exchange, world: RunningWorld): void
}

/** A view of the world that notes what this request changes. */
function scopeToRequest(exchange: Exchange, world: RunningWorld | undefined): RunningWorld | undefined {
  const { checkpoint } = exchange
  if (!world || !checkpoint) return world
  const report = (changes: RowChange[]) => {
    exchange.changes = exchange.changes ? [...exchange.changes, ...changes] : changes
  }
  return world.forRequest({ checkpoint, report })
}

/** Calls the operation's handler, keeps its response for retries, and commits the change before the client sees it. */
export function createOperationRunner({ operations, worlds, respond, assignWorld }: OperationRunnerOptions) {
  return function runOperation(
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    { path, query }: RequestParameters,
    body: unknown,
    idempotency: FirstUse | undefined,
  ): PipelineResult {
    const { world, incoming } = exchange
    const state = world?.state
    // A reset or restore during the operation replaces the state, and the new state has its own time.
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
    // Reads of the control plane have no checkpoint and no number.
    if (world && exchange.checkpoint) {
      exchange.checkpoint = world.checkpoint()
      exchange.began = world.journal.nextSequence()
    }
    captureTime()
    const outcome = (operations[operation.id] as OperationHandler).run({
      world: (operation.method === 'GET' ? world : scopeToRequest(exchange, world)) as RunningWorld,
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

    const finish = (result: OperationOutcome | undefined): PipelineResult => {
      if (!result) return undefined
      if ('ok' in result || result.longList === undefined) return send(result)
      const serialized = runInSlices(serializeLongList(result, result.longList, operation, validator))
      return serialized instanceof Promise ? serialized.then(send) : send(serialized)
    }
    const send = (result: OperationOutcome): PipelineResult => {
      const outgoing = respond(exchange, validator, result)
      if (idempotency) keepReply({ ...outgoing, headers: result.headers ?? {} }, outgoing.body)

      // The change and the kept response are durable before the client sees the response.
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
}

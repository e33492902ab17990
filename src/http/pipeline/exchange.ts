import type { Operation } from '../../contract/router.js'
import type { Upload } from '../../core/catalogue/assets.js'
import type { RowChange } from '../../core/engine/row-changes.js'
import type { World } from '../../core/engine/world.js'
import type { Issue, Refusal, Result } from '../../core/primitives/result.js'
import type { operations as Control } from '../../generated/control-api.js'
import type { operations as V1 } from '../../generated/service-api.js'
import type { RecordedFault } from '../../runtime/journal/journal-records.js'
import type { Checkpoint, RunningWorld } from '../../runtime/running-world.js'
import type { Worlds } from '../../runtime/world-registry.js'

/** A request, independent of node:http. */
export interface Incoming {
  method: string
  /** Path and query, undecoded. */
  target: string
  headers: Record<string, string | string[] | undefined>
  /**
   * Streams the body. Waits for the promise of a chunk before the next one. Ends with `too-large` above the limit, and
   * with `aborted` if the client closed the connection.
   */
  streamBody(limit: number, onChunk: OnChunk): Promise<StreamEnd>
  /** Set in a rerun, because the journal does not contain the bytes of uploads. */
  recordedUpload?: Upload | undefined
}

export type OnChunk = (chunk: Buffer) => unknown

export type StreamEnd = 'complete' | 'too-large' | 'aborted'

/** A stream of Server-Sent Events. */
export interface Feed {
  /** Sent first. */
  backlog: Iterable<string>
  /** Writes new messages until the returned function is called. */
  subscribe(write: (chunk: string) => void): () => void
  /** Calls the listener when there is nothing more to come, until the returned function is called. */
  onEnd(listener: () => void): () => void
}

/** Recorded in place of a status if the client closed the connection first. Not an HTTP status. */
export const CLIENT_CLOSED_REQUEST = 499

export interface Outgoing {
  status: number
  headers: Record<string, string>
  body: string
  feed?: Feed
  /** Replaces the body. The connection is closed if it throws. */
  stream?: Iterable<Buffer>
}

/** Undefined when the client closed the connection, or a fault resets it. */
export type PipelineResult = Outgoing | undefined | Promise<Outgoing | undefined>

/** The successful result of an operation. */
export interface Reply {
  status: number
  /** Undefined for a response without a body. */
  body: unknown
  headers?: Record<string, string>
  /** Says that the body, or the items of its `data`, are unmodified rows, whose serialization can be cached. */
  rowsIn?: 'body' | 'data'
  /** The field of the body whose list can be so long that it is validated and serialized in slices. */
  longList?: string
  /** Replaces the body. */
  feed?: Feed
  /** Replaces the body with text that is not JSON. */
  text?: { type: string; content: string }
  /** The same, sent piece by piece. */
  stream?: { type: string; chunks: Iterable<Buffer> }
}

/** A request in progress. */
export interface Exchange {
  incoming: Incoming
  startedAt: number
  requestId: string
  world: RunningWorld | undefined
  operation: Operation | undefined
  errorShape: Operation['errorShape']
  /** The state of the world's log before the operation ran. */
  checkpoint: Checkpoint | undefined
  warnings: Issue[]
  /** The journal sequence number at which the operation started, and the number of the request in its world. */
  began: number
  turn: number
  /** The world's time when the operation ran. */
  now: number
  /** The undecoded body, unless the operation takes raw bytes. */
  bodyText: string | undefined
  upload: Upload | undefined
  refusal: Refusal | undefined
  replayed: boolean
  /** Rows that the operation changed. */
  changes: RowChange[] | undefined
  fault: RecordedFault | undefined
}

export const createExchange = (incoming: Incoming): Exchange => ({
  incoming,
  startedAt: performance.now(),
  requestId: '',
  world: undefined,
  operation: undefined,
  errorShape: 'envelope',
  checkpoint: undefined,
  warnings: [],
  began: 0,
  turn: 0,
  now: 0,
  bodyText: undefined,
  upload: undefined,
  refusal: undefined,
  replayed: false,
  changes: undefined,
  fault: undefined,
})

export interface OperationContext<Body, Query, Path> {
  /** Undefined for a public operation. */
  world: RunningWorld
  worlds: Worlds
  body: Body
  query: Query
  path: Path
  header(name: string): string | undefined
  /** For the token endpoint, which determines the world itself. Ids and limits are then those of that world. */
  assignWorld(world: RunningWorld): void
  /** For operations that take raw bytes. */
  streamBody: Incoming['streamBody']
  /** In a rerun, the recorded upload. Otherwise the operation records it with `recordUpload`. */
  recordedUpload: Upload | undefined
  recordUpload(upload: Upload): void
  /** For an operation that waits after it changed the world: a retry gets this reply if the sandbox stops meanwhile. */
  saveInterimReply(reply: Reply): void
}

export type OperationOutcome = Reply | Refusal

export interface OperationHandler<Body = unknown, Query = unknown, Path = unknown> {
  /** Undefined if the client closed the connection before the body was complete. */
  run(context: OperationContext<Body, Query, Path>): OperationOutcome | Promise<OperationOutcome | undefined>
  /** Issues that depend on the world's state, so that one response lists them together with schema issues. */
  findIssues?(state: World, body: Record<string, unknown>, path: Path): Issue[]
  /** Refuses accounts that may not call the operation, before anything else is checked. */
  authorize?(state: World): Refusal | undefined
  /** Parses a raw body before the operation runs, in as many event-loop turns as it takes. */
  parseBody?(bytes: Buffer): Promise<Result<Body>>
}

type ContentOf<B> = B extends { content: infer C } ? C[keyof C] : undefined
type BodyOf<O> = O extends { requestBody: infer B }
  ? ContentOf<B>
  : O extends { requestBody?: infer B }
    ? ContentOf<NonNullable<B>> | undefined
    : undefined
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : Record<string, never>
type PathOf<O> = O extends { parameters: { path: infer P } } ? P : Record<string, never>
type HandlersFor<All> = { [Id in keyof All]: OperationHandler<BodyOf<All[Id]>, QueryOf<All[Id]>, PathOf<All[Id]>> }

/** One handler per operationId of openapi.yaml, except for its webhooks, which receivers implement. */
export type V1Operations = HandlersFor<Omit<V1, `on${string}`>>
/** One handler per operationId of control.openapi.yaml. */
export type ControlOperations = HandlersFor<Control>

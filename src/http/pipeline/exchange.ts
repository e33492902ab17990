import type { Operation } from '../../contract/router.js'
import type { Upload } from '../../core/catalogue/assets.js'
import type { World } from '../../core/engine/world.js'
import type { Issue, Refusal } from '../../core/primitives/result.js'
import type { operations as Control } from '../../generated/control-api.js'
import type { operations as V1 } from '../../generated/service-api.js'
import type { Checkpoint, RunningWorld } from '../../runtime/running-world.js'
import type { Worlds } from '../../runtime/world-registry.js'

/** A request as the pipeline sees it: what node:http gives, and nothing that only node:http could give. */
export interface Incoming {
  method: string
  /** Path and query, as sent. */
  target: string
  headers: Record<string, string | string[] | undefined>
  /** Hands the body over as it arrives: `too-large` when it exceeds the limit, `aborted` when the client went away. */
  streamBody(limit: number, onChunk: (chunk: Buffer) => void): Promise<StreamEnd>
  /** In a run that is played again: what is known of an upload whose bytes nobody has any more. */
  recordedUpload?: Upload | undefined
}

export type StreamEnd = 'complete' | 'too-large' | 'aborted'

/** A body without an end. */
export interface Feed {
  /** What there is to tell already. */
  backlog: Iterable<string>
  /** Writes what comes from now on, until the returned function is called. */
  subscribe(write: (chunk: string) => void): () => void
}

/** No status of HTTP's: what stands where the client hung up first. */
export const CLIENT_CLOSED_REQUEST = 499

export interface Outgoing {
  status: number
  headers: Record<string, string>
  body: string
  feed?: Feed
}

/** Undefined when the client closed the connection, or a fault resets it. */
export type PipelineResult = Outgoing | undefined | Promise<Outgoing | undefined>

/** What an operation answers when it does not refuse. */
export interface Reply {
  status: number
  /** Undefined for an answer without one. */
  body: unknown
  headers?: Record<string, string>
  /** The body, or what its `data` lists, are rows of the world just as they are. */
  rowsIn?: 'body' | 'data'
  /** In place of a body, Server-Sent Events. */
  feed?: Feed
  /** In place of a body, a text that is not JSON. */
  text?: { type: string; content: string }
}

/** What is known of a request so far. */
export interface Exchange {
  incoming: Incoming
  startedAt: number
  requestId: string
  world: RunningWorld | undefined
  operation: Operation | undefined
  errorShape: Operation['errorShape']
  /** Where the world's book stood before its operation ran. */
  checkpoint: Checkpoint | undefined
  warnings: Issue[]
  /** Where its operation began among all that happens in its world, and the how-many-th of the world's requests it is. */
  began: number
  turn: number
  /** The world's time when its operation did what it does. */
  now: number
  /** The body as it came, where it is a text. */
  bodyText: string | undefined
  upload: Upload | undefined
  refusal: Refusal | undefined
  replayed: boolean
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
})

export interface OperationContext<Body, Query, Path> {
  /** Not there in a public operation. */
  world: RunningWorld
  worlds: Worlds
  body: Body
  query: Query
  path: Path
  header(name: string): string | undefined
  /** For an operation that finds out by itself whose request it has: ids and limits are then that world's. */
  assignWorld(world: RunningWorld): void
  /** The body of an operation that takes raw bytes. */
  streamBody: Incoming['streamBody']
  /** What an upload came to: known beforehand in a run that is played again, told by the operation otherwise. */
  recordedUpload: Upload | undefined
  recordUpload(upload: Upload): void
  /** For an operation that waits after it has changed the world: what its retry is told should the sandbox end meanwhile. */
  saveInterimReply(reply: Reply): void
}

export type OperationOutcome = Reply | Refusal

export interface OperationHandler<Body = unknown, Query = unknown, Path = unknown> {
  /** Undefined when the client went away in the middle of its body. */
  run(context: OperationContext<Body, Query, Path>): OperationOutcome | Promise<OperationOutcome | undefined>
  /** Faults of a body that only the world sees, so that they stand beside the contract's in one answer. */
  findIssues?(state: World, body: Record<string, unknown>, path: Path): Issue[]
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

/** One entry per operationId of openapi.yaml, typed by it; but for those of its webhooks, which others answer. */
export type V1Operations = HandlersFor<Omit<V1, `on${string}`>>
/** One entry per operationId of control.openapi.yaml. */
export type ControlOperations = HandlersFor<Control>

import type { Upload } from '../../core/catalogue/assets.js'
import type { AttemptOutcome, WorldEvent } from '../../core/engine/rows.js'
import type { Issue } from '../../core/primitives/result.js'

/** A request and its answer. `began` and `ended` are places in the order of everything that happened in the world. */

export interface RequestRecord {
  kind: 'request'
  isControl: boolean
  began: number
  ended: number
  /** The how-many-th of the world's requests it was: its id is made of that. */
  turn: number
  requestId: string
  /** The world's time when it was done. */
  now: number
  method: string
  target: string
  /** Those that decide about the answer, one a line; no credentials. */
  headers: string
  /** Undefined when there was none, or nothing in it. */
  body: string | undefined
  /** What is known of a body that was not kept. */
  upload: Upload | undefined
  operation: string | undefined
  status: number
  code: string | undefined
  replayed: boolean
  warnings: readonly Issue[]
  milliseconds: number
  /** Empty for an answer without a body. */
  responseBody: string
}
/** An attempt to send an event. It has no outcome while it is under way, or when it was called off. */

export interface AttemptRecord {
  kind: 'attempt'
  began: number
  beganAt: number
  eventId: string
  webhookId: string
  end?: { ended: number; endedAt: number; outcome: AttemptOutcome }
}
export type JournalRecord =
  | RequestRecord
  | AttemptRecord
  | { kind: 'event'; event: WorldEvent }
  | { kind: 'clock'; to: number }

import type { Upload } from '../../core/catalogue/assets.js'
import type { AttemptOutcome, WorldEvent } from '../../core/engine/rows.js'
import type { Issue } from '../../core/primitives/result.js'

/** A request and its response. `began` and `ended` are sequence numbers in the order of everything in the world. */
export interface RequestRecord {
  kind: 'request'
  isControl: boolean
  began: number
  ended: number
  /** The world's request counter, from which the request id is derived. */
  turn: number
  requestId: string
  /** The world's time when the request ended. */
  now: number
  method: string
  target: string
  /** Headers that affect the response, one per line. Never credentials. */
  headers: string
  /** Also in `headers`. Separate for the client report, and not kept. */
  isExcluded?: boolean
  userAgent?: string | undefined
  /** Undefined when empty or absent. */
  body: string | undefined
  /** Size and hash of an uploaded body, which is not kept. */
  upload: Upload | undefined
  operation: string | undefined
  status: number
  code: string | undefined
  replayed: boolean
  warnings: readonly Issue[]
  /** Monotonic wall-clock time at which the request arrived, in milliseconds. */
  receivedAt: number
  milliseconds: number
  /** Response headers that the client report needs, in the form of `headers`. */
  sentHeaders: string
  /** Empty when the response has no body. */
  responseBody: string
}

/** An attempt to send an event. `end` is missing while it is in flight and after it was cancelled. */
export interface AttemptRecord {
  kind: 'attempt'
  began: number
  beganAt: number
  eventId: string
  webhookId: string
  /** The scenario sent it with a wrong signature. */
  isForged: boolean
  end?: { ended: number; endedAt: number; outcome: AttemptOutcome }
}

export type JournalRecord =
  | RequestRecord
  | AttemptRecord
  | { kind: 'event'; event: WorldEvent }
  | { kind: 'clock'; to: number }

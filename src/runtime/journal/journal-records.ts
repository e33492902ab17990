import type { Upload } from '../../core/catalogue/assets.js'
import type { FaultRule } from '../../core/delivery/scenario-rules.js'
import type { RowChange } from '../../core/engine/row-changes.js'
import type { AttemptOutcome, WorldEvent } from '../../core/engine/rows.js'
import type { Issue } from '../../core/primitives/result.js'

/** The changes of one request or task. `total` counts those that are left out too. */
export interface RecordedChanges {
  rows: readonly RowChange[]
  total: number
}

/** A fault that was injected into a request. `scenario` is undefined for a fault of the control plane. */
export type RecordedFault = Pick<FaultRule, 'status' | 'connection' | 'delay'> & { scenario: string | undefined }

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
  /** Wall time when the request arrived, in milliseconds. It never goes back. */
  receivedAt: number
  /** One header per line. Never credentials. */
  headers: string
  /** The same for the response, without the request id and the content type of JSON. */
  responseHeaders: string
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
  milliseconds: number
  changes: RecordedChanges | undefined
  fault: RecordedFault | undefined
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

/** A change that a task or the result of a ping made. Not part of the exported journal, because a rerun repeats it. */
export interface ChangeRecord {
  kind: 'change'
  sequence: number
  now: number
  /** The type of the task or command. */
  cause: string
  subject: string
  summary: string
  changes: RecordedChanges
}

/** The state of the world was replaced. Not part of the exported journal, which has the request that caused it. */
export interface ResetRecord {
  kind: 'reset'
  sequence: number
  now: number
  cause: 'reset' | 'restore' | 'rollback'
}

export type JournalRecord =
  | RequestRecord
  | AttemptRecord
  | { kind: 'event'; sequence: number; event: WorldEvent }
  | { kind: 'clock'; sequence: number; to: number }

export type ActivityRecord = JournalRecord | ChangeRecord | ResetRecord

const MAX_RECORDED_CHANGES = 100

export const limitChanges = (changes: readonly RowChange[]): RecordedChanges => ({
  rows: changes.slice(0, MAX_RECORDED_CHANGES),
  total: changes.length,
})

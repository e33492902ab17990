import type { WorldEvent } from '../../core/engine/rows.js'
import type { OperationFacts } from '../contract-facts.js'
import type { Findings } from '../findings.js'
import { type ObservedAttempt, type ObservedRequest, parseJson } from '../observed-records.js'

/** A request of the client, as the trackers see it. */
export class Call {
  #answer: unknown
  #isParsed = false

  constructor(
    readonly request: ObservedRequest,
    readonly operation: OperationFacts | undefined,
    readonly path: string,
    /** Without the question mark. */
    readonly query: string,
    readonly mark: string | undefined,
    /** Left out by a mark or a header: it teaches the trackers about the world, and is not judged. */
    readonly isExcluded: boolean,
    /** The same response as the last one for this target, so that there is nothing to learn from it. */
    readonly isUnchangedRead: boolean,
  ) {}

  /** The parsed response. It is parsed only if a tracker needs it. */
  answer(): unknown {
    if (!this.#isParsed) {
      this.#answer = parseJson(this.request.responseBody)
      this.#isParsed = true
    }
    return this.#answer
  }
}

export interface EventAttempt {
  attempt: ObservedAttempt
  outcome: NonNullable<ObservedAttempt['end']>['outcome']
  at: number
  /** Undefined if the event is older than the observation. */
  event: WorldEvent | undefined
  isAcknowledged: boolean
  mark: string | undefined
}

/** Judges one group of rules. Its memory is bounded. */
export interface Tracker {
  observeCall?(call: Call): void
  observeEvent?(event: WorldEvent): void
  observeAttempt?(attempt: EventAttempt): void
  /** The clock moved, or the control plane changed the world. */
  observeChange?(): void
  /** The world was reset or restored: what is known about its resources no longer holds. */
  forgetWorld?(): void
  /** Another test began. */
  startTest?(): void
  /** Adds the violations that only the end of a run shows. */
  conclude?(findings: Findings): void
}

/** Sets an entry and drops the oldest one above the limit. */
export function setBounded<K, V>(map: Map<K, V>, key: K, value: V, limit: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > limit) map.delete(map.keys().next().value as K)
}

export const idOf = (path: string): string => path.split('/')[3] ?? ''

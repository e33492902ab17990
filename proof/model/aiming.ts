import fc from 'fast-check'
import type { Call } from './calls.js'
import type { Model, ModelDelivery } from './state.js'

/** What is done next: a call of the API, or something that the sandbox itself is told. */
export type Step =
  | { call: Call }
  | {
      advance: { duration: string } | { until: 'idle' | { delivery: string; status: ModelDelivery['wire']['status'] } }
    }
  | { save: string }
  | { restore: string }
  | { reset: true }
  | { ask: 'token' }
  | { present: string }
  | { walk: string; limit: number; status?: string }

/** What a run remembers beside its model: a restore does not undo that a client knows something. */
export interface History {
  /** How many steps were done. */
  stepCount: number
  keyedCalls: Call[]
  tokens: string[]
  snapshots: string[]
}

/** A command becomes a step when its turn comes: what it is about may not exist before. */
export type Command = (model: Model, history: History) => Step

/** Which one of many: the newest is 0, and some are unknown. */
export interface Selector {
  index: number
  /** Whether one is wanted for which the call makes sense. */
  prefersEligible: boolean
}
export const UNKNOWN = 11
export const selector: fc.Arbitrary<Selector> = fc.record({
  index: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(UNKNOWN) }),
  prefersEligible: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})

export function pickId<T>(
  all: Map<string, T>,
  { index, prefersEligible }: Selector,
  isEligible: (item: T) => boolean,
): string {
  if (index === UNKNOWN) return 'nothing_like_it'
  const newest = [...all].reverse()
  const eligible = newest.filter(([, item]) => isEligible(item))
  const list = prefersEligible && eligible.length > 0 ? eligible : newest
  return list[index % list.length]?.[0] ?? 'nothing_like_it'
}

export const hasStatus =
  (...wanted: string[]) =>
  (one: { status: string }) =>
    wanted.includes(one.status)
export const hasDeliveryStatus =
  (...wanted: string[]) =>
  ({ wire }: ModelDelivery) =>
    wanted.includes(wire.status)

export const hasStoreStatus =
  (...wanted: string[]) =>
  ({ wire }: ModelDelivery) =>
    wire.stores.some((store) => wanted.includes(store.status))

export const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** Without what is undefined, as JSON would have it. */
export const withoutUndefined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** No key, one of its own, or one of few that others use as well. */
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.constant('own' as const) },
  { weight: 1, arbitrary: fc.nat(1) },
)

/** A call of the API, with a key or without. */
export function apiCall<A>(args: fc.Arbitrary<A>, make: (model: Model, args: A) => Call): fc.Arbitrary<Command> {
  return fc.tuple(args, key).map(
    ([argValues, keyKind]): Command =>
      (model, history) => {
        const call = make(model, argValues)
        if (keyKind === undefined) return { call }
        return { call: { ...call, key: uuid(keyKind === 'own' ? 100 + history.stepCount : keyKind) } }
      },
  )
}

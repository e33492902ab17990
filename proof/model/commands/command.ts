import fc from 'fast-check'
import type { Call } from '../reference/predict.js'
import type { Model, ModelDelivery } from '../reference/state.js'

/** The next step: an API call or a call of the control plane. */
export type Step =
  | { call: Call }
  | {
      advance: { duration: string } | { until: 'idle' | { delivery: string; status: ModelDelivery['wire']['status'] } }
    }
  | { save: string }
  | { restore: string }
  | { reset: true }
  | { requestToken: true }
  | { useToken: string }
  | { listPages: string; limit: number; status?: string }

/** What the client remembers. Restoring a snapshot does not reset it. */
export interface History {
  /** Number of steps so far. */
  stepCount: number
  keyedCalls: Call[]
  tokens: string[]
  snapshots: string[]
}

/** A command is turned into a step when it runs, because its resource may not exist earlier. */
export type Command = (model: Model, history: History) => Step

/** Selects one of many resources: 0 is the newest, UNKNOWN one that does not exist. */
export interface Selector {
  index: number
  /** Whether to prefer a resource for which the call can succeed. */
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

/** Drops undefined fields, as JSON does. */
export const withoutUndefined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** No key, a new key, or one of a few shared keys. */
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.constant('own' as const) },
  { weight: 1, arbitrary: fc.nat(1) },
)

/** An API call with or without an idempotency key. */
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

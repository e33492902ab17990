import fc from 'fast-check'
import type { Call } from './calls.js'
import type { Model, Order } from './state.js'

/** What is done next: a call of the API, or something that the sandbox itself is told. */
export type Step =
  | { call: Call }
  | { advance: { duration: string } | { until: 'idle' | { delivery: string; status: Order['wire']['status'] } } }
  | { save: string }
  | { restore: string }
  | { reset: true }
  | { ask: 'token' }
  | { present: string }
  | { walk: string; limit: number; status?: string }

/** What a run remembers beside its model: a restore does not undo that a client knows something. */
export interface Past {
  /** How many steps were done. */
  count: number
  keyed: Call[]
  tokens: string[]
  snapshots: string[]
}

/** A command becomes a step when its turn comes: what it is about may not exist before. */
export type Command = (model: Model, past: Past) => Step

/** Which one of many: the newest is 0, and some are unknown. */
export interface Aim {
  n: number
  /** Whether one is wanted for which the call makes sense. */
  isFit: boolean
}
export const UNKNOWN = 11
export const aim: fc.Arbitrary<Aim> = fc.record({
  n: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(UNKNOWN) }),
  isFit: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})

export function choose<T>(all: Map<string, T>, { n, isFit }: Aim, fits: (one: T) => boolean): string {
  if (n === UNKNOWN) return 'nothing_like_it'
  const newest = [...all].reverse()
  const fitting = newest.filter(([, one]) => fits(one))
  const list = isFit && fitting.length > 0 ? fitting : newest
  return list[n % list.length]?.[0] ?? 'nothing_like_it'
}

export const status =
  (...wanted: string[]) =>
  (one: { status: string }) =>
    wanted.includes(one.status)
export const stands =
  (...wanted: string[]) =>
  ({ wire }: Order) =>
    wanted.includes(wire.status)

export const hasStore =
  (...wanted: string[]) =>
  ({ wire }: Order) =>
    wire.stores.some((store) => wanted.includes(store.status))

export const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** Without what is undefined, as JSON would have it. */
export const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** No key, one of its own, or one of few that others use as well. */
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.constant('own' as const) },
  { weight: 1, arbitrary: fc.nat(1) },
)

/** A call of the API, with a key or without. */
export function calling<A>(args: fc.Arbitrary<A>, make: (model: Model, args: A) => Call): fc.Arbitrary<Command> {
  return fc.tuple(args, key).map(
    ([values, kind]): Command =>
      (model, past) => {
        const call = make(model, values)
        if (kind === undefined) return { call }
        return { call: { ...call, key: uuid(kind === 'own' ? 100 + past.count : kind) } }
      },
  )
}

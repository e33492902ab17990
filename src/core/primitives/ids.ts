import { createHash } from 'node:crypto'

/** Ids are a pure function of the seed, the world's key and a counter per prefix. */
export interface IdSource {
  readonly seed: number
  readonly key: string
  readonly counters: Record<string, number>
}

export type IdPrefix =
  | 'rel'
  | 'trk'
  | 'ast'
  | 'dlv'
  | 'sub'
  | 'whk'
  | 'evt'
  | 'roy'
  | 'stm'
  | 'lin'
  | 'pay'
  | 'req'
  | 'flt'
  | 'ern'
  | 'at'

type Salts = readonly [number, number, number]
const saltsBySource = new WeakMap<IdSource, Map<IdPrefix, Salts>>()

function saltsFor(source: IdSource, prefix: IdPrefix): Salts {
  let saltsByPrefix = saltsBySource.get(source)
  if (!saltsByPrefix) saltsBySource.set(source, (saltsByPrefix = new Map()))
  let salts = saltsByPrefix.get(prefix)
  if (!salts) {
    const digest = createHash('sha256').update(`${source.seed}\n${source.key}\n${prefix}`).digest()
    salts = [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8)]
    saltsByPrefix.set(prefix, salts)
  }
  return salts
}

/** Murmur3's finalizer. It is a bijection on 32 bits, so two counters never give the same id. */
export function scramble(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

const PAIR_COUNT = 36 * 36
const DIGIT_PAIRS = Array.from({ length: PAIR_COUNT }, (_, i) => i.toString(36).padStart(2, '0'))

/** A faster `value.toString(36).padStart(7, '0')`: every request needs an id. */
function base36(value: number): string {
  const high = Math.floor(value / PAIR_COUNT)
  const higher = Math.floor(high / PAIR_COUNT)
  return `${Math.floor(higher / PAIR_COUNT)}${DIGIT_PAIRS[higher % PAIR_COUNT]}${DIGIT_PAIRS[high % PAIR_COUNT]}${DIGIT_PAIRS[value % PAIR_COUNT]}`
}

/** The inverse of `scramble`. */
function unscramble(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x7ed1b41d)
  x = Math.imul(x ^ (x >>> 13) ^ (x >>> 26), 0xa5cb9243)
  return (x ^ (x >>> 16)) >>> 0
}

/**
 * The id of a derived row, such as line `minor` of statement `major`. It does not depend on counters, so it is the same
 * whenever it is computed. Two positions never have the same id.
 */
export function positionalId(source: IdSource, prefix: IdPrefix, major: number, minor = 0): string {
  const [a, b, c] = saltsFor(source, prefix)
  const first = scramble(major + a)
  const second = scramble(minor ^ first ^ b)
  return `${prefix}_${base36(first)}${base36(second)}${base36(scramble(second ^ c))}`
}

/** The `major` of an id without a `minor`; undefined if the id is not from this source. */
export function positionOf(source: IdSource, prefix: IdPrefix, id: string): number | undefined {
  const first = Number.parseInt(id.slice(prefix.length + 1, prefix.length + 8), 36)
  const major = (unscramble(first) - saltsFor(source, prefix)[0]) >>> 0
  return positionalId(source, prefix, major) === id ? major : undefined
}

/** 21 characters. Avoids a cryptographic hash per id, which would dominate the cost of a small request. */
export function nextIdSuffix(source: IdSource, prefix: IdPrefix, stamp = 0): string {
  const count = (source.counters[prefix] ?? 0) + 1
  source.counters[prefix] = count
  return idSuffix(source, prefix, count, stamp)
}

function idSuffix(source: IdSource, prefix: IdPrefix, count: number, stamp: number): string {
  const [a, b, c] = saltsFor(source, prefix)
  const first = scramble(count + a)
  const second = scramble(first ^ b ^ (stamp >>> 0))
  return base36(first) + base36(second) + base36(scramble(second ^ c ^ Math.floor(stamp / 2 ** 32)))
}

/** The counter with which `nextId` creates this id; undefined if the id is not from this source. */
export function counterOf(source: IdSource, prefix: IdPrefix, id: string, stamp = 0): number | undefined {
  const first = Number.parseInt(id.slice(prefix.length + 1, prefix.length + 8), 36)
  const count = (unscramble(first) - saltsFor(source, prefix)[0]) >>> 0
  return `${prefix}_${idSuffix(source, prefix, count, stamp)}` === id ? count : undefined
}

/** Two pairs of counter and `stamp` (a safe integer) never give the same id. */
export const nextId = (source: IdSource, prefix: IdPrefix, stamp = 0): string =>
  `${prefix}_${nextIdSuffix(source, prefix, stamp)}`

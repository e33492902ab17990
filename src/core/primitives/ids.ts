import { createHash } from 'node:crypto'

/** What ids are made of: nothing but the seed, the world's key and how many were made before. */
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

/** Murmur3's finalizer: one-to-one on 32 bits, so that two counters never give one id. */
export function scramble(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

const PAIR_COUNT = 36 * 36
const DIGIT_PAIRS = Array.from({ length: PAIR_COUNT }, (_, i) => i.toString(36).padStart(2, '0'))

/** `lane.toString(36).padStart(7, '0')`, at a fraction of the cost: every request takes an id. */
function base36(value: number): string {
  const high = Math.floor(value / PAIR_COUNT)
  const higher = Math.floor(high / PAIR_COUNT)
  return `${Math.floor(higher / PAIR_COUNT)}${DIGIT_PAIRS[higher % PAIR_COUNT]}${DIGIT_PAIRS[high % PAIR_COUNT]}${DIGIT_PAIRS[value % PAIR_COUNT]}`
}

/** `scramble`, backwards. */
function unscramble(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x7ed1b41d)
  x = Math.imul(x ^ (x >>> 13) ^ (x >>> 26), 0xa5cb9243)
  return (x ^ (x >>> 16)) >>> 0
}

/**
 * The id of what has a place instead of a turn: line `minor` of statement `major` has the same id whenever one asks,
 * and whatever was asked for before. Two places never have one id.
 */
export function positionalId(source: IdSource, prefix: IdPrefix, major: number, minor = 0): string {
  const [a, b, c] = saltsFor(source, prefix)
  const first = scramble(major + a)
  const second = scramble(minor ^ first ^ b)
  return `${prefix}_${base36(first)}${base36(second)}${base36(scramble(second ^ c))}`
}

/** The `major` of an id without a `minor`; undefined for an id that this source never gave. */
export function positionOf(source: IdSource, prefix: IdPrefix, id: string): number | undefined {
  const first = Number.parseInt(id.slice(prefix.length + 1, prefix.length + 8), 36)
  const major = (unscramble(first) - saltsFor(source, prefix)[0]) >>> 0
  return positionalId(source, prefix, major) === id ? major : undefined
}

/** The next 21 characters for this prefix. Hashing once per id would be the dearest part of a small request. */
export function nextIdSuffix(source: IdSource, prefix: IdPrefix, stamp = 0): string {
  const count = (source.counters[prefix] ?? 0) + 1
  source.counters[prefix] = count
  const [a, b, c] = saltsFor(source, prefix)
  const first = scramble(count + a)
  const second = scramble(first ^ b ^ (stamp >>> 0))
  return base36(first) + base36(second) + base36(scramble(second ^ c ^ Math.floor(stamp / 2 ** 32)))
}

/** Two pairs of counter and `stamp` (a safe integer) never give the same id. */
export const nextId = (source: IdSource, prefix: IdPrefix, stamp = 0): string =>
  `${prefix}_${nextIdSuffix(source, prefix, stamp)}`

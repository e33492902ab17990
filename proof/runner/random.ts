/** Seeded random numbers. */
export interface Random {
  /** From 0 to below 1. */
  fraction(): number
  /** An integer from 0 to below `limit`. */
  below(limit: number): number
  /** True with this probability in percent. */
  percent(chance: number): boolean
  pick<T>(values: readonly T[]): T
}

/** The sfc32 generator: small, fast and good enough for test cases. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = seed | 0
  let d = 1
  function next(): number {
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 15; i++) next()
  const fraction = () => next() / 2 ** 32
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    percent: (chance) => below(100) < chance,
    pick<T>(values: readonly T[]): T {
      if (values.length === 0) throw new Error('pick() needs at least one value.')
      return values[below(values.length)] as T
    },
  }
}

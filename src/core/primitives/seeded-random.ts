import { createHash } from 'node:crypto'
import { type IdSource, scramble } from './ids.js'

/** Stateless pseudo-random numbers: the same arguments always give the same result. */
export interface SeededRandom {
  hash(text: string): number
  /** An integer from 0 to `bound` - 1. */
  pick(bound: number, a: number, b?: number, c?: number): number
}

export function createSeededRandom({ seed, key }: Pick<IdSource, 'seed' | 'key'>, topic: string): SeededRandom {
  const salt = createHash('sha256').update(`${seed}\n${key}\n${topic}`).digest().readUInt32LE(0)
  return {
    hash(text) {
      let hash = salt
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
      return scramble(hash)
    },
    pick: (bound, a, b = 0, c = 0) => scramble(scramble(scramble(a ^ salt) ^ b) ^ c) % bound,
  }
}

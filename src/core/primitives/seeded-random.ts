import { createHash } from 'node:crypto'
import { type IdSource, scramble } from './ids.js'

/** What looks like chance in a world: the same answer to the same question, whenever and however often it is asked. */
export interface SeededRandom {
  /** A number that stands for a text. */
  hash(text: string): number
  /** A whole number from 0 to below `sides`. */
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

import { createHash } from 'node:crypto'
import { type IdSource, scramble } from './ids.js'

/** What looks like chance in a world: the same answer to the same question, whenever and however often it is asked. */
export interface Chance {
  /** A number that stands for a text. */
  of(text: string): number
  /** A whole number from 0 to below `sides`. */
  roll(sides: number, a: number, b?: number, c?: number): number
}

export function createChance({ seed, key }: Pick<IdSource, 'seed' | 'key'>, topic: string): Chance {
  const salt = createHash('sha256').update(`${seed}\n${key}\n${topic}`).digest().readUInt32LE(0)
  return {
    of(text) {
      let hash = salt
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
      return scramble(hash)
    },
    roll: (sides, a, b = 0, c = 0) => scramble(scramble(scramble(a ^ salt) ^ b) ^ c) % sides,
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { World } from '../../core/engine/world.js'
import { type Refusal, refuse } from '../../core/primitives/result.js'

const MAC_BYTES = 12

/** Binds a position to its world, its list and its filters. */
function computeMac(world: World, list: string, filter: object, position: number): Buffer {
  return createHmac('sha256', `${world.seed}\n${world.key}\ncursor`)
    .update(JSON.stringify([list, filter, position]))
    .digest()
    .subarray(0, MAC_BYTES)
}

export function encodeCursor(world: World, list: string, filter: object, position: number): string {
  const head = Buffer.alloc(6)
  head.writeUIntBE(position, 0, 6)
  return Buffer.concat([head, computeMac(world, list, filter, position)]).toString('base64url')
}

export function decodeCursor(world: World, list: string, filter: object, cursor: string): number | Refusal {
  const bytes = Buffer.from(cursor, 'base64url')
  // Decoding ignores stray characters. Encoding the result again reveals a cursor that the sandbox did not issue.
  if (bytes.length !== 6 + MAC_BYTES || bytes.toString('base64url') !== cursor) return refuse('invalid_cursor')
  const position = bytes.readUIntBE(0, 6)
  return timingSafeEqual(bytes.subarray(6), computeMac(world, list, filter, position))
    ? position
    : refuse('invalid_cursor')
}

import type { World } from '../engine/world.js'
import { MAX_TOKENS } from '../engine/world-limits.js'
import { nextIdSuffix } from '../primitives/ids.js'
import { HOUR } from '../primitives/time.js'

export const TOKEN_LIFETIME = HOUR

/** The token contains the world's name, which routes each request to its world. */
export function issueToken(world: World): string {
  for (const [old, expires] of world.tokens) {
    if (world.now < expires) break
    world.tokens.delete(old)
  }
  // On a manual clock that stands still, nothing expires.
  for (const oldest of world.tokens.keys()) {
    if (world.tokens.size < MAX_TOKENS) break
    world.tokens.delete(oldest)
  }
  const token = `at_sandbox_${world.account.tier}_${world.name}_${nextIdSuffix(world, 'at')}`
  world.tokens.set(token, world.now + TOKEN_LIFETIME)
  return token
}

export const isTokenValid = (world: World, token: string): boolean =>
  world.now < (world.tokens.get(token) ?? Number.NEGATIVE_INFINITY)

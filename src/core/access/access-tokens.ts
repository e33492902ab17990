import type { World } from '../engine/world.js'
import { nextIdSuffix } from '../primitives/ids.js'
import { HOUR } from '../primitives/time.js'

export const TOKEN_LIFETIME = HOUR

/** The token names its world, so that any call that carries it finds its way there. */
export function issueToken(world: World): string {
  for (const [old, expires] of world.tokens) {
    if (world.now < expires) break
    world.tokens.delete(old)
  }
  const token = `at_sandbox_${world.account.tier}_${world.name}_${nextIdSuffix(world, 'at')}`
  world.tokens.set(token, world.now + TOKEN_LIFETIME)
  return token
}

export const isTokenValid = (world: World, token: string): boolean =>
  world.now < (world.tokens.get(token) ?? Number.NEGATIVE_INFINITY)

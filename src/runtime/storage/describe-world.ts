import type { World } from '../../core/engine/world.js'
import type { ClockMode } from '../clock.js'
import type { WorldHeader } from './world-snapshot-file.js'
import type { WorldDescription } from './worlds-index.js'

export interface CurrentState {
  world: World
  offset: number
  clock: ClockMode
}

/** JSON has no infinity. */
export const serializeSpeed = (speed: number | 'max') => (speed === Number.POSITIVE_INFINITY ? 'max' : speed)

export const parseSpeed = (speed: number | 'max') => (speed === 'max' ? Number.POSITIVE_INFINITY : speed)

export const describeHeader = ({ seed, scenario, clock, speed, now, offset }: WorldHeader): WorldDescription => ({
  seed,
  scenario,
  clock,
  speed,
  now,
  offset,
})

export const describeState = ({ world, offset, clock }: CurrentState): WorldDescription => ({
  seed: world.seed,
  scenario: world.scenario.name,
  clock,
  speed: serializeSpeed(world.speed),
  now: world.now,
  offset,
})

/** When the first scheduled task is due, in wall time. The tasks of a manual clock wait for the clock, not for time. */
export function dueInWallTime({ world, offset, clock }: CurrentState): number | null {
  const next = world.agenda.peek()
  if (!next) return null
  if (clock === 'manual') return next.due <= world.now ? 0 : null
  return next.due - offset
}

import { invalid, refuseAll } from '../../core/errors.js'
import { END_OF_TIME, instant, parseDuration, parseInstant } from '../../core/time.js'
import type { RunningWorld } from '../../runtime/worlds.js'
import type { ControlOperations } from '../exchange.js'

const clockView = ({ clock, state }: RunningWorld) => ({
  mode: clock.mode,
  now: instant(state.now),
  speed: Number.isFinite(state.speed) ? state.speed : 'max',
})

export const createControlOperations = (version: string): ControlOperations => ({
  getClock: {
    run: ({ world }) => ({ status: 200, body: clockView(world) }),
  },

  advanceClock: {
    async run({ world, body }) {
      const { now } = world.state
      const field = body.to === undefined ? 'duration' : 'to'
      const target = body.to === undefined ? now + (parseDuration(body.duration ?? '') ?? 0) : parseInstant(body.to)
      if (target === undefined) return refuseAll([invalid(field, 'must be an instant such as 2027-03-05T00:00:00Z')])
      if (target < now)
        return refuseAll([invalid(field, `must not be before ${instant(now)}: the clock only moves forward`)])
      if (target > END_OF_TIME) return refuseAll([invalid(field, `must not lead past ${instant(END_OF_TIME)}`)])
      const steps = await world.advance(target)
      return { status: 200, body: { now: instant(world.state.now), steps } }
    },
  },

  resetWorld: {
    run({ world }) {
      world.reset()
      const { name, account } = world.state
      return { status: 200, body: { world: name, tier: account.tier, clock: clockView(world) } }
    },
  },

  getHealth: {
    run: () => ({ status: 200, body: { status: 'ok', version } }),
  },
})

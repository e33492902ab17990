import { invalidField, refuse, refuseWithIssues } from '../../core/primitives/result.js'
import { EARLIEST_START, formatInstant, LATEST_START, parseInstant } from '../../core/primitives/time.js'
import type { ListedWorld, RunningWorld } from '../../runtime/running-world.js'
import type { Scenarios } from '../../runtime/scenarios/built-in-scenarios.js'
import type { Snapshots } from '../../runtime/snapshots/saved-snapshots.js'
import type { WorldSettings } from '../../runtime/world-settings.js'
import { refuseUnknownScenario } from '../operations/choose-scenario.js'
import { keyOf } from '../pipeline/authentication.js'
import type { ControlOperations } from '../pipeline/exchange.js'

export const clockView = ({ clock, state }: RunningWorld) => ({
  mode: clock.mode,
  now: formatInstant(state.now),
  speed: Number.isFinite(state.speed) ? state.speed : 'max',
})

export function worldSummary(world: RunningWorld) {
  const { name, account, key, seed, scenario } = world.state
  const clock = clockView(world)
  return {
    world: name,
    tier: account.tier,
    api_key: key,
    state: 'loaded',
    seed,
    scenario: scenario.name,
    clock,
  } as const
}

const namesOf = ({ credential: { name, tier, key } }: ListedWorld) => ({ world: name, tier, api_key: key })

function listedSummary(listed: ListedWorld) {
  if (listed.state === 'damaged' || !listed.description) return []
  const { seed, scenario, clock, now, speed } = listed.description
  return [
    {
      ...namesOf(listed),
      state: listed.state,
      seed,
      scenario,
      clock: { mode: clock, now: formatInstant(now), speed },
    },
  ]
}

const notFound = ({ tier, name }: { tier: string; name: string }) =>
  refuse('not_found', { message: `There is no world ${tier}/${name}.` })

export const WRITE_FAILED = refuse('service_unavailable', {
  message:
    'The world could not be written to the data directory (--data), so nothing was changed. Check that the disk has free space, then try again.',
})

type WorldOperations = 'listWorlds' | 'createWorld' | 'getWorld' | 'getWorldFiles' | 'deleteWorld'

export const createWorldOperations = (
  scenarios: Scenarios,
  snapshots: Snapshots,
): Pick<ControlOperations, WorldOperations> => ({
  listWorlds: {
    run({ worlds }) {
      const all = worlds.list()
      const damaged = all.flatMap(({ reason, files, ...listed }) =>
        reason === undefined ? [] : [{ ...namesOf({ ...listed, reason, files }), reason, files }],
      )
      return { status: 200, body: { data: all.flatMap(listedSummary), damaged } }
    },
  },

  createWorld: {
    async run({ worlds, body }) {
      const { tier, name, seed, scenario, clock = {} } = body
      if (scenario !== undefined && !scenarios.find(scenario))
        return refuseUnknownScenario(scenario, 'scenario', scenarios.names)
      const start = clock.start === undefined ? undefined : parseInstant(clock.start)
      const issues = []
      if (clock.start !== undefined && (start === undefined || start < EARLIEST_START || start > LATEST_START))
        issues.push(
          invalidField(
            'clock.start',
            `must be an instant between ${formatInstant(EARLIEST_START)} and ${formatInstant(LATEST_START)}`,
          ),
        )
      if (clock.mode === 'manual' && clock.speed !== undefined)
        issues.push(invalidField('clock.speed', 'is allowed only with a live clock'))
      if (issues.length > 0) return refuseWithIssues(issues)
      const key = keyOf(tier, name)
      if (worlds.has(key))
        return refuse('invalid_state', {
          message: `The world ${tier}/${name} already exists. Reset it, delete it, or choose another name.`,
        })
      const settings: WorldSettings = {
        ...(seed !== undefined && { seed }),
        ...(scenario !== undefined && { scenario }),
        ...(clock.mode !== undefined && { clock: clock.mode }),
        ...(start !== undefined && { start }),
        ...(clock.speed !== undefined && { speed: clock.speed as number | 'max' }),
      }
      return { status: 201, body: worldSummary(await worlds.open({ key, tier, name }, settings)) }
    },
  },

  getWorld: {
    run({ worlds, path }) {
      const listed = worlds.describe(keyOf(path.tier, path.name))
      if (!listed) return notFound(path)
      const { state, reason, files } = listed
      return { status: 200, body: { ...namesOf(listed), state, ...(reason !== undefined && { reason }), files } }
    },
  },

  getWorldFiles: {
    run({ worlds, path }) {
      const key = keyOf(path.tier, path.name)
      const listed = worlds.describe(key)
      if (!listed) return notFound(path)
      if (listed.files.length === 0)
        return refuse('invalid_state', {
          message: `The world ${path.tier}/${path.name} has no files. Without --data, save a snapshot and export it (POST /_sandbox/snapshots).`,
        })
      return { status: 200, body: undefined, stream: { type: 'application/x-tar', chunks: worlds.archive(key) } }
    },
  },

  deleteWorld: {
    async run({ worlds, path }) {
      const key = keyOf(path.tier, path.name)
      if (!worlds.has(key)) return notFound(path)
      try {
        // The world is removed last, so that a failed deletion can be repeated.
        for (const name of snapshots.names(key)) await snapshots.remove(key, name)
        await worlds.remove(key)
      } catch {
        return WRITE_FAILED
      }
      return { status: 204, body: undefined }
    },
  },
})

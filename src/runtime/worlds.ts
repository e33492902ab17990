import type { Result } from '../core/errors.js'
import { type Command, execute, type OutcomeOf } from '../core/execute.js'
import { perform } from '../core/perform.js'
import type { Scenario } from '../core/scenario.js'
import type { Tier } from '../core/seeds.js'
import { END_OF_TIME, instant } from '../core/time.js'
import { type Limits, makeWorld, type World } from '../core/world.js'
import { type Clock, type ClockMode, createClock } from './clock.js'
import type { Scenarios } from './scenarios.js'
import { seeds } from './seeds.js'

export interface WorldSettings {
  seed: number
  clock: ClockMode
  now: number | undefined
  speed: number
  limits: Limits
  scenario: string
  scenarios: Scenarios
  wall: () => number
  /** Calls back after a wait, at most 32 bits of milliseconds long; returns what calls it off. */
  timer: (ms: number, callback: () => void) => () => void
}

export interface Credential {
  key: string
  tier: Tier
  name: string
}

/** One thing that fell due while the clock moved. */
export interface Step {
  at: string
  task: string
  subject: string
  change: string
}

/** A world with its clock: the only place where a world's state is held and its time moves. */
export interface RunningWorld {
  /** Replaced as a whole by reset: read it anew, never hold on to it across an await. */
  readonly state: World
  readonly clock: Clock
  /** Idempotency keys whose first request is still running. Another set after a reset. */
  readonly inFlight: Set<string>
  execute<C extends Command>(command: C): Result<OutcomeOf<C>>
  /** Brings the time up to date and does what has fallen due. */
  settle(): void
  advance(to: number): Promise<Step[]>
  /** Goes from step to step until the world is as asked for, or nothing is scheduled any more. */
  advanceUntil(isReached: (state: World) => boolean): Promise<Step[]>
  reset(): void
}

export interface Worlds {
  find(key: string): RunningWorld | undefined
  open(credential: Credential): RunningWorld
  close(): void
}

/** Longer timers overflow Node's 32 bits and fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

export function createWorlds(settings: WorldSettings): Worlds {
  const worlds = new Map<string, RunningWorld & { stop(): void }>()
  return {
    find: (key) => worlds.get(key),
    open(credential) {
      let world = worlds.get(credential.key)
      if (!world) {
        world = startWorld(credential, settings)
        worlds.set(credential.key, world)
      }
      return world
    },
    close() {
      for (const world of worlds.values()) world.stop()
    },
  }
}

function startWorld(credential: Credential, settings: WorldSettings): RunningWorld & { stop(): void } {
  let clock: Clock
  let state: World
  let inFlight: Set<string>
  let callOff = () => {}
  let stopped = false

  function begin() {
    clock = createClock(settings.clock, settings.now, settings.wall)
    const { seed, speed, scenario, scenarios } = settings
    const findScenario = (name: string) => scenarios.find(name) as Scenario
    const knowsScenario = (name: string) => scenarios.find(name) !== undefined
    const options = {
      seed,
      start: clock.now(),
      speed,
      limits: settings.limits,
      scenario,
      findScenario,
      knowsScenario,
      scenarioNames: scenarios.names,
    }
    state = makeWorld({ ...credential, ...options }, seeds)
    inFlight = new Set()
    arm()
  }

  /** One timer, for the head of the agenda. A manual clock has none: it moves only when told to. */
  function arm() {
    callOff()
    const next = state.agenda.peek()
    if (!next || stopped || clock.mode === 'manual') return
    callOff = settings.timer(Math.min(Math.max(0, next.due - clock.now()), LONGEST_TIMER), settle)
  }

  /** Takes one entry after another off the agenda, as long as the next one's due time says so. */
  function run(isNext: (due: number) => boolean): Step[] {
    const steps: Step[] = []
    for (let next = state.agenda.peek(); next && isNext(next.due); next = state.agenda.peek()) {
      state.agenda.take()
      // Each step happens at its own due time, never at the time when somebody got round to it.
      state.now = Math.max(state.now, next.due)
      const change = perform(state, next.task)
      if (change === undefined) continue
      steps.push({ at: instant(state.now), task: next.task.type, subject: next.task.subject, change })
    }
    return steps
  }

  function runTo(target: number): Step[] {
    const steps = run((due) => due <= target)
    state.now = Math.max(state.now, target)
    return steps
  }

  function settle() {
    const due = state.agenda.size > 0
    runTo(clock.now())
    if (due) arm()
  }

  begin()
  return {
    get state() {
      return state
    },
    get clock() {
      return clock
    },
    get inFlight() {
      return inFlight
    },
    execute(command) {
      settle()
      const pending = state.agenda.size
      const result = execute(state, command)
      if (state.agenda.size !== pending) arm()
      return result
    },
    settle,
    async advance(to) {
      const steps = runTo(to)
      clock.moveTo(state.now)
      arm()
      return steps
    },
    async advanceUntil(isReached) {
      settle()
      // What is reached at an instant is reached when that instant is over.
      const steps = run((due) => due <= state.now || (due <= END_OF_TIME && !isReached(state)))
      clock.moveTo(state.now)
      arm()
      return steps
    },
    reset: begin,
    stop() {
      stopped = true
      callOff()
    },
  }
}

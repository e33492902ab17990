import { beginAttempt, dispatchId, type Letter, letterFor, letterOf, type Outcome } from '../core/dispatches.js'
import { type Result, refuse } from '../core/errors.js'
import { expire, type WorldEvent } from '../core/events.js'
import { type Command, execute, type OutcomeOf } from '../core/execute.js'
import { perform } from '../core/perform.js'
import type { Scenario } from '../core/scenario.js'
import type { Tier } from '../core/seeds.js'
import { END_OF_TIME, instant } from '../core/time.js'
import { type Limits, makeWorld, type Webhook, type World } from '../core/world.js'
import { type Clock, type ClockMode, createClock } from './clock.js'
import type { Courier } from './courier.js'
import { createLanes, type Lanes } from './lanes.js'
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
  courier: Courier
  /** Told of every attempt to send an event, pings included. */
  onAttempt(world: World, letter: Letter, outcome: Outcome): void
  /** Told of what went wrong where nobody waits for an answer. */
  onFault(fault: unknown): void
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

/** Where the clock stands after it was moved, and what happened on the way. */
export interface Advanced {
  now: number
  steps: Step[]
}

/** Something to watch: an event has happened, or one was tried to be delivered. */
export interface Change {
  kind: 'event' | 'attempt'
  event: WorldEvent
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
  /** Answers when all that fell due has happened, events sent and answered. Whoever asks second waits for the first. */
  advance(to: (now: number) => number): Promise<Advanced>
  /** Goes from step to step until the world is as asked for, or nothing is scheduled any more. */
  advanceUntil(isReached: (state: World) => boolean): Promise<Advanced & { reached: boolean }>
  /** Sends a ping and waits for what it leads to. */
  ping(webhookId: string): Promise<Result<Webhook>>
  /** Tells of every change until the returned function is called. Outlives a reset. */
  watch(listener: (change: Change) => void): () => void
  reset(): void
}

/** Longer timers overflow Node's 32 bits and fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** So many steps are done at a stretch before others get their turn. */
const STRETCH = 2000

export function startWorld(credential: Credential, settings: WorldSettings): RunningWorld & { stop(): void } {
  const { courier } = settings
  const watchers = new Set<(change: Change) => void>()
  let clock: Clock
  let state: World
  let inFlight: Set<string>
  /** What is being sent. Called off, and another, after a reset. */
  let lanes: Lanes | undefined
  let callOff = () => {}
  /** Where steps are noted while the clock is being advanced. */
  let notes: Step[] | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function begin() {
    lanes?.stop()
    lanes = createLanes(settings.onFault)
    clock = createClock(settings.clock, settings.now, settings.wall)
    const { seed, speed, limits, scenario, scenarios } = settings
    state = makeWorld(
      {
        ...credential,
        seed,
        start: clock.now(),
        speed,
        limits,
        scenario,
        findScenario: (name) => scenarios.find(name) as Scenario,
        knowsScenario: (name) => scenarios.find(name) !== undefined,
        scenarioNames: scenarios.names,
        announce: (event) => tell({ kind: 'event', event }),
      },
      seeds,
    )
    inFlight = new Set()
    arm()
  }

  function tell(change: Change) {
    for (const watcher of watchers) watcher(change)
  }

  /** One timer, for the head of the agenda. A manual clock needs one only for what is due already. */
  function arm() {
    callOff()
    const next = state.agenda.peek()
    if (!next || lanes?.signal.aborted || (clock.mode === 'manual' && next.due > state.now)) return
    callOff = settings.timer(Math.min(Math.max(0, next.due - clock.now()), LONGEST_TIMER), ring)
  }

  /** Whatever it was set for, another is needed: also when it was too short for what it was set for. */
  function ring() {
    settle()
    arm()
  }

  /** Does the next thing on the agenda, at its own due time, never at the time when somebody got round to it. */
  function step() {
    const entry = state.agenda.take()
    if (!entry) return
    const { due, task, sequence } = entry
    state.now = Math.max(state.now, due)
    const note = { at: instant(state.now), task: task.type, subject: task.subject, change: '' }
    notes?.push(note)
    if (task.type !== 'send-event') note.change = perform(state, task) ?? ''
    else if (beginAttempt(state, task, sequence)) send(task.webhook_id, dispatchId(task.subject, task.webhook_id), note)
  }

  function settle() {
    const head = state.agenda.peek()
    const target = clock.now()
    for (let next = head; next && next.due <= target; next = state.agenda.peek()) step()
    state.now = Math.max(state.now, target)
    expire(state)
    if (state.agenda.peek() !== head) arm()
  }

  function run<C extends Command>(command: C): Result<OutcomeOf<C>> {
    settle()
    const head = state.agenda.peek()
    const result = execute(state, command)
    if (state.agenda.peek() !== head) arm()
    return result
  }

  // Sent one after another per endpoint: a receiver that sees "delivered" before "submitted" would fail for a reason
  // that no partner can act on. Shuffling is a scenario's choice.
  function send(webhookId: string, dispatch_id: string, note: Step) {
    lanes?.add(webhookId, async (signal) => {
      settle()
      const letter = letterOf(state, dispatch_id)
      if (letter === 'not verified') run({ type: 'park-dispatch', dispatch_id })
      if (letter === undefined || letter === 'not verified') return
      const at = instant(state.now)
      const outcome = await courier.deliver(letter, 'event', signal)
      if (signal.aborted) return
      const recorded = run({ type: 'record-attempt', dispatch_id, at, outcome })
      if (recorded.ok) note.change = recorded.value
      report(letter, outcome)
    })
  }

  function report(letter: Letter, outcome: Outcome) {
    settings.onAttempt(state, letter, outcome)
    tell({ kind: 'attempt', event: letter.event })
  }

  /** Moves the clock from instant to instant, as long as the next one's due time says so. */
  function advanceWhile<T extends Advanced>(
    isNext: (due: number) => boolean,
    last: () => number,
    end: (advanced: Advanced) => T,
  ): Promise<T> {
    const move = async () => {
      const began = state
      const steps: Step[] = []
      notes = steps
      try {
        await goOn(began, isNext)
      } finally {
        notes = undefined
      }
      if (state === began) {
        state.now = Math.max(state.now, last())
        clock.moveTo(state.now)
        expire(state)
        arm()
      }
      // Told at once: whoever waits for this turn to be over may move the clock again.
      return end({ now: state.now, steps: steps.filter(({ change }) => change !== '') })
    }
    const moved = turn.then(move)
    turn = moved.catch(() => {})
    return moved
  }

  async function goOn(began: World, isNext: (due: number) => boolean) {
    settle()
    for (let done = 1; state === began; ) {
      const next = state.agenda.peek()
      // An instant is over when all that was sent in it has been answered.
      if (lanes?.isBusy && !(next && next.due <= state.now)) {
        await lanes.idle()
        continue
      }
      if (!next || !isNext(next.due)) break
      clock.moveTo(next.due)
      step()
      if (done++ % STRETCH === 0) await new Promise(setImmediate)
    }
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
    execute: run,
    settle,
    async advance(to) {
      let target: number | undefined
      const last = () => (target ??= Math.min(to(state.now), END_OF_TIME))
      return advanceWhile(
        (due) => due <= last(),
        last,
        (advanced) => advanced,
      )
    },
    // What is reached at an instant is reached when that instant is over.
    advanceUntil: (isReached) =>
      advanceWhile(
        (due) => due <= state.now || (due <= END_OF_TIME && !isReached(state)),
        () => state.now,
        (advanced) => ({ ...advanced, reached: isReached(state) }),
      ),
    async ping(webhookId) {
      const { signal } = lanes as Lanes
      const pinged = run({ type: 'ping-webhook', id: webhookId })
      if (!pinged.ok) return pinged
      const dispatch = pinged.value
      const at = instant(state.now)
      const event = state.events.get(dispatch.event_id) as WorldEvent
      const letter = letterFor(dispatch, state.webhooks.get(webhookId) as Webhook, event)
      const outcome = await courier.deliver(letter, 'ping', signal)
      if (signal.aborted) return refuse('not_found', { message: 'The world was reset meanwhile.' })
      const recorded = run({ type: 'record-ping', dispatch_id: dispatch.id, at, outcome })
      report(letter, outcome)
      return recorded
    },
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    reset: begin,
    stop() {
      lanes?.stop()
      callOff()
    },
  }
}

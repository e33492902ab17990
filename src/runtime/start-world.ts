import { beginAttempt, dispatchId, resendAll } from '../core/dispatches.js'
import { dumpWorld, loadWorld, type WorldDump } from '../core/dump.js'
import type { Result } from '../core/errors.js'
import { expire } from '../core/events.js'
import { type Command, execute, type OutcomeOf } from '../core/execute.js'
import { type KeptAnswer, keepAnswer } from '../core/idempotency.js'
import { perform } from '../core/perform.js'
import { END_OF_TIME, instant } from '../core/time.js'
import { makeWorld, type World } from '../core/world.js'
import { type Clock, createClock } from './clock.js'
import { entryFor } from './entries.js'
import { createLanes, type Lanes } from './lanes.js'
import { createMail } from './mail.js'
import type { OwnSettings } from './own-settings.js'
import { createRecorder } from './recorder.js'
import type { Advanced, Change, Credential, RunningWorld, Step, WorldSettings } from './running-world.js'
import { seeds } from './seeds.js'
import type { WorldLog } from './world-log.js'
import { worldOptions } from './world-options.js'

/** Longer timers overflow Node's 32 bits and fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** So many steps are done at a stretch before others get their turn. */
const STRETCH = 2000

/** `own` is what a world was made with, where that is not the sandbox's. */
export function startWorld(
  credential: Credential,
  settings: WorldSettings,
  own: OwnSettings = {},
  recorder = createRecorder(),
): RunningWorld & { stop(): Promise<void> } {
  const mode = own.clock ?? settings.clock
  const watchers = new Set<(change: Change) => void>()
  const home = settings.data?.homeOf(credential.key, own)
  let clock: Clock
  let state: World
  let inFlight: Set<string>
  let log: WorldLog | undefined
  /** What is being sent. Called off, and another, after a reset. */
  let lanes: Lanes | undefined
  let callOff = () => {}
  /** Where steps are noted while the clock is being advanced. */
  let notes: Step[] | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let lost = 0
  let isBroken = false
  const mail = createMail(
    {
      get state() {
        return state
      },
      get lanes() {
        return lanes as Lanes
      },
      recorder,
      settle,
      run,
      report(letter, outcome) {
        settings.onAttempt(state, letter, outcome)
        tell({ kind: 'attempt', event: letter.event })
      },
    },
    settings.courier,
  )

  const options = (start: number) =>
    worldOptions(credential, settings, own, start, (event) => {
      recorder.add({ kind: 'event', event })
      tell({ kind: 'event', event })
    })

  /** From now on this is the world; what was being sent for another is called off. */
  function settleIn(next: World, start: number | undefined) {
    lanes?.stop()
    lanes = createLanes(settings.onFault)
    clock = createClock(mode, start, settings.wall)
    state = next
    inFlight = new Set()
    arm()
  }

  function begin() {
    const start = own.start ?? settings.now
    const { now } = createClock(mode, start, settings.wall)
    settleIn(makeWorld(options(now()), seeds), start)
  }

  function load(dump: WorldDump) {
    const next = loadWorld(options(dump.start), seeds, dump)
    resendAll(next)
    settleIn(next, dump.now)
  }

  /** Goes on from what is kept on disk; false when nothing is. */
  function find(): boolean {
    const found = home?.find(options(0))
    if (!found) return false
    const next = loadWorld(options(found.world.money.start), seeds, dumpWorld(found.world))
    const isLive = mode === 'live' && (own.start ?? settings.now) === undefined
    settleIn(next, isLive ? Math.max(next.now, settings.wall() + found.offset) : next.now)
    return true
  }

  const present = () => ({ world: state, offset: Math.max(0, clock.now() - settings.wall()), clock: mode })

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
    else if (beginAttempt(state, task, sequence))
      mail.send(task.webhook_id, dispatchId(task.subject, task.webhook_id), note)
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
    if (log && result.ok && result.value !== undefined) log.append(entryFor(state, { command }))
    if (state.agenda.peek() !== head) arm()
    return result
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
        recorder.add({ kind: 'clock', to: state.now })
        log?.append(entryFor(state, { offset: present().offset }))
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

  function calm() {
    lanes?.stop()
    callOff()
  }

  if (find()) recorder.miss('the world began in an earlier process')
  else begin()
  recorder.origin = { start: present().world.now, isPinned: (own.start ?? settings.now) !== undefined }
  log = home?.open(present, (fault) => {
    settings.onFault(fault)
    lost++
    recorder.miss('a change could not be written to --data')
    try {
      find()
    } catch (unreadable) {
      // It can still be looked at, but nothing can be changed any more.
      settings.onFault(unreadable)
      isBroken = true
    }
  })

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
    recorder,
    execute: run,
    mark: () => ({ count: log?.count ?? 0, lost }),
    keep(key, answer, since) {
      keepAnswer(state, key, answer)
      const kept = { key, answer: state.answers.get(key) as KeptAnswer }
      const last = log && log.count > since.count ? log.last() : undefined
      if (last) last.kept = kept
      else log?.append(entryFor(state, { kept }))
    },
    commit(since) {
      if (since.lost !== lost || (isBroken && log && log.count > since.count)) return Promise.resolve(false)
      const written = log && log.count > since.count ? log.flush() : undefined
      return written?.then(() => true).catch(() => false) ?? true
    },
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
    ping: mail.ping,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    reset() {
      begin()
      log?.rotate()
    },
    own,
    dump: () => dumpWorld(state),
    rehearse(dump) {
      // What is written down again is as good as what was read.
      dumpWorld(loadWorld(options(dump.start), seeds, dump))
    },
    load(dump) {
      load(dump)
      log?.rotate()
    },
    calm,
    async stop() {
      calm()
      await log?.close()
    },
  }
}

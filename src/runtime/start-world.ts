import { keepAnswer } from '../core/access/idempotency-keys.js'
import { type Command, execute, type OutcomeOf } from '../core/engine/commands.js'
import { makeWorld } from '../core/engine/create-world.js'
import { dumpWorld, loadWorld, type WorldDump } from '../core/engine/serialization.js'
import { perform } from '../core/engine/tasks.js'
import type { World } from '../core/engine/world.js'
import { beginAttempt, dispatchId, resendAll } from '../core/events/dispatches.js'
import { expire } from '../core/events/events.js'
import type { Result } from '../core/primitives/result.js'
import { instant } from '../core/primitives/time.js'
import { createAdvancing, type Moving } from './advance-clock.js'
import { type Clock, createClock } from './clock.js'
import { createLanes, type Lanes } from './endpoint-queues.js'
import { createMail, type Sending } from './event-delivery.js'
import { createRecorder } from './journal/journal.js'
import type { Change, Credential, Mark, RunningWorld, Step, WorldSettings } from './running-world.js'
import { seeds } from './seed-data.js'
import { type Book, createBook } from './storage/world-writer.js'
import { worldOptions } from './world-options.js'
import type { OwnSettings } from './world-settings.js'

/** Longer timers overflow Node's 32 bits and fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Where nothing is written, there is nothing to wait for. */
const NOTHING_WRITTEN: Mark = Object.freeze({ count: 0, lost: 0 })

export interface StartedWorld extends RunningWorld {
  /** Whether it was abandoned, or could neither be written nor be read again: its key is to open it anew. */
  readonly isOver: boolean
  stop(): Promise<void>
  /** Stops at once, and writes nothing any more. */
  abandon(): void
}

/** `own` is what a world was made with, where that is not the sandbox's. */
export function startWorld(
  credential: Credential,
  settings: WorldSettings,
  own: OwnSettings = {},
  recorder = createRecorder(),
): StartedWorld {
  const mode = own.clock ?? settings.clock
  const watchers = new Set<(change: Change) => void>()
  const home = settings.data?.homeOf(credential.key, own)
  let clock: Clock
  let state: World
  let inFlight: Set<string>
  let book: Book | undefined
  let isAbandoned = false
  /** What is being sent. Called off, and another, after a reset. */
  let lanes: Lanes | undefined
  let callOff = () => {}
  /** Where steps are noted while the clock is being advanced. */
  let notes: Step[] | undefined
  /** The world as those see it who move its clock and send its events. */
  const inside: Sending & Moving = {
    get state() {
      return state
    },
    get clock() {
      return clock
    },
    get lanes() {
      return lanes as Lanes
    },
    recorder,
    settle,
    run,
    step,
    note: (steps) => (notes = steps),
    quiet: () => book?.quiet(),
    written: () => book?.written(),
    arrived() {
      expire(state)
      recorder.add({ kind: 'clock', to: state.now })
      book?.write({ offset: present().offset })
      arm()
    },
    report(letter, outcome) {
      settings.onAttempt(state, letter, outcome)
      tell({ kind: 'attempt', event: letter.event })
    },
  }
  const mail = createMail(inside, settings.courier)
  const advancing = createAdvancing(inside)

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
    // A live clock has gone on meanwhile, as far from the wall's as it was.
    settleIn(next, mode === 'live' ? Math.max(next.now, settings.wall() + found.offset) : next.now)
    return true
  }

  const present = () => ({ world: state, offset: clock.now() - settings.wall(), clock: mode })

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
    // Nobody waits for this, and a world that was made of nonsense must not take the others down with it.
    try {
      settle()
    } catch (fault) {
      settings.onFault(fault)
    }
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

  function run<C extends Command>(command: C, mark?: Mark): Result<OutcomeOf<C>> {
    settle()
    const head = state.agenda.peek()
    const result = execute(state, command)
    if (book && result.ok && result.value !== undefined) {
      const entry = book.write({ command })
      if (mark) mark.entry = entry
    }
    if (state.agenda.peek() !== head) arm()
    return result
  }

  function calm() {
    lanes?.stop()
    callOff()
  }

  if (find()) recorder.miss('the world began in an earlier process')
  else begin()
  recorder.origin = { start: present().world.now, isPinned: (own.start ?? settings.now) !== undefined }
  try {
    book = home && createBook({ ...settings, home, present, settle, goBack, onBroken })
  } catch (fault) {
    calm()
    throw fault
  }

  /** To what is written down; what could not be has not happened. */
  function goBack() {
    recorder.miss('a change could not be written to --data')
    const { req = 0 } = state.counters
    find()
    // Whatever was not done was asked for all the same; and nobody needs to leave room for what another process did.
    state.counters.req = req
  }

  /** Nobody knows what is true any more; least of all whoever asks for an answer again. */
  function onBroken() {
    calm()
    state.answers.clear()
  }

  const running: StartedWorld = {
    get state() {
      return state
    },
    get clock() {
      return clock
    },
    get inFlight() {
      return inFlight
    },
    get isOver() {
      return isAbandoned || book?.isBroken === true
    },
    recorder,
    execute: run,
    mark: () => book?.mark() ?? NOTHING_WRITTEN,
    noting(mark) {
      if (!book) return running
      const noted = <C extends Command>(command: C) => run(command, mark)
      return Object.create(running, { execute: { value: noted } })
    },
    keep(key, answer, since) {
      if (book) book.keep(key, answer, since)
      else keepAnswer(state, key, answer)
    },
    commit: (since) => book?.commit(since) ?? true,
    settle,
    ...advancing,
    ping: mail.ping,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    reset() {
      begin()
      book?.rotate()
    },
    own,
    dump: () => dumpWorld(state),
    rehearse(dump) {
      // What is written down again is as good as what was read.
      dumpWorld(loadWorld(options(dump.start), seeds, dump))
    },
    load(dump) {
      load(dump)
      book?.rotate()
    },
    calm,
    async stop() {
      calm()
      await book?.close()
    },
    abandon() {
      isAbandoned = true
      calm()
      book?.abandon()
    },
  }
  return running
}

import { keepAnswer } from '../core/access/idempotency-keys.js'
import { type Command, type CommandResult, execute } from '../core/engine/commands.js'
import { createWorld } from '../core/engine/create-world.js'
import { deserializeWorld, type SerializedWorld, serializeWorld } from '../core/engine/serialization.js'
import { runTask } from '../core/engine/tasks.js'
import type { World } from '../core/engine/world.js'
import { beginAttempt, dispatchId, resendInFlight } from '../core/events/dispatches.js'
import { expireEvents } from '../core/events/events.js'
import type { Result } from '../core/primitives/result.js'
import { formatInstant } from '../core/primitives/time.js'
import { type ClockContext, createClockAdvancer } from './advance-clock.js'
import { type Clock, createClock } from './clock.js'
import { createEndpointQueues, type EndpointQueues } from './endpoint-queues.js'
import { createEventDelivery, type DeliveryContext } from './event-delivery.js'
import { createJournal } from './journal/journal.js'
import { resolveWorldOptions } from './resolve-world-options.js'
import type { Checkpoint, Credential, EventUpdate, RunningWorld, SandboxSettings, Step } from './running-world.js'
import { seeds } from './seed-data.js'
import { createWorldWriter, type WorldWriter } from './storage/world-writer.js'
import type { WorldSettings } from './world-settings.js'

/** Longer timers overflow Node's 32 bits and fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Where nothing is written, there is nothing to wait for. */
const EMPTY_CHECKPOINT: Checkpoint = Object.freeze({ entryCount: 0, rollbackCount: 0 })

export interface StartedWorld extends RunningWorld {
  /** Whether it was abandoned, or could neither be written nor be read again: its key is to open it anew. */
  readonly isUnusable: boolean
  stop(): Promise<void>
  /** Stops at once, and writes nothing any more. */
  abandon(): void
}

/** `own` is what a world was made with, where that is not the sandbox's. */
export function startWorld(
  credential: Credential,
  settings: SandboxSettings,
  worldSettings: WorldSettings = {},
  journal = createJournal(),
): StartedWorld {
  const mode = worldSettings.clock ?? settings.clock
  const watchers = new Set<(update: EventUpdate) => void>()
  const storage = settings.dataStorage?.storageFor(credential.key, worldSettings)
  let clock: Clock
  let state: World
  let keysInFlight: Set<string>
  let writer: WorldWriter | undefined
  let isAbandoned = false
  /** What is being sent. Called off, and another, after a reset. */
  let queues: EndpointQueues | undefined
  let cancelTimer = () => {}
  /** Where steps are noted while the clock is being advanced. */
  let recordedSteps: Step[] | undefined
  /** The world as those see it who move its clock and send its events. */
  const context: DeliveryContext & ClockContext = {
    get state() {
      return state
    },
    get clock() {
      return clock
    },
    get queues() {
      return queues as EndpointQueues
    },
    journal,
    runDue,
    executeCommand,
    runNextTask,
    recordStepsIn: (steps) => (recordedSteps = steps),
    backoff: () => writer?.backoff(),
    flushed: () => writer?.flushed(),
    finishAdvance() {
      expireEvents(state)
      journal.add({ kind: 'clock', to: state.now })
      writer?.write({ offset: getCurrentState().offset })
      scheduleTimer()
    },
    reportAttempt(message, outcome) {
      settings.onAttempt(state, message, outcome)
      notifyWatchers({ kind: 'attempt', event: message.event })
    },
  }
  const eventDelivery = createEventDelivery(context, settings.courier)
  const advancing = createClockAdvancer(context)

  const createOptions = (start: number) =>
    resolveWorldOptions(credential, settings, worldSettings, start, (event) => {
      journal.add({ kind: 'event', event })
      notifyWatchers({ kind: 'event', event })
    })

  /** From now on this is the world; what was being sent for another is called off. */
  function replaceState(next: World, start: number | undefined) {
    queues?.cancel()
    queues = createEndpointQueues(settings.onFault)
    clock = createClock(mode, start, settings.wall)
    state = next
    keysInFlight = new Set()
    scheduleTimer()
  }

  function createFresh() {
    const start = worldSettings.start ?? settings.now
    const { now } = createClock(mode, start, settings.wall)
    replaceState(createWorld(createOptions(now()), seeds), start)
  }

  function restore(serialized: SerializedWorld) {
    const next = deserializeWorld(createOptions(serialized.start), seeds, serialized)
    resendInFlight(next)
    replaceState(next, serialized.now)
  }

  /** Goes on from what is kept on disk; false when nothing is. */
  function loadStored(): boolean {
    const found = storage?.load(createOptions(0))
    if (!found) return false
    const next = deserializeWorld(createOptions(found.world.money.start), seeds, serializeWorld(found.world))
    // A live clock has gone on meanwhile, as far from the wall's as it was.
    replaceState(next, mode === 'live' ? Math.max(next.now, settings.wall() + found.offset) : next.now)
    return true
  }

  const getCurrentState = () => ({ world: state, offset: clock.now() - settings.wall(), clock: mode })

  function notifyWatchers(update: EventUpdate) {
    for (const watcher of watchers) watcher(update)
  }

  /** One timer, for the head of the agenda. A manual clock needs one only for what is due already. */
  function scheduleTimer() {
    cancelTimer()
    const next = state.agenda.peek()
    if (!next || queues?.signal.aborted || (clock.mode === 'manual' && next.due > state.now)) return
    cancelTimer = settings.timer(Math.min(Math.max(0, next.due - clock.now()), MAX_TIMER_MS), onTimer)
  }

  /** Whatever it was set for, another is needed: also when it was too short for what it was set for. */
  function onTimer() {
    // Nobody waits for this, and a world that was made of nonsense must not take the others down with it.
    try {
      runDue()
    } catch (error) {
      settings.onFault(error)
    }
    scheduleTimer()
  }

  /** Does the next thing on the agenda, at its own due time, never at the time when somebody got round to it. */
  function runNextTask() {
    const entry = state.agenda.take()
    if (!entry) return
    const { due, task, sequence } = entry
    state.now = Math.max(state.now, due)
    const step = { at: formatInstant(state.now), task: task.type, subject: task.subject, change: '' }
    recordedSteps?.push(step)
    if (task.type !== 'send-event') step.change = runTask(state, task) ?? ''
    else if (beginAttempt(state, task, sequence))
      eventDelivery.send(task.webhook_id, dispatchId(task.subject, task.webhook_id), step)
  }

  function runDue() {
    const head = state.agenda.peek()
    const target = clock.now()
    for (let next = head; next && next.due <= target; next = state.agenda.peek()) runNextTask()
    state.now = Math.max(state.now, target)
    expireEvents(state)
    if (state.agenda.peek() !== head) scheduleTimer()
  }

  function executeCommand<C extends Command>(command: C, checkpoint?: Checkpoint): Result<CommandResult<C>> {
    runDue()
    const head = state.agenda.peek()
    const result = execute(state, command)
    if (writer && result.ok && result.value !== undefined) {
      const entry = writer.write({ command })
      if (checkpoint) checkpoint.entry = entry
    }
    if (state.agenda.peek() !== head) scheduleTimer()
    return result
  }

  function cancelDeliveries() {
    queues?.cancel()
    cancelTimer()
  }

  if (loadStored()) journal.markIncomplete('the world began in an earlier process')
  else createFresh()
  journal.origin = { start: getCurrentState().world.now, isPinned: (worldSettings.start ?? settings.now) !== undefined }
  try {
    writer = storage && createWorldWriter({ ...settings, storage, getCurrentState, runDue, rollBack, onBroken })
  } catch (error) {
    cancelDeliveries()
    throw error
  }

  /** To what is written down; what could not be has not happened. */
  function rollBack() {
    journal.markIncomplete('a change could not be written to --data')
    const { req = 0 } = state.counters
    loadStored()
    // Whatever was not done was asked for all the same; and nobody needs to leave room for what another process did.
    state.counters.req = req
  }

  /** Nobody knows what is true any more; least of all whoever asks for an answer again. */
  function onBroken() {
    cancelDeliveries()
    state.keptAnswers.clear()
  }

  const running: StartedWorld = {
    get state() {
      return state
    },
    get clock() {
      return clock
    },
    get keysInFlight() {
      return keysInFlight
    },
    get isUnusable() {
      return isAbandoned || writer?.isBroken === true
    },
    journal,
    execute: executeCommand,
    checkpoint: () => writer?.checkpoint() ?? EMPTY_CHECKPOINT,
    forRequest(checkpoint) {
      if (!writer) return running
      const noted = <C extends Command>(command: C) => executeCommand(command, checkpoint)
      return Object.create(running, { execute: { value: noted } })
    },
    keepAnswer(key, answer, since) {
      if (writer) writer.keepAnswer(key, answer, since)
      else keepAnswer(state, key, answer)
    },
    commit: (since) => writer?.commit(since) ?? true,
    runDue,
    ...advancing,
    ping: eventDelivery.ping,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    reset() {
      createFresh()
      writer?.rotate()
    },
    settings: worldSettings,
    serialize: () => serializeWorld(state),
    checkRestorable(serialized) {
      // What is written down again is as good as what was read.
      serializeWorld(deserializeWorld(createOptions(serialized.start), seeds, serialized))
    },
    restore(serialized) {
      restore(serialized)
      writer?.rotate()
    },
    cancelDeliveries,
    async stop() {
      cancelDeliveries()
      await writer?.close()
    },
    abandon() {
      isAbandoned = true
      cancelDeliveries()
      writer?.abandon()
    },
  }
  return running
}

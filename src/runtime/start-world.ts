import { keepAnswer } from '../core/access/idempotency-keys.js'
import { type Command, type CommandResult, execute } from '../core/engine/commands.js'
import { createWorld } from '../core/engine/create-world.js'
import { deserializeWorld, type SerializedWorld, serializeWorld } from '../core/engine/serialize-world.js'
import { runTask } from '../core/engine/tasks.js'
import type { World } from '../core/engine/world.js'
import { beginAttempt, dispatchId, resendInFlight } from '../core/events/dispatches.js'
import { expireEvents } from '../core/events/events.js'
import type { Result } from '../core/primitives/result.js'
import { formatInstant } from '../core/primitives/time.js'
import { findStateIssues } from '../core/restore/find-state-issues.js'
import { type ClockContext, createClockAdvancer } from './advance-clock.js'
import { type Clock, createClock } from './clock.js'
import { createEndpointQueues, type EndpointQueues } from './event-delivery/endpoint-queues.js'
import { createEventDelivery, type DeliveryContext } from './event-delivery/event-delivery.js'
import { createChangeRecorder } from './journal/change-recorder.js'
import { createJournal } from './journal/journal.js'
import { resolveWorldOptions } from './resolve-world-options.js'
import type { RequestScope, Step } from './running-world.js'
import type { Credential, SandboxSettings } from './sandbox-settings.js'
import {
  createWatchers,
  EMPTY_CHECKPOINT,
  keepEventCounter,
  type StartedWorld,
  type StartOptions,
  type UntouchedWorld,
  untouchedOf,
} from './started-world.js'
import { describeState, dueInWallTime } from './storage/describe-world.js'
import { createWorldWriter, type WorldWriter } from './storage/log/log-writer.js'
import { createTaskTimer } from './task-timer.js'

/** Tasks of a backlog that run at once, for example after the system was suspended. */
const MAX_TASKS_PER_RUN = 1000

export function startWorld(
  credential: Credential,
  settings: SandboxSettings,
  { worldSettings = {}, journal = createJournal(), storage, resumed }: StartOptions = {},
): StartedWorld {
  const { seeds } = settings
  const mode = worldSettings.clock ?? settings.clock
  const watchers = createWatchers()
  // Partners deduplicate events by id for 30 days, which outlives a process. A manual clock promises identical runs.
  const eventStamp = resumed?.eventStamp ?? (mode === 'live' ? settings.createEventStamp() : 0)
  const recorder = createChangeRecorder(journal, () => state.now)
  let clock: Clock
  let state: World
  let keysInFlight: Set<string>
  let writer: WorldWriter | undefined
  let isAbandoned = false
  let isTouched = false
  let requestsInFlight = 0
  let usedRequestIds = 0
  /** Events in flight. A reset cancels the queues and creates new ones. */
  let queues: EndpointQueues | undefined
  const taskTimer = createTaskTimer({
    ...settings,
    getCurrent: () => (queues?.signal.aborted ? undefined : { state, clock }),
    runDue,
  })
  /** Collects the steps of the advance that is running. */
  let recordedSteps: Step[] | undefined
  /** The view of this world for the clock advancer and the event delivery. */
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
      journal.add({ kind: 'clock', sequence: journal.nextSequence(), to: state.now })
      isTouched = true
      writer?.write({ offset: getCurrentState().offset })
      taskTimer.schedule()
    },
    reportAttempt(message, outcome) {
      settings.onAttempt(state, message, outcome)
      watchers.notify({ kind: 'attempt', event: message.event })
    },
  }
  const eventDelivery = createEventDelivery(context, settings.transport)
  const advancing = createClockAdvancer(context)

  const createOptions = (start: number) => ({
    ...resolveWorldOptions(credential, settings, worldSettings, start, eventStamp, (event) => {
      journal.add({ kind: 'event', sequence: journal.nextSequence(), event })
      watchers.notify({ kind: 'event', event })
    }),
    changes: recorder.collector,
  })

  /** Makes `next` the world's state and cancels the deliveries of the previous state. */
  function replaceState(next: World, start: number | undefined) {
    queues?.cancel()
    queues = createEndpointQueues(settings.onError)
    clock = createClock(mode, start, settings.wall)
    usedRequestIds = Math.max(usedRequestIds, state?.counters.req ?? 0)
    state = next
    keysInFlight = new Set()
    recorder.discard()
    taskTimer.schedule()
  }

  function createFresh(previous?: World) {
    const start = worldSettings.start ?? settings.now
    const next = createWorld(createOptions(createClock(mode, start, settings.wall).now()), seeds)
    if (previous) keepEventCounter(next, previous)
    replaceState(next, start)
  }

  /** Creates the world as it was before it was put away. */
  function createAgain({ start, requests: req, meter }: UntouchedWorld) {
    const next = createWorld(createOptions(start), seeds)
    replaceState(Object.assign(next, { counters: { req }, meter }), worldSettings.start ?? settings.now)
  }

  function restore(serialized: SerializedWorld) {
    const next = deserializeWorld(createOptions(serialized.start), seeds, serialized)
    keepEventCounter(next, state)
    resendInFlight(next)
    replaceState(next, serialized.now)
  }

  /** Loads the world from disk. False when it is not stored. */
  function loadStored(): boolean {
    const found = storage?.load(createOptions(0))
    if (!found) return false
    const next = deserializeWorld(createOptions(found.world.money.start), seeds, serializeWorld(found.world))
    // A live clock keeps its offset from wall time while the process is down.
    replaceState(next, mode === 'live' ? Math.max(next.now, settings.wall() + found.offset) : next.now)
    return true
  }

  const getCurrentState = () => ({ world: state, offset: clock.now() - settings.wall(), clock: mode })

  /** Runs the next task at its own due time, not at the current time, so that results do not depend on polling. */
  function runNextTask() {
    const entry = state.agenda.take()
    if (!entry) return
    const { due, task, sequence } = entry
    state.now = Math.max(state.now, due)
    const step = { at: formatInstant(state.now), task: task.type, subject: task.subject, change: '' }
    recordedSteps?.push(step)
    if (task.type !== 'send-event') {
      step.change = runTask(state, task) ?? ''
      recorder.recordTask(task.type, task.subject, step.change)
    } else if (beginAttempt(state, task, sequence))
      eventDelivery.send(task.webhook_id, dispatchId(task.subject, task.webhook_id), step)
  }

  function runDue() {
    const head = state.agenda.peek()
    const target = clock.now()
    let ran = 0
    for (let next = head; next && next.due <= target; next = state.agenda.peek()) {
      // The timer continues a long backlog. Only between two instants: commands run after everything that was due.
      if (ran++ >= MAX_TASKS_PER_RUN && next.due > state.now) return taskTimer.schedule()
      runNextTask()
    }
    state.now = Math.max(state.now, target)
    expireEvents(state)
    if (state.agenda.peek() !== head) taskTimer.schedule()
  }

  function executeCommand<C extends Command>(command: C, scope?: RequestScope): Result<CommandResult<C>> {
    runDue()
    const head = state.agenda.peek()
    const result = execute(state, command)
    recorder.recordCommand(command, scope?.report)
    if (result.ok && result.value !== undefined) {
      isTouched = true
      const entry = writer?.write({ command })
      if (entry && scope) scope.checkpoint.entry = entry
    }
    if (state.agenda.peek() !== head) taskTimer.schedule()
    return result
  }

  function cancelDeliveries() {
    queues?.cancel()
    taskTimer.cancel()
  }

  const isStored = loadStored()
  if (resumed) journal.markIncomplete('the world was put away while it was idle')
  else if (isStored) journal.markIncomplete('the world began in an earlier process')
  if (resumed?.untouched) createAgain(resumed.untouched)
  else if (!isStored) createFresh()
  journal.origin = {
    start: getCurrentState().world.now,
    isPinned: (worldSettings.start ?? settings.now) !== undefined,
    eventStamp,
  }
  try {
    writer =
      storage && createWorldWriter({ ...settings, storage, worldSettings, getCurrentState, runDue, rollBack, onBroken })
  } catch (error) {
    cancelDeliveries()
    throw error
  }

  /** Returns to the state on disk. */
  function rollBack() {
    journal.markIncomplete('a change could not be written to --data')
    if (!loadStored()) throw new Error('The world is not stored.')
    recorder.recordReset('rollback')
    // Ids stay used, also those before a reset that is rolled back. The gap of loadStored is for crashed processes.
    state.counters.req = usedRequestIds
  }

  /** The state is unknown, so stored answers must not be replayed. */
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
    whenOpened: () => storage?.whenOpened(),
    isIdle(ms) {
      if (requestsInFlight > 0 || watchers.size > 0 || journal.isWatched || queues?.isBusy || writer?.isBusy)
        return false
      const due = dueInWallTime(getCurrentState())
      return due === null || due >= settings.wall() + ms
    },
    getUntouched: () => (isTouched ? undefined : untouchedOf(state)),
    eventStamp,
    describe: () => describeState(getCurrentState()),
    getDue: () => dueInWallTime(getCurrentState()),
    beginRequest: () => void requestsInFlight++,
    endRequest: () => void requestsInFlight--,
    journal,
    execute: executeCommand,
    checkpoint: () => writer?.checkpoint() ?? EMPTY_CHECKPOINT,
    forRequest: (scope) =>
      Object.create(running, { execute: { value: (command: Command) => executeCommand(command, scope) } }),
    keepAnswer(key, answer, since) {
      isTouched = true
      if (writer) writer.keepAnswer(key, answer, since)
      else keepAnswer(state, key, answer)
    },
    commit: (since) => writer?.commit(since) ?? true,
    runDue,
    ...advancing,
    ping: eventDelivery.ping,
    watch: watchers.add,
    reset() {
      isTouched = true
      createFresh(state)
      recorder.recordReset('reset')
      writer?.rotate()
    },
    settings: worldSettings,
    serialize: () => serializeWorld(state),
    findRestoreIssues: (serialized) => findStateIssues(serialized, createOptions(serialized.start), seeds),
    restore(serialized) {
      isTouched = true
      restore(serialized)
      recorder.recordReset('restore')
      writer?.rotate()
    },
    cancelDeliveries,
    async stop() {
      cancelDeliveries()
      await writer?.close()
    },
    async abandon() {
      isAbandoned = true
      cancelDeliveries()
      await writer?.abandon()
    },
  }
  return running
}

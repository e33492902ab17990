import { keepAnswer } from '../core/access/idempotency-keys.js'
import { type Command, type CommandResult, execute } from '../core/engine/commands.js'
import { createWorld } from '../core/engine/create-world.js'
import { deserializeInSteps, type SerializedWorld, serializeWorld } from '../core/engine/serialize-world.js'
import type { World } from '../core/engine/world.js'
import { resendInFlight } from '../core/events/dispatches.js'
import { expireEvents } from '../core/events/events.js'
import type { Result } from '../core/primitives/result.js'
import { runAllSteps, type Steps } from '../core/primitives/steps.js'
import { findStateIssues } from '../core/restore/find-state-issues.js'
import { type Clock, createClock } from './clock.js'
import { createEndpointQueues, type EndpointQueues } from './event-delivery/endpoint-queues.js'
import { createEventDelivery, type DeliveryContext } from './event-delivery/event-delivery.js'
import { createChangeRecorder } from './journal/change-recorder.js'
import { createJournal } from './journal/journal.js'
import { resolveWorldOptions } from './resolve-world-options.js'
import type { RequestScope } from './running-world.js'
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
import { WorldUnavailable } from './storage/world-unavailable.js'
import { type ClockContext, createClockAdvancer } from './tasks/advance-clock.js'
import { createDueTasks, type TaskContext } from './tasks/due-tasks.js'
import { createTaskTimer } from './tasks/task-timer.js'
import { runInSlices } from './time-slices.js'

/** A state with at most this many thousand rows is restored in one piece, so that it takes effect at once. */
const UNSLICED_STEPS = 10

export function* startWorld(
  credential: Credential,
  settings: SandboxSettings,
  { worldSettings = {}, journal = createJournal(), storage, resumed }: StartOptions = {},
): Steps<StartedWorld> {
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
  /** The view of this world for its tasks, the clock advancer and the event delivery. */
  const context: DeliveryContext & ClockContext & TaskContext = {
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
    executeCommand,
    runDue: () => dueTasks.runDue(),
    catchUp: () => dueTasks.catchUp(),
    runNextTask: () => dueTasks.runNextTask(),
    recordStepsIn: (steps) => dueTasks.recordStepsIn(steps),
    recordTask: recorder.recordTask,
    send: (...event) => eventDelivery.send(...event),
    scheduleTimer: () => taskTimer.schedule(),
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
  const dueTasks = createDueTasks(context)
  const { runDue } = dueTasks
  const taskTimer = createTaskTimer({
    ...settings,
    ...dueTasks,
    getCurrent: () => (queues?.signal.aborted ? undefined : context),
  })
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

  /** The world goes on as it is until everything is restored. */
  async function restore(serialized: SerializedWorld) {
    const next = await runInSlices(
      deserializeInSteps(createOptions(serialized.start), seeds, serialized),
      UNSLICED_STEPS,
    )
    if (running.isUnusable) throw new WorldUnavailable('The world was deleted while it was being restored.')
    isTouched = true
    keepEventCounter(next, state)
    resendInFlight(next)
    replaceState(next, serialized.now)
    recorder.recordReset('restore')
    writer?.rotate()
  }

  /** Loads the world from disk. False when it is not stored. */
  function* loadStored(): Steps<boolean> {
    const found = storage && (yield* storage.load(createOptions(0)))
    if (!found) return false
    const serialized = serializeWorld(found.world)
    const next = yield* deserializeInSteps(createOptions(serialized.start), seeds, serialized)
    // A live clock keeps its offset from wall time while the process is down.
    replaceState(next, mode === 'live' ? Math.max(next.now, settings.wall() + found.offset) : next.now)
    return true
  }

  const getCurrentState = () => ({ world: state, offset: clock.now() - settings.wall(), clock: mode })

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

  const isStored = yield* loadStored()
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
    if (!runAllSteps(loadStored())) throw new Error('The world is not stored.')
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
    catchUp: dueTasks.catchUp,
    ...advancing,
    ping: eventDelivery.ping,
    watch: watchers.add,
    onEnd: watchers.onEnd,
    reset() {
      isTouched = true
      createFresh(state)
      recorder.recordReset('reset')
      writer?.rotate()
    },
    settings: worldSettings,
    serialize: () => serializeWorld(state),
    findRestoreIssues: (serialized) => findStateIssues(serialized, createOptions(serialized.start), seeds),
    restore,
    cancelDeliveries,
    async stop(isShutdown = false) {
      cancelDeliveries()
      await writer?.close(isShutdown)
    },
    async abandon() {
      isAbandoned = true
      cancelDeliveries()
      await writer?.abandon()
    },
    release() {
      watchers.end()
      journal.clear()
    },
  }
  return running
}

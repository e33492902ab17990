import { keepAnswer } from '../../../core/access/idempotency-keys.js'
import { execute } from '../../../core/engine/commands.js'
import type { WorldOptions } from '../../../core/engine/create-world.js'
import type { Seeds } from '../../../core/engine/seed-types.js'
import { deserializeInSteps, type SerializedWorld } from '../../../core/engine/serialize-world.js'
import { runTask } from '../../../core/engine/tasks.js'
import type { World } from '../../../core/engine/world.js'
import { beginAttempt, resendInFlight } from '../../../core/events/dispatches.js'
import { expireEvents } from '../../../core/events/events.js'
import type { Steps } from '../../../core/primitives/steps.js'
import { countIds, type LogEntry } from './log-entry.js'

/** The replay of a log diverged from what the log recorded. */
export class ReplayMismatch extends Error {}

const TASKS_PER_STEP = 100
const ENTRIES_PER_STEP = 20

/** Advances the world without sending events: the outcomes of attempts are in the log. */
function* advanceWithoutSending(world: World, to: number): Steps<void> {
  let done = 0
  for (let next = world.agenda.peek(); next && next.due <= to; next = world.agenda.peek()) {
    world.agenda.take()
    world.now = Math.max(world.now, next.due)
    if (next.task.type === 'send-event') beginAttempt(world, next.task, next.sequence)
    else runTask(world, next.task)
    if (++done % TASKS_PER_STEP === 0) yield
  }
  world.now = Math.max(world.now, to)
  expireEvents(world)
}

export function* replayLog(
  options: WorldOptions,
  seeds: Seeds,
  serialized: SerializedWorld,
  entries: readonly LogEntry[],
): Steps<World> {
  const world = yield* deserializeInSteps(options, seeds, serialized)
  for (const [i, { now, command, kept, requests, ids }] of entries.entries()) {
    const where = `line ${i + 1}`
    yield* advanceWithoutSending(world, now)
    const done = command && execute(world, command)
    if (done && !done.ok) throw new ReplayMismatch(`${where} (${command.type}) is refused with ${done.code}`)
    if (kept) keepAnswer(world, kept.key, kept.answer)
    if (countIds(world) !== ids)
      throw new ReplayMismatch(`${where} creates a different number of ids than it did when it was written`)
    world.counters.req = requests
    if (i % ENTRIES_PER_STEP === 0) yield
  }
  resendInFlight(world)
  return world
}

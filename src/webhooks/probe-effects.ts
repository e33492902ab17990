import { setTimeout as delay } from 'node:timers/promises'
import type { AttemptOutcome } from '../core/engine/rows.js'
import { isSuccess } from '../core/events/dispatches.js'

/** Reads the number of effects that a handler's events had. The reason says why it can't be read. */
export type ReadEffects = () => Promise<{ count: number } | { reason: string }>

/** A handler may process events after it has answered, so a count is final only when it stays the same for this time. */
const SETTLE_MS = 1000
const POLL_MS = 100
const EFFECTS_TIMEOUT_MS = 5000

/** Accepts a plain number or a JSON object with a `count`. */
export function parseCount(text: string): number | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const count = typeof value === 'object' && value !== null && 'count' in value ? value.count : value
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : undefined
}

export const createEffectsReader =
  (get: () => Promise<AttemptOutcome>, describe: (outcome: AttemptOutcome) => string): ReadEffects =>
  async () => {
    const outcome = await get()
    if (!isSuccess(outcome)) return { reason: `the count of --effects can not be read: ${describe(outcome)}` }
    const text = outcome.response_body.trim()
    const count = parseCount(text)
    if (count !== undefined) return { count }
    const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text || 'nothing'
    return { reason: `--effects must return a number, or JSON such as {"count": 3}; it returned ${shown}` }
  }

/** Polls until `isFinal` accepts a count that has not changed for SETTLE_MS, or until the timeout. */
async function readSettled(read: ReadEffects, isFinal: (count: number) => boolean): ReturnType<ReadEffects> {
  const started = performance.now()
  let last: number | undefined
  let since = started
  for (;;) {
    const result = await read()
    if ('reason' in result) return result
    const now = performance.now()
    if (result.count !== last) {
      last = result.count
      since = now
    }
    if ((now - since >= SETTLE_MS && isFinal(last)) || now - started >= EFFECTS_TIMEOUT_MS) return result
    await delay(POLL_MS)
  }
}

/** Undefined when the count rises by exactly one while `send` runs, or shortly after. */
export async function findEffectsIssue(
  read: ReadEffects,
  send: () => Promise<string | undefined>,
): Promise<string | undefined> {
  // Events of earlier checks may still have effects.
  const before = await readSettled(read, () => true)
  if ('reason' in before) return before.reason
  const reason = await send()
  if (reason !== undefined) return reason
  const after = await readSettled(read, (count) => count !== before.count)
  if ('reason' in after) return after.reason
  const rise = after.count - before.count
  if (rise === 1) return undefined
  if (rise === 0)
    return 'the count of --effects did not rise within 5 s: the event had no effect, or the URL counts something else'
  if (rise < 0) return `the count of --effects fell by ${-rise}, so it does not count effects`
  return `the count of --effects rose by ${rise}, not by 1: the second time had an effect, too. Skip an event whose id you know`
}

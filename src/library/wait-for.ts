import { setTimeout as delay } from 'node:timers/promises'
import type { ControlCall, Output } from './control-call.js'
import type { ControlSchemas } from './types.js'

const POLL_INTERVAL_MS = 20

const describe = (until: ControlSchemas['Condition']) => JSON.stringify(until)

/** Polls, because a condition can depend on the clock alone. Reads of the control plane leave no trace in the world. */
export async function waitFor(
  control: ControlCall,
  until: ControlSchemas['Condition'],
  timeoutMs: number,
): Promise<Output<'checkCondition'>> {
  const endsAt = performance.now() + timeoutMs
  for (;;) {
    const state = await control('checkCondition', { body: { until } })
    if (state.reached) return state
    const present = state.status === null ? 'it has not happened' : `the status is ${state.status}`
    if (!state.reachable) throw new Error(`${describe(until)} can't be met any more: ${present}.`)
    if (performance.now() >= endsAt) {
      const { mode } = await control('getClock')
      const hint = !state.scheduled
        ? ' Nothing is scheduled for it.'
        : mode === 'manual'
          ? ' The clock is manual: use clock.advance({ until }).'
          : ''
      throw new Error(`${describe(until)} was not met within ${timeoutMs / 1000} s: ${present}.${hint}`)
    }
    await delay(POLL_INTERVAL_MS)
  }
}

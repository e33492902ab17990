import type { World } from '../../core/engine/world.js'
import type { Clock } from '../clock.js'
import { MAX_TIMER_MS } from '../hibernation.js'
import type { SandboxSettings } from '../sandbox-settings.js'

export interface TaskTimerOptions extends Pick<SandboxSettings, 'timer' | 'onError'> {
  /** Undefined while no task may run. */
  getCurrent(): { state: World; clock: Clock } | undefined
  runDue(): void
  catchUp(): Promise<void> | undefined
}

/** One timer for the first task of a world's agenda. */
export function createTaskTimer({ timer, onError, getCurrent, runDue, catchUp }: TaskTimerOptions) {
  let cancel = () => {}

  /** With a manual clock, only for tasks that are due already. */
  function schedule() {
    cancel()
    const current = getCurrent()
    const next = current?.state.agenda.peek()
    if (!current || !next || (current.clock.mode === 'manual' && next.due > current.state.now)) return
    cancel = timer(Math.min(Math.max(0, next.due - current.clock.now()), MAX_TIMER_MS), onTimer)
  }

  /** Schedules the next timer in any case: this one may have been shorter than the wait (MAX_TIMER_MS). */
  function onTimer() {
    // No caller catches this error, and a world with a corrupt imported state must not crash the process.
    try {
      const busy = catchUp()
      // It schedules the next timer itself. The world's time is that of its last task until `runDue`.
      if (busy) return void busy.then(runDue).catch(onError)
      runDue()
    } catch (error) {
      onError(error)
    }
    schedule()
  }

  return { schedule, cancel: () => cancel() }
}

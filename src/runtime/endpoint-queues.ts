import { setMaxListeners } from 'node:events'

/** Work in lanes: what is in one lane is done one after another, lanes do not wait for each other. */
export interface Lanes {
  add(lane: string, job: (signal: AbortSignal) => Promise<void>): void
  readonly isBusy: boolean
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  /** Calls everything off. */
  stop(): void
  readonly signal: AbortSignal
}

export function createLanes(onFault: (fault: unknown) => void): Lanes {
  const controller = new AbortController()
  const { signal } = controller
  // One listener per request that is under way is no leak.
  setMaxListeners(0, signal)
  const lanes = new Map<string, Promise<void>>()
  return {
    add(lane, job) {
      const work = async () => {
        if (!signal.aborted) await job(signal)
      }
      const done: Promise<void> = (lanes.get(lane) ?? Promise.resolve())
        .then(work)
        .catch(onFault)
        .finally(() => {
          if (lanes.get(lane) === done) lanes.delete(lane)
        })
      lanes.set(lane, done)
    },
    get isBusy() {
      return lanes.size > 0
    },
    async idle() {
      while (lanes.size > 0 && !signal.aborted) await Promise.all(lanes.values())
    },
    stop: () => controller.abort(),
    signal,
  }
}

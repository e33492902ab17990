import { setMaxListeners } from 'node:events'

/** Work in lanes: what is in one lane is done one after another, lanes do not wait for each other. */
export interface EndpointQueues {
  enqueue(webhookId: string, job: (signal: AbortSignal) => Promise<void>): void
  readonly isBusy: boolean
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  /** Calls everything off. */
  cancel(): void
  readonly signal: AbortSignal
}

export function createEndpointQueues(onError: (error: unknown) => void): EndpointQueues {
  const controller = new AbortController()
  const { signal } = controller
  // One listener per request that is under way is no leak.
  setMaxListeners(0, signal)
  const queues = new Map<string, Promise<void>>()
  return {
    enqueue(webhookId, job) {
      const work = async () => {
        if (!signal.aborted) await job(signal)
      }
      const done: Promise<void> = (queues.get(webhookId) ?? Promise.resolve())
        .then(work)
        .catch(onError)
        .finally(() => {
          if (queues.get(webhookId) === done) queues.delete(webhookId)
        })
      queues.set(webhookId, done)
    },
    get isBusy() {
      return queues.size > 0
    },
    async idle() {
      while (queues.size > 0 && !signal.aborted) await Promise.all(queues.values())
    },
    cancel: () => controller.abort(),
    signal,
  }
}

import { setMaxListeners } from 'node:events'

/** One queue per endpoint. Jobs of one endpoint run one after another; endpoints do not wait for each other. */
export interface EndpointQueues {
  enqueue(webhookId: string, job: (signal: AbortSignal) => Promise<void>): void
  readonly isBusy: boolean
  /** Resolves when all queues are empty. */
  idle(): Promise<void>
  /** Aborts running jobs and skips queued ones. */
  cancel(): void
  readonly signal: AbortSignal
}

/** One for all worlds, because capturing its stack is slow and a stop cancels thousands of queues. */
const CANCELLED = new DOMException('The delivery was cancelled.', 'AbortError')

export function createEndpointQueues(onError: (error: unknown) => void): EndpointQueues {
  const controller = new AbortController()
  const { signal } = controller
  // One listener per request in flight is expected; suppress the leak warning.
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
    cancel: () => controller.abort(CANCELLED),
    signal,
  }
}

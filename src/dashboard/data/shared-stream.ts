import { readStream } from './read-stream.js'
import type { ActivityEntry } from './types.js'

export type ConnectionState = 'connecting' | 'live' | 'reconnecting'

type Message =
  | { type: 'entries'; entries: ActivityEntry[] }
  | { type: 'state'; state: ConnectionState }
  | { type: 'hello' }

const FIRST_DELAY = 500
const MAX_DELAY = 5000
/** Entries that arrive within this time are handled together. */
const BATCH_MS = 50

export interface SharedStreamOptions {
  /** The name of the world. Tabs of the same world share a stream. */
  world: string
  lastId(): number | undefined
  onEntries(entries: ActivityEntry[]): void
  onState(state: ConnectionState): void
  /** Called when a stream opens, so that the reader can load what it missed. */
  onOpen(): void
}

const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * One tab holds the stream of a world for all tabs, because a browser opens at most six connections to a host. A lock
 * elects that tab, and a channel carries its entries to the others. Without locks (no secure context), every tab has its own.
 */
export function openSharedStream(options: SharedStreamOptions): () => void {
  const { world, lastId, onEntries, onState, onOpen } = options
  const name = `mds-sandbox:activity:${world}`
  const controller = new AbortController()
  const { signal } = controller
  const channel = new BroadcastChannel(name)
  let isLeader = false
  let state: ConnectionState = 'connecting'

  function announce(message: Message) {
    if (isLeader && !signal.aborted) channel.postMessage(message)
  }
  function setState(next: ConnectionState) {
    state = next
    onState(next)
    announce({ type: 'state', state: next })
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'hello') announce({ type: 'state', state })
    else if (isLeader) return
    else if (data.type === 'entries') onEntries(data.entries)
    else {
      if (data.state === 'live' && state !== 'live') onOpen()
      state = data.state
      onState(state)
    }
  }
  channel.postMessage({ type: 'hello' } satisfies Message)

  let batch: ActivityEntry[] = []
  function addToBatch(entry: ActivityEntry) {
    if (batch.push(entry) > 1) return
    setTimeout(() => {
      const entries = batch
      batch = []
      if (signal.aborted) return
      onEntries(entries)
      announce({ type: 'entries', entries })
    }, BATCH_MS)
  }

  async function lead() {
    isLeader = true
    let wait = FIRST_DELAY
    while (!signal.aborted) {
      try {
        await readStream(
          lastId(),
          signal,
          () => {
            wait = FIRST_DELAY
            setState('live')
            onOpen()
          },
          addToBatch,
        )
      } catch {
        // The sandbox may be restarting; try again below.
      }
      if (signal.aborted) return
      setState('reconnecting')
      await delay(wait, signal)
      wait = Math.min(2 * wait, MAX_DELAY)
    }
  }

  if (navigator.locks) navigator.locks.request(name, { signal }, lead).catch(() => {})
  else void lead()

  return () => {
    controller.abort()
    channel.close()
  }
}

import { send } from './api.js'
import type { ActivityEntry } from './types.js'

/** Reads the activity stream until it ends or the signal aborts. EventSource can't send the key. */
export async function readStream(
  lastId: number | undefined,
  signal: AbortSignal,
  onOpen: () => void,
  onEntry: (entry: ActivityEntry) => void,
): Promise<void> {
  const headers = lastId === undefined ? {} : { 'Last-Event-ID': String(lastId) }
  const response = await send('GET', '/_sandbox/activity/stream', { headers, signal })
  if (!response.ok || !response.body) throw new Error(`The stream answered with ${response.status}.`)
  onOpen()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    buffered += value
    const messages = buffered.split('\n\n')
    buffered = messages.pop() ?? ''
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data: '))
      if (data) onEntry(JSON.parse(data.slice('data: '.length)))
    }
  }
}

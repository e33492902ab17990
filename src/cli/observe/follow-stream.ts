import type { Client } from '../framework/sandbox-client.js'
import { waitForStopSignal } from '../framework/stop-signal.js'

/** Reads Server-Sent Events until the sandbox or a signal ends them. With `lastId`, begins with the message after it. */
export async function followStream(
  client: Client,
  path: string,
  lastId: string | undefined,
  onMessage: (name: string, data: unknown) => void,
): Promise<void> {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId }
  const stopped = waitForStopSignal()
  await client.stream(path, headers, async (content) => {
    let isStopped = false
    void stopped.then(() => {
      isStopped = true
      content.destroy()
    })
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const chunk of content) {
        const messages = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
        rest = messages.pop() ?? ''
        for (const message of messages) {
          const lines = message.split('\n')
          const read = (field: string) => lines.find((line) => line.startsWith(field))?.slice(field.length)
          const name = read('event: ') ?? ''
          const data = read('data: ')
          if (data !== undefined) onMessage(name, JSON.parse(data))
        }
      }
    } catch {
      // The connection was closed, by a signal or by the sandbox.
    }
    if (!isStopped) process.stderr.write('mds-sandbox: the sandbox ended the stream.\n')
  })
}

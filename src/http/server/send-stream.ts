import type { ServerResponse } from 'node:http'
import { createTimeSlices } from '../../runtime/time-slices.js'
import type { Outgoing } from '../pipeline/exchange.js'

/** How long a client may leave a stream unread, in milliseconds. */
const UNREAD_TIMEOUT = 60_000

/** Sends the chunks as fast as the client reads them, and lets other work run in between. */
export async function sendStream(response: ServerResponse, { status, headers, stream }: Outgoing): Promise<void> {
  const nextSlice = createTimeSlices()
  response.setTimeout(UNREAD_TIMEOUT, () => response.destroy())
  response.writeHead(status, headers)
  for (const chunk of stream ?? []) {
    if (response.destroyed) return
    if (!response.write(chunk)) await untilWritable(response)
    await nextSlice()
  }
  response.end()
}

function untilWritable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}

import { createServer } from 'node:http'
import { answerBrokenRequests } from './broken-requests.js'
import { type Listener, listen } from './listen.js'
import { cutOffStalled } from './listener.js'
import type { Pipeline } from './pipeline.js'

export interface OpenServer {
  port: number
  /** Finishes the requests in flight, for at most `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** Headers must come at once. How long a body may stall, the listener decides. */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 0, keepAliveTimeout: 30_000, requireHostHeader: false }

export async function openServer(
  listener: Listener,
  turnAway: Pipeline['turnAway'],
  port: number,
  host: string,
): Promise<OpenServer> {
  const server = createServer(PATIENCE, listener).on('checkExpectation', listener)
  cutOffStalled(server)
  answerBrokenRequests(server, turnAway)
  return {
    port: await listen(server, port, host),
    async close(graceMs) {
      const closed = new Promise((resolve) => server.close(resolve))
      const impatient = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(impatient)
    },
  }
}

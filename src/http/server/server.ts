import { createServer, type ServerOptions } from 'node:http'
import type { Pipeline } from '../pipeline/pipeline.js'
import { type Listener, listen } from './listen.js'
import { answerBrokenRequests } from './malformed-requests.js'

export interface OpenServer {
  port: number
  /** Finishes the requests in flight, for at most `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** Headers must come at once, and whoever has nothing more to ask is let go. How long a body may stall, the listener decides. */
export const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5000,
} as const satisfies ServerOptions

/** What is wrong with the headers is for us to say; so what was sent twice must not get lost. */
const STRICTNESS = { requireHostHeader: false, joinDuplicateHeaders: true } as const

export async function openServer(
  listener: Listener,
  turnAway: Pipeline['turnAway'],
  port: number,
  host: string,
  patience: ServerOptions = PATIENCE,
): Promise<OpenServer> {
  const server = createServer({ ...patience, ...STRICTNESS }, listener).on('checkExpectation', listener)
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

import { createServer, type ServerOptions } from 'node:http'
import type { Pipeline } from '../pipeline/pipeline.js'
import { trackConnections } from './connections.js'
import { type Listener, listen } from './listen.js'
import { respondToMalformedRequests } from './malformed-requests.js'

export interface RunningServer {
  port: number
  countConnections(): number
  /** Waits for requests in flight, for at most `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** Limits for headers and idle connections. The listener limits how long a body and the reading of a response may take. */
export const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5000,
} as const satisfies ServerOptions

/** Leaves header checks to the listener, so that their errors have the envelope. */
const HEADER_OPTIONS = { requireHostHeader: false, joinDuplicateHeaders: true } as const

export async function startServer(
  listener: Listener,
  reject: Pipeline['reject'],
  port: number,
  host: string,
  timeouts: ServerOptions = TIMEOUTS,
): Promise<RunningServer> {
  const server = createServer({ ...timeouts, ...HEADER_OPTIONS })
  const connections = trackConnections(server)
  const handle: Listener = (request, response) => {
    connections.add(request, response)
    listener(request, response)
  }
  server.on('request', handle).on('checkExpectation', handle)
  respondToMalformedRequests(server, connections, reject)
  return {
    port: await listen(server, port, host),
    countConnections: connections.count,
    async close(graceMs) {
      const closed = new Promise((resolve) => server.close(resolve))
      connections.closeEnded()
      const timer = setTimeout(connections.closeAll, graceMs)
      await closed
      clearTimeout(timer)
    },
  }
}

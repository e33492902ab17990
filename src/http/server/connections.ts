import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a client may take to close its side of a connection that the server has ended, in milliseconds. */
export const LINGER_TIMEOUT = 2000

/** The latest exchange of a connection. Responses leave in the order of their requests. */
interface ConnectionState {
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  previousResponse: ServerResponse | undefined
  isEnding: boolean
}

export interface Connections {
  count(): number
  /** Call this for every request. */
  add(request: IncomingMessage, response: ServerResponse): void
  /**
   * Ends a connection with `lastWords`, after the responses to its complete requests. A request whose body became
   * invalid gets the last words, unless it has already been answered.
   */
  end(socket: Socket, lastWords: () => string): void
  /** Closes connections that have ended and wait only for their client. */
  closeEnded(): void
  closeAll(): void
}

/**
 * Holds every socket of the server, also those that node:http has handed over (CONNECT) and therefore neither watches
 * nor closes. Each has an error listener, because a client can reset its connection at any moment.
 */
export function trackConnections(server: Server, lingerTimeout = LINGER_TIMEOUT): Connections {
  const states = new Map<Socket, ConnectionState>()
  server.on('connection', (socket: Socket) => {
    states.set(socket, { request: undefined, response: undefined, previousResponse: undefined, isEnding: false })
    socket.on('error', () => {})
    socket.on('close', () => states.delete(socket))
  })

  function endNow(socket: Socket, lastWords: string) {
    if (!socket.writable) return void socket.destroy()
    // Closing a socket at once, with unread input, would reset it, and the client could lose the last words.
    socket.end(lastWords)
    const timer = setTimeout(() => socket.destroy(), lingerTimeout)
    socket.on('close', () => clearTimeout(timer))
  }

  return {
    count: () => states.size,
    add(request, response) {
      const state = states.get(request.socket)
      if (!state) return
      state.previousResponse = state.response
      state.request = request
      state.response = response
    },
    end(socket, lastWords) {
      const state = states.get(socket)
      if (!state || state.isEnding) return
      state.isEnding = true
      // node:http no longer reads from a socket that it has handed over, and would not notice that the client closed it.
      socket.resume()
      // Responses of this turn of the event loop are written before this runs.
      setImmediate(() => {
        const { request, response, previousResponse } = state
        if (!request || !response || request.complete) return whenFinished(response, () => endNow(socket, lastWords()))
        // The input became invalid within the body of the latest request, which may have been answered without it.
        whenFinished(previousResponse, () => {
          if (response.headersSent) whenFinished(response, () => endNow(socket, ''))
          else endNow(socket, lastWords())
        })
      })
    },
    closeEnded() {
      for (const [socket, { isEnding }] of states) if (isEnding && socket.writableFinished) socket.destroy()
    },
    closeAll() {
      for (const socket of states.keys()) socket.destroy()
    },
  }
}

function whenFinished(response: ServerResponse | undefined, run: () => void): void {
  if (!response || response.writableFinished || response.destroyed) {
    run()
    return
  }
  let hasRun = false
  const runOnce = () => {
    if (hasRun) return
    hasRun = true
    run()
  }
  response.once('finish', runOnce)
  response.once('close', runOnce)
}

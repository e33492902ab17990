import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming, Outgoing } from '../pipeline/exchange.js'

const invalidRequest = (message: string) => refuse('invalid_request', { message })

/** What never becomes a request: the status that HTTP has for it, and what we say. */
const PARSER_ERRORS: Record<string, { status: number; refusal: Refusal }> = {
  HPE_HEADER_OVERFLOW: { status: 431, refusal: invalidRequest('The headers are over 16 kB.') },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, refusal: invalidRequest('The headers took too long to arrive.') },
}
const NOT_HTTP = { status: 400, refusal: invalidRequest('This is not a valid HTTP request.') }

const REASON_PHRASES: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** What is not HTTP enough for a request gets the error envelope too, as far as its socket still takes one. */
export function respondToMalformedRequests(server: Server, reject: (incoming: Incoming, refusal: Refusal) => Outgoing) {
  function sendRefusal(socket: Socket, method: string, target: string, refusal: Refusal, status?: number) {
    const streamBody: Incoming['streamBody'] = async () => 'aborted'
    const outgoing = reject({ method, target, headers: {}, streamBody }, refusal)
    const code = status ?? outgoing.status
    const headers = { ...outgoing.headers, 'Content-Length': Buffer.byteLength(outgoing.body), Connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${code} ${REASON_PHRASES[code]}\r\n${lines.join('')}\r\n${outgoing.body}`)
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { status, refusal } = PARSER_ERRORS[error.code ?? ''] ?? NOT_HTTP
    sendRefusal(socket, '?', '?', refusal, status)
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const refusal = refuse('method_not_allowed', {
      message: 'The sandbox is no proxy.',
      headers: { Allow: 'GET, POST' },
    })
    sendRefusal(socket, 'CONNECT', request.url ?? '', refusal)
  })
}

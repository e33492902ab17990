import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming, Outgoing } from '../pipeline/exchange.js'
import type { Connections } from './connections.js'

const invalidRequest = (message: string) => refuse('invalid_request', { message })

/** Errors of Node's HTTP parser, with the status and message for each. */
const PARSER_ERRORS: Record<string, { status: number; refusal: Refusal }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    refusal: invalidRequest('The request headers are larger than 16 kB. Send fewer or shorter headers.'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, refusal: invalidRequest('The headers took too long to arrive.') },
}
const NOT_HTTP = { status: 400, refusal: invalidRequest('This is not a valid HTTP request.') }

const REASON_PHRASES: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Ends connections with the error envelope if their input is not a valid HTTP request, or is a CONNECT. */
export function respondToMalformedRequests(
  server: Server,
  connections: Connections,
  reject: (incoming: Incoming, refusal: Refusal) => Outgoing,
) {
  function formatRefusal(method: string, target: string, refusal: Refusal, status?: number): string {
    const streamBody: Incoming['streamBody'] = async () => 'aborted'
    const outgoing = reject({ method, target, headers: {}, streamBody }, refusal)
    const code = status ?? outgoing.status
    const headers = { ...outgoing.headers, 'Content-Length': Buffer.byteLength(outgoing.body), Connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `HTTP/1.1 ${code} ${REASON_PHRASES[code]}\r\n${lines.join('')}\r\n${outgoing.body}`
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const { status, refusal } = PARSER_ERRORS[error.code ?? ''] ?? NOT_HTTP
    connections.end(socket, () => formatRefusal('?', '?', refusal, status))
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const refusal = refuse('method_not_allowed', {
      message: 'The sandbox is not a proxy, so it does not accept CONNECT.',
      headers: { Allow: 'GET, POST' },
    })
    connections.end(socket, () => formatRefusal('CONNECT', request.url ?? '', refusal))
  })
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { refuse } from '../core/errors.js'
import { type IdSource, nextId } from '../core/ids.js'
import { errorBody } from './error-body.js'

const KINDS: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are over 16 kB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

/** What is not even HTTP gets the error envelope too, as far as its socket still takes one. */
export function answerBrokenRequests(server: Server, ids: IdSource): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, message] = KINDS[error.code ?? ''] ?? ['400 Bad Request', 'This is not a valid HTTP request.']
    const requestId = nextId(ids, 'req')
    const body = JSON.stringify(errorBody(refuse('invalid_request', { message }), requestId))
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
}

import { connect as openSocket, type Socket } from 'node:net'
import { decodeChunkedBody } from '../runner/chunked-body.js'
import type { HttpRequest, HttpResponse } from './http-message.js'

/** A connection that writes raw bytes, well-formed or not, and reads the responses in turn. */
export interface Connection {
  /** Undefined if the server hangs up without a response. */
  send(request: HttpRequest): Promise<HttpResponse | undefined>
  write(bytes: Buffer): Promise<HttpResponse | undefined>
  close(): void
}

const END_OF_HEAD = '\r\n\r\n'

/** One response and the remaining bytes. Undefined while the response is incomplete. */
function parseResponse(bytes: Buffer, isHead: boolean): { response: HttpResponse; rest: Buffer } | undefined {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const status = Number(first.split(' ')[1])
  if (headers['transfer-encoding'] === 'chunked' && headers['content-type'] === 'application/x-ndjson' && !isHead) {
    const chunked = decodeChunkedBody(bytes.toString('latin1'), end + END_OF_HEAD.length)
    const text = chunked && Buffer.from(chunked.body, 'latin1').toString()
    return text === undefined ? undefined : { response: { status, headers, text }, rest: bytes.subarray(chunked?.end) }
  }
  const length = isHead ? 0 : Number(headers['content-length'] ?? 0)
  const from = end + END_OF_HEAD.length
  if (bytes.length < from + length) return undefined
  const response = { status, headers, text: bytes.subarray(from, from + length).toString() }
  return { response, rest: bytes.subarray(from + length) }
}

export function openConnection(port: number): Connection {
  let socket: Socket | undefined
  let received: Buffer = Buffer.alloc(0)
  let isHead = false
  let resolvePending: ((response: HttpResponse | undefined) => void) | undefined

  function settle(response: HttpResponse | undefined) {
    const done = resolvePending
    resolvePending = undefined
    done?.(response)
  }

  function open(): Socket {
    const opened = openSocket(port, '127.0.0.1')
    opened.setNoDelay()
    received = Buffer.alloc(0)
    opened.on('data', (chunk) => {
      if (socket !== opened) return
      received = Buffer.concat([received, chunk])
      const found = parseResponse(received, isHead)
      if (!found) return
      received = found.rest
      // A stream is not read to its end. The next request opens another connection.
      const { connection, 'content-type': type } = found.response.headers
      if (connection === 'close' || type === 'text/event-stream') {
        socket = undefined
        opened.destroy()
      }
      settle(found.response)
    })
    opened.on('error', () => {})
    opened.on('close', () => {
      // Events of an abandoned socket do not concern its successor.
      if (socket !== opened) return
      socket = undefined
      settle(undefined)
    })
    return opened
  }

  const write: Connection['write'] = (bytes) =>
    new Promise((resolve) => {
      isHead = bytes.subarray(0, 5).toString() === 'HEAD '
      resolvePending = resolve
      socket ??= open()
      socket.write(bytes)
    })

  return {
    write,
    send({ method, target, headers, body }) {
      const length = body && !('content-length' in headers) ? { 'content-length': String(body.length) } : {}
      const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
      const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
      return write(body ? Buffer.concat([head, body]) : head)
    },
    close: () => socket?.destroy(),
  }
}

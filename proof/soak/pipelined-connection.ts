import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { decodeChunkedBody } from '../runner/chunked-body.js'

export interface WireRequest {
  method: string
  path: string
  /** Complete header lines, each with its CRLF. */
  headers: string
  body: string
}

export interface HttpResponse {
  status: number
  head: string
  body: string
}

/** One connection with pipelined requests: the client must use less CPU than the server. */
export interface PipelinedConnection {
  /** Sends all requests in one write and reads as many responses. */
  send(requests: readonly WireRequest[]): Promise<HttpResponse[]>
  close(): Promise<void>
}

const HEAD_END = '\r\n\r\n'

export const formatRequest = ({ method, path, headers, body }: WireRequest): string => {
  const length = body === '' && method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}${length}\r\n${body}`
}

/** The response at an offset, and where it ends. Undefined while it is incomplete. */
function parseResponse(text: string, from: number): { response: HttpResponse; end: number } | undefined {
  const at = text.indexOf(HEAD_END, from)
  if (at < 0) return undefined
  const head = text.slice(from, at)
  const status = Number(head.slice(9, 12))
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const chunked = decodeChunkedBody(text, at + HEAD_END.length)
    return chunked && { response: { status, head, body: chunked.body }, end: chunked.end }
  }
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined && status !== 204) throw new Error(`The response has no Content-Length: ${head}`)
  const begin = at + HEAD_END.length
  const end = begin + Number(length ?? 0)
  return end > text.length ? undefined : { response: { status, head, body: text.slice(begin, end) }, end }
}

async function openSocket(port: number): Promise<Socket> {
  // latin1: one character is one byte, so lengths match Content-Length.
  const socket = connect({ host: '127.0.0.1', port, noDelay: true }).setEncoding('latin1')
  await once(socket, 'connect')
  return socket
}

export async function openConnection(port: number): Promise<PipelinedConnection> {
  const socket = await openSocket(port)
  let unparsed = ''
  let responses: HttpResponse[] = []
  let waiting: { count: number; resolve(responses: HttpResponse[]): void; reject(error: Error): void } | undefined
  let failure: Error | undefined

  function fail(error: Error) {
    failure ??= error
    waiting?.reject(failure)
  }
  socket.on('data', (chunk: string) => {
    const text = unparsed + chunk
    let parsedTo = 0
    try {
      for (let found = parseResponse(text, 0); found; found = parseResponse(text, parsedTo)) {
        responses.push(found.response)
        parsedTo = found.end
      }
    } catch (error) {
      return fail(error as Error)
    }
    unparsed = text.slice(parsedTo)
    if (!waiting || responses.length < waiting.count) return
    const { resolve } = waiting
    waiting = undefined
    resolve(responses)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection.')))

  return {
    send: (requests) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure)
        responses = []
        waiting = { count: requests.length, resolve, reject }
        socket.write(requests.map(formatRequest).join(''))
      }),
    async close() {
      if (socket.destroyed) return
      const closed = new Promise((resolve) => socket.once('close', resolve))
      // The failure of another client may close this one while it is busy.
      if (waiting) socket.destroy()
      else socket.end()
      await closed
    },
  }
}

/** Sends bytes on a new connection and reads until the server closes it. */
export async function sendUntilClosed(port: number, bytes: string): Promise<string> {
  const socket = await openSocket(port)
  let received = ''
  socket.on('data', (chunk: string) => (received += chunk))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(bytes, 'latin1')
  await closed
  return received
}

/** Sends bytes on a new connection and closes it, after the first bytes of the response or before. */
export async function sendAndAbort(port: number, bytes: string, waitsForResponse: boolean): Promise<string> {
  const socket = await openSocket(port)
  await new Promise((resolve) => socket.write(bytes, 'latin1', resolve))
  const [received = ''] = waitsForResponse ? ((await once(socket, 'data')) as string[]) : []
  socket.destroy()
  return received
}

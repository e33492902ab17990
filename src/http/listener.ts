import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '../core/errors.js'
import type { Incoming, Outgoing } from './exchange.js'
import type { Pipeline } from './pipeline.js'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** How much of an oversized body is read and thrown away, so that the client lives to read the refusal. */
const DRAINED = 16 * 1024 * 1024

const toIncoming = (request: IncomingMessage): Incoming => ({
  method: request.method ?? 'GET',
  // Express cuts its mount point off `url`; what the client sent is in `originalUrl`.
  target: (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/',
  headers: request.headers,
  read: (limit) => read(request, limit),
})

function read(request: IncomingMessage, limit: number): Promise<Buffer | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    if (Number(request.headers['content-length'] ?? 0) > DRAINED) return resolve('too-large')
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > DRAINED) resolve('too-large')
    })
    request.on('end', () =>
      resolve(size > limit ? 'too-large' : chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    )
    request.on('error', () => resolve('aborted'))
    request.on('close', () => resolve('aborted'))
  })
}

function write(request: IncomingMessage, response: ServerResponse, outgoing: Outgoing, closing: boolean): void {
  const { status, headers, body } = outgoing
  headers['Content-Length'] = String(Buffer.byteLength(body))
  // Nobody reads the rest of a body that was given up on.
  if (closing || (status === 413 && !request.complete)) headers.Connection = 'close'
  response.writeHead(status, headers)
  response.end(body)
}

/** Runs requests through a pipeline; `admit` may turn one away first. */
export function createListener(
  pipeline: Pipeline,
  closing: () => boolean,
  admit: (request: IncomingMessage) => Refusal | undefined = () => undefined,
): Listener {
  return (request, response) => {
    const incoming = toIncoming(request)
    const refusal = admit(request)
    if (refusal) return write(request, response, pipeline.turnAway(incoming, refusal), closing())
    void pipeline.handle(incoming).then((outgoing) => {
      if (outgoing) write(request, response, outgoing, closing())
      else response.destroy()
    })
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '../core/errors.js'
import type { Incoming, Outgoing, StreamEnd } from './exchange.js'
import type { Pipeline } from './pipeline.js'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** How much of an oversized body is read and thrown away, so that the client lives to read the refusal. */
const DRAINED = 16 * 1024 * 1024

const toIncoming = (request: IncomingMessage): Incoming => ({
  method: request.method ?? 'GET',
  // Express cuts its mount point off `url`; what the client sent is in `originalUrl`.
  target: (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/',
  headers: request.headers,
  stream: (limit, take) => stream(request, limit, take),
})

function stream(request: IncomingMessage, limit: number, take: (chunk: Buffer) => void): Promise<StreamEnd> {
  return new Promise((resolve) => {
    const most = Math.max(limit, DRAINED)
    let size = 0
    if (Number(request.headers['content-length'] ?? 0) > most) return resolve('too-large')
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) take(chunk)
      else if (size > most) resolve('too-large')
    })
    request.on('end', () => resolve(size > limit ? 'too-large' : 'complete'))
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

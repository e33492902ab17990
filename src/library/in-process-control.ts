import type { Operation } from '../contract/router.js'
import type { Incoming } from '../http/pipeline/exchange.js'
import type { Pipeline } from '../http/pipeline/pipeline.js'
import { createTimeSlices } from '../runtime/time-slices.js'
import { type ControlCall, SandboxError } from './control-call.js'

/** A body is passed on in chunks like those of a connection. */
const CHUNK_BYTES = 64 * 1024

async function readStream(stream: Iterable<Buffer>): Promise<string> {
  const nextSlice = createTimeSlices()
  const chunks: Buffer[] = []
  for (const chunk of stream) {
    chunks.push(chunk)
    await nextSlice()
  }
  return Buffer.concat(chunks).toString()
}

const encode = (value: unknown) => encodeURIComponent(String(value))

function targetOf({ path }: Operation, variables: Record<string, unknown> = {}, query: Record<string, unknown> = {}) {
  const expandedPath = path.replaceAll(/\{(\w+)\}/g, (_, name) => encode(variables[name]))
  const queryEntries = Object.entries(query).filter(([, value]) => value !== undefined)
  return queryEntries.length === 0
    ? expandedPath
    : `${expandedPath}?${queryEntries.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`
}

/**
 * Calls go through the pipeline like HTTP requests, so that the checks, the journal and the request log apply to them too.
 */
export function createControlCall(
  control: Pipeline,
  operations: readonly Operation[],
  key: string,
  closing: AbortSignal,
  track: <T>(work: Promise<T>) => Promise<T>,
): ControlCall {
  return async (id, ...[input = {}]) => {
    if (closing.aborted) throw new Error('The sandbox is closed.')
    const operation = operations.find((candidate) => candidate.id === id)
    if (!operation) throw new TypeError(`The control plane has no operation ${String(id)}.`)
    const { body, path, query } = input as { body?: unknown; path?: object; query?: object }
    const isRaw = operation.body?.isRaw ?? false
    const isContent = isRaw && (typeof body === 'string' || body instanceof Uint8Array)
    const bytes = body === undefined ? undefined : Buffer.from(isContent ? (body as Uint8Array) : JSON.stringify(body))
    const incoming: Incoming = {
      method: operation.method,
      target: targetOf(operation, { ...path }, { ...query }),
      headers: { 'x-api-key': key, ...(bytes && { 'content-type': 'application/json' }) },
      async streamBody(limit, onChunk) {
        if (bytes && bytes.length > limit) return 'too-large'
        for (let at = 0; bytes && at < bytes.length; at += CHUNK_BYTES)
          await onChunk(bytes.subarray(at, at + CHUNK_BYTES))
        return 'complete'
      },
    }
    const outgoing = await track(Promise.resolve(control.handle(incoming)))
    if (!outgoing) throw new Error(`The call of ${String(id)} was aborted before it had a response.`)
    if (outgoing.stream) return (await readStream(outgoing.stream)) as never
    if (outgoing.feed) throw new TypeError(`${String(id)} returns a stream. Use fetch instead.`)
    const isJson = outgoing.headers['Content-Type'] === 'application/json'
    const responseBody = isJson ? JSON.parse(outgoing.body) : outgoing.body || undefined
    if (outgoing.status < 400) return responseBody
    const { code, message, request_id, details } = responseBody.error
    throw new SandboxError(outgoing.status, code, message, request_id, details)
  }
}

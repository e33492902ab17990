import { Writable } from 'node:stream'
import { compose, type Disposables, dispose } from '../../src/composition/compose.js'
import type { AttemptOutcome } from '../../src/core/engine/rows.js'
import { createLazyPages } from '../../src/http/pages/lazy-pages.js'
import type { Incoming } from '../../src/http/pipeline/exchange.js'
import { createPipelineSelector, surfaceOf } from '../../src/http/server/choose-surface.js'
import { callListener } from '../../src/http/server/in-memory-exchange.js'
import { createListener, targetOf } from '../../src/http/server/node-listener.js'
import { createOriginGuard } from '../../src/http/server/origin-guard.js'
import { startServer } from '../../src/http/server/server.js'
import type { RunningWorld } from '../../src/runtime/running-world.js'
import type { ResolveHostname } from '../../src/webhooks/egress-guard.js'
import { createSender } from '../../src/webhooks/sender.js'
import type { HttpRequest, HttpResponse } from './http-message.js'
import { type Connection, openConnection } from './raw-http.js'

export interface TestSandbox {
  isStrict: boolean
  /** Sends a request through the whole pipeline without a connection. Undefined if the sandbox hangs up. */
  send(request: HttpRequest): Promise<HttpResponse | undefined>
  /** A connection to the same sandbox. */
  connect(): Connection
  port: number
  /** The connections that its server holds. */
  countConnections(): number
  world(key: string): RunningWorld | undefined
  /** The API keys of all worlds. */
  worldKeys(): string[]
  removeWorld(key: string): void
  /** Internal errors that the sandbox has logged since the last call. */
  takeErrors(): string[]
  close(): Promise<void>
}

/** The wall clock stands still: no response may depend on it. */
const WALL_CLOCK = Date.UTC(2025, 0, 1)

/** The URL says how a receiver responds: `/ok` always succeeds, `/fails` accepts only pings. */
function respondToEvent(url: string, isPing: boolean): AttemptOutcome {
  const isSuccessful = url.includes('/ok') || (isPing && url.includes('/fails'))
  return {
    status_code: isSuccessful ? 200 : 500,
    failure: null,
    duration_ms: 1,
    response_body: isSuccessful ? 'ok' : 'no',
  }
}

const REFUSED_CONNECTION = {
  status_code: null,
  failure: 'connection_refused',
  duration_ms: 1,
  response_body: '',
} as const

/** A sandbox with a manual clock and a fake transport: its behaviour depends on the requests only. */
export async function openTestSandbox(options: { strict?: boolean; data?: string } = {}): Promise<TestSandbox> {
  const disposables: Disposables = []
  const logLines: string[] = []
  const logTo = new Writable({
    write(chunk, _, done) {
      logLines.push(String(chunk))
      done()
    },
  })
  const resolve: ResolveHostname = (_, found) => found(null, [{ address: '127.0.0.1', family: 4 }])
  const { api, control, contract, controlContract, worlds } = await compose(
    { clock: 'manual', logTo, resolve, ...options },
    disposables,
    {
      wall: () => WALL_CLOCK,
      // Due tasks run with the next request or clock call, never in between.
      timer: () => () => {},
      pause: async () => {},
      // A changed URL must not lead to another machine.
      sender: { ...createSender({ egress: 'open', resolve }), send: async () => REFUSED_CONNECTION },
      transport: { deliver: async ({ url }, kind) => respondToEvent(url, kind === 'ping') },
    },
  )
  // Loaded in advance, so that the order of concurrent requests does not depend on the loading of the validators.
  await contract.loadValidator()
  await controlContract.loadValidator()
  const documents = { service: contract.document, control: controlContract.document }
  const keys = { standard: '', enterprise: '' }
  const pageInfo = { version: '', keys, documents, scenario: '', summary: '', clock: 'manual' as const, speed: 1 }
  const originGuard = createOriginGuard()
  const pipelineFor = createPipelineSelector(api, control, originGuard)
  const closing = new AbortController()
  const serveApi = createListener(pipelineFor, closing.signal)
  const servePages = createLazyPages({
    info: pageInfo,
    reject: control.reject,
    onError: (error) => logLines.push(String(error)),
    closing: closing.signal,
    originGuard,
  })
  const server = await startServer(
    (request, response) => (surfaceOf(targetOf(request)) === 'pages' ? servePages : serveApi)(request, response),
    api.reject,
    0,
    '127.0.0.1',
  )
  return {
    isStrict: options.strict ?? false,
    async send(request) {
      const incoming = toIncoming(request)
      if (surfaceOf(request.target) === 'pages') {
        const { status, headers, body } = await callListener(servePages, incoming)
        return { status, headers, text: body.toString() }
      }
      const outgoing = await pipelineFor(request.target).handle(incoming)
      if (!outgoing) return undefined
      const headers = Object.entries(outgoing.headers).map(([name, value]) => [name.toLowerCase(), value])
      const text = outgoing.stream ? Buffer.concat([...outgoing.stream]).toString() : outgoing.body
      return { status: outgoing.status, headers: Object.fromEntries(headers), text }
    },
    connect: () => openConnection(server.port),
    port: server.port,
    countConnections: server.countConnections,
    world: worlds.findLoaded,
    worldKeys: () => worlds.list().map(({ credential }) => credential.key),
    removeWorld: worlds.remove,
    takeErrors: () => logLines.splice(0),
    async close() {
      closing.abort()
      await server.close(100)
      await dispose(disposables)
    },
  }
}

/** How much of an oversized body a connection reads. Longer bodies are refused by their Content-Length. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024

function toIncoming({ method, target, headers, body }: HttpRequest): Incoming {
  return {
    method,
    target,
    headers,
    async streamBody(limit, onChunk) {
      const size = Number(headers['content-length'] ?? body?.length ?? 0)
      if (size > Math.max(limit, MAX_DISCARDED_BYTES) || (body?.length ?? 0) > limit) return 'too-large'
      if (body && body.length > 0) onChunk(body)
      return 'complete'
    },
  }
}

import { Writable } from 'node:stream'
import { compose, type Disposables, dispose } from '../../src/composition/compose.js'
import type { Outcome } from '../../src/core/engine/rows.js'
import type { Incoming } from '../../src/http/pipeline/exchange.js'
import { createExpressListener } from '../../src/http/server/express.js'
import { createListener, targetOf } from '../../src/http/server/node-listener.js'
import { startServer } from '../../src/http/server/server.js'
import { createSurfaces, surfaceOf } from '../../src/http/server/surfaces.js'
import type { RunningWorld } from '../../src/runtime/running-world.js'
import type { Resolve } from '../../src/webhooks/egress-guard.js'
import type { Answer, Request } from './exchange.js'
import { type Connection, connect } from './raw-http.js'

export interface Stage {
  strict: boolean
  /** Without a connection, through the whole pipeline. Undefined when the sandbox hangs up. */
  send(request: Request): Promise<Answer | undefined>
  /** A connection to the same sandbox. */
  open(): Connection
  world(key: string): RunningWorld | undefined
  /** The keys of all worlds. */
  keys(): string[]
  remove(key: string): void
  /** What the sandbox wrote down as a mistake of its own since the last look. */
  mistakes(): string[]
  close(): Promise<void>
}

/** The wall stands still: nothing that is answered may depend on it. */
const WALL = Date.UTC(2025, 0, 1)

/** Receivers say in their URL what they answer: `/ok`, or `/fails`, which takes pings only. */
function attempt(url: string, isPing: boolean): Outcome {
  const isFine = url.includes('/ok') || (isPing && url.includes('/fails'))
  return { status_code: isFine ? 200 : 500, failure: null, duration_ms: 1, response_body: isFine ? 'ok' : 'no' }
}

/** A sandbox with a manual clock whose events go nowhere: all that happens in it follows from its requests. */
export async function openStage(options: { strict?: boolean; data?: string } = {}): Promise<Stage> {
  const disposables: Disposables = []
  const lines: string[] = []
  const logTo = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const resolve: Resolve = (_, found) => found(null, [{ address: '127.0.0.1', family: 4 }])
  const { api, control, contract, controlContract, worlds } = await compose(
    { clock: 'manual', logTo, resolve, ...options },
    disposables,
    {
      wall: () => WALL,
      // What is due is done when the next request comes, or the clock is told: never in between.
      timer: () => () => {},
      pause: async () => {},
      transport: { deliver: async ({ url }, patience) => attempt(url, patience === 'ping') },
    },
  )
  // Its own judge takes its time to load, and what comes at the same moment must not depend on it.
  await contract.loadValidator()
  await controlContract.loadValidator()
  const documents = { service: contract.document, control: controlContract.document }
  const keys = { standard: '', enterprise: '' }
  const about = { version: '', keys, documents, scenario: '', summary: '', clock: 'manual' as const, speed: 1 }
  const doors = createSurfaces(api, control, about, (fault) => lines.push(String(fault)))
  const closing = new AbortController()
  const serve = createListener(doors, closing.signal)
  const express = createExpressListener(serve)
  const server = await startServer(
    (request, response) => (surfaceOf(targetOf(request)) === 'api' ? serve : express)(request, response),
    api.reject,
    0,
    '127.0.0.1',
  )
  return {
    strict: options.strict ?? false,
    async send(request) {
      const outgoing = await doors(request.target).handle(toIncoming(request))
      if (!outgoing) return undefined
      const headers = Object.entries(outgoing.headers).map(([name, value]) => [name.toLowerCase(), value])
      return { status: outgoing.status, headers: Object.fromEntries(headers), text: outgoing.body }
    },
    open: () => connect(server.port),
    world: worlds.find,
    keys: () => worlds.list().map(({ state }) => state.key),
    remove: worlds.remove,
    mistakes: () => lines.splice(0),
    async close() {
      closing.abort()
      await server.close(100)
      await dispose(disposables)
    },
  }
}

/** How much of an oversized body a connection takes before it gives up: more is refused by its length alone. */
const PATIENCE = 16 * 1024 * 1024

function toIncoming({ method, target, headers, body }: Request): Incoming {
  return {
    method,
    target,
    headers,
    async streamBody(limit, onChunk) {
      const size = Number(headers['content-length'] ?? body?.length ?? 0)
      if (size > Math.max(limit, PATIENCE) || (body?.length ?? 0) > limit) return 'too-large'
      if (body && body.length > 0) onChunk(body)
      return 'complete'
    },
  }
}

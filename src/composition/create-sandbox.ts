import manifest from '../../package.json' with { type: 'json' }
import type { Tier } from '../core/engine/seed-types.js'
import { createFormRedactor } from '../http/logging/redaction.js'
import { createLazyPages } from '../http/pages/lazy-pages.js'
import { keyOf, parseKey } from '../http/pipeline/authentication.js'
import { createPipelineSelector, surfaceOf } from '../http/server/choose-surface.js'
import { createFetchAdapter } from '../http/server/fetch-adapter.js'
import { type Fetch, type Listener, urlOf } from '../http/server/listen.js'
import { createListener, targetOf } from '../http/server/node-listener.js'
import { createOriginGuard } from '../http/server/origin-guard.js'
import { startServer } from '../http/server/server.js'
import { createControlCall } from '../library/in-process-control.js'
import { checkOptions, type SandboxOptions } from '../library/sandbox-options.js'
import { createSandboxWorld, type SandboxWorld } from '../library/sandbox-world.js'
import type { ClientReport } from '../report/client-report.js'
import type { ClockMode } from '../runtime/clock.js'
import { runInSlices } from '../runtime/time-slices.js'
import { compose, type Disposables, dispose } from './compose.js'

export type { SandboxOptions }

export interface Sandbox extends AsyncDisposable {
  /** `http://mds.test` if the sandbox opens no port. */
  readonly url: string
  /** The effective settings, from the options and the scenario. */
  readonly settings: { scenario: string; summary: string; clock: ClockMode; seed: number }
  /** 0 if the sandbox opens no port. */
  readonly port: number
  /** A request listener for your own `http.createServer` or `app.use`. Mount it before any body parser. */
  readonly listener: Listener
  /** Handles a request without a connection. */
  readonly fetch: Fetch
  /** An isolated world. It is created when it is first used. */
  world(tier: Tier, name: string): SandboxWorld
  /** The verdict on the clients of all worlds, also after `close`. */
  report(): Promise<ClientReport>
  /** Waits for requests in flight, for at most `graceMs`, and releases all resources. */
  close(graceMs?: number): Promise<void>
}

export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options)
  const disposables: Disposables = []
  try {
    return await buildSandbox(options, disposables)
  } catch (error) {
    // A sandbox that fails to start must not leave the data directory locked.
    await dispose(disposables)
    throw error
  }
}

async function buildSandbox(options: SandboxOptions, disposables: Disposables): Promise<Sandbox> {
  const { host = '127.0.0.1' } = options
  const { api, control, contract, controlContract, worlds, clientObservers, log, speed, settings } = await compose(
    options,
    disposables,
  )
  const closing = new AbortController()
  const { scenario, summary, clock } = settings
  const keys = { standard: keyOf('standard', 'demo'), enterprise: keyOf('enterprise', 'demo') }
  const documents = { service: contract.document, control: controlContract.document }
  const info = { version: manifest.version, keys, documents, scenario, summary, clock, speed }
  const originGuard = createOriginGuard(options)
  const pipelineFor = createPipelineSelector(api, control, originGuard)
  const serveApi = createListener(pipelineFor, closing.signal)
  const servePages = createLazyPages({
    info,
    reject: control.reject,
    onError: (error) => log.error('pages', error),
    closing: closing.signal,
    originGuard,
  })
  const listener: Listener = (request, response) =>
    (surfaceOf(targetOf(request)) === 'pages' ? servePages : serveApi)(request, response)

  const server = options.listen === false ? undefined : await startServer(listener, api.reject, options.port ?? 0, host)
  const url = server ? urlOf(host, server.port) : 'http://mds.test'
  const fetchAdapter = createFetchAdapter(url, { api, pipelineFor, pages: servePages }, closing.signal)

  async function shutDown(graceMs: number) {
    closing.abort()
    // Do not wait for endpoints that do not respond.
    worlds.cancelDeliveries()
    await Promise.all([server?.close(graceMs), fetchAdapter.idle(graceMs)])
    await dispose(disposables)
  }
  let shuttingDown: Promise<void> | undefined
  const close = (graceMs = 5000) => (shuttingDown ??= shutDown(graceMs))

  return {
    url,
    settings,
    port: server?.port ?? 0,
    listener,
    fetch: fetchAdapter.fetch,
    world(tier, name) {
      const apiKey = keyOf(tier, name)
      if (!parseKey(apiKey))
        throw new RangeError(
          `${tier}/${name} is not a valid world. The tier is standard or enterprise. The name has 1 to 63 lower-case letters, digits and hyphens, and does not start with a hyphen.`,
        )
      const controlCall = createControlCall(
        control,
        controlContract.operations,
        apiKey,
        closing.signal,
        fetchAdapter.track,
      )
      return createSandboxWorld({ tier, name, apiKey, url, control: controlCall, fetch: fetchAdapter.fetch })
    },
    async report() {
      if (!clientObservers) throw new Error('The sandbox was created with report: false, so it does not judge clients.')
      const report = await clientObservers.reportAll()
      return (await runInSlices(createFormRedactor().redactValue(report))) as ClientReport
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}

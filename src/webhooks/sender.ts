import http from 'node:http'
import type https from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { urlToHttpOptions } from 'node:url'
import type { AttemptOutcome } from '../core/engine/rows.js'
import {
  BlockedAddressError,
  createGuardedLookup,
  type EgressMode,
  findUrlIssue,
  type ResolveHostname,
  resolveWithSystemDns,
} from './egress-guard.js'

export interface OutgoingRequest {
  url: string
  /** Default POST. */
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body: Uint8Array
  /** Wall time until the response must be complete. */
  timeoutMs: number
  signal?: AbortSignal
}

/** All outgoing requests use this: ping, delivery, redelivery, replay and probe. */
export interface Sender {
  /** Never rejects: every error is an outcome. */
  send(request: OutgoingRequest): Promise<AttemptOutcome>
  /** Why a URL is refused, after a DNS lookup. Undefined when it is allowed or its name can't be resolved. */
  checkUrl(url: string): Promise<string | undefined>
  close(): void
}

export interface SenderOptions {
  egress: EgressMode
  resolve?: ResolveHostname
}

const MAX_READ_BYTES = 64 * 1024
const MAX_KEPT_BYTES = 2048

/** A registration waits at most this long for DNS. */
const URL_CHECK_TIMEOUT_MS = 5000

interface ProtocolClient {
  request: typeof http.request | typeof https.request
  agent: http.Agent
}

type Target = http.RequestOptions & { protocol: string }
const MAX_CACHED_TARGETS = 1000

const BLOCKED_OUTCOME = { status_code: null, failure: 'blocked', response_body: '' } as const

type Failure = NonNullable<AttemptOutcome['failure']>

const FAILURE_BY_ERROR_CODE: Record<string, Failure> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
}

function toFailure(error: NodeJS.ErrnoException): Failure {
  if (error instanceof BlockedAddressError) return 'blocked'
  const { code = '' } = error
  if (code.startsWith('HPE_')) return 'invalid_answer'
  if (/CERT|SSL|TLS|ALTNAME|SELF_SIGNED|UNABLE_TO_/.test(code) || code === 'EPROTO') return 'tls'
  // Node tried several addresses; report the first failure.
  const [first] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : []
  return FAILURE_BY_ERROR_CODE[code] ?? (first ? toFailure(first) : 'unreachable')
}

export function createSender({ egress, resolve = resolveWithSystemDns }: SenderOptions): Sender {
  const lookup = createGuardedLookup(egress, resolve)
  // Close idle connections after 1 s: a receiver that closes one just as it is reused would count as a failed attempt.
  const agentOptions = { keepAlive: true, timeout: 1000, maxFreeSockets: 256, lookup }
  const httpClient = { request: http.request, agent: new http.Agent(agentOptions) }
  let httpsClient: Promise<ProtocolClient> | undefined
  /** Loaded on first use: TLS loads slowly and few sandboxes need it. */
  const clientFor = (protocol: string): ProtocolClient | Promise<ProtocolClient> => {
    if (protocol === 'http:') return httpClient
    httpsClient ??= import('node:https').then(({ default: { request, Agent } }) => ({
      request,
      agent: new Agent(agentOptions),
    }))
    return httpsClient
  }

  // Many events go to few URLs, so cache the parsed ones.
  const targets = new Map<string, Target | undefined>()
  function targetFor(url: string): Target | undefined {
    if (targets.has(url)) return targets.get(url)
    const target = findUrlIssue(url, egress) === undefined ? urlToHttpOptions(new URL(url)) : undefined
    if (targets.size >= MAX_CACHED_TARGETS) targets.clear()
    targets.set(url, target as Target | undefined)
    return target as Target | undefined
  }

  async function checkUrl(url: string): Promise<string | undefined> {
    const issue = findUrlIssue(url, egress)
    if (issue !== undefined) return issue
    const { hostname } = new URL(url)
    if (isIP(hostname.replace(/^\[(.*)\]$/, '$1'))) return undefined
    const found = new Promise<string | undefined>((done) =>
      lookup(hostname, { all: true }, (error) =>
        done(error instanceof BlockedAddressError ? error.message : undefined),
      ),
    )
    const timeout = new AbortController()
    const given = delay(URL_CHECK_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined)
    return Promise.race([found, given]).finally(() => timeout.abort())
  }

  async function send(request: OutgoingRequest): Promise<AttemptOutcome> {
    const started = performance.now()
    const target = targetFor(request.url)
    const client = target && (await clientFor(target.protocol))
    const { status_code, failure, response_body } = client ? await transmit(client, target, request) : BLOCKED_OUTCOME
    return { status_code, failure, duration_ms: Math.round(performance.now() - started), response_body }
  }

  function transmit(
    { request: open, agent }: ProtocolClient,
    target: Target,
    { method = 'POST', headers, body, timeoutMs, signal }: OutgoingRequest,
  ): Promise<Omit<AttemptOutcome, 'duration_ms'>> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      const responseText = () => decodeText(Buffer.concat(chunks).subarray(0, MAX_KEPT_BYTES))
      const fail = (failure: Failure) => resolve({ status_code: null, failure, response_body: responseText() })
      if (signal?.aborted) return fail('connection_closed')
      let hasTimedOut = false
      const timeout = setTimeout(() => {
        hasTimedOut = true
        request.destroy()
      }, timeoutMs)
      const options = {
        ...target,
        method,
        headers: { ...headers, ...(method === 'POST' && { 'Content-Length': body.length }) },
        agent,
        ...(signal && { signal }),
      }
      const request = open(options, (response) => {
        // Read `socket` now: Node detaches it from the response at the end.
        const { statusCode, socket } = response
        const succeed = () =>
          resolve({ status_code: statusCode as number, failure: null, response_body: responseText() })
        let size = 0
        response.on('data', (chunk: Buffer) => {
          if (size < MAX_KEPT_BYTES) chunks.push(chunk)
          size += chunk.length
          if (size < MAX_READ_BYTES) return
          // The status and the kept part of the body are known; stop reading.
          succeed()
          request.destroy()
        })
        response.on('end', () => {
          succeed()
          if (!announcesKeepAlive(response)) socket.destroy()
        })
        response.on('error', () => {})
      })
      request.on('error', (error) => fail(hasTimedOut ? 'timeout' : toFailure(error)))
      request.on('close', () => {
        clearTimeout(timeout)
        // Make sure the promise settles. This has no effect when it already has.
        fail(hasTimedOut ? 'timeout' : 'connection_closed')
      })
      request.end(body)
    })
  }

  return {
    send,
    checkUrl,
    close() {
      httpClient.agent.destroy()
      httpsClient?.then(({ agent }) => agent.destroy())
    },
  }
}

/**
 * Reuse a connection only if the receiver announces keep-alive. If a receiver closes a connection just as the next event is
 * sent, the attempt fails, and the sender can't tell whether the event was received.
 */
const announcesKeepAlive = ({ headers }: http.IncomingMessage) =>
  headers['keep-alive'] !== undefined || /\bkeep-alive\b/i.test(headers.connection ?? '')

const decodeText = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\u0000', '\ufffd')

import http from 'node:http'
import type https from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { urlToHttpOptions } from 'node:url'
import type { Outcome } from '../core/engine/rows.js'
import { Blocked, type Egress, guardedLookup, type Resolve, resolveBySystem, urlFault } from './egress-guard.js'

export interface Parcel {
  url: string
  headers: Record<string, string>
  body: Uint8Array
  /** Wall time until the answer must be complete. */
  timeoutMs: number
  signal?: AbortSignal
}

/** The only way out of the sandbox: ping, delivery, redelivery, replay and probe all go through here. */
export interface Sender {
  /** Never throws: whatever goes wrong is an outcome. */
  send(parcel: Parcel): Promise<Outcome>
  /** Why a URL is refused, with its name looked up; undefined when it may be sent to, or when nobody knows the name. */
  vet(url: string): Promise<string | undefined>
  close(): void
}

export interface SenderOptions {
  egress: Egress
  resolve?: Resolve
}

/** As much of an answer as is read, and as much of it as is kept. */
const READ = 64 * 1024
const KEPT = 2048

/** How long looking a name up may hold up a registration. */
const VETTING = 5000

/** How requests are made by one protocol. */
interface Line {
  request: typeof http.request | typeof https.request
  agent: http.Agent
}

type Target = http.RequestOptions & { protocol: string }
const MOST_TARGETS = 1000

const BLOCKED = { status_code: null, failure: 'blocked', response_body: '' } as const

type Failure = NonNullable<Outcome['failure']>

const FAILURES: Record<string, Failure> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
}

function failureOf(error: NodeJS.ErrnoException): Failure {
  if (error instanceof Blocked) return 'blocked'
  const { code = '' } = error
  if (code.startsWith('HPE_')) return 'invalid_answer'
  if (/CERT|SSL|TLS|ALTNAME|SELF_SIGNED|UNABLE_TO_/.test(code) || code === 'EPROTO') return 'tls'
  // Several addresses were tried, and each failed in its own way.
  const [first] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : []
  return FAILURES[code] ?? (first ? failureOf(first) : 'unreachable')
}

export function createSender({ egress, resolve = resolveBySystem }: SenderOptions): Sender {
  const lookup = guardedLookup(egress, resolve)
  // Short-lived when idle: a receiver that closes a connection just as it is used again would look like one that fails.
  const agentOptions = { keepAlive: true, timeout: 1000, maxFreeSockets: 256, lookup }
  const plain = { request: http.request, agent: new http.Agent(agentOptions) }
  let secure: Promise<Line> | undefined
  /** TLS takes its time to load, and few sandboxes ever need it. */
  const lineTo = (protocol: string): Line | Promise<Line> => {
    if (protocol === 'http:') return plain
    secure ??= import('node:https').then(({ default: { request, Agent } }) => ({
      request,
      agent: new Agent(agentOptions),
    }))
    return secure
  }

  // Events come in numbers, but to few places.
  const targets = new Map<string, Target | undefined>()
  function targetOf(url: string): Target | undefined {
    if (targets.has(url)) return targets.get(url)
    const target = urlFault(url, egress) === undefined ? urlToHttpOptions(new URL(url)) : undefined
    if (targets.size >= MOST_TARGETS) targets.clear()
    targets.set(url, target as Target | undefined)
    return target as Target | undefined
  }

  async function vet(url: string): Promise<string | undefined> {
    const fault = urlFault(url, egress)
    if (fault !== undefined) return fault
    const { hostname } = new URL(url)
    if (isIP(hostname.replace(/^\[(.*)\]$/, '$1'))) return undefined
    const found = new Promise<string | undefined>((done) =>
      lookup(hostname, { all: true }, (error) => done(error instanceof Blocked ? error.message : undefined)),
    )
    const patience = new AbortController()
    const given = delay(VETTING, undefined, { signal: patience.signal }).catch(() => undefined)
    return Promise.race([found, given]).finally(() => patience.abort())
  }

  async function send(parcel: Parcel): Promise<Outcome> {
    const started = performance.now()
    const target = targetOf(parcel.url)
    const line = target && (await lineTo(target.protocol))
    const { status_code, failure, response_body } = line ? await transmit(line, target, parcel) : BLOCKED
    return { status_code, failure, duration_ms: Math.round(performance.now() - started), response_body }
  }

  function transmit(
    { request: open, agent }: Line,
    target: Target,
    { headers, body, timeoutMs, signal }: Parcel,
  ): Promise<Omit<Outcome, 'duration_ms'>> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      const heard = () => textOf(Buffer.concat(chunks).subarray(0, KEPT))
      const failed = (failure: Failure) => resolve({ status_code: null, failure, response_body: heard() })
      if (signal?.aborted) return failed('connection_closed')
      let late = false
      const patience = setTimeout(() => {
        late = true
        request.destroy()
      }, timeoutMs)
      const options = {
        ...target,
        method: 'POST',
        headers: { ...headers, 'Content-Length': body.length },
        agent,
        ...(signal && { signal }),
      }
      const request = open(options, (response) => {
        // By the end it is no longer the answer's.
        const { statusCode, socket } = response
        const answered = () => resolve({ status_code: statusCode as number, failure: null, response_body: heard() })
        let size = 0
        response.on('data', (chunk: Buffer) => {
          if (size < KEPT) chunks.push(chunk)
          size += chunk.length
          if (size < READ) return
          // What it said is known by now; nobody wants to hear all of it.
          answered()
          request.destroy()
        })
        response.on('end', () => {
          answered()
          if (!promisesMore(response)) socket.destroy()
        })
        response.on('error', () => {})
      })
      request.on('error', (error) => failed(late ? 'timeout' : failureOf(error)))
      request.on('close', () => {
        clearTimeout(patience)
        // Whatever happened, somebody waits for an outcome. One that was settled before stays as it is.
        failed(late ? 'timeout' : 'connection_closed')
      })
      request.end(body)
    })
  }

  return {
    send,
    vet,
    close() {
      plain.agent.destroy()
      secure?.then(({ agent }) => agent.destroy())
    },
  }
}

/**
 * Whether a receiver says that it keeps the connection. Many do without saying so; but one that closes it just as the next
 * event is sent would look like one that fails, and no resending could tell the two apart.
 */
const promisesMore = ({ headers }: http.IncomingMessage) =>
  headers['keep-alive'] !== undefined || /\bkeep-alive\b/i.test(headers.connection ?? '')

/** The start of an answer; bytes that are no text do not matter. */
const textOf = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\u0000', '\ufffd')

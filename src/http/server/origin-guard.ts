import { isIP } from 'node:net'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Incoming, Outgoing } from '../pipeline/exchange.js'
import type { Pipeline } from '../pipeline/pipeline.js'

/** The form in which browsers send Host. The URL parser alone would accept tabs, escapes and ignored characters. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** Domains that no website can own: reserved ones, and those of local networks. */
const LOCAL_DOMAIN = /\.(?:localhost|test|internal|local|home\.arpa)$/

/** Load balancers and orchestrators call these by names of their own. The responses contain nothing that is secret. */
const PROBES = /^\/_sandbox\/(?:health|ready)(?:\?|$)/

const HOST_PATTERN = /^(?:\*\.)?[a-z\d_-]+(?:\.[a-z\d_-]+)*$/i
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*,]+$/i

/** Whether a text is a host name such as api.example.com, or a pattern such as *.example.com. */
export const isHostPattern = (text: string): boolean => HOST_PATTERN.test(text)

/** Whether a text is an origin such as http://localhost:5173. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text) && URL.canParse(text)

/** Browsers leave out the default port. */
const normalizeOrigin = (text: string) => (/^https?:/i.test(text) ? new URL(text).origin : text.toLowerCase())

export interface OriginGuardOptions {
  /** Host names to accept in addition, such as `api.example.com` or `*.example.com`. */
  allowHosts?: readonly string[]
  /** Origins to accept in addition, such as `http://localhost:5173`. They get CORS headers. */
  allowOrigins?: readonly string[]
}

export interface OriginGuard {
  /** Refuses a request that a foreign website could have made. */
  check(headers: Incoming['headers'], target: string): Refusal | undefined
  /** Puts the guard in front of a pipeline, and answers the preflight requests of allowed origins. */
  guard(pipeline: Pipeline): Pipeline
}

/** Headers that a script of an allowed origin may read, besides those that CORS always exposes. */
export const EXPOSED_HEADERS = [
  'X-Request-Id',
  'X-Original-Request-Id',
  'Idempotent-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'Retry-After',
  'Location',
  'X-Sandbox-Scenario',
  'X-Sandbox-Warning',
  'Allow',
  'Accept',
  'Deprecation',
  'Sunset',
  'WWW-Authenticate',
]
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const HEADER_NAMES = /^[\w-]+(?: ?, ?[\w-]+)*$/
const PREFLIGHT_SECONDS = '600'

const joinValues = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join() : value)

/**
 * Any website can send requests to a server on the developer's machine, by its address or by a DNS name that it points
 * there (DNS rebinding). The sandbox therefore accepts only hosts that no website can own, and the hosts in
 * `allowHosts`.
 */
export function createOriginGuard({ allowHosts = [], allowOrigins = [] }: OriginGuardOptions = {}): OriginGuard {
  const names = new Set(allowHosts.map((name) => name.toLowerCase()))
  const suffixes = [...names].filter((name) => name.startsWith('*.')).map((name) => name.slice(1))
  const origins = new Set(allowOrigins.map(normalizeOrigin))
  /** Most requests have the same host as the one before. */
  let lastAcceptedHost: unknown = null

  const isAcceptedName = (name: string) =>
    isIP(name) !== 0 ||
    !name.includes('.') ||
    LOCAL_DOMAIN.test(name) ||
    names.has(name) ||
    suffixes.some((suffix) => name.endsWith(suffix))

  function check(headers: Incoming['headers'], target: string): Refusal | undefined {
    if (headers.host === lastAcceptedHost && headers.origin === undefined) return undefined
    const host = joinValues(headers.host)
    const origin = joinValues(headers.origin)
    const url = host && HOST.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
    if (!url) return refuse('invalid_request', { message: 'The Host header is malformed.' })
    const name = url.hostname.replace(/^\[|\]$|\.$/g, '')
    const isAccepted = isAcceptedName(name)
    if (!isAccepted && !PROBES.test(target)) return refuseHost(name)
    if (origin !== undefined && origin !== `http://${url.host}` && origin !== `https://${url.host}`)
      if (!origins.has(origin)) return refuseOrigin(origin)
    if (isAccepted) lastAcceptedHost = headers.host
    return undefined
  }

  function addCorsHeaders(outgoing: Outgoing | undefined, origin: string | undefined): Outgoing | undefined {
    if (!outgoing) return undefined
    outgoing.headers.Vary = 'Origin'
    if (origin === undefined || !origins.has(origin)) return outgoing
    outgoing.headers['Access-Control-Allow-Origin'] = origin
    outgoing.headers['Access-Control-Expose-Headers'] = EXPOSED_HEADERS.join(', ')
    return outgoing
  }

  function answerPreflight({ headers }: Incoming, origin: string): Outgoing {
    const requested = joinValues(headers['access-control-request-headers'])
    const answer: Outgoing['headers'] = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': ALLOWED_METHODS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      Vary: 'Origin, Access-Control-Request-Headers',
    }
    if (requested && HEADER_NAMES.test(requested)) answer['Access-Control-Allow-Headers'] = requested
    return { status: 204, headers: answer, body: '' }
  }

  function guard(pipeline: Pipeline): Pipeline {
    const handle: Pipeline['handle'] = (incoming) => {
      const refusal = check(incoming.headers, incoming.target)
      return refusal ? pipeline.reject(incoming, refusal) : pipeline.handle(incoming)
    }
    if (origins.size === 0) return { reject: pipeline.reject, handle }
    return {
      reject: pipeline.reject,
      handle(incoming) {
        const { method, headers } = incoming
        const origin = joinValues(headers.origin)
        const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
        if (isPreflight && origin !== undefined && origins.has(origin) && !check(headers, incoming.target))
          return answerPreflight(incoming, origin)
        const result = handle(incoming)
        return result instanceof Promise
          ? result.then((outgoing) => addCorsHeaders(outgoing, origin))
          : addCorsHeaders(result, origin)
      },
    }
  }

  return { check, guard }
}

const refuseHost = (name: string) =>
  refuse('forbidden', {
    message: `The sandbox refuses the Host ${name}, because a website could own this name. Use an IP address, localhost or a name without dots, or start the sandbox with --allow-host ${name} (in the library: allowHosts).`,
  })

function refuseOrigin(origin: string) {
  const shown = isOrigin(origin) ? origin : undefined
  return refuse('forbidden', {
    message: `The sandbox refuses requests from ${shown ? `the origin ${shown}` : 'this origin'}, because it is not its own.${shown ? ` If you trust it, start the sandbox with --allow-origin ${shown} (in the library: allowOrigins).` : ''}`,
  })
}

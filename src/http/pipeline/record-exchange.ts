import type { ClientObservers } from '../../runtime/client-observers.js'
import type { RequestRecord } from '../../runtime/journal/journal-records.js'
import { CLIENT_CLOSED_REQUEST, type Exchange, type Outgoing } from './exchange.js'

/** Headers that can influence the response, besides credentials, and headers that the client report needs. */
const RECORDED_HEADERS = [
  'host',
  'x-forwarded-prefix',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'x-sandbox-scenario',
  'x-sandbox-report',
  'user-agent',
]

/** These change other worlds, not the one whose journal this is. */
const OPERATIONS_ON_OTHER_WORLDS = ['createWorld', 'deleteWorld', 'forkSnapshot']

/** Adds the exchange to the world's journal, unparsed. Parsing and redaction happen on export. */
export function recordExchange(
  exchange: Exchange,
  outgoing: Outgoing | undefined,
  isControl: boolean,
  clientObservers: ClientObservers | undefined,
): void {
  const { world, operation, incoming } = exchange
  if (!world) {
    if (!isControl) clientObservers?.observeWithoutWorld(toRecord(exchange, outgoing, false), findNamedWorld(incoming))
    return
  }
  // Reads of the control plane change nothing. Reads of the API do: they count against the rate limit.
  if (isControl && (!operation || operation.method === 'GET' || OPERATIONS_ON_OTHER_WORLDS.includes(operation.id)))
    return
  world.journal.add(toRecord(exchange, outgoing, isControl))
}

function toRecord(exchange: Exchange, outgoing: Outgoing | undefined, isControl: boolean): RequestRecord {
  const { world, incoming, operation, startedAt } = exchange
  return {
    kind: 'request',
    isControl,
    began: exchange.began,
    ended: world?.journal.nextSequence() ?? 0,
    turn: exchange.turn,
    requestId: exchange.requestId,
    now: world ? exchange.now : Date.now(),
    method: incoming.method,
    target: incoming.target,
    headers: serializeHeaders(incoming.headers),
    isExcluded: incoming.headers['x-sandbox-report'] === 'exclude',
    userAgent: incoming.headers['user-agent'] as string | undefined,
    body: exchange.bodyText,
    upload: exchange.upload,
    operation: operation?.id,
    status: outgoing?.status ?? CLIENT_CLOSED_REQUEST,
    code: exchange.refusal?.code,
    replayed: exchange.replayed,
    warnings: exchange.warnings,
    receivedAt: startedAt,
    milliseconds: performance.now() - startedAt,
    sentHeaders: outgoing ? serializeSentHeaders(outgoing.headers) : '',
    responseBody: outgoing?.body ?? '',
  }
}

/** The key of the world that an invalid credential names: an expired token, or a key in the query. */
function findNamedWorld({ target, headers }: Exchange['incoming']): string | undefined {
  const [, tier, name] =
    /(?:sk|at)_sandbox_(standard|enterprise)_([a-z0-9-]+)/.exec(`${headers.authorization} ${target}`) ?? []
  return tier && name ? `sk_sandbox_${tier}_${name}` : undefined
}

function serializeSentHeaders(headers: Outgoing['headers']): string {
  const { 'Retry-After': retryAfter, Deprecation: deprecation } = headers
  if (retryAfter === undefined && deprecation === undefined) return ''
  return `${retryAfter === undefined ? '' : `retry-after: ${retryAfter}\n`}${deprecation === undefined ? '' : `deprecation: ${deprecation}\n`}`
}

/** Credentials are reduced to their kind. */
function serializeHeaders(headers: Exchange['incoming']['headers']): string {
  let serialized = ''
  for (const name of RECORDED_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string') serialized += `${name}: ${value}\n`
  }
  if (headers['x-api-key'] !== undefined) serialized += 'x-api-key: ***\n'
  const { authorization } = headers
  if (typeof authorization === 'string')
    serialized += /^basic /i.test(authorization) ? 'authorization: Basic ***\n' : 'authorization: Bearer ***\n'
  return serialized
}

/** The inverse of `serializeHeaders`. Header values cannot contain line breaks. */
export const parseHeaders = (serialized: string): [string, string][] =>
  serialized
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    })

import type { ClientObservers } from '../../runtime/journal/client-observers.js'
import { limitChanges, type RequestRecord } from '../../runtime/journal/journal-records.js'
import { CLIENT_CLOSED_REQUEST, type Exchange, type Outgoing } from './exchange.js'

/** Only their presence is recorded, and the scheme of `authorization`. */
const CREDENTIAL_HEADERS = new Set(['x-api-key', 'authorization', 'cookie', 'proxy-authorization'])

/** Longer values are truncated. Headers that influence the response are shorter. */
const MAX_HEADER_LENGTH = 1024

/** Recording a longer response would drop most of the journal. */
const MAX_RECORDED_RESPONSE_LENGTH = 4 * 1024 * 1024

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
  if (isControl && (!operation || operation.isReadOnly || OPERATIONS_ON_OTHER_WORLDS.includes(operation.id))) return
  world.journal.add(toRecord(exchange, outgoing, isControl))
}

function toRecord(exchange: Exchange, outgoing: Outgoing | undefined, isControl: boolean): RequestRecord {
  const { world, incoming, operation, startedAt } = exchange
  const isTooLarge = (outgoing?.body.length ?? 0) > MAX_RECORDED_RESPONSE_LENGTH
  if (isTooLarge) world?.journal.markIncomplete('a response was too large to record')
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
    receivedAt: performance.timeOrigin + startedAt,
    headers: serializeHeaders(incoming.headers),
    responseHeaders: outgoing ? serializeResponseHeaders(outgoing.headers) : '',
    isExcluded: incoming.headers['x-sandbox-report'] === 'exclude',
    userAgent: incoming.headers['user-agent'] as string | undefined,
    body: exchange.bodyText,
    upload: exchange.upload,
    operation: operation?.id,
    status: outgoing?.status ?? CLIENT_CLOSED_REQUEST,
    code: exchange.refusal?.code,
    replayed: exchange.replayed,
    warnings: exchange.warnings,
    milliseconds: performance.now() - startedAt,
    changes: exchange.changes && limitChanges(exchange.changes),
    fault: exchange.fault,
    responseBody: isTooLarge ? '' : (outgoing?.body ?? ''),
  }
}

/** The key of the world that an invalid credential names: an expired token, or a key in the query. */
function findNamedWorld({ target, headers }: Exchange['incoming']): string | undefined {
  const [, tier, name] =
    /(?:sk|at)_sandbox_(standard|enterprise)_([a-z0-9-]+)/.exec(`${headers.authorization} ${target}`) ?? []
  return tier && name ? `sk_sandbox_${tier}_${name}` : undefined
}

function serializeHeaders(headers: Exchange['incoming']['headers']): string {
  let serialized = ''
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    if (CREDENTIAL_HEADERS.has(name)) serialized += `${name}: ${maskCredential(name, value)}\n`
    else if (typeof value === 'string')
      serialized += `${name}: ${value.length > MAX_HEADER_LENGTH ? value.slice(0, MAX_HEADER_LENGTH) : value}\n`
  }
  return serialized
}

/** Credentials are reduced to their kind. */
function maskCredential(name: string, value: string | string[]): string {
  if (name !== 'authorization') return '***'
  return /^basic /i.test(String(value)) ? 'Basic ***' : 'Bearer ***'
}

/** The request id has its own field, and the content type of almost all responses is that of JSON. */
function serializeResponseHeaders(headers: Record<string, string>): string {
  let serialized = ''
  for (const name in headers)
    if (name !== 'X-Request-Id' && (name !== 'Content-Type' || headers[name] !== 'application/json'))
      serialized += `${name}: ${headers[name]}\n`
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

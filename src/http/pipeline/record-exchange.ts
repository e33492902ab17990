import { CLIENT_CLOSED_REQUEST, type Exchange, type Outgoing } from './exchange.js'

/** Headers that can influence the response, besides credentials. */
const RECORDED_HEADERS = [
  'host',
  'x-forwarded-prefix',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'x-sandbox-scenario',
]

/** Recording a longer response would drop most of the journal. */
const MAX_RECORDED_RESPONSE_LENGTH = 4 * 1024 * 1024

/** These change other worlds, not the one whose journal this is. */
const OPERATIONS_ON_OTHER_WORLDS = ['createWorld', 'deleteWorld', 'forkSnapshot']

/** Adds the exchange to the world's journal, unparsed. Parsing and redaction happen on export. */
export function recordExchange(exchange: Exchange, outgoing: Outgoing | undefined, isControl: boolean): void {
  const { world, incoming, operation } = exchange
  if (!world) return
  // Reads of the control plane change nothing. Reads of the API do: they count against the rate limit.
  if (isControl && (!operation || operation.method === 'GET' || OPERATIONS_ON_OTHER_WORLDS.includes(operation.id)))
    return
  const isTooLarge = (outgoing?.body.length ?? 0) > MAX_RECORDED_RESPONSE_LENGTH
  if (isTooLarge) world.journal.markIncomplete('a response was too large to record')
  world.journal.add({
    kind: 'request',
    isControl,
    began: exchange.began,
    ended: world.journal.nextSequence(),
    turn: exchange.turn,
    requestId: exchange.requestId,
    now: exchange.now,
    method: incoming.method,
    target: incoming.target,
    headers: serializeHeaders(incoming.headers),
    body: exchange.bodyText,
    upload: exchange.upload,
    operation: operation?.id,
    status: outgoing?.status ?? CLIENT_CLOSED_REQUEST,
    code: exchange.refusal?.code,
    replayed: exchange.replayed,
    warnings: exchange.warnings,
    milliseconds: performance.now() - exchange.startedAt,
    responseBody: isTooLarge ? '' : (outgoing?.body ?? ''),
  })
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

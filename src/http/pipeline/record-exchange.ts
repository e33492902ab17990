import { CLIENT_CLOSED_REQUEST, type Exchange, type Outgoing } from './exchange.js'

/** What decides about an answer, beside method, target and body. */
const RECORDED_HEADERS = [
  'host',
  'x-forwarded-prefix',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'x-sandbox-scenario',
]

/** These act on other worlds, whose stories are told elsewhere. */
const OPERATIONS_ON_OTHER_WORLDS = ['createWorld', 'deleteWorld', 'forkSnapshot']

/** Writes an exchange down in its world's recorder. Nothing is parsed: that is for those who ask. */
export function recordExchange(exchange: Exchange, outgoing: Outgoing | undefined, isControl: boolean): void {
  const { world, incoming, operation } = exchange
  if (!world) return
  // Who looks changes nothing. (Not so at the service's API, where a look counts against the quota.)
  if (isControl && (!operation || incoming.method === 'GET' || OPERATIONS_ON_OTHER_WORLDS.includes(operation.id)))
    return
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
    responseBody: outgoing?.body ?? '',
  })
}

/** Of credentials only which kinds there were. */
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

/** The same by name. No value has a line break in it: HTTP allows none. */
export const parseHeaders = (serialized: string): [string, string][] =>
  serialized
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    })

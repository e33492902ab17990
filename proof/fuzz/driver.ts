import type { SerializedWorld } from '../../src/core/engine/serialize-world.js'
import type { Exchange } from '../../test/support/prism/exchange.js'
import { CaseFailure } from '../runner/proof.js'
import { outcomeIssue, type RequestContext } from './checks/outcome-check.js'
import { analyzeRequest, type RequestAnalysis } from './checks/request-analysis.js'
import { parseError, responseIssues } from './checks/response-check.js'
import { changedParts } from './checks/world-diff.js'
import type { HttpRequest, HttpResponse } from './http-message.js'
import type { Connection } from './raw-http.js'
import type { TestSandbox } from './test-sandbox.js'

/** Counts over all cases. */
export interface FuzzStats {
  requests: { service: number; control: number }
  overConnections: number
  cutConnections: number
  checkedByPrism: number
  refused: number
  /** `operation status`, and `operation status code`. */
  pairs: Set<string>
  codes: Set<string>
}

export const createStats = (): FuzzStats => ({
  requests: { service: 0, control: 0 },
  overConnections: 0,
  cutConnections: 0,
  checkedByPrism: 0,
  refused: 0,
  pairs: new Set(),
  codes: new Set(),
})

export interface DriverOptions {
  seed: number
  sandbox: TestSandbox
  /** The API key of the world whose changes are checked. */
  key: string
  stats: FuzzStats
  /** A second sandbox that gets every request over a connection and must send the same responses. */
  mirror?: { sandbox: TestSandbox; connection: Connection }
  /** Prism, and whether it checks the next exchange. */
  prism?: { validate(exchange: Exchange): object[]; shouldCheck(): boolean }
}

interface SendOptions {
  /** The sandbox must close the connection without a response. */
  expectsHangUp?: boolean
  /** Another request runs in the same world. */
  isConcurrent?: boolean
}

export interface Driver {
  readonly key: string
  readonly sandbox: TestSandbox
  /**
   * Sends a request and checks the response against the document. Undefined if the sandbox closed the connection as
   * expected.
   */
  send(
    label: string,
    request: HttpRequest,
    options?: Partial<RequestContext> & SendOptions,
  ): Promise<HttpResponse | undefined>
  fail(label: string, request: HttpRequest, response: HttpResponse | undefined, issues: string[]): never
  /** Call this after another request has changed the world. */
  invalidateState(): void
}

const truncate = (text: string, maxLength = 1500) =>
  text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length})` : text

function describe({ method, target, headers, body }: HttpRequest, response: HttpResponse | undefined): string[] {
  return [
    `${method} ${truncate(target)}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${truncate(value, 300)}`),
    `  ${body === undefined ? '(no body)' : truncate(JSON.stringify(body.toString()))}`,
    response
      ? `response ${response.status} ${JSON.stringify(response.headers)}\n  ${truncate(response.text)}`
      : 'hung up on',
  ]
}

function firstDifference(one = 'hung up on', two = 'hung up on'): string {
  let at = 0
  while (one[at] === two[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200)
  return `${around(one)}\n  instead of ${around(two)}`
}

/** Headers that only a connection adds. */
const CONNECTION_HEADERS = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

/** The same headers in a recorded request (GET /_sandbox/requests/{request_id}), in JSON within JSON. */
const RECORDED_CONNECTION_HEADERS = new RegExp(
  String.raw`,\{\\"name\\":\\"(?:${CONNECTION_HEADERS.join('|')})\\",\\"value\\":\\"[^"\\]*\\"\}`,
  'gi',
)

/** The journal's order of concurrent events differs between the two sandboxes. */
const JOURNAL_TYPE = 'application/x-ndjson'

/** The report of all worlds counts connections that were cut, which only one of the two sandboxes has. */
const REPORT_PATH = '/_sandbox/report'

const normalize = ({ status, headers, text }: HttpResponse, request: HttpRequest, isAnonymous: boolean) => {
  const ignoresBody =
    request.method === 'HEAD' || headers['content-type'] === JOURNAL_TYPE || request.target.startsWith(REPORT_PATH)
  const kept = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name))
  const whole = JSON.stringify([status, Object.fromEntries(kept.sort()), ignoresBody ? '' : text])
  const timeless = whole
    .replaceAll(/(duration_ms\\*":)[\d.]+/g, '$1')
    .replaceAll(RECORDED_CONNECTION_HEADERS, '')
    .replaceAll(/(received_at\\*":\\*")[^"\\]+/g, '$1')
  // Requests without a world and reads of the control plane get request ids from one counter of the sandbox.
  return isAnonymous ? timeless.replaceAll(headers['x-request-id'] ?? 'req', 'req') : timeless
}

export function createDriver({ seed, sandbox, key, stats, mirror, prism }: DriverOptions): Driver {
  let lastState: SerializedWorld | undefined
  const serializeWorld = () => {
    const world = sandbox.world(key)
    world?.runDue()
    return world?.serialize()
  }

  function fail(label: string, request: HttpRequest, response: HttpResponse | undefined, issues: string[]): never {
    const strict = sandbox.isStrict ? ' (strict)' : ''
    const lines = [`${label}${strict}:`, ...issues.map((issue) => `- ${issue}`), ...describe(request, response)]
    throw new CaseFailure(seed, lines.join('\n'))
  }

  function count(analysis: RequestAnalysis, response: HttpResponse) {
    stats.requests[analysis.contract.name]++
    if (response.status >= 400) stats.refused++
    if (!analysis.operation) return
    const pair = `${analysis.operation.id} ${response.status}`
    stats.pairs.add(pair)
    if (response.status >= 400) stats.codes.add(`${pair} ${parseError(response).code}`)
  }

  async function compareWithMirror(
    label: string,
    request: HttpRequest,
    response: HttpResponse | undefined,
    isAnonymous: boolean,
  ) {
    if (!mirror) return
    stats.overConnections++
    const other = await mirror.connection.send(request)
    const [one, two] = [response, other].map((seen) => seen && normalize(seen, request, isAnonymous))
    if (one !== two)
      fail(label, request, response, [`over a connection the response differs: ${firstDifference(one, two)}`])
    const errors = mirror.sandbox.takeErrors()
    if (errors.length > 0) fail(label, request, response, errors)
  }

  /** Unknown fields are ignored, with a warning in the journal. */
  function missingWarnings({
    contract,
    invalidParameters,
    body,
    unknownParameters,
    unknownFields,
  }: RequestAnalysis): string[] {
    const unknown = [...unknownParameters, ...unknownFields]
    const isRead = invalidParameters.length === 0 && (body === 'fine' || body === 'wrong')
    if (sandbox.isStrict || contract.name !== 'service' || !isRead || unknown.length === 0) return []
    const [newest] = sandbox.world(key)?.journal.latestRequests(() => true, 1, undefined).rows ?? []
    const warned = (newest?.warnings ?? []).map(({ field }) => field)
    return unknown
      .filter((field) => !warned.includes(field))
      .map((field) => `there is no warning about ${JSON.stringify(field)}`)
  }

  function checkWithPrism(label: string, { method, target, headers, body }: HttpRequest, response: HttpResponse) {
    // A stream never ends, so there is no response to check.
    const isStream = response.headers['content-type'] === 'text/event-stream'
    // On the control plane, HEAD is an alias of GET. Prism knows only the methods of the document.
    const isAlias = method === 'HEAD' && target.startsWith('/_sandbox')
    if (!prism?.shouldCheck() || isStream || isAlias || 'content-length' in headers) return
    stats.checkedByPrism++
    const { status, headers: received, text } = response
    const disagreements = prism.validate({
      request: { method, url: target, headers, body },
      response: { status, headers: received, body: text },
    })
    if (disagreements.length > 0)
      fail(label, { method, target, headers, body }, response, [
        `Prism disagrees: ${JSON.stringify(disagreements, null, 1)}`,
      ])
  }

  return {
    key,
    sandbox,
    fail,
    invalidateState: () => (lastState = undefined),
    async send(
      label,
      request,
      { credential = 'good', forcedStatus, expectsHangUp = false, isConcurrent = false } = {},
    ) {
      const analysis = analyzeRequest(request)
      lastState ??= serializeWorld()
      const worlds = sandbox.worldKeys().length
      const response = await sandbox.send(request)
      const isControlRead = analysis.contract.name === 'control' && ['GET', 'HEAD'].includes(request.method)
      const isAnonymous =
        isControlRead ||
        analysis.operation?.isReadOnly ||
        credential !== 'good' ||
        forcedStatus === 403 ||
        (analysis.operation?.isPublic ?? true) ||
        forcedStatus === 400
      await compareWithMirror(label, request, response, isAnonymous)
      const errors = sandbox.takeErrors()
      if (!response) {
        lastState = undefined
        return expectsHangUp && errors.length === 0 ? undefined : fail(label, request, response, errors)
      }
      const issues = [...errors, ...responseIssues(analysis, response)]
      if (issues.length > 0) fail(label, request, response, issues)
      const outcome = outcomeIssue(analysis, request, response, {
        credential,
        forcedStatus,
        isStrict: sandbox.isStrict || analysis.contract.name === 'control',
      })
      if (outcome !== undefined) fail(label, request, response, [outcome])
      const unwarned =
        credential === 'good' && forcedStatus === undefined && analysis.operation ? missingWarnings(analysis) : []
      if (unwarned.length > 0) fail(label, request, response, unwarned)
      count(analysis, response)
      checkWithPrism(label, request, response)

      if (isConcurrent || (response.status < 400 && request.method !== 'GET')) lastState = undefined
      else {
        const state = serializeWorld()
        const isInjected = forcedStatus !== undefined && forcedStatus >= 429
        const changes =
          lastState && state && !isInjected ? changedParts(lastState, state, 'idempotency-key' in request.headers) : []
        if (changes.length > 0) fail(label, request, response, [`it changed the world: ${changes.join(', ')}`])
        if (credential !== 'good' && sandbox.worldKeys().length !== worlds)
          fail(label, request, response, ['it created a world'])
        lastState = state
      }
      return response
    },
  }
}

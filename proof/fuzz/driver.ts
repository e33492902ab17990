import type { SerializedWorld } from '../../src/core/engine/serialization.js'
import type { Exchange } from '../../test/support/judged-exchange.js'
import { CaseFailure } from '../runner/proof.js'
import { parseError, responseIssues } from './answers.js'
import type { HttpRequest, HttpResponse } from './exchange.js'
import { outcomeIssue, type RequestContext } from './outcomes.js'
import type { Connection } from './raw-http.js'
import { analyzeRequest, type RequestAnalysis } from './reading.js'
import type { TestSandbox } from './stage.js'
import { changedParts } from './traces.js'

/** What was sent and seen, over all cases. */
export interface FuzzStats {
  requests: { service: number; control: number }
  overConnections: number
  checkedByPrism: number
  refused: number
  /** `operation status`, and `operation status code`. */
  pairs: Set<string>
  codes: Set<string>
}

export const createStats = (): FuzzStats => ({
  requests: { service: 0, control: 0 },
  overConnections: 0,
  checkedByPrism: 0,
  refused: 0,
  pairs: new Set(),
  codes: new Set(),
})

export interface DriverOptions {
  seed: number
  sandbox: TestSandbox
  /** The key of the world that is watched. */
  key: string
  stats: FuzzStats
  /** The same sandbox once more, which gets everything over a connection and must answer the same. */
  mirror?: { sandbox: TestSandbox; connection: Connection }
  /** The second judge, and whether it is to see the next exchange. */
  prism?: { validate(exchange: Exchange): object[]; shouldCheck(): boolean }
}

interface SendOptions {
  /** The sandbox is to cut the connection. */
  hangsUp?: boolean
  /** Something else is going on in the world. */
  isRaced?: boolean
}

export interface Driver {
  readonly key: string
  readonly sandbox: TestSandbox
  /** Sends a request and holds everything against the document. Undefined when the sandbox hung up, as it was asked to. */
  send(
    label: string,
    request: HttpRequest,
    options?: Partial<RequestContext> & SendOptions,
  ): Promise<HttpResponse | undefined>
  fail(label: string, request: HttpRequest, response: HttpResponse | undefined, issues: string[]): never
  /** Something else has changed the world. */
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
      ? `answered ${response.status} ${JSON.stringify(response.headers)}\n  ${truncate(response.text)}`
      : 'hung up on',
  ]
}

function firstDifference(one = 'hung up on', two = 'hung up on'): string {
  let at = 0
  while (one[at] === two[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200)
  return `${around(one)}\n  instead of ${around(two)}`
}

/** What a connection adds to an answer. */
const CONNECTION_HEADERS = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

/** It tells in which order things came that came at the same time. */
const JOURNAL_TYPE = 'application/x-ndjson'

const normalize = ({ status, headers, text }: HttpResponse, method: string, isAnonymous: boolean) => {
  const ignoresBody = method === 'HEAD' || headers['content-type'] === JOURNAL_TYPE
  const kept = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name))
  const whole = JSON.stringify([status, Object.fromEntries(kept.sort()), ignoresBody ? '' : text])
  const timeless = whole.replaceAll(/(duration_ms\\*":)[\d.]+/g, '$1')
  // Who has no world gets an id from the sandbox, in the order in which all of them come.
  return isAnonymous ? timeless.replaceAll(/req_[0-9a-z]{21}/g, 'req') : timeless
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
    const [one, two] = [response, other].map((seen) => seen && normalize(seen, request.method, isAnonymous))
    if (one !== two) fail(label, request, response, [`over a connection it is another: ${firstDifference(one, two)}`])
    const errors = mirror.sandbox.takeErrors()
    if (errors.length > 0) fail(label, request, response, errors)
  }

  /** What is unknown is ignored, but its developer is told. */
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
      .map((field) => `nobody is warned of ${JSON.stringify(field)}`)
  }

  function checkWithPrism(label: string, { method, target, headers, body }: HttpRequest, response: HttpResponse) {
    // A stream has no end that could be judged.
    const isStream = response.headers['content-type'] === 'text/event-stream'
    if (!prism?.shouldCheck() || isStream || 'content-length' in headers) return
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
    async send(label, request, { credential = 'good', asked, hangsUp = false, isRaced = false } = {}) {
      const analysis = analyzeRequest(request)
      lastState ??= serializeWorld()
      const worlds = sandbox.worldKeys().length
      const response = await sandbox.send(request)
      const isAnonymous =
        credential !== 'good' || asked === 403 || (analysis.operation?.isPublic ?? true) || asked === 400
      await compareWithMirror(label, request, response, isAnonymous)
      const errors = sandbox.takeErrors()
      if (!response) {
        lastState = undefined
        return hangsUp && errors.length === 0 ? undefined : fail(label, request, response, errors)
      }
      const issues = [...errors, ...responseIssues(analysis, response)]
      if (issues.length > 0) fail(label, request, response, issues)
      const outcome = outcomeIssue(analysis, request, response, {
        credential,
        asked,
        isStrict: sandbox.isStrict || analysis.contract.name === 'control',
      })
      if (outcome !== undefined) fail(label, request, response, [outcome])
      const unwarned =
        credential === 'good' && asked === undefined && analysis.operation ? missingWarnings(analysis) : []
      if (unwarned.length > 0) fail(label, request, response, unwarned)
      count(analysis, response)
      checkWithPrism(label, request, response)

      if (isRaced || (response.status < 400 && request.method !== 'GET')) lastState = undefined
      else {
        const state = serializeWorld()
        const isInjected = asked !== undefined && asked >= 429
        const changes =
          lastState && state && !isInjected ? changedParts(lastState, state, 'idempotency-key' in request.headers) : []
        if (changes.length > 0) fail(label, request, response, [`it left traces in the world: ${changes.join(', ')}`])
        if (credential !== 'good' && sandbox.worldKeys().length !== worlds)
          fail(label, request, response, ['it made a world'])
        lastState = state
      }
      return response
    },
  }
}

import { createHash } from 'node:crypto'
import type { Findings } from '../findings.js'
import { CONNECTION_CUT, findHeader, type ObservedRequest } from '../observed-records.js'
import type { RuleId } from '../rules.js'
import { type Call, setBounded, type Tracker } from './tracker.js'

const MAX_CHAINS = 100
/** A repetition after this time is another attempt of a user, not a retry. */
const MAX_RETRY_GAP_MS = 10 * 60_000
/** Timers may fire a little early, and the two processes have different clocks. */
const TOLERANCE_MS = 50
const MAX_RETRIES = 5
/** A client that waits this long between retries needs no growing gaps. */
const PATIENT_GAP_MS = 30_000

const isRetryable = (status: number) => status === 429 || status >= 500 || status === CONNECTION_CUT
const isHopeless = (status: number) => [400, 403, 404, 413, 415, 422].includes(status)

/** A failed request and its repetitions. */
interface Chain {
  requestIds: string[]
  status: number
  code: string | undefined
  key: string | undefined
  endedAt: number | undefined
  now: number
  retryAfterMs: number | undefined
  retries: number
  /** Waits after failures without Retry-After. */
  gaps: number[]
  /** The number of changes when the request failed. */
  changes: number
}

const keyOf = ({ headers }: ObservedRequest) =>
  findHeader(headers, 'idempotency-key')?.replaceAll('"', '').toLowerCase()

function identityOf({ method, target, body = '', upload }: ObservedRequest): string {
  const content =
    upload?.checksum_sha256 ?? (body.length > 500 ? createHash('sha256').update(body).digest('hex') : body)
  return `${method} ${target}\n${content}`
}

const describeStatus = (status: number) => (status === CONNECTION_CUT ? 'a cut connection' : String(status))

export function createRetryTracker(findings: Findings): Tracker {
  const chains = new Map<string, Chain>()
  /** Counts everything that can change the answer to a refused request. */
  let changes = 0

  function judgeRepetition(chain: Chain, call: Call) {
    const { request, operation, mark } = call
    const report = (rule: RuleId, subject: string, what: string) =>
      findings.add({
        rule,
        operation: operation?.id,
        subject,
        what,
        requestIds: [...chain.requestIds, request.requestId],
        at: request.now,
        mark,
      })
    const key = keyOf(request)
    const name = `${request.method} ${call.path}`
    if (isHopeless(chain.status)) {
      const hasNewKey = chain.code?.includes('idempotency_key') && key !== chain.key
      if (chain.changes === changes && !hasNewKey)
        report(
          'retry-hopeless',
          `${chain.status} ${chain.code ?? ''}`.trim(),
          `${name} was repeated unchanged after ${chain.status}${chain.code ? ` ${chain.code}` : ''}`,
        )
      return
    }
    const gap =
      request.receivedAt === undefined || chain.endedAt === undefined ? undefined : request.receivedAt - chain.endedAt
    // Sent before the other one was answered: not a retry.
    if (gap !== undefined && (gap < 0 || gap > MAX_RETRY_GAP_MS)) return
    chain.retries++
    const after = describeStatus(chain.status)
    if (operation?.acceptsKey) judgeKey(report, chain, key, name, after)
    findings.markTried('retry-storm')
    if (chain.retries === MAX_RETRIES + 1)
      report('retry-storm', 'count', `${name} was retried more than ${MAX_RETRIES} times`)
    if (gap === undefined) return
    if (chain.retryAfterMs === undefined) judgeGaps(report, chain, gap, name)
    else {
      findings.markTried('retry-too-early')
      const waited = Math.max(gap, request.now - chain.now)
      if (waited < chain.retryAfterMs - TOLERANCE_MS)
        report(
          'retry-too-early',
          after,
          `${name} was retried ${Math.round(waited)} ms after ${after}; Retry-After was ${chain.retryAfterMs / 1000} s`,
        )
    }
  }

  function judgeKey(
    report: (rule: RuleId, subject: string, what: string) => void,
    chain: Chain,
    key: string | undefined,
    name: string,
    after: string,
  ) {
    findings.markTried('retry-without-key')
    if (key === undefined || chain.key === undefined)
      report(
        'retry-without-key',
        after,
        key === undefined
          ? `${name} was retried after ${after} without an Idempotency-Key`
          : `${name} was retried after ${after} with an Idempotency-Key that the first attempt did not have`,
      )
    else {
      findings.markTried('retry-new-key')
      if (key !== chain.key)
        report('retry-new-key', after, `${name} was retried after ${after} with another Idempotency-Key`)
    }
  }

  function judgeGaps(
    report: (rule: RuleId, subject: string, what: string) => void,
    chain: Chain,
    gap: number,
    name: string,
  ) {
    chain.gaps.push(gap)
    if (chain.gaps.length !== 3) return
    const [first = 0, ...later] = chain.gaps
    if (first < PATIENT_GAP_MS && Math.max(...later) <= 1.25 * first + TOLERANCE_MS)
      report(
        'retry-storm',
        'gaps',
        `${name} was retried after ${chain.gaps.map((ms) => `${Math.round(ms)} ms`).join(', ')}: the waits do not grow`,
      )
  }

  return {
    observeCall(call) {
      const { request, isExcluded } = call
      const { status, method } = request
      const isWrite = method !== 'GET' && method !== 'HEAD'
      if (isExcluded) {
        if (isWrite) changes++
        return
      }
      if (isWrite && findHeader(request.headers, 'idempotency-key') !== undefined) {
        findings.markTried('key-reused')
        if (request.code === 'idempotency_key_reused')
          findings.add({
            rule: 'key-reused',
            operation: call.operation?.id,
            subject: 'idempotency_key_reused',
            what: `${method} ${call.path} has the Idempotency-Key of another request`,
            requestIds: [request.requestId],
            at: request.now,
            mark: call.mark,
          })
      }
      if (status < 400 && chains.size === 0) {
        if (isWrite) changes++
        return
      }
      const identity = identityOf(request)
      const chain = chains.get(identity)
      if (chain) judgeRepetition(chain, call)
      if (isWrite) changes++
      if (isHopeless(status)) findings.markTried('retry-hopeless')
      if (!isRetryable(status) && !isHopeless(status)) return void chains.delete(identity)
      const isSameKind = chain && isRetryable(chain.status) === isRetryable(status)
      const retryAfter =
        status === 429 || status === 503 ? findHeader(request.responseHeaders, 'Retry-After') : undefined
      setBounded(
        chains,
        identity,
        {
          requestIds: [...(isSameKind ? chain.requestIds.slice(-9) : []), request.requestId],
          status,
          code: request.code,
          key: isSameKind ? chain.key : keyOf(request),
          endedAt: request.receivedAt === undefined ? undefined : request.receivedAt + request.milliseconds,
          now: request.now,
          retryAfterMs: retryAfter !== undefined && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined,
          retries: isSameKind ? chain.retries : 0,
          gaps: isSameKind ? chain.gaps : [],
          changes,
        },
        MAX_CHAINS,
      )
    },
    observeChange: () => void changes++,
    forgetWorld: () => chains.clear(),
    startTest: () => chains.clear(),
  }
}

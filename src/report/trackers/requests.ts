import type { Findings } from '../findings.js'
import { findHeader, isObject } from '../observed-records.js'
import type { Call, Tracker } from './tracker.js'

const FIVE_MINUTES = 5 * 60_000

/** A credential of the sandbox, also masked as in a journal, or a parameter that is named like one. */
const SECRET_PARAMETER =
  /(?:^|&)(?:([\w-]*(?:secret|password|token|api[_-]?key|authorization))=|([^=&]*)=[^&]*(?:sk_sandbox_|at_sandbox_|whsec_))/i

const isDeprecation = (issue: string) => issue.startsWith('is deprecated')

/** Judges what single requests contain. */
export function createRequestTracker(findings: Findings): Tracker {
  let token: { requestId: string; expiresAt: number } | undefined

  const report = (
    rule: 'deprecated-used' | 'unknown-sent' | 'secret-in-url' | 'token-per-call',
    { request, operation, mark }: Call,
    subject: string,
    what: string,
    requestIds = [request.requestId],
  ) => findings.add({ rule, operation: operation?.id, subject, what, requestIds, at: request.now, mark })

  function judgeToken(call: Call) {
    const { request } = call
    const answer = call.answer()
    if (request.status !== 200 || !isObject(answer) || typeof answer.expires_in !== 'number') return
    findings.markTried('token-per-call')
    const left = token ? token.expiresAt - request.now : 0
    if (token && left > FIVE_MINUTES)
      report(
        'token-per-call',
        call,
        'token still valid',
        `A new access token was requested while the last one was valid for another ${Math.round(left / 60_000)} minutes`,
        [token.requestId, request.requestId],
      )
    token = { requestId: request.requestId, expiresAt: request.now + answer.expires_in * 1000 }
  }

  /** In strict mode an unknown field is refused and not only ignored. */
  function* refusedIssues(call: Call): Generator<{ field?: string; issue: string }> {
    const { status, responseBody } = call.request
    if ((status !== 400 && status !== 422) || !responseBody.includes('is not a known ')) return
    const answer = call.answer()
    const details = isObject(answer) && isObject(answer.error) ? answer.error.details : undefined
    for (const detail of Array.isArray(details) ? details : [])
      if (isObject(detail) && /^(?:is not a known (?:field|parameter)|can't be )/.test(String(detail.issue)))
        yield detail as { field?: string; issue: string }
  }

  function judgeNames(call: Call) {
    const { request, operation, query } = call
    if (operation?.hasDeprecated) findings.markTried('deprecated-used')
    if (query !== '' || request.body) findings.markTried('unknown-sent')
    const isDeprecated = findHeader(request.responseHeaders, 'Deprecation') !== undefined
    if (request.warnings.length === 0 && request.status < 400 && !isDeprecated) return
    if (isDeprecated && !request.warnings.some(({ issue }) => isDeprecation(issue)))
      report('deprecated-used', call, 'Deprecation', `${request.method} ${call.path} got the header Deprecation`)
    for (const { field = 'body', issue } of [...request.warnings, ...refusedIssues(call)]) {
      // The index of a row differs from run to run.
      const name = field.replaceAll(/\[\d+\]/g, '[]')
      const rule = isDeprecation(issue) ? 'deprecated-used' : 'unknown-sent'
      report(rule, call, name, `${request.method} ${call.path}: ${field} ${issue}`)
    }
  }

  return {
    observeCall(call) {
      const { request, query, isExcluded } = call
      if (request.status === 401) token = undefined
      if (isExcluded) return
      findings.markTried('secret-in-url')
      if (query !== '') {
        const [secret, byName, byValue] = SECRET_PARAMETER.exec(query) ?? []
        const name = byName ?? byValue ?? ''
        if (secret !== undefined)
          report('secret-in-url', call, name, `${request.method} ${call.path} has a credential in its query: ${name}`)
      }
      judgeNames(call)
      if (call.operation?.id === 'createToken') judgeToken(call)
    },
    forgetWorld: () => void (token = undefined),
    startTest: () => void (token = undefined),
  }
}

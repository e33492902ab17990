import { describe, expect, test } from 'vitest'
import openapi from '../../openapi.yaml'
import { createContract } from '../../src/contract/contract.js'
import type { Document } from '../../src/contract/openapi-document.js'
import type { WorldEvent } from '../../src/core/engine/rows.js'
import { describeContract } from '../../src/report/contract-facts.js'
import { MAX_EVIDENCE_PER_FINDING, MAX_FINDINGS_PER_RULE } from '../../src/report/findings.js'
import { findHeader, type ObservedRequest } from '../../src/report/observed-records.js'
import { createObserver, type Observer } from '../../src/report/observer.js'
import { RULES, type RuleId } from '../../src/report/rules.js'
import { observedRequest } from '../support/observed-request.js'

const { document, operations } = createContract(openapi as Document)
const contract = describeContract(document, operations, ['artwork_too_small'], ['happy-path', 'rejection'])

const createTestObserver = (clock: 'live' | 'manual' = 'live') =>
  createObserver({ contract, version: '1.0.0', world: 'standard/demo', clock, scenario: 'happy-path' })

let requestCount = 0
const request = (given: Partial<ObservedRequest>): ObservedRequest => {
  requestCount++
  return observedRequest({ requestId: `req_${requestCount}`, receivedAt: requestCount, ...given })
}

const KEY = 'idempotency-key: 5f0d2a4e-9f0b-4f0e-8f0d-2a4e9f0b4f0e\n'
const creation = (given: Partial<ObservedRequest> = {}) =>
  request({ method: 'POST', target: '/v1/releases', operation: 'createRelease', body: '{}', headers: KEY, ...given })
const control = (operation: string, body: object = {}) =>
  request({ isControl: true, operation, method: 'PUT', target: '/_sandbox', body: JSON.stringify(body) })
const verdictOf = (observer: Observer, id: RuleId) => observer.report().rules.find((rule) => rule.id === id)

describe('retries', () => {
  const retryAt = (...times: number[]) => {
    const observer = createTestObserver()
    for (const receivedAt of times) observer.observe(creation({ receivedAt, status: 503, code: 'service_unavailable' }))
    return verdictOf(observer, 'retry-storm')
  }

  test('waits that do not grow are a storm', () => {
    expect(retryAt(0, 1000, 2000, 3000)).toMatchObject({
      result: 'broken',
      evidence: [{ what: expect.stringContaining('1000 ms, 1000 ms, 1000 ms') }],
    })
  })

  test('waits that grow, or two retries, are not', () => {
    expect(retryAt(0, 1000, 3000, 7000)?.result).toBe('kept')
    expect(retryAt(0, 1000, 2000)?.result).toBe('kept')
    expect(retryAt(0, 40_000, 80_000, 120_000)?.result).toBe('kept')
  })

  test('a request that was sent before the other was answered is not a retry', () => {
    const observer = createTestObserver()
    observer.observe(creation({ receivedAt: 0, milliseconds: 10, status: 503, headers: '' }))
    observer.observe(creation({ receivedAt: 5, headers: '' }))
    expect(verdictOf(observer, 'retry-without-key')?.result).toBe('not_tried')
  })

  test('another body is another request', () => {
    const observer = createTestObserver()
    observer.observe(creation({ status: 503, headers: '', body: '{"title":"A"}' }))
    observer.observe(creation({ headers: '', body: '{"title":"B"}' }))
    expect(verdictOf(observer, 'retry-without-key')?.result).toBe('not_tried')
  })

  test.each([
    ['a write', creation({ body: '{"other":1}' })],
    ['a clock move', { kind: 'clock', to: 1 } as const],
    ['the control plane', control('simulateAsset')],
    ['a mark', control('setMark', { name: 'next test' })],
    ['a reset', control('resetWorld')],
  ])('a refused request may be repeated after %s', (_name, between) => {
    const refused = { status: 409, code: 'invalid_state' }
    const observer = createTestObserver()
    observer.observe(creation({ status: 422, code: 'validation_failed' }))
    observer.observe(between)
    observer.observe(creation(refused))
    expect(verdictOf(observer, 'retry-hopeless')).toMatchObject({ result: 'kept', count: 0 })
  })
})

const event = (id: string): WorldEvent => ({
  id,
  event_type: 'asset.ready',
  created_at: '2025-01-01T00:00:00.000Z',
  data: { asset_id: 'ast_1', type: 'audio' },
})
const attempt = (eventId: string, duration_ms: number, status_code: number | null = 200) => ({
  kind: 'attempt' as const,
  eventId,
  webhookId: 'whk_1',
  isForged: false,
  end: { endedAt: 0, outcome: { status_code, failure: null, duration_ms, response_body: '' } },
})

test('an event that is answered after more than 3 s is a warning', () => {
  const observer = createTestObserver('manual')
  observer.observe({ kind: 'event', event: event('evt_1') })
  observer.observe(attempt('evt_1', 3000))
  expect(verdictOf(observer, 'event-slow')).toMatchObject({ result: 'kept', severity: 'error' })
  observer.observe(attempt('evt_1', 3001))
  expect(verdictOf(observer, 'event-slow')).toMatchObject({ result: 'broken', severity: 'warning' })
})

test('a subscribed client may read a resource five times', () => {
  const observer = createTestObserver()
  const webhook = { id: 'whk_1', event_type: ['asset.ready'], status: 'verified' }
  observer.observe(
    request({
      method: 'POST',
      target: '/v1/webhooks',
      operation: 'createWebhook',
      status: 201,
      responseBody: JSON.stringify(webhook),
    }),
  )
  const read = () =>
    observer.observe(request({ target: '/v1/assets/ast_1', operation: 'getAsset', responseBody: '{"id":"ast_1"}' }))
  for (let i = 0; i < 5; i++) read()
  expect(verdictOf(observer, 'polling')?.result).toBe('kept')
  observer.observe({ kind: 'event', event: event('evt_2') })
  for (let i = 0; i < 5; i++) read()
  expect(verdictOf(observer, 'polling')?.result).toBe('kept')
  for (let i = 0; i < 3; i++) read()
  expect(verdictOf(observer, 'polling')).toMatchObject({ result: 'broken', findings: [{ subject: 'subscribed' }] })
})

test('reads without end are counted, and what follows them is judged', () => {
  const observer = createTestObserver()
  const read = () =>
    observer.observe(request({ target: '/v1/assets/ast_1', operation: 'getAsset', responseBody: '{"id":"ast_1"}' }))
  for (let i = 0; i < 100; i++) read()
  expect(observer.report().requests).toBe(100)
  expect(verdictOf(observer, 'polling')?.count).toBe(1)
  observer.observe({ kind: 'event', event: event('evt_3') })
  for (let i = 0; i < 100; i++) read()
  expect(verdictOf(observer, 'polling')?.count).toBe(2)
  observer.observe(
    request({ target: '/v1/assets/ast_1', operation: 'getAsset', status: 429, code: 'rate_limit_exceeded' }),
  )
  read()
  expect(observer.report().coverage.error_codes.covered).toEqual(['rate_limit_exceeded'])
  observer.observe(control('setMark', { name: null, exclude: true }))
  for (let i = 0; i < 100; i++) read()
  expect(observer.report()).toMatchObject({ requests: 202, excluded: 100 })
})

describe('rules about waiting times', () => {
  const breakTimedRule = (observer: Observer, receivedAt = [1, 2]) => {
    const [first, second] = receivedAt as [number, number]
    const responseHeaders = 'Retry-After: 1\n'
    observer.observe(creation({ receivedAt: first, status: 429, code: 'rate_limit_exceeded', responseHeaders }))
    observer.observe(creation({ receivedAt: second }))
    return observer.report()
  }
  const severity = ({ rules }: ReturnType<Observer['report']>) =>
    rules.find(({ id }) => id === 'retry-too-early')?.severity

  test('are notes with a manual clock or faked timers', () => {
    expect(severity(breakTimedRule(createTestObserver('live')))).toBe('error')
    const manual = breakTimedRule(createTestObserver('manual'))
    expect([severity(manual), manual.notes]).toEqual(['note', [expect.stringContaining('manual')]])
    const faked = breakTimedRule(createTestObserver('live'), [7, 7])
    expect([severity(faked), faked.notes]).toEqual(['note', [expect.stringContaining('faked')]])
  })

  test('are not tried without wall-clock times', () => {
    const observer = createTestObserver()
    observer.observe(creation({ receivedAt: undefined, status: 429, responseHeaders: 'Retry-After: 1\n' }))
    observer.observe(creation({ receivedAt: undefined }))
    expect(verdictOf(observer, 'retry-too-early')?.result).toBe('not_tried')
    expect(verdictOf(observer, 'retry-new-key')?.result).toBe('kept')
  })
})

test('marks name the test, and leave out its setup', () => {
  const observer = createTestObserver()
  const wrong = () =>
    request({ target: '/v1/stores?colour=red', warnings: [{ field: 'colour', issue: 'is not a known parameter' }] })
  observer.observe(control('setMark', { name: 'setup', exclude: true }))
  observer.observe(wrong())
  observer.observe(request({ isExcluded: true }))
  expect(observer.report()).toMatchObject({ requests: 0, excluded: 2, coverage: { operations: { covered: [] } } })
  observer.observe(control('setMark', { name: 'reads stores' }))
  observer.observe(wrong())
  expect(verdictOf(observer, 'unknown-sent')).toMatchObject({ count: 1, evidence: [{ mark: 'reads stores' }] })
})

test('memory is bounded: findings, evidence and what the trackers remember', () => {
  const observer = createTestObserver()
  for (let i = 0; i < 3000; i++) {
    const warnings = [{ field: `field_${i % 100}`, issue: 'is not a known parameter' }]
    observer.observe(request({ target: `/v1/stores?field_${i}=1`, warnings, userAgent: `client/${i}` }))
    observer.observe(request({ target: `/v1/releases/rel_${i}`, operation: 'getRelease', responseBody: `{"id":${i}}` }))
    observer.observe(creation({ body: `{"n":${i}}`, status: 503 }))
    observer.observe({ kind: 'event', event: event(`evt_${i}`) })
  }
  const { rules, clients } = observer.report()
  const unknown = rules.find(({ id }) => id === 'unknown-sent')
  expect(unknown?.count).toBe(3000)
  expect(unknown?.findings).toHaveLength(MAX_FINDINGS_PER_RULE)
  expect(unknown?.evidence).toHaveLength(MAX_FINDINGS_PER_RULE * MAX_EVIDENCE_PER_FINDING)
  expect(clients).toHaveLength(20)
})

describe('coverage', () => {
  test('says what is missing, and what was only met', () => {
    const observer = createTestObserver()
    observer.observe(creation({ status: 422, code: 'validation_failed' }))
    let { coverage } = observer.report()
    expect(coverage.operations).toMatchObject({ covered: [], partial: ['createRelease'] })
    expect(coverage.outcomes.covered).toEqual(['createRelease refused_by_body'])
    expect(coverage.outcomes.missing).toContain('createRelease throttled')
    expect(coverage.error_codes).toMatchObject({ covered: [], partial: ['validation_failed'] })
    observer.observe(creation({ status: 201, responseBody: '{"id":"rel_1","status":"draft"}' }))
    coverage = observer.report().coverage
    expect(coverage.operations.covered).toEqual(['createRelease'])
    expect(coverage.error_codes).toMatchObject({ covered: ['validation_failed'], partial: [] })
    expect(coverage.states.covered).toEqual(['release draft'])
    expect(coverage.scenarios).toEqual({ covered: ['happy-path'], partial: [], missing: ['rejection'] })
  })

  test('counts an event when it is acknowledged, and a rejection when it is acted upon', () => {
    const observer = createTestObserver()
    observer.observe({ kind: 'event', event: event('evt_1') })
    expect(observer.report().coverage.states.partial).toEqual(['asset ready'])
    observer.observe(attempt('evt_1', 1, 500))
    expect(observer.report().coverage.events.partial).toEqual(['asset.ready'])
    observer.observe(attempt('evt_1', 1))
    expect(observer.report().coverage).toMatchObject({
      events: { covered: ['asset.ready'] },
      states: { covered: ['asset ready'] },
    })
    const stores = [{ store_id: 'store_a', status: 'rejected', rejection_code: 'artwork_too_small' }]
    const delivery = JSON.stringify({ id: 'dlv_1', release_id: 'rel_1', status: 'rejected', stores })
    observer.observe(request({ target: '/v1/deliveries/dlv_1', operation: 'getDelivery', responseBody: delivery }))
    expect(observer.report().coverage).toMatchObject({
      states: { partial: ['delivery rejected'] },
      rejection_codes: { covered: ['artwork_too_small'] },
    })
    observer.observe(
      request({
        method: 'POST',
        target: '/v1/deliveries/dlv_1/resubmit',
        operation: 'resubmitDelivery',
        responseBody: delivery,
      }),
    )
    expect(observer.report().coverage.states.partial).toEqual([])
  })
})

test('a report without requests tries nothing', () => {
  const { rules } = createTestObserver().report()
  expect(rules.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id))
  expect(new Set(rules.map(({ result }) => result))).toEqual(new Set(['not_tried']))
})

test('headers are found by their whole name', () => {
  const headers = 'host: a\nx-user-agent: no\nuser-agent: curl/8\n'
  expect(findHeader(headers, 'host')).toBe('a')
  expect(findHeader(headers, 'user-agent')).toBe('curl/8')
  expect(findHeader(headers, 'agent')).toBeUndefined()
  expect(findHeader('', 'host')).toBeUndefined()
})

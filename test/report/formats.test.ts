import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import openapi from '../../openapi.yaml'
import { createContract } from '../../src/contract/contract.js'
import type { Document } from '../../src/contract/openapi-document.js'
import type { ClientReport } from '../../src/report/client-report.js'
import { describeContract } from '../../src/report/contract-facts.js'
import { formatReport } from '../../src/report/formats/format-report.js'
import { checkReport, createBaseline, type GateOptions, parseBaseline, percentOf } from '../../src/report/gate.js'
import { MergeError, mergeReports } from '../../src/report/merge-reports.js'
import { createObserver } from '../../src/report/observer.js'
import { findJunitIssues, parseXml } from '../support/junit-schema.js'

const { document, operations } = createContract(openapi as Document)
const contract = describeContract(document, operations, [], ['happy-path'])
const HOSTILE = `<script>alert(1)</script> | \`x\` "q" & ]]> \u001b[31m @team [a](javascript:b)`

/** A report with one kept rule, and `fields` unknown fields under hostile names. */
function reportWith(fields: number, world = 'standard/demo'): ClientReport {
  const observer = createObserver({ contract, version: '1.0.0', world, clock: 'live', scenario: 'happy-path' })
  observer.observe(requestWith([]))
  for (let i = 0; i < fields; i++)
    for (let n = 0; n < 12; n++)
      observer.observe(requestWith([{ field: `${HOSTILE} ${i}`, issue: 'is not a known field' }]))
  return observer.report()
}
let count = 0
const requestWith = (warnings: { field: string; issue: string }[]) => ({
  kind: 'request' as const,
  isControl: false,
  requestId: `req_${++count}`,
  now: 0,
  receivedAt: count,
  milliseconds: 0,
  method: 'GET',
  target: '/v1/stores?territory=DE',
  headers: '',
  body: undefined,
  upload: undefined,
  operation: 'listStores',
  status: 200,
  code: undefined,
  replayed: false,
  warnings,
  responseHeaders: '',
  responseBody: `{"n":${count}}`,
})

const gateOf = (report: ClientReport, options: Partial<GateOptions> = {}) =>
  checkReport(report, { failOn: 'warning', min: {}, baseline: undefined, ...options })
const render = (format: Parameters<typeof formatReport>[0], report: ClientReport, options?: Partial<GateOptions>) =>
  formatReport(format, report, gateOf(report, options))

test('JSON matches the schema of the package', () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../report.schema.json'), 'utf8'))
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  const report = JSON.parse(render('json', reportWith(2)))
  expect([validate(report), validate.errors]).toEqual([true, null])
  expect(validate({ ...report, rules: [{ id: 'polling' }] })).toBe(false)
})

describe('JUnit', () => {
  test('follows the schema, with a test case per rule and threshold', () => {
    const report = reportWith(1)
    const root = parseXml(render('junit', report, { min: { operations: 90, scenarios: 100 } }))
    expect(findJunitIssues(root)).toEqual([])
    const [suite] = root.children
    const cases = suite?.children ?? []
    expect(cases).toHaveLength(report.rules.length + 2)
    const skipped = cases.filter(({ children }) => children[0]?.name === 'skipped')
    const failed = cases.filter(({ children }) => children[0]?.name === 'failure')
    expect(skipped).toHaveLength(report.rules.filter(({ result }) => result === 'not_tried').length)
    expect(failed.map(({ attributes }) => attributes.name)).toEqual([
      expect.stringContaining('unknown-sent'),
      'coverage of operations is at least 90 %',
    ])
    expect(suite?.attributes).toMatchObject({
      tests: String(cases.length),
      failures: '2',
      skipped: String(skipped.length),
    })
  })

  test('the check can fail', () => {
    expect(findJunitIssues(parseXml('<testsuites><testcase/></testsuites>'))).toHaveLength(2)
    expect(() => parseXml('<a>&nbsp;</a>')).toThrow('not well-formed')
  })
})

test('HTML is one file without scripts and references, and escapes what clients send', () => {
  const html = render('html', reportWith(1))
  expect(html).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|javascript:[^b]|src=|href=/i)
  expect(html).toContain('&lt;script&gt;')
  expect(html).toContain("default-src 'none'")
  expect(html).toContain('@media print')
})

test('Markdown stays below 200 kB and contains no foreign markup', () => {
  const small = render('markdown', reportWith(1))
  expect(small).not.toContain('<script')
  expect(small).not.toContain('@team')
  expect(small).not.toContain('](javascript')
  const large = reportWith(50)
  const [rule] = large.rules.filter(({ result }) => result === 'broken')
  for (const piece of rule?.evidence ?? []) piece.what = piece.what.repeat(20)
  expect(JSON.stringify(large).length).toBeGreaterThan(200_000)
  expect(Buffer.byteLength(render('markdown', large))).toBeLessThan(200_000)
})

test('no text format contains control characters', () => {
  for (const format of ['text', 'github', 'markdown', 'html', 'junit'] as const)
    expect(render(format, reportWith(1))).not.toContain('\u001b')
})

test('the badge is an endpoint of shields.io', () => {
  expect(JSON.parse(render('badge', reportWith(0)))).toEqual({
    schemaVersion: 1,
    label: 'mds client',
    message: '2 kept, 16 not tried',
    color: 'brightgreen',
  })
  expect(JSON.parse(render('badge', reportWith(1)))).toMatchObject({
    color: 'red',
    message: expect.stringMatching(/^1 broken/),
  })
  expect(JSON.parse(render('badge', reportWith(1), { failOn: 'error' })).color).toBe('yellow')
})

test('annotations: one line per broken rule, at most ten', () => {
  const report = reportWith(1)
  const lines = render('github', report).trimEnd().split('\n')
  expect(lines).toEqual([expect.stringMatching(/^::warning title=unknown-sent \(12 times\)::GET \/v1\/stores: /)])
  const [broken] = report.rules.filter(({ result }) => result === 'broken')
  const many = { ...report, rules: Array.from({ length: 15 }, () => broken as NonNullable<typeof broken>) }
  expect(render('github', many).trimEnd().split('\n')).toHaveLength(10)
})

describe('the gate', () => {
  test('fails on the chosen severity', () => {
    const report = reportWith(1)
    expect(gateOf(report, { failOn: 'error' }).isPassed).toBe(true)
    expect(gateOf(report, { failOn: 'warning' })).toMatchObject({
      isPassed: false,
      failedRules: new Set(['unknown-sent']),
    })
    expect(gateOf(report, { failOn: 'never' }).isPassed).toBe(true)
  })

  test('fails below a threshold, also with failOn never', () => {
    const report = reportWith(0)
    expect(percentOf(report.coverage.operations)).toBe(2)
    expect(gateOf(report, { failOn: 'never', min: { operations: 2 } }).isPassed).toBe(true)
    expect(gateOf(report, { failOn: 'never', min: { operations: 3 } }).isPassed).toBe(false)
  })

  test('accepts what the baseline lists, and fails on entries that are no longer needed', () => {
    const baseline = createBaseline(reportWith(1), undefined)
    expect(baseline.entries).toEqual([
      { rule: 'unknown-sent', operation: 'listStores', fingerprint: expect.any(String), reason: expect.any(String) },
    ])
    expect(gateOf(reportWith(1), { baseline }).isPassed).toBe(true)
    expect(gateOf(reportWith(2), { baseline }).isPassed).toBe(false)
    expect(gateOf(reportWith(0), { baseline })).toMatchObject({ isPassed: false, unusedEntries: baseline.entries })
  })

  test('an update keeps the reasons', () => {
    const baseline = createBaseline(reportWith(1), undefined)
    for (const entry of baseline.entries) entry.reason = 'known, see TICKET-1'
    expect(createBaseline(reportWith(2), baseline).entries.map(({ reason }) => reason)).toEqual([
      'known, see TICKET-1',
      expect.stringContaining('Say why'),
    ])
  })

  test('a baseline needs reasons', () => {
    const entry = { rule: 'polling', operation: null, fingerprint: 'a', reason: '' }
    expect(parseBaseline({ format: 1, entries: [entry] })).toBeUndefined()
    expect(parseBaseline({ format: 1, entries: [{ ...entry, reason: 'why' }] })).toBeDefined()
    expect(parseBaseline({ format: 2, entries: [] })).toBeUndefined()
  })
})

describe('a merge', () => {
  test('is the union of facts', () => {
    const merged = mergeReports([reportWith(1, 'standard/a'), reportWith(0, 'standard/b'), reportWith(2, 'standard/a')])
    expect(merged).toMatchObject({ worlds: ['standard/a', 'standard/b'], requests: 1 + 12 + 1 + 1 + 24 })
    const unknown = merged.rules.find(({ id }) => id === 'unknown-sent')
    expect(unknown).toMatchObject({ result: 'broken', count: 36, findings: [{ count: 24 }, { count: 12 }] })
    expect(unknown?.evidence).toHaveLength(20)
    expect(merged.coverage.operations).toEqual(reportWith(0).coverage.operations)
  })

  test('covers what one of the reports covers', () => {
    const [a, b] = [reportWith(0), reportWith(0)]
    const dimension = (covered: string[], partial: string[], missing: string[]) => ({ covered, partial, missing })
    a.coverage.events = dimension(['ping'], ['asset.ready'], ['delivery.completed'])
    b.coverage.events = dimension(['asset.ready'], [], ['ping', 'delivery.completed'])
    expect(mergeReports([a, b]).coverage.events).toEqual(dimension(['ping', 'asset.ready'], [], ['delivery.completed']))
  })

  test('refuses reports of different contracts', () => {
    expect(() => mergeReports([reportWith(0), { ...reportWith(0), contract: '2.0.0' }])).toThrow(MergeError)
  })
})

import { describe, expect, test } from 'vitest'
import {
  createJournal,
  createMemoryBudget,
  MAX_BYTES_PER_WORLD,
  MAX_RECORDS_PER_WORLD,
} from '../../../src/runtime/journal/journal.js'
import type { RequestRecord } from '../../../src/runtime/journal/journal-records.js'

const record = (place: number, more: Partial<RequestRecord> = {}): RequestRecord => ({
  kind: 'request',
  isControl: false,
  began: place - 1,
  ended: place,
  turn: place,
  requestId: `req_${place}`,
  now: 0,
  method: 'GET',
  target: '/v1/stores',
  receivedAt: 0,
  headers: '',
  responseHeaders: '',
  body: undefined,
  upload: undefined,
  operation: 'listStores',
  status: 200,
  code: undefined,
  replayed: false,
  warnings: [],
  milliseconds: 1,
  changes: undefined,
  fault: undefined,
  responseBody: '{}',
  ...more,
})
const any = () => true

test('keeps the latest records up to a limit and counts dropped ones', () => {
  const journal = createJournal()
  for (let i = 1; i <= MAX_RECORDS_PER_WORLD + 2500; i++) journal.add(record(i))
  const all = journal.records()
  expect([all.length, journal.dropped]).toEqual([MAX_RECORDS_PER_WORLD, 2500])
  expect(all[0]).toMatchObject({ ended: 2501 })
  expect(all.at(-1)).toMatchObject({ ended: MAX_RECORDS_PER_WORLD + 2500 })
})

test('limits the bytes of request bodies, responses and receiver responses', () => {
  const journal = createJournal()
  const large = 1024 * 1024
  for (let i = 1; i <= 3; i++) journal.add(record(i, { responseBody: 'x'.repeat(large), body: 'x'.repeat(large) }))
  expect(journal.dropped).toBe(0)
  for (let i = 4; i <= 20; i++) journal.add(record(i, { responseBody: 'x'.repeat(large) }))
  const kept = journal.records().length
  expect(kept).toBe(Math.floor(MAX_BYTES_PER_WORLD / (large + 700)))
  const attempt = {
    kind: 'attempt',
    began: 21,
    beganAt: 0,
    eventId: 'evt_1',
    webhookId: 'whk_1',
    isForged: false,
  } as const
  journal.add(attempt)
  journal.endAttempt(attempt, { status_code: 200, failure: null, duration_ms: 1, response_body: 'x'.repeat(large) }, 5)
  expect(journal.records().length).toBe(kept)
  expect(journal.records().at(-1)).toMatchObject({
    kind: 'attempt',
    end: { endedAt: 5, outcome: { status_code: 200 } },
  })
})

test('counts headers and warnings, which a short body can cause in large numbers', () => {
  const budget = createMemoryBudget()
  const journal = createJournal(budget)
  const warning = { code: 'validation_failed', field: 'colour', issue: 'is not a known field' } as const
  journal.add(record(1, { warnings: Array(1000).fill(warning) }))
  expect(budget.bytes).toBeGreaterThan(70_000)
  journal.add(record(2, { headers: `x-sandbox-scenario: ${'x'.repeat(10_000)}\n` }))
  expect(budget.bytes).toBeGreaterThan(80_000)
  for (let i = 3; i < 200; i++) journal.add(record(i, { warnings: Array(1000).fill(warning) }))
  expect(journal.dropped).toBeGreaterThan(50)
  expect(budget.bytes).toBeLessThanOrEqual(MAX_BYTES_PER_WORLD)
  journal.clear()
  expect(budget.bytes).toBe(0)
})

test('an attempt dropped while in flight uses no memory', () => {
  const budget = createMemoryBudget()
  const journal = createJournal(budget)
  const attempt = {
    kind: 'attempt',
    began: 1,
    beganAt: 0,
    eventId: 'evt_1',
    webhookId: 'whk_1',
    isForged: false,
  } as const
  journal.add(attempt)
  for (let i = 1; i <= MAX_RECORDS_PER_WORLD; i++) journal.add(record(i))
  const { bytes } = budget
  journal.endAttempt(attempt, { status_code: 200, failure: null, duration_ms: 1, response_body: 'thanks' }, 5)
  expect(budget.bytes).toBe(bytes)
})

test('all worlds share a budget, and each keeps a minimum', () => {
  const budget = createMemoryBudget()
  const answer = 'x'.repeat(100_000)
  const journals = Array.from({ length: 40 }, () => createJournal(budget))
  for (const journal of journals) for (let i = 1; i <= 80; i++) journal.add(record(i, { responseBody: answer }))
  expect(budget.bytes).toBeLessThan(75 * 1024 * 1024)
  expect(Math.min(...journals.map((journal) => journal.records().length))).toBe(2)
  for (const journal of journals) journal.clear()
  expect(budget.bytes).toBe(0)
})

describe('the latest requests', () => {
  const journal = createJournal()
  for (let i = 1; i <= 10; i++) journal.add(record(i, { isControl: i % 5 === 0, status: i < 4 ? 404 : 200 }))
  const places = (limit: number, before?: number, isWanted: (one: RequestRecord) => boolean = any) => {
    const { rows, next } = journal.latestRequests(isWanted, limit, before)
    return [rows.map(({ ended }) => ended), next]
  }

  test('are paged newest first, without control-plane requests', () => {
    expect(places(3)).toEqual([[9, 8, 7], 7])
    expect(places(3, 7)).toEqual([[6, 4, 3], 3])
    expect(places(3, 3)).toEqual([[2, 1], undefined])
    expect(places(8)).toEqual([[9, 8, 7, 6, 4, 3, 2, 1], undefined])
  })

  test('can be filtered', () => expect(places(2, undefined, ({ status }) => status === 404)).toEqual([[3, 2], 2]))
})

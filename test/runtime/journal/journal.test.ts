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
  headers: '',
  body: undefined,
  upload: undefined,
  operation: 'listStores',
  status: 200,
  code: undefined,
  replayed: false,
  warnings: [],
  milliseconds: 1,
  responseBody: '{}',
  ...more,
})
const any = () => true

test('so many records are kept, the latest, and those that were dropped are counted', () => {
  const recorder = createJournal()
  for (let i = 1; i <= MAX_RECORDS_PER_WORLD + 2500; i++) recorder.add(record(i))
  const all = recorder.records()
  expect([all.length, recorder.dropped]).toEqual([MAX_RECORDS_PER_WORLD, 2500])
  expect(all[0]).toMatchObject({ ended: 2501 })
  expect(all.at(-1)).toMatchObject({ ended: MAX_RECORDS_PER_WORLD + 2500 })
})

test('so many bytes are kept, in bodies, answers and what receivers said', () => {
  const recorder = createJournal()
  const large = 1024 * 1024
  for (let i = 1; i <= 3; i++) recorder.add(record(i, { responseBody: 'x'.repeat(large), body: 'x'.repeat(large) }))
  expect(recorder.dropped).toBe(0)
  for (let i = 4; i <= 20; i++) recorder.add(record(i, { responseBody: 'x'.repeat(large) }))
  const kept = recorder.records().length
  expect(kept).toBe(Math.floor(MAX_BYTES_PER_WORLD / (large + 700)))
  const attempt = { kind: 'attempt', began: 21, beganAt: 0, eventId: 'evt_1', webhookId: 'whk_1' } as const
  recorder.add(attempt)
  recorder.endAttempt(attempt, { status_code: 200, failure: null, duration_ms: 1, response_body: 'x'.repeat(large) }, 5)
  expect(recorder.records().length).toBe(kept)
  expect(recorder.records().at(-1)).toMatchObject({
    kind: 'attempt',
    end: { endedAt: 5, outcome: { status_code: 200 } },
  })
})

test('headers and warnings count as well: a short body may lead to a thousand of them', () => {
  const budget = createMemoryBudget()
  const recorder = createJournal(budget)
  const warning = { code: 'validation_failed', field: 'colour', issue: 'is not a known field' } as const
  recorder.add(record(1, { warnings: Array(1000).fill(warning) }))
  expect(budget.bytes).toBeGreaterThan(70_000)
  recorder.add(record(2, { headers: `x-sandbox-scenario: ${'x'.repeat(10_000)}\n` }))
  expect(budget.bytes).toBeGreaterThan(80_000)
  for (let i = 3; i < 200; i++) recorder.add(record(i, { warnings: Array(1000).fill(warning) }))
  expect(recorder.dropped).toBeGreaterThan(50)
  expect(budget.bytes).toBeLessThanOrEqual(MAX_BYTES_PER_WORLD)
  recorder.clear()
  expect(budget.bytes).toBe(0)
})

test('an attempt that was dropped while it was under way takes nothing', () => {
  const budget = createMemoryBudget()
  const recorder = createJournal(budget)
  const attempt = { kind: 'attempt', began: 1, beganAt: 0, eventId: 'evt_1', webhookId: 'whk_1' } as const
  recorder.add(attempt)
  for (let i = 1; i <= MAX_RECORDS_PER_WORLD; i++) recorder.add(record(i))
  const { bytes } = budget
  recorder.endAttempt(attempt, { status_code: 200, failure: null, duration_ms: 1, response_body: 'thanks' }, 5)
  expect(budget.bytes).toBe(bytes)
})

test('all worlds together have a budget, of which each may have a little', () => {
  const budget = createMemoryBudget()
  const answer = 'x'.repeat(100_000)
  const recorders = Array.from({ length: 40 }, () => createJournal(budget))
  for (const recorder of recorders) for (let i = 1; i <= 80; i++) recorder.add(record(i, { responseBody: answer }))
  expect(budget.bytes).toBeLessThan(75 * 1024 * 1024)
  expect(Math.min(...recorders.map((recorder) => recorder.records().length))).toBe(2)
  for (const recorder of recorders) recorder.clear()
  expect(budget.bytes).toBe(0)
})

describe('the newest', () => {
  const recorder = createJournal()
  for (let i = 1; i <= 10; i++) recorder.add(record(i, { isControl: i % 5 === 0, status: i < 4 ? 404 : 200 }))
  const places = (limit: number, before?: number, isWanted: (one: RequestRecord) => boolean = any) => {
    const { rows, next } = recorder.latestRequests(isWanted, limit, before)
    return [rows.map(({ ended }) => ended), next]
  }

  test('come first, page by page, without those of the control plane', () => {
    expect(places(3)).toEqual([[9, 8, 7], 7])
    expect(places(3, 7)).toEqual([[6, 4, 3], 3])
    expect(places(3, 3)).toEqual([[2, 1], undefined])
    expect(places(8)).toEqual([[9, 8, 7, 6, 4, 3, 2, 1], undefined])
  })

  test('that are wanted', () => expect(places(2, undefined, ({ status }) => status === 404)).toEqual([[3, 2], 2]))
})

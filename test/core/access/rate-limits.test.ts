import { expect, test } from 'vitest'
import { countRequest, createMeter, quotaFor, remainingRequests } from '../../../src/core/access/rate-limits.js'

const quota = quotaFor('standard', 'production')
const start = Date.UTC(2025, 0, 1)

test('each profile and tier has its documented quota', () => {
  expect(quotaFor('standard', 'production')).toEqual({ perMinute: 120, perSecond: 10, isEnforced: true })
  expect(quotaFor('enterprise', 'production')).toEqual({ perMinute: 1200, perSecond: 50, isEnforced: true })
  expect(quotaFor('standard', 'relaxed')).toEqual({ perMinute: 6000, perSecond: 500, isEnforced: true })
  expect(quotaFor('enterprise', 'off').isEnforced).toBe(false)
})

test('the one-second window slides', () => {
  const meter = createMeter()
  const at = (ms: number) => countRequest(meter, quota, start + ms)
  for (let i = 0; i < 5; i++) expect(at(900)).toBeUndefined()
  for (let i = 0; i < 5; i++) expect(at(1500)).toBeUndefined()
  expect(at(1899)).toEqual({ window: 'second', retryAfterSeconds: 1 })
  for (let i = 0; i < 5; i++) expect(at(1900)).toBeUndefined()
  expect(at(1900)?.window).toBe('second')
})

test('the minute starts with the first request, and Retry-After is the shortest sufficient wait', () => {
  const meter = createMeter()
  for (let i = 0; i < 120; i++) expect(countRequest(meter, quota, start + i * 100)).toBeUndefined()
  const refused = countRequest(meter, quota, start + 12_500)
  expect(refused).toEqual({ window: 'minute', retryAfterSeconds: 48 })
  expect(countRequest(meter, quota, start + 12_500 + 47_000)).toBeDefined()
  expect(countRequest(meter, quota, start + 12_500 + 48_000)).toBeUndefined()
})

test('the remaining quota decreases with each request, and a refused request is not counted', () => {
  const meter = createMeter()
  for (let i = 0; i < 15; i++) countRequest(meter, quota, start)
  expect(remainingRequests(meter, quota, start)).toBe(110)
  expect(remainingRequests(meter, quota, start + 60_000)).toBe(120)
})

import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox({ rateLimit: 'production' })

async function burst(api: ReturnType<typeof fresh>, n: number) {
  const statuses: number[] = []
  for (let i = 0; i < n; i++) statuses.push((await api.get('/v1/stores')).status)
  return statuses
}

test('the eleventh request of a standard account within a second is refused, with a sufficient Retry-After', async () => {
  const api = fresh()
  expect(await burst(api, 10)).toEqual(Array(10).fill(200))
  const { status, body, headers } = await api.get('/v1/stores')
  expect([status, body.error.code, headers['retry-after']]).toEqual([429, 'rate_limit_exceeded', '1'])
  expect(headers['ratelimit-limit']).toBe('120')
  expect(headers['ratelimit-remaining']).toBe('110')
  await api.post('/_sandbox/clock/advance', { duration: '1s' })
  expect((await api.get('/v1/stores')).status).toBe(200)
})

test('the 121st request of a standard account within a minute is refused', async () => {
  const api = fresh()
  for (let second = 0; second < 12; second++) {
    expect(await burst(api, 10)).toEqual(Array(10).fill(200))
    await api.post('/_sandbox/clock/advance', { duration: '1s' })
  }
  const { status, headers } = await api.get('/v1/stores')
  expect([status, headers['retry-after'], headers['ratelimit-remaining']]).toEqual([429, '48', '0'])
  await api.post('/_sandbox/clock/advance', { duration: '47s' })
  expect((await api.get('/v1/stores')).status).toBe(429)
  await api.post('/_sandbox/clock/advance', { duration: '1s' })
  expect((await api.get('/v1/stores')).headers['ratelimit-remaining']).toBe('119')
})

test('an enterprise account may send fifty requests per second', async () => {
  const statuses = await burst(fresh('enterprise'), 51)
  expect(statuses.slice(0, 50)).toEqual(Array(50).fill(200))
  expect(statuses[50]).toBe(429)
})

test('an unauthenticated response reports the standard quota of the current profile', async () => {
  const { status, headers } = await fresh().send('GET', '/v1/stores')
  expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([401, '120', '120'])
})

test('accounts have separate limits, and control-plane calls are not counted', async () => {
  const [a, b] = [fresh(), fresh()]
  await burst(a, 11)
  for (let i = 0; i < 20; i++) expect((await b.get('/_sandbox/clock')).status).toBe(200)
  expect((await b.get('/v1/stores')).headers['ratelimit-remaining']).toBe('119')
})

describe('the other profiles', async () => {
  const relaxed = await startSandbox({ rateLimit: 'relaxed' })
  const off = await startSandbox()

  test('relaxed is fifty times that', async () => {
    const { headers } = await relaxed.fresh().get('/v1/stores')
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['6000', '5999'])
  })

  test('off never refuses; a manual clock is off by default', async () => {
    const api = off.fresh()
    const statuses = await Promise.all(Array.from({ length: 600 }, () => api.get('/v1/stores/territories')))
    expect(statuses.every(({ status }) => status === 200)).toBe(true)
    expect(statuses[0]?.headers['ratelimit-remaining']).toBe('6000')
  })
})

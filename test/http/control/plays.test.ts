import { expect, test } from 'vitest'
import { startSandbox } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()
type Api = ReturnType<typeof fresh>
interface Line {
  isrc: string
  store_id: string
  play_count: number
}

/** The track of a release that the store sells since it was delivered. */
async function sell(api: Api) {
  const { body: delivery } = await api.post('/v1/deliveries', {
    release_id: 'rel_seed_05',
    store_ids: ['store_lumenwave'],
    territory_codes: ['US'],
  })
  await api.post('/_sandbox/clock/advance', { until: { delivery: delivery.id, status: 'delivered' } })
  const { data } = (await api.get('/v1/tracks?release_id=rel_seed_05')).body
  return data[0] as { id: string; isrc: string }
}

/** The plays of a recording at a store in all statements, without corrections. */
async function playsOf(api: Api, isrc: string): Promise<number[]> {
  const found: number[] = []
  for (const { id } of (await api.get('/v1/statements?currency=USD&limit=6')).body.data)
    for (let cursor = ''; ; ) {
      const { body } = await api.get(`/v1/statements/${id}/line-items?limit=100${cursor && `&cursor=${cursor}`}`)
      for (const line of body.data as Line[])
        if (line.isrc === isrc && line.store_id === 'store_lumenwave' && line.play_count > 0)
          found.push(line.play_count)
      if (!body.has_more) break
      cursor = body.next_cursor
    }
  return found
}

test('a store reports the plays that were set, in the month for which they were set', async () => {
  const api = fresh()
  const { id: track_id, isrc } = await sell(api)
  await api.get('/v1/statements?limit=100')
  const input = { store_id: 'store_lumenwave', track_id, plays: 1_234_567 }
  expect((await api.post('/_sandbox/simulate/plays', { ...input, plays: 5 })).status).toBe(200)
  expect((await api.post('/_sandbox/simulate/plays', input)).body).toEqual({ ...input, isrc, period: '2025-01' })
  await api.post('/_sandbox/simulate/plays', { ...input, plays: 7, period: '2025-02' })
  // The figures are part of the state.
  await api.post('/_sandbox/snapshots', { name: 'figures' })
  await api.post('/_sandbox/reset')
  await api.post('/_sandbox/snapshots/figures/restore')
  await api.post('/_sandbox/clock/advance', { to: '2025-05-02T00:00:00Z' })
  const plays = await playsOf(api, isrc)
  expect(plays.filter((count) => count === 1_234_567 || count === 7).sort()).toEqual([1_234_567, 7])
  expect((await api.get('/_sandbox/invariants')).body.ok).toBe(true)
})

test('a file with figures can be imported into another world', async () => {
  const api = fresh()
  const { id: track_id } = await sell(api)
  await api.post('/_sandbox/simulate/plays', { store_id: 'store_lumenwave', track_id, plays: 9 })
  await api.post('/_sandbox/snapshots', { name: 'figures' })
  const file = (await api.get('/_sandbox/snapshots/figures')).text
  expect(file).toMatch(/^\["plays",\["store_lumenwave [\w-]+ 2025-01",9\]\]$/m)
  const other = fresh()
  const imported = await other.send('POST', '/_sandbox/snapshots/import', { 'x-api-key': other.key }, file)
  expect(imported.status).toBe(201)
  await other.post('/_sandbox/snapshots/figures/restore')
  await other.post('/_sandbox/snapshots', { name: 'again' })
  expect((await other.get('/_sandbox/snapshots/again')).text).toContain('2025-01",9]]')
})

test.each([
  [{ store_id: 'store_lumenwve' }, 'store_id', 'is not a known store; did you mean store_lumenwave?'],
  [{ track_id: 'trk_x' }, 'track_id', 'is not a known track'],
  [{ period: '2024-12' }, 'period', "is over; its reports can't change. The current month is 2025-01"],
  [{ period: '2025-13' }, 'period', 'must be a month such as 2025-01'],
  [{ plays: 0 }, 'plays', 'must be at least 1'],
])('refuses %j', async (fields, field, issue) => {
  const api = fresh()
  const { data } = (await api.get('/v1/tracks?limit=1')).body
  const input = { store_id: 'store_lumenwave', track_id: data[0].id, plays: 1, ...fields }
  const { status, body } = await api.post('/_sandbox/simulate/plays', input)
  expect([status, body.error.details]).toEqual([422, [{ field, issue }]])
})

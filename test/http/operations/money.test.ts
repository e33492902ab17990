import { describe, expect, test } from 'vitest'
import { type ApiResponse, type Client, startSandbox } from '../../support/test-sandbox.js'

const { fresh } = await startSandbox()

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY']
const PLACES: Record<string, number> = { USD: 2, EUR: 2, GBP: 2, JPY: 0 }

interface Statement {
  id: string
  period: string
  currency: string
  gross_amount: string
  net_amount: string
  status: string
  created_at: string
}
interface Royalty {
  id: string
  statement_id: string
  period: string
  store_id: string
  release_id: string
  gross_amount: string
  net_amount: string
  currency: string
}
interface Line {
  id: string
  isrc: string
  store_id: string
  territory: string
  play_count: number
  unit_rate: string
  earnings: string
  currency: string
}

async function all<T>(api: Client, path: string): Promise<T[]> {
  const rows: T[] = []
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`)
    rows.push(...body.data)
    if (!body.has_more) return rows
    cursor = `&cursor=${body.next_cursor}`
  }
}
const statements = (api: Client, query = '') => all<Statement>(api, `/v1/statements${query}`)
const royalties = (api: Client, query = '') => all<Royalty>(api, `/v1/royalties${query}`)
const linesOf = (api: Client, id: string) => all<Line>(api, `/v1/statements/${id}/line-items`)
const advance = (api: Client, to: string) => api.post('/_sandbox/clock/advance', { to: `${to}T00:00:00Z` })
const refusal = ({ status, body }: ApiResponse) => [status, body.error?.code]
const fields = ({ body }: ApiResponse) => (body.error.details ?? []).map(({ field }: { field?: string }) => field)
/** In millionths, as whole numbers: the test has its own arithmetic. */
const millionths = (text: string) => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return BigInt(whole + fraction.padEnd(6, '0')) * (text.startsWith('-') ? -1n : 1n)
}
const sum = (texts: string[]) => texts.map(millionths).reduce((a, b) => a + b, 0n)
const isWithinHalf = (exact: bigint, rounded: bigint, places: number) => {
  const distance = exact > rounded ? exact - rounded : rounded - exact
  return distance * 2n <= 10n ** BigInt(6 - places)
}

/** A release of one's own, delivered to a store at once. Gives its id and the delivery's. */
async function deliver(api: Client, store: string, codes: string[] = ['WORLDWIDE'], tracks = 1) {
  const release = (
    await api.post('/v1/releases', {
      title: 'Earner',
      artists: [{ name: 'Mira Solane', role: 'main' }],
      release_date: '2030-01-01',
    })
  ).body
  for (let i = 0; i < tracks; i += 100) {
    const batch = Array.from({ length: Math.min(100, tracks - i) }, (_, n) => ({
      release_id: release.id,
      title: `Track ${i + n}`,
      audio_asset_id: 'ast_seed_audio_01',
    }))
    expect((await api.post('/v1/tracks/bulk', { tracks: batch })).status).toBe(201)
  }
  await api.patch(`/v1/releases/${release.id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
  await api.post(`/v1/releases/${release.id}/submit`)
  const order = { release_id: release.id, store_ids: [store], territory_codes: codes }
  const { id } = (await api.post('/v1/deliveries', order)).body
  await api.post('/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'delivered' })
  return { release: release.id as string, delivery: id as string }
}

describe('statements', () => {
  test('of two years are closed and one month is open, in every currency', async () => {
    const found = await statements(fresh())
    for (const currency of CURRENCIES) {
      const own = found.filter((statement) => statement.currency === currency)
      expect(own.filter(({ status }) => status === 'closed')).toHaveLength(24)
      expect(own.filter(({ status }) => status === 'open').map(({ period }) => period)).toEqual(['2025-01'])
    }
    expect(found).toHaveLength(100)
    expect(found[0]).toEqual({
      id: expect.stringMatching(/^stm_[0-9a-z]{21}$/),
      period: '2025-01',
      currency: 'USD',
      gross_amount: expect.stringMatching(/^\d+\.\d\d$/),
      net_amount: expect.stringMatching(/^\d+\.\d\d$/),
      status: 'open',
      created_at: '2025-01-01T00:00:00.000Z',
    })
  })

  test('come newest first, and each can be read by itself', async () => {
    const api = fresh()
    const found = await statements(api)
    const periods = found.map(({ period }) => period)
    expect(periods).toEqual([...periods].sort().reverse())
    for (const statement of found.slice(0, 9))
      expect((await api.get(`/v1/statements/${statement.id}`)).body).toEqual(statement)
  })

  test('are filtered by status, period and currency', async () => {
    const api = fresh()
    const open = await statements(api, '?status=open')
    expect(open.map(({ currency }) => currency)).toEqual(CURRENCIES)
    expect(await statements(api, '?period=2024-03&currency=JPY')).toEqual([
      expect.objectContaining({ period: '2024-03', currency: 'JPY', status: 'closed' }),
    ])
    expect(await statements(api, '?period=1999-01')).toEqual([])
  })

  test('are the rounded sum of their lines; a line is plays times rate', async () => {
    const api = fresh()
    for (const { id, currency, gross_amount } of (await statements(api)).slice(0, 24)) {
      const lines = await linesOf(api, id)
      for (const { play_count, unit_rate, earnings } of lines)
        expect(BigInt(play_count) * millionths(unit_rate)).toBe(millionths(earnings))
      const exact = sum(lines.map(({ earnings }) => earnings))
      expect(isWithinHalf(exact, millionths(gross_amount), PLACES[currency] as number)).toBe(true)
    }
  })

  test('close and open at the end of a month, and closed statements never change', async () => {
    const api = fresh()
    const before = await statements(api)
    const open = before.filter(({ status }) => status === 'open')
    await advance(api, '2025-01-31')
    expect(await statements(api)).toEqual(before)
    await advance(api, '2025-04-01')
    const after = await statements(api)
    expect(after.slice(0, 4).map(({ period, status }) => `${period} ${status}`)).toEqual(Array(4).fill('2025-04 open'))
    expect(after).toHaveLength(112)
    for (const { id, gross_amount } of open) {
      const closed = (await api.get(`/v1/statements/${id}`)).body
      expect(closed).toMatchObject({ status: 'closed', period: '2025-01' })
      expect(Number(closed.gross_amount)).toBeGreaterThan(Number(gross_amount))
    }
    expect(after.filter(({ id }) => !open.some((one) => one.id === id)).slice(12)).toEqual(before.slice(4))
  })

  test('schedule no tasks, so a world without orders is idle', async () => {
    const api = fresh()
    await api.get('/v1/statements')
    const { body } = await api.post('/_sandbox/clock/advance', { until: 'idle' })
    expect(body).toEqual({ now: '2025-01-01T00:00:00.000Z', reached: true, steps: [] })
  })

  test('are kept for ten years of the clock', async () => {
    const api = fresh()
    const [first] = (await statements(api)).slice(-1)
    await advance(api, '2050-06-01')
    const found = await statements(api, '?currency=EUR')
    expect(found.at(-1)?.period).toBe('2040-06')
    for (const path of [`/v1/statements/${first?.id}`, `/v1/statements/${first?.id}/line-items`]) {
      const answer = await api.get(path)
      expect(refusal(answer)).toEqual([404, 'not_found'])
      expect(answer.body.error.message).toBe(`Statement ${first?.id} is no longer kept: statements go back ten years.`)
    }
    const paid = await api.post('/v1/payouts', { statement_ids: [first?.id] })
    expect(refusal(paid)).toEqual([422, 'validation_failed'])
    expect(paid.body.error.details).toEqual([
      { field: 'statement_ids[0]', issue: 'is no longer kept: statements go back ten years' },
    ])
    expect((await royalties(api, '?period=2030-01')).length).toBe(0)
    await advance(api, '9990-01-01')
    expect((await api.get('/v1/royalties?release_id=rel_x')).body.data).toEqual([])
    expect((await api.get('/v1/royalties?page=999999999999999')).body.data).toEqual([])
    expect((await api.get('/v1/royalties?page=99999999999999999999')).body.data).toEqual([])
  })
})

describe('royalty records', () => {
  test('add up to their statements, gross and net, and name the month in which it was earned', async () => {
    const api = fresh()
    const records = await royalties(api)
    for (const statement of await statements(api)) {
      const own = records.filter(({ statement_id }) => statement_id === statement.id)
      expect(sum(own.map(({ gross_amount }) => gross_amount))).toBe(millionths(statement.gross_amount))
      expect(sum(own.map(({ net_amount }) => net_amount))).toBe(millionths(statement.net_amount))
      expect(new Set(own.map(({ period, store_id, release_id }) => period + store_id + release_id)).size).toBe(
        own.length,
      )
      for (const { period, currency } of own) {
        expect(period <= statement.period).toBe(true)
        expect(currency).toBe(statement.currency)
      }
    }
  })

  test('have a net amount between zero and gross, however it is rounded', async () => {
    for (const api of [fresh(), fresh('enterprise')]) {
      // In the last hours of a month each earns a cent or less.
      await api.post('/_sandbox/clock/advance', { to: '2025-01-31T18:00:00Z' })
      for (const code of ['DE', 'FR', 'PL', 'SE', 'NO', 'IT', 'ES', 'BE'])
        for (const store of ['store_lumenwave', 'store_marembola', 'store_savandrum'])
          await deliver(api, store, [code], 2)
      await advance(api, '2025-02-01')
      for (const { gross_amount, net_amount } of await royalties(api)) {
        const [gross, net] = [millionths(gross_amount), millionths(net_amount)]
        const [low, high] = gross < 0n ? [gross, 0n] : [0n, gross]
        expect(net >= low && net <= high, `${net_amount} of ${gross_amount}`).toBe(true)
      }
    }
  })

  test('of stores that report late are in a later statement', async () => {
    const api = fresh()
    const byId = new Map((await statements(api)).map(({ id, period }) => [id, period]))
    const late = {
      store_lumenwave: '2024-06',
      store_quorvane: '2024-07',
      store_pernickel: '2024-08',
      store_amberhoard: '2024-09',
    }
    for (const [store, statement] of Object.entries(late)) {
      const records = await royalties(api, `?period=2024-06&store_id=${store}`)
      const main = records.filter(({ gross_amount }) => !gross_amount.startsWith('-'))
      expect(main.map(({ statement_id }) => byId.get(statement_id))).toEqual(main.map(() => statement))
      expect(main.length).toBeGreaterThan(0)
    }
  })

  test('can be negative: a store corrects a line that it reported', async () => {
    const api = fresh()
    const corrections = (await royalties(api)).filter(({ gross_amount }) => gross_amount.startsWith('-'))
    expect(corrections.length).toBeGreaterThan(3)
    expect(corrections.length).toBeLessThan(60)
    const { statement_id, store_id, period, release_id } = corrections[0] as Royalty
    const lines = (await linesOf(api, statement_id)).filter(({ play_count }) => play_count < 0)
    const line = lines.find((one) => one.store_id === store_id) as Line
    const reported = (await royalties(api, `?period=${period}&store_id=${store_id}&release_id=${release_id}`)).find(
      ({ gross_amount }) => !gross_amount.startsWith('-'),
    ) as Royalty
    const original = (await linesOf(api, reported.statement_id)).find(
      (one) => one.isrc === line.isrc && one.territory === line.territory && one.store_id === store_id,
    ) as Line
    expect(original.unit_rate).toBe(line.unit_rate)
    expect(original.play_count).toBeGreaterThan(-line.play_count)
  })

  test('are filtered by period, store, release and currency', async () => {
    const api = fresh()
    const every = await royalties(api)
    const filters: [string, (record: Royalty) => boolean][] = [
      ['?period=2024-05', ({ period }) => period === '2024-05'],
      ['?store_id=store_velostrand', ({ store_id }) => store_id === 'store_velostrand'],
      ['?release_id=rel_seed_02', ({ release_id }) => release_id === 'rel_seed_02'],
      ['?currency=GBP', ({ currency }) => currency === 'GBP'],
      [
        '?currency=EUR&release_id=rel_seed_01&period=2024-05',
        ({ currency, release_id, period }) =>
          currency === 'EUR' && release_id === 'rel_seed_01' && period === '2024-05',
      ],
    ]
    for (const [query, fits] of filters) {
      const found = await royalties(api, query)
      expect(found.length).toBeGreaterThan(0)
      expect(found).toEqual(every.filter(fits))
    }
    for (const query of ['?period=1999-01', '?release_id=rel_seed_08', '?currency=JPY&store_id=store_velostrand'])
      expect(await royalties(api, query)).toEqual([])
  })

  test('in JPY have no decimals, and neither do its statements', async () => {
    const api = fresh('enterprise')
    for (const { gross_amount, net_amount } of [
      ...(await royalties(api, '?currency=JPY')),
      ...(await statements(api, '?currency=JPY')),
    ])
      expect([gross_amount, net_amount].join(' ')).toMatch(/^-?\d+ -?\d+$/)
  })

  test('page and per_page still work, give the same records, and say that they are deprecated', async () => {
    const api = fresh()
    const every = await royalties(api)
    const old: Royalty[] = []
    for (let page = 1; ; page++) {
      const { status, body, headers } = await api.get(`/v1/royalties?page=${page}&per_page=90`)
      expect([status, headers.deprecation]).toEqual([200, '@1717200000'])
      old.push(...body.data)
      expect(body.has_more).toBe(body.next_cursor !== null)
      if (!body.has_more) break
    }
    expect(old).toEqual(every)
    expect((await api.get('/v1/royalties?page=2')).body.data).toEqual(every.slice(20, 40))
    expect((await api.get('/v1/royalties?per_page=3')).body.data).toEqual(every.slice(0, 3))
    expect((await api.get('/v1/royalties?page=2&per_page=5&currency=GBP')).body.data).toEqual(
      every.filter(({ currency }) => currency === 'GBP').slice(5, 10),
    )
    expect((await api.get('/v1/royalties')).headers.deprecation).toBeUndefined()
  })

  test('an old page number and a cursor page line up', async () => {
    const api = fresh()
    const { next_cursor } = (await api.get('/v1/royalties?page=1&per_page=7')).body
    const next = (await api.get(`/v1/royalties?limit=7&cursor=${next_cursor}`)).body.data
    expect(next).toEqual((await api.get('/v1/royalties?page=2&per_page=7')).body.data)
  })
})

describe('refuses', () => {
  const wrong: [what: string, path: string, code: string, field: string | undefined][] = [
    ['page=0', '/v1/royalties?page=0', 'invalid_request', 'page'],
    ['per_page=0', '/v1/royalties?per_page=0', 'invalid_request', 'per_page'],
    ['per_page=1000', '/v1/royalties?per_page=1000', 'invalid_request', 'per_page'],
    ['page=x', '/v1/royalties?page=x', 'invalid_request', 'page'],
    ['limit=101', '/v1/royalties?limit=101', 'invalid_request', 'limit'],
    ['page with cursor', '/v1/royalties?page=1&cursor=x', 'invalid_request', 'cursor'],
    ['page with limit', '/v1/royalties?page=1&limit=5', 'invalid_request', 'limit'],
    ['per_page with cursor', '/v1/royalties?per_page=5&cursor=x', 'invalid_request', 'cursor'],
    ['an unknown currency', '/v1/royalties?currency=XXX', 'invalid_request', 'currency'],
    ['a currency in lower case', '/v1/royalties?currency=eur', 'invalid_request', 'currency'],
    ['a thirteenth month', '/v1/royalties?period=2024-13', 'invalid_request', 'period'],
    ['a month of the year 0', '/v1/royalties?period=0000-01', 'invalid_request', 'period'],
    ['a statement of the year 0', '/v1/statements?period=0000-12', 'invalid_request', 'period'],
    ['an unknown store', '/v1/royalties?store_id=store_x', 'invalid_request', 'store_id'],
    ['an unknown store with a page', '/v1/royalties?store_id=nope&page=2', 'invalid_request', 'store_id'],
    ['a period that is a day', '/v1/royalties?period=2024-01-01', 'invalid_request', 'period'],
    ['a period of words', '/v1/statements?period=may', 'invalid_request', 'period'],
    ['an unknown currency of statements', '/v1/statements?currency=CHF', 'invalid_request', 'currency'],
    ['an unknown status', '/v1/statements?status=paid', 'invalid_request', 'status'],
    ['a cursor of nobody', '/v1/royalties?cursor=x', 'invalid_cursor', undefined],
    ['an unknown payout status', '/v1/payouts?status=held', 'invalid_request', 'status'],
  ]
  test.each(wrong)('%s', async (_, path, code, field) => {
    const answer = await fresh().get(path)
    expect(refusal(answer)).toEqual([400, code])
    if (field) expect(fields(answer)).toContain(field)
  })

  test('an unknown store, with a suggestion or a pointer to the list', async () => {
    const issue = async (store: string) =>
      (await fresh().get(`/v1/royalties?store_id=${store}`)).body.error.details[0].issue
    expect(await issue('store_lumenwav')).toBe('is not a known store; did you mean store_lumenwave?')
    expect(await issue('spotify')).toBe('is not a known store; GET /v1/stores lists them')
  })

  test('a cursor of another list, of other filters and of another statement', async () => {
    const api = fresh()
    const [one, other] = await statements(api, '?currency=USD&status=closed')
    const cursorOf = async (path: string) => (await api.get(path)).body.next_cursor
    const ofStatements = await cursorOf('/v1/statements?limit=2')
    const ofRecords = await cursorOf('/v1/royalties?limit=2')
    const ofLines = await cursorOf(`/v1/statements/${one?.id}/line-items?limit=2`)
    for (const path of [
      `/v1/royalties?cursor=${ofStatements}`,
      `/v1/statements?cursor=${ofRecords}`,
      `/v1/royalties?currency=EUR&cursor=${ofRecords}`,
      `/v1/statements/${other?.id}/line-items?cursor=${ofLines}`,
      `/v1/payouts?cursor=${ofLines}`,
    ])
      expect(refusal(await api.get(path))).toEqual([400, 'invalid_cursor'])
  })

  test('unknown statements, those of another world, and those before the first', async () => {
    const api = fresh()
    const foreign = (await statements(fresh()))[9] as Statement
    for (const id of ['stm_x', 'x', foreign.id, foreign.id.replace('stm', 'pay'), 'stm_000000000000000000000'])
      for (const path of [`/v1/statements/${id}`, `/v1/statements/${id}/line-items`])
        expect(refusal(await api.get(path))).toEqual([404, 'not_found'])
  })
})

describe('a release that is delivered in the sandbox', () => {
  test('earns for the rest of the month', async () => {
    const api = fresh()
    await advance(api, '2025-01-16')
    const { release } = await deliver(api, 'store_lumenwave')
    expect(await royalties(api, `?release_id=${release}`)).toEqual([])
    await advance(api, '2025-03-01')
    const earned = await royalties(api, `?release_id=${release}`)
    const [february, january] = earned.filter(({ gross_amount }) => !gross_amount.startsWith('-'))
    expect([february?.period, january?.period]).toEqual(['2025-02', '2025-01'])
    expect(Number(january?.gross_amount)).toBeGreaterThan(0)
    expect(Number(january?.gross_amount) * 1.4).toBeLessThan(Number(february?.gross_amount))
  })

  test('earns where it was delivered to, and nowhere else', async () => {
    const api = fresh()
    const { release } = await deliver(api, 'store_lumenwave', ['DE', 'FR', 'US', 'GB', 'BR', 'MX'], 40)
    await advance(api, '2025-02-01')
    const isrcs = (await all<{ isrc: string }>(api, `/v1/tracks?release_id=${release}`)).map(({ isrc }) => isrc)
    const [statement] = await statements(api, '?period=2025-01&currency=USD')
    const lines = (await linesOf(api, statement?.id as string)).filter(({ isrc }) => isrcs.includes(isrc))
    expect(lines.length).toBeGreaterThan(20)
    for (const { store_id, territory } of lines) {
      expect(store_id).toBe('store_lumenwave')
      expect(['DE', 'FR', 'US', 'GB', 'BR', 'MX']).toContain(territory)
    }
  })

  test('stops after its takedown', async () => {
    const api = fresh()
    const { release, delivery } = await deliver(api, 'store_lumenwave', ['WORLDWIDE'], 5)
    await advance(api, '2025-02-10')
    await api.post('/_sandbox/simulate/delivery', { delivery_id: delivery, outcome: 'taken_down' })
    await advance(api, '2025-06-01')
    const plain = (await royalties(api, `?release_id=${release}`)).filter(
      ({ gross_amount }) => !gross_amount.startsWith('-'),
    )
    expect(plain.map(({ period }) => period)).toEqual(['2025-02', '2025-01'])
    expect(Number(plain[0]?.gross_amount)).toBeLessThan(Number(plain[1]?.gross_amount) / 2)
  })

  test('keeps earning through another delivery after a takedown', async () => {
    const api = fresh()
    const { release, delivery: first } = await deliver(api, 'store_lumenwave', ['DE', 'FR', 'US'], 30)
    // Under another label it is another release to the store.
    await api.patch(`/v1/releases/${release}`, { label: 'Other Label' })
    const order = { release_id: release, store_ids: ['store_lumenwave'], territory_codes: ['BR', 'MX', 'US'] }
    const { id: second } = (await api.post('/v1/deliveries', order)).body
    await api.post('/_sandbox/simulate/delivery', { delivery_id: second, outcome: 'delivered' })
    const isrcs = (await all<{ isrc: string }>(api, `/v1/tracks?release_id=${release}`)).map(({ isrc }) => isrc)
    const heard = async (period: string) => {
      const [statement] = await statements(api, `?period=${period}&currency=USD`)
      const lines = await linesOf(api, statement?.id as string)
      const own = lines.filter(({ isrc, play_count }) => isrcs.includes(isrc) && play_count > 0)
      expect(new Set(own.map(({ isrc, territory }) => `${isrc} ${territory}`)).size).toBe(own.length)
      return [...new Set(own.map(({ territory }) => territory))].sort()
    }
    await advance(api, '2025-02-01')
    expect(await heard('2025-01')).toEqual(['BR', 'DE', 'FR', 'MX', 'US'])
    await api.post('/_sandbox/simulate/delivery', { delivery_id: second, outcome: 'taken_down' })
    await advance(api, '2025-03-01')
    expect(await heard('2025-02')).toEqual(['DE', 'FR', 'US'])
    await api.post('/_sandbox/simulate/delivery', { delivery_id: first, outcome: 'taken_down' })
    await advance(api, '2025-04-01')
    expect(await heard('2025-03')).toEqual([])
  })

  test('a seeded release keeps earning elsewhere after a takedown in one territory', async () => {
    const [api, other] = [fresh(), fresh()]
    const order = { release_id: 'rel_seed_01', store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
    const { id } = (await api.post('/v1/deliveries', order)).body
    await api.post('/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'delivered' })
    const heard = async (client: Client, period: string) => {
      const isrcs = (await all<{ isrc: string }>(client, '/v1/tracks?release_id=rel_seed_01')).map(({ isrc }) => isrc)
      const [statement] = await statements(client, `?period=${period}&currency=USD`)
      const lines = (await linesOf(client, statement?.id as string)).filter(
        ({ isrc, store_id, play_count }) => isrcs.includes(isrc) && store_id === 'store_lumenwave' && play_count > 0,
      )
      expect(new Set(lines.map(({ isrc, territory }) => `${isrc} ${territory}`)).size).toBe(lines.length)
      return lines.map(({ territory }) => territory)
    }
    await advance(api, '2025-02-01')
    const before = await heard(api, '2025-01')
    await api.post('/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'taken_down' })
    await advance(api, '2025-03-01')
    const after = await heard(api, '2025-02')
    expect(before.filter((code) => code !== 'DE').length).toBeGreaterThan(20)
    expect([...new Set(after)].sort()).toEqual([...new Set(before)].filter((code) => code !== 'DE').sort())
    await advance(other, '2025-03-01')
    expect((await heard(other, '2025-02')).length).toBeGreaterThan(20)
  })

  test('a seeded release earns until its takedown, and is not counted twice after another delivery', async () => {
    const [api, other] = [fresh(), fresh()]
    const order = { release_id: 'rel_seed_01', store_ids: ['store_lumenwave'], territory_codes: ['WORLDWIDE'] }
    const { id } = (await api.post('/v1/deliveries', order)).body
    await api.post('/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'delivered' })
    await advance(api, '2025-03-01')
    const query = '?store_id=store_lumenwave&release_id=rel_seed_01'
    const gross = async (client: Client, period: string) =>
      (await royalties(client, `${query}&period=${period}`))
        .map(({ gross_amount }) => Number(gross_amount))
        .filter((amount) => amount > 0)
    expect(await gross(api, '2025-02')).toHaveLength(1)
    expect((await gross(api, '2025-02'))[0]).toBeLessThan(1.5 * ((await gross(api, '2024-12'))[0] as number))
    await api.post('/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'taken_down' })
    await advance(api, '2025-05-01')
    expect(await gross(api, '2025-03')).toEqual([])
    await advance(other, '2025-05-01')
    expect(await gross(other, '2025-03')).toHaveLength(1)
  })
})

describe('ten thousand lines', () => {
  test('are paged from first to last without a gap', async () => {
    const api = fresh()
    await deliver(api, 'store_lumenwave', ['WORLDWIDE'], 300)
    await advance(api, '2025-02-01')
    const [statement] = await statements(api, '?period=2025-01&currency=USD')
    const lines = await linesOf(api, statement?.id as string)
    expect(lines.length).toBeGreaterThan(10_000)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    const exact = sum(lines.map(({ earnings }) => earnings))
    expect(isWithinHalf(exact, millionths(statement?.gross_amount as string), 2)).toBe(true)
  }, 30_000)

  test('paging through an open statement continues after the end of its month', async () => {
    const api = fresh()
    const [statement] = await statements(api, '?status=open&currency=USD')
    const path = `/v1/statements/${statement?.id}/line-items`
    const before = await linesOf(api, statement?.id as string)
    const first = (await api.get(`${path}?limit=50`)).body
    await advance(api, '2025-02-01')
    const second = (await api.get(`${path}?limit=50&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data]).toEqual(before.slice(0, 100))
    const after = await linesOf(api, statement?.id as string)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length).toBeGreaterThan(before.length)
  })
})

describe('when a month ends between two pages', () => {
  const rest = async (api: Client, path: string, first: { data: { id: string }[]; next_cursor: string }) => {
    const found = first.data.map(({ id }) => id)
    for (let cursor: string | null = first.next_cursor; cursor; ) {
      const { body } = await api.get(`${path}&cursor=${cursor}`)
      found.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
    }
    return found
  }

  test.each(['/v1/royalties?limit=3', '/v1/royalties?limit=50&store_id=store_quorvane', '/v1/statements?limit=3'])(
    '%s neither repeats nor skips what was there',
    async (path) => {
      const api = fresh()
      const before = (await all<{ id: string }>(api, path.replace(/limit=\d+&?/, ''))).map(({ id }) => id)
      const first = (await api.get(path)).body
      await advance(api, '2025-03-01')
      const found = await rest(api, path, first)
      expect(new Set(found).size).toBe(found.length)
      expect(found.filter((id) => before.includes(id))).toEqual(before)
    },
  )

  test('the lines of an open statement do not change when it closes', async () => {
    const api = fresh()
    const open = (await statements(api, '?status=open')).map(({ id }) => id)
    const of = async () => (await royalties(api)).filter(({ statement_id }) => open.includes(statement_id))
    const before = await of()
    await advance(api, '2025-02-01')
    const after = await of()
    expect(before.length).toBeGreaterThan(5)
    expect(after.length).toBeGreaterThan(before.length)
    expect(after.filter(({ id }) => before.some((record) => record.id === id))).toEqual(before)
  })
})

test.each(['1971-01-01', '2024-02-29', '9998-01-01'])(
  'a world that begins at %s has its statements too',
  async (start) => {
    const { fresh: anew } = await startSandbox({ now: Date.parse(start) })
    const api = anew()
    const found = await statements(api)
    expect(found).toHaveLength(100)
    expect(found[0]).toMatchObject({ period: start.slice(0, 7), status: 'open' })
    expect((await api.get('/_sandbox/invariants')).body.ok).toBe(true)
  },
)

describe('amounts are the same', () => {
  const everything = async (api: Client) => [await statements(api), await royalties(api)]

  test('however early, late or often they are read', async () => {
    const { client } = await startSandbox()
    const { client: another } = await startSandbox()
    const [curious, patient] = [client('sk_sandbox_standard_same'), another('sk_sandbox_standard_same')]
    for (const api of [curious, patient]) {
      const { delivery } = await deliver(api, 'store_quorvane')
      for (const day of ['2025-01-20', '2025-02-01', '2025-03-15']) {
        if (api === curious) await everything(api)
        await advance(api, day)
      }
      await api.patch('/v1/releases/rel_seed_01', { territories: ['DE'] })
      await api.post('/_sandbox/simulate/delivery', { delivery_id: delivery, outcome: 'taken_down' })
      await advance(api, '2025-07-01')
    }
    expect(await everything(curious)).toEqual(await everything(patient))
  })

  test('after a reset, and differ in another world', async () => {
    const api = fresh()
    const first = await everything(api)
    await deliver(api, 'store_lumenwave')
    await advance(api, '2025-03-01')
    expect(await everything(api)).not.toEqual(first)
    await api.post('/_sandbox/reset')
    expect(await everything(api)).toEqual(first)
    const amounts = (rows: unknown) => (rows as Statement[]).map(({ gross_amount }) => gross_amount)
    const others = await statements(fresh())
    expect(amounts(others)).not.toEqual(amounts(first[0]))
    const ids = new Set((first[0] as Statement[]).map(({ id }) => id))
    expect(others.filter(({ id }) => ids.has(id))).toEqual([])
  })
})

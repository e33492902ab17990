import { afterAll, expect, test } from 'vitest'
import type { Fetch } from '../../proof/model/client.js'
import type { Command, Step } from '../../proof/model/commands/command.js'
import { modelProof, tryCase } from '../../proof/model/proof.js'
import { runCase } from '../../proof/model/run-case.js'
import { createTrial } from '../../proof/runner/proof.js'
import { createSandbox } from '../../src/composition/create-sandbox.js'

const sandbox = await createSandbox({ listen: false, clock: 'manual' })
afterAll(() => sandbox.close())

test('passes a few cases', async () => {
  const [fact] = await modelProof.run(createTrial(modelProof, { seed: 3, cases: 3 }, () => {}))
  expect(fact).toMatch(/^3 cases, \d{2,3} steps, /)
})

type Body = Record<string, unknown>

/** The response with another body or status. */
async function withBody(
  response: Response,
  change: (body: Body) => unknown,
  status = response.status,
): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(change((await response.json()) as Body)), { status, headers })
}

/** The route of a request, such as `POST /v1/releases`, with ids replaced by `*`. */
const routeOf = (path: string, method = 'GET') =>
  `${method} ${path.replace(/\?.*/, '').replace(/\/[a-z]+_[0-9a-z_]{5,}/, '/*')}`

type FetchFault = (real: Fetch) => (name: string, ...call: Parameters<Fetch>) => ReturnType<Fetch>

/** Changes the responses of one route. */
const changeResponse =
  (route: string, change: (response: Response) => Promise<Response> | Response): FetchFault =>
  (real) =>
  async (name, ...call) =>
    name === route ? change(await real(...call)) : real(...call)

const doubleAmount = (amount: unknown) => String(amount).replace(/\d+/, (whole) => String(Number(whole) * 2))
const withDoubledAmount = (row: Body) => ({ ...row, amount: doubleAmount(row.amount) })

const key = '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18'
const artists = [{ name: 'Mira Solane', role: 'main' as const }]
const body = { title: 'Paper Lanterns', artists, release_date: '2027-03-05' }
const create: Step = { call: { op: 'createRelease', body, key } }
const order = { release_id: 'rel_seed_07', store_ids: ['store_lumenwave'], territory_codes: ['DE'] }
const deliver: Step = { call: { op: 'createDelivery', body: order } }
const advance = (duration: string): Step => ({ advance: { duration } })
const pay: Command = ({ statements }) => {
  const [first] = [...statements.values()].filter(({ status }) => status === 'closed')
  return { call: { op: 'createPayout', body: { statement_ids: [first?.id ?? ''] } } }
}

/** Planted faults, the steps that reach them, and the expected message. */
const FAULTS: [description: string, fault: FetchFault, steps: (Step | Command)[], message: RegExp][] = [
  [
    'a replay that creates a second release',
    (real) => async (name, path, init) => {
      const response = await real(path, init)
      const { 'idempotency-key': _, ...headers } = (init?.headers ?? {}) as Record<string, string>
      if (name === 'POST /v1/releases' && response.headers.has('idempotent-replayed'))
        await real(path, { ...init, headers })
      return response
    },
    [create, create],
    /of the releases, \[0\]/,
  ],
  [
    'a replay with another body',
    (real) =>
      async (_, ...call) => {
        const response = await real(...call)
        return response.headers.has('idempotent-replayed')
          ? withBody(response, (body) => ({ ...body, again: true }))
          : response
      },
    [create, create],
    /should be the first one again/,
  ],
  [
    'a key that is never forgotten',
    (real) => {
      const kept = new Map<string, Response>()
      return async (_, path, init) => {
        const key = ((init?.headers ?? {}) as Record<string, string>)['idempotency-key']
        const name = `${key} ${init?.method} ${path} ${Buffer.from((init?.body as Uint8Array) ?? '')}`
        if (key !== undefined && kept.has(name)) return (kept.get(name) as Response).clone()
        const response = await real(path, init)
        if (path === '/_sandbox/worlds' || /restore|reset/.test(String(path))) kept.clear()
        if (response.headers.has('idempotent-replayed')) kept.set(name, response.clone())
        return response
      }
    },
    [create, create, advance('24h'), create],
    /should be \d+.*, but is|says that it is a replay/,
  ],
  [
    'a delivery that skips a state',
    changeResponse('GET /v1/deliveries', async (response) => {
      const text = (await response.text()).replaceAll('"ingesting"', '"pending"')
      return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
    }),
    [deliver, advance('30m')],
    /stores\[\d\]\.status should be "ingesting", but is "pending"/,
  ],
  [
    'a status that can still be patched after its sunset',
    changeResponse('PATCH /v1/releases/*', (response) =>
      response.status === 422 ? withBody(response, () => ({ status: 'submitted' }), 200) : response,
    ),
    [{ call: { op: 'updateRelease', id: 'rel_seed_06', body: { status: 'submitted' } } }],
    /should be 422 \w+, but is 200/,
  ],
  [
    'a track that is added after the submission',
    changeResponse('POST /v1/tracks', (response) =>
      response.status === 409 ? withBody(response, () => ({ id: 'trk_0' }), 201) : response,
    ),
    [{ call: { op: 'createTrack', body: { release_id: 'rel_seed_05', title: 'One more' } } }],
    /should be 409 invalid_state, but is 201/,
  ],
  [
    'a payout above the balance',
    (real) =>
      async (name, ...call) => {
        const response = await real(...call)
        if (name === 'POST /v1/payouts' && response.status === 201) return withBody(response, withDoubledAmount)
        if (name !== 'GET /v1/payouts') return response
        return withBody(response, (page) => ({ ...page, data: (page.data as Body[]).map(withDoubledAmount) }))
      },
    [pay],
    /amount should be "[\d.]+", but is "[\d.]+"/,
  ],
  [
    'an event that gets lost',
    changeResponse('GET /_sandbox/events', (response) =>
      withBody(response, ({ data }) => ({
        data: (data as Body[]).filter(({ event_type }) => event_type !== 'delivery.completed'),
      })),
    ),
    [deliver, advance('24h')],
    /of the events, /,
  ],
  [
    'a restore without effect',
    (real) => async (_, path, init) =>
      String(path).endsWith('/restore') ? real('/_sandbox/clock', { headers: init?.headers ?? {} }) : real(path, init),
    [{ save: 'before' }, create, { restore: 'before' }],
    /Afterwards, of the/,
  ],
  [
    'a token that outlives its hour',
    changeResponse('GET /v1/releases', (response) =>
      response.status === 401 ? new Response('{}', { status: 200 }) : response,
    ),
    [{ requestToken: true }, advance('1h'), (_, { tokens }) => ({ useToken: tokens[0] ?? '' })],
    /should be 401, but is 200/,
  ],
  [
    'an invariant that does not hold',
    changeResponse('GET /_sandbox/invariants', (response) =>
      withBody(response, () => ({ ok: false, checks: [{ name: 'a sum', violations: ['one cent'] }] })),
    ),
    [advance('0s')],
    /does not hold any more: a sum \(one cent\)/,
  ],
]

test.each(FAULTS)('detects %s, and passes the unmodified sandbox', async (_, fault, steps, message) => {
  const faultyFetch = fault(sandbox.fetch)
  const fetch: Fetch = (path, init) => faultyFetch(routeOf(String(path), init?.method), path, init)
  const commands = steps.map((step): Command => (typeof step === 'function' ? step : () => step))
  const testCase = { tier: 'enterprise' as const, scenario: 'happy-path', commands }
  await runCase(sandbox.fetch, testCase)
  await expect(runCase(fetch, testCase)).rejects.toThrow(message)
})

test('reports a failure as a few steps with the expected and the actual value', async () => {
  const fetch: Fetch = async (path, init) => {
    const response = await sandbox.fetch(path, init)
    const isSubmission = routeOf(String(path), init?.method) === 'POST /v1/releases/*/submit'
    return isSubmission && response.status === 200
      ? withBody(response, (body) => ({ ...body, review_status: 'done' }))
      : response
  }
  let found: string | undefined
  for (let seed = 1; found === undefined; seed++) found = await tryCase(fetch, seed, { maxRuns: 60 })
  const lines = found.split('\n')
  expect(lines.length).toBeLessThan(10)
  expect(lines[0]).toMatch(/^In the scenario [\w-]+, with an? \w+ account:$/)
  expect(lines.at(-2)).toMatch(/^ {2}\d+\. 202\d-\S+Z POST \/v1\/releases\/\w+\/submit/)
  expect(lines.at(-1)).toBe('In the response, review_status should be "pending", but is "done".')
})

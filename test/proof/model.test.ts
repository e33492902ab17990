import { afterAll, expect, test } from 'vitest'
import type { Command, Step } from '../../proof/model/aiming.js'
import type { Fetch } from '../../proof/model/client.js'
import { runCase } from '../../proof/model/play.js'
import { proof, tryCase } from '../../proof/model/proof.js'
import { createTrial } from '../../proof/runner/proof.js'
import { createSandbox } from '../../src/composition/sandbox.js'

const sandbox = await createSandbox({ listen: false, clock: 'manual' })
afterAll(() => sandbox.close())

test('a few cases hold', async () => {
  const [fact] = await proof.run(createTrial(proof, { seed: 3, cases: 3 }, () => {}))
  expect(fact).toMatch(/^3 cases, \d{2,3} steps, /)
})

type Body = Record<string, unknown>

/** The same answer with another body, or another status. */
async function withBody(answer: Response, change: (body: Body) => unknown, status = answer.status): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(change((await answer.json()) as Body)), { status, headers })
}

/** What is asked for: `POST /v1/releases`, with ids left out. */
const routeOf = (path: string, method = 'GET') =>
  `${method} ${path.replace(/\?.*/, '').replace(/\/[a-z]+_[0-9a-z_]{5,}/, '/*')}`

type FetchFault = (real: Fetch) => (name: string, ...call: Parameters<Fetch>) => ReturnType<Fetch>

/** Bends the answers to one kind of call. */
const changeResponse =
  (route: string, change: (answer: Response) => Promise<Response> | Response): FetchFault =>
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

/** Faults that the sandbox could have, the steps that meet them, and what is said then. */
const FAULTS: [what: string, fault: FetchFault, steps: (Step | Command)[], said: RegExp][] = [
  [
    'a replay that creates a second release',
    (real) => async (name, path, init) => {
      const answer = await real(path, init)
      const { 'idempotency-key': _, ...headers } = (init?.headers ?? {}) as Record<string, string>
      if (name === 'POST /v1/releases' && answer.headers.has('idempotent-replayed'))
        await real(path, { ...init, headers })
      return answer
    },
    [create, create],
    /of the releases, \[0\]/,
  ],
  [
    'a replay with another body',
    (real) =>
      async (_, ...call) => {
        const answer = await real(...call)
        return answer.headers.has('idempotent-replayed')
          ? withBody(answer, (body) => ({ ...body, again: true }))
          : answer
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
        const answer = await real(path, init)
        if (path === '/_sandbox/worlds' || /restore|reset/.test(String(path))) kept.clear()
        if (answer.headers.has('idempotent-replayed')) kept.set(name, answer.clone())
        return answer
      }
    },
    [create, create, advance('24h'), create],
    /should be \d+.*, but is|says that it is a replay/,
  ],
  [
    'a delivery that skips a state',
    changeResponse('GET /v1/deliveries', async (answer) => {
      const text = (await answer.text()).replaceAll('"ingesting"', '"pending"')
      return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } })
    }),
    [deliver, advance('30m')],
    /stores\[\d\]\.status should be "ingesting", but is "pending"/,
  ],
  [
    'a status that can still be patched after its sunset',
    changeResponse('PATCH /v1/releases/*', (answer) =>
      answer.status === 422 ? withBody(answer, () => ({ status: 'submitted' }), 200) : answer,
    ),
    [{ call: { op: 'updateRelease', id: 'rel_seed_06', body: { status: 'submitted' } } }],
    /should be 422 \w+, but is 200/,
  ],
  [
    'a track that is added after the submission',
    changeResponse('POST /v1/tracks', (answer) =>
      answer.status === 409 ? withBody(answer, () => ({ id: 'trk_0' }), 201) : answer,
    ),
    [{ call: { op: 'createTrack', body: { release_id: 'rel_seed_05', title: 'One more' } } }],
    /should be 409 invalid_state, but is 201/,
  ],
  [
    'a payout above the balance',
    (real) =>
      async (name, ...call) => {
        const answer = await real(...call)
        if (name === 'POST /v1/payouts' && answer.status === 201) return withBody(answer, withDoubledAmount)
        if (name !== 'GET /v1/payouts') return answer
        return withBody(answer, (page) => ({ ...page, data: (page.data as Body[]).map(withDoubledAmount) }))
      },
    [pay],
    /amount should be "[\d.]+", but is "[\d.]+"/,
  ],
  [
    'an event that gets lost',
    changeResponse('GET /_sandbox/events', (answer) =>
      withBody(answer, ({ data }) => ({
        data: (data as Body[]).filter(({ event_type }) => event_type !== 'delivery.completed'),
      })),
    ),
    [deliver, advance('24h')],
    /of the events, /,
  ],
  [
    'a restore that leaves everything as it is',
    (real) => async (_, path, init) =>
      String(path).endsWith('/restore') ? real('/_sandbox/clock', { headers: init?.headers ?? {} }) : real(path, init),
    [{ save: 'before' }, create, { restore: 'before' }],
    /Afterwards, of the/,
  ],
  [
    'a token that outlives its hour',
    changeResponse('GET /v1/releases', (answer) =>
      answer.status === 401 ? new Response('{}', { status: 200 }) : answer,
    ),
    [{ ask: 'token' }, advance('1h'), (_, { tokens }) => ({ present: tokens[0] ?? '' })],
    /should be 401, but is 200/,
  ],
  [
    'books that do not balance',
    changeResponse('GET /_sandbox/invariants', (answer) =>
      withBody(answer, () => ({ ok: false, checks: [{ name: 'a sum', violations: ['one cent'] }] })),
    ),
    [advance('0s')],
    /does not hold any more: a sum \(one cent\)/,
  ],
]

test.each(FAULTS)('%s is found, and nothing is where it is not', async (_, fault, steps, message) => {
  const faultyFetch = fault(sandbox.fetch)
  const fetch: Fetch = (path, init) => faultyFetch(routeOf(String(path), init?.method), path, init)
  const commands = steps.map((step): Command => (typeof step === 'function' ? step : () => step))
  const one = { tier: 'enterprise' as const, scenario: 'happy-path', commands }
  await runCase(sandbox.fetch, one)
  await expect(runCase(fetch, one)).rejects.toThrow(message)
})

test('what is found is told by few steps, in words, with what was expected and what came', async () => {
  const fetch: Fetch = async (path, init) => {
    const answer = await sandbox.fetch(path, init)
    const isSubmission = routeOf(String(path), init?.method) === 'POST /v1/releases/*/submit'
    return isSubmission && answer.status === 200
      ? withBody(answer, (body) => ({ ...body, review_status: 'done' }))
      : answer
  }
  let found: string | undefined
  for (let seed = 1; found === undefined; seed++) found = await tryCase(fetch, seed, { maxRuns: 60 })
  const lines = found.split('\n')
  expect(lines.length).toBeLessThan(10)
  expect(lines[0]).toMatch(/^In the scenario [\w-]+, with an? \w+ account:$/)
  expect(lines.at(-2)).toMatch(/^ {2}\d+\. 202\d-\S+Z POST \/v1\/releases\/\w+\/submit/)
  expect(lines.at(-1)).toBe('In the answer, review_status should be "pending", but is "done".')
})

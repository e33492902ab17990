import { afterAll, expect, test } from 'vitest'
import type { Fetch } from '../../proof/model/client.js'
import { proof, tryCase } from '../../proof/model/proof.js'
import { createTrial } from '../../proof/proof.js'
import { createSandbox } from '../../src/sandbox.js'

const sandbox = await createSandbox({ listen: false, clock: 'manual' })
afterAll(() => sandbox.close())

test('a few cases hold', async () => {
  const [fact] = await proof.run(createTrial(proof, { seed: 3, cases: 3 }, () => {}))
  expect(fact).toMatch(/^3 cases, \d{2,3} steps, /)
})

type Body = Record<string, unknown>

/** The same answer with another body, or another status. */
async function changed(answer: Response, change: (body: Body) => unknown, status = answer.status): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(change((await answer.json()) as Body)), { status, headers })
}

/** What is asked for: `POST /v1/releases`, with ids left out. */
const nameOf = (path: string, method = 'GET') =>
  `${method} ${path.replace(/\?.*/, '').replace(/\/[a-z]+_[0-9a-z_]{5,}/, '/*')}`

type Fault = (real: Fetch) => (name: string, ...call: Parameters<Fetch>) => ReturnType<Fetch>

/** Bends the answers to one kind of call. */
const bending =
  (wanted: string, bend: (answer: Response) => Promise<Response> | Response): Fault =>
  (real) =>
  async (name, ...call) =>
    name === wanted ? bend(await real(...call)) : real(...call)

const double = (amount: unknown) => String(amount).replace(/\d+/, (whole) => String(Number(whole) * 2))
const doubled = (row: Body) => ({ ...row, amount: double(row.amount) })

/** Faults that the sandbox could have, and what is said when a case meets them. */
const FAULTS: [what: string, fault: Fault, said: RegExp][] = [
  [
    'a replay that creates a second release',
    (real) => async (name, path, init) => {
      const answer = await real(path, init)
      const { 'idempotency-key': _, ...headers } = (init?.headers ?? {}) as Record<string, string>
      if (name === 'POST /v1/releases' && answer.headers.has('idempotent-replayed'))
        await real(path, { ...init, headers })
      return answer
    },
    /of the releases, \[0\]/,
  ],
  [
    'a replay with another body',
    (real) =>
      async (_, ...call) => {
        const answer = await real(...call)
        return answer.headers.has('idempotent-replayed')
          ? changed(answer, (body) => ({ ...body, again: true }))
          : answer
      },
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
    /should be \d+.*, but is|says that it is a replay/,
  ],
  [
    'a delivery that skips a state',
    bending('GET /v1/deliveries', async (answer) => {
      const text = (await answer.text()).replaceAll('"ingesting"', '"pending"')
      return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } })
    }),
    /stores\[\d\]\.status should be "ingesting", but is "pending"/,
  ],
  [
    'a status that can still be patched after its sunset',
    bending('PATCH /v1/releases/*', (answer) =>
      answer.status === 422 ? changed(answer, () => ({ status: 'submitted' }), 200) : answer,
    ),
    /should be 422 \w+, but is 200/,
  ],
  [
    'a track that is added after the submission',
    bending('POST /v1/tracks', (answer) =>
      answer.status === 409 ? changed(answer, () => ({ id: 'trk_0' }), 201) : answer,
    ),
    /should be 409 invalid_state, but is 201/,
  ],
  [
    'a payout above the balance',
    (real) =>
      async (name, ...call) => {
        const answer = await real(...call)
        if (name === 'POST /v1/payouts' && answer.status === 201) return changed(answer, doubled)
        if (name !== 'GET /v1/payouts') return answer
        return changed(answer, (page) => ({ ...page, data: (page.data as Body[]).map(doubled) }))
      },
    /amount should be "[\d.]+", but is "[\d.]+"/,
  ],
  [
    'an event that gets lost',
    bending('GET /_sandbox/events', (answer) =>
      changed(answer, ({ data }) => ({
        data: (data as Body[]).filter(({ event_type }) => event_type !== 'delivery.completed'),
      })),
    ),
    /of the events, /,
  ],
  [
    'a restore that leaves everything as it is',
    (real) => async (_, path, init) =>
      String(path).endsWith('/restore') ? real('/_sandbox/clock', { headers: init?.headers ?? {} }) : real(path, init),
    /Afterwards, of the/,
  ],
  [
    'a token that outlives its hour',
    bending('GET /v1/releases', (answer) => (answer.status === 401 ? new Response('{}', { status: 200 }) : answer)),
    /should be 401, but is 200/,
  ],
  [
    'books that do not balance',
    bending('GET /_sandbox/invariants', (answer) =>
      changed(answer, () => ({ ok: false, checks: [{ name: 'a sum', violations: ['one cent'] }] })),
    ),
    /does not hold any more: a sum \(one cent\)/,
  ],
]

const MOST_CASES = 60

test.each(FAULTS)('%s is found', async (_, fault, said) => {
  const bent = fault(sandbox.fetch)
  const fetch: Fetch = (path, init) => bent(nameOf(String(path), init?.method), path, init)
  let found: string | undefined
  for (let seed = 1; seed <= MOST_CASES && found === undefined; seed++) found = await tryCase(fetch, seed, { tries: 1 })
  expect(found).toMatch(said)
})

test('what is found is told by few steps, in words, with what was expected and what came', async () => {
  const fetch: Fetch = async (path, init) => {
    const answer = await sandbox.fetch(path, init)
    const isSubmission = nameOf(String(path), init?.method) === 'POST /v1/releases/*/submit'
    return isSubmission && answer.status === 200
      ? changed(answer, (body) => ({ ...body, review_status: 'done' }))
      : answer
  }
  let found: string | undefined
  for (let seed = 1; found === undefined; seed++) found = await tryCase(fetch, seed, { tries: 60 })
  const lines = found.split('\n')
  expect(lines.length).toBeLessThan(10)
  expect(lines[0]).toMatch(/^In the scenario [\w-]+, with an? \w+ account:$/)
  expect(lines.at(-2)).toMatch(/^ {2}\d+\. 202\d-\S+Z POST \/v1\/releases\/\w+\/submit/)
  expect(lines.at(-1)).toBe('In the answer, review_status should be "pending", but is "done".')
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { control, service } from '../../proof/fuzz/contract.js'
import { createDriver, createStats } from '../../proof/fuzz/driver.js'
import type { HttpRequest, HttpResponse } from '../../proof/fuzz/exchange.js'
import { missingCoverage, openTestSandboxes, runCase, type TestSandboxes } from '../../proof/fuzz/fuzz.js'
import { sendMalformed } from '../../proof/fuzz/hostile.js'
import { draftFor } from '../../proof/fuzz/recipes.js'
import { type RequestDraft, toRequest, uuid } from '../../proof/fuzz/requests.js'
import type { TestSandbox } from '../../proof/fuzz/stage.js'
import { CaseFailure } from '../../proof/runner/proof.js'
import { createRandom } from '../../proof/runner/random.js'

const random = createRandom(1)
const KEY = 'sk_sandbox_standard_planted'
const RELEASE = { title: 'T', artists: [{ name: 'A', role: 'main' }], release_date: '2040-01-01' }

let sandboxes: TestSandboxes
beforeAll(async () => (sandboxes = await openTestSandboxes()))
afterAll(() => sandboxes.close())

const requestFor = (id: string, overrides: Partial<RequestDraft> = {}) =>
  toRequest(draftFor(service, id, overrides), KEY)
const create = (changes: object = {}, headers = {}) =>
  requestFor('createRelease', { body: { ...RELEASE, ...changes }, headers })
const editJson = (text: string, change: (body: never) => void) => {
  const body = JSON.parse(text)
  change(body as never)
  return JSON.stringify(body)
}

/** What a faulty sandbox would make of a request, or of its own answer. */
interface PlantedFault {
  before?(request: HttpRequest): HttpRequest
  after?(answer: HttpResponse, request: HttpRequest): HttpResponse | Promise<HttpResponse>
}

const withFault = (
  sandbox: TestSandbox,
  { before = (request) => request, after = (answer) => answer }: PlantedFault,
): TestSandbox => ({
  ...sandbox,
  async send(request) {
    const answer = await sandbox.send(before(request))
    return answer && after(answer, request)
  },
})

const changeBody = (change: (body: never) => void): PlantedFault => ({
  after: (answer) => ({ ...answer, text: editJson(answer.text, change) }),
})
const changeHeaders = (changes: Record<string, string | undefined>): PlantedFault => ({
  after: (answer) => ({ ...answer, headers: JSON.parse(JSON.stringify({ ...answer.headers, ...changes })) }),
})

/** Does something else on the way. */
const EXTRA_WRITE: PlantedFault = {
  async after(answer) {
    await sandboxes.lenient.send(create())
    return answer
  },
}

type Row = [what: string, request: HttpRequest, plant: PlantedFault, complaint: RegExp]
type Errors = { error: { code: string; request_id: string; details: { field?: string }[] } }

const rows: Row[] = [
  [
    'a status that is not documented',
    requestFor('listStores'),
    { after: (answer) => ({ ...answer, status: 418 }) },
    /no status 418/,
  ],
  [
    'a 500 that nobody asked for',
    requestFor('listStores'),
    {
      after: ({ headers }) => {
        const error = { code: 'internal_error', message: 'Oops.', request_id: headers['x-request-id'] }
        return { status: 500, headers, text: JSON.stringify({ error }) }
      },
    },
    /as documented, and yet refused with 500/,
  ],
  [
    'a field that is not documented',
    requestFor('listStores'),
    changeBody((page: { data: object[] }) => Object.assign(page.data[0] as object, { colour: 'red' })),
    /unevaluated/,
  ],
  [
    'a field that is missing',
    create(),
    changeBody((release: { upc?: string }) => delete release.upc),
    /required property 'upc'/,
  ],
  [
    'a value of the wrong form',
    create(),
    changeBody((release: { upc: string }) => (release.upc = '123')),
    /\/upc must match pattern/,
  ],
  [
    'a header that is missing',
    requestFor('listStores'),
    changeHeaders({ 'ratelimit-limit': undefined }),
    /ratelimit-limit is missing/,
  ],
  [
    'a header with a wrong value',
    requestFor('listStores'),
    changeHeaders({ 'ratelimit-limit': 'many' }),
    /ratelimit-limit can't be many/,
  ],
  [
    'a header that is not documented',
    requestFor('listStores'),
    changeHeaders({ 'x-powered-by': 'magic' }),
    /x-powered-by is not documented/,
  ],
  [
    'another content type',
    requestFor('listStores'),
    changeHeaders({ 'content-type': 'text/html' }),
    /content type must be application\/json/,
  ],
  [
    'another request id in the body',
    create({ title: 1 }),
    changeBody(({ error }: Errors) => (error.request_id = 'req_x')),
    /the error names the request req_x/,
  ],
  [
    'a code that is not documented',
    create({ title: 1 }),
    changeBody(({ error }: Errors) => (error.code = 'payout_on_hold')),
    /code payout_on_hold is not documented/,
  ],
  [
    'a fault that is not named',
    create({ title: 1, label: 2 }),
    changeBody(({ error }: Errors) => error.details.pop()),
    /details must name "label"/,
  ],
  [
    'a fault that is none',
    create({ title: 1 }),
    changeBody(({ error }: Errors) => error.details.push({ field: 'upc' })),
    /nothing is wrong with what details name/,
  ],
  ['what is invalid is accepted', create({ title: 1 }), { before: () => create() }, /the status must be 422/],
  ['what is valid is refused', create(), { before: () => create({ title: 1 }) }, /as documented, and yet refused/],
  [
    'an unknown query is refused',
    requestFor('listStores', { query: { x: '1' } }),
    { before: () => requestFor('listStores', { query: { limit: 'x' } }) },
    /as documented, and yet refused/,
  ],
  [
    'nobody is warned of an unknown field',
    create({ x_unknown: 1 }),
    { before: () => create() },
    /nobody is warned of "x_unknown"/,
  ],
  [
    'a wrong parameter is ignored',
    requestFor('listStores', { query: { limit: '101' } }),
    { before: () => requestFor('listStores') },
    /"limit" is wrong/,
  ],
  [
    'a malformed key is ignored',
    create({}, { 'idempotency-key': 'x' }),
    { before: () => create() },
    /"Idempotency-Key" is wrong/,
  ],
  [
    'another type is taken',
    create({}, { 'content-type': 'text/plain' }),
    { before: () => create() },
    /the status must be 415/,
  ],
  [
    'a wrong method is taken',
    { ...requestFor('listStores'), method: 'PATCH' },
    { before: () => requestFor('listStores') },
    /no status 200/,
  ],
  [
    'Allow forgets a method',
    { ...requestFor('listReleases'), method: 'PUT' },
    changeHeaders({ allow: 'GET' }),
    /Allow must be GET,POST/,
  ],
  [
    'an unknown path is found',
    { ...requestFor('listStores'), target: '/v1/nowhere' },
    { before: () => requestFor('listStores') },
    /no status 200/,
  ],
  ['a refusal leaves a trace', create({ title: 1 }), EXTRA_WRITE, /left traces in the world: releases, counters/],
  ['a read leaves a trace', requestFor('listStores'), EXTRA_WRITE, /left traces in the world/],
]

describe('a planted fault is found:', () => {
  test.each(rows)('%s', async (_, request, plant, complaint) => {
    await sandboxes.lenient.send(requestFor('listStores'))
    const createPlainDriver = (sandbox: TestSandbox) =>
      createDriver({ seed: 7, sandbox, key: KEY, stats: createStats() })
    const found = createPlainDriver(withFault(sandboxes.lenient, plant)).send('planted', request)
    await expect(found).rejects.toThrow(complaint)
    await expect(found).rejects.toThrow(CaseFailure)
    // And it is the plant that is found.
    await createPlainDriver(sandboxes.lenient).send('not planted', request)
  })

  const withoutCredential = { ...requestFor('listReleases'), headers: { host: 'mds.test' } }
  test.each([
    [
      'no credential is asked for',
      withoutCredential,
      'none',
      { before: () => requestFor('listReleases') },
      /the status must be 401/,
    ],
    [
      'no challenge',
      withoutCredential,
      'none',
      changeHeaders({ 'www-authenticate': 'Basic' }),
      /WWW-Authenticate can't be Basic/,
    ],
    [
      'no word of the error',
      { ...withoutCredential, headers: { ...withoutCredential.headers, 'x-api-key': 'x' } },
      'wrong',
      changeHeaders({ 'www-authenticate': 'Bearer realm="mds-sandbox"' }),
      /but the credential was wrong/,
    ],
  ] as const)('%s', async (_, request, credential, plant, complaint) => {
    const driver = createDriver({
      seed: 7,
      sandbox: withFault(sandboxes.lenient, plant),
      key: KEY,
      stats: createStats(),
    })
    await expect(driver.send('planted', request, { credential })).rejects.toThrow(complaint)
  })

  test('a connection is answered differently', async () => {
    const { direct, networked } = sandboxes
    const connection = networked.connect()
    const slow = {
      ...connection,
      send: (request: HttpRequest) => connection.send({ ...request, target: '/v1/stores?limit=1' }),
    }
    const driver = createDriver({
      seed: 7,
      sandbox: direct,
      key: KEY,
      stats: createStats(),
      mirror: { sandbox: networked, connection: slow },
    })
    await expect(driver.send('planted', requestFor('listStores'))).rejects.toThrow(/over a connection it is another/)
    connection.close()
  })

  test('the second judge disagrees', async () => {
    const prism = { validate: () => [{ kind: 'response' }], shouldCheck: () => true }
    const driver = createDriver({ seed: 7, sandbox: sandboxes.lenient, key: KEY, stats: createStats(), prism })
    await expect(driver.send('planted', requestFor('listStores'))).rejects.toThrow(/Prism disagrees/)
  })

  test.each<[what: string, plant: PlantedFault, complaint: RegExp]>([
    [
      'lists that forget has_more',
      { after: (answer) => ({ ...answer, text: answer.text.replace('"has_more":', '"more":') }) },
      /has_more/,
    ],
    [
      'retries that are done again',
      {
        before: (request) =>
          'idempotency-key' in request.headers
            ? { ...request, headers: { ...request.headers, 'idempotency-key': uuid(random) } }
            : request,
      },
      /the first answer must be given again/,
    ],
    [
      'replays that do not say so',
      changeHeaders({ 'idempotent-replayed': undefined }),
      /the first answer must be given again/,
    ],
  ])('%s, in a whole case', async (_, plant, complaint) => {
    const lenient = withFault(sandboxes.lenient, plant)
    const failed = runCase(4, { ...sandboxes, lenient }, createStats(), { lenient: 0, compared: 0 })
    await expect(failed).rejects.toThrow(complaint)
  })

  test('a status that no request leads to', () => {
    const stats = createStats()
    const all = missingCoverage(stats)
    expect(all.length).toBeGreaterThan(450)
    stats.codes = new Set(all)
    stats.pairs = new Set(all.filter((pair) => pair !== 'createWebhook 403'))
    expect(missingCoverage(stats)).toEqual(['createWebhook 403'])
  })
})

test('a case of nothing but what is right holds, and has every operation', async () => {
  const tally = createStats()
  await runCase(3, sandboxes, tally, { lenient: 0, compared: 0 })
  const ids = new Set([...tally.pairs].map((pair) => pair.split(' ')[0]))
  expect(ids).toEqual(new Set([...service.operations, ...control.operations].map(({ id }) => id)))
})

test('a connection is answered the same, and survives what is hardly HTTP', async () => {
  const { direct, networked, prism } = sandboxes
  const connection = networked.connect()
  const stats = createStats()
  const mirror = { sandbox: networked, connection }
  const driver = createDriver({
    seed: 7,
    sandbox: direct,
    key: KEY,
    stats,
    mirror,
    prism: { validate: prism, shouldCheck: () => true },
  })
  for (const body of [{}, { title: '\ud800' }, { label: null }, { upc: '036000291453', x_unknown: 1 }])
    await driver.send('a release', create(body))
  expect(await sendMalformed(7, connection)).toBeGreaterThan(20)
  await driver.send('the stores', requestFor('listStores'))
  expect([stats.overConnections, stats.checkedByPrism]).toEqual([5, 5])
  connection.close()
})

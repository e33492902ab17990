import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { control, service } from '../../proof/fuzz/contract.js'
import { createDriver, createTally } from '../../proof/fuzz/driver.js'
import type { Answer, Request } from '../../proof/fuzz/exchange.js'
import { openStages, runCase, type Stages, unreached } from '../../proof/fuzz/fuzz.js'
import { sendHostile } from '../../proof/fuzz/hostile.js'
import { draftOf } from '../../proof/fuzz/recipes.js'
import { type Draft, spell, uuid } from '../../proof/fuzz/requests.js'
import type { Stage } from '../../proof/fuzz/stage.js'
import { CaseFailed } from '../../proof/runner/proof.js'
import { createRandom } from '../../proof/runner/random.js'

const random = createRandom(1)
const KEY = 'sk_sandbox_standard_planted'
const RELEASE = { title: 'T', artists: [{ name: 'A', role: 'main' }], release_date: '2040-01-01' }

let stages: Stages
beforeAll(async () => (stages = await openStages()))
afterAll(() => stages.close())

const of = (id: string, parts: Partial<Draft> = {}) => spell(draftOf(service, id, parts), KEY)
const create = (changes: object = {}, headers = {}) =>
  of('createRelease', { body: { ...RELEASE, ...changes }, headers })
const changed = (text: string, change: (body: never) => void) => {
  const body = JSON.parse(text)
  change(body as never)
  return JSON.stringify(body)
}

/** What a faulty sandbox would make of a request, or of its own answer. */
interface Plant {
  before?(request: Request): Request
  after?(answer: Answer, request: Request): Answer | Promise<Answer>
}

const planted = (stage: Stage, { before = (request) => request, after = (answer) => answer }: Plant): Stage => ({
  ...stage,
  async send(request) {
    const answer = await stage.send(before(request))
    return answer && after(answer, request)
  },
})

const body = (change: (body: never) => void): Plant => ({
  after: (answer) => ({ ...answer, text: changed(answer.text, change) }),
})
const headers = (changes: Record<string, string | undefined>): Plant => ({
  after: (answer) => ({ ...answer, headers: JSON.parse(JSON.stringify({ ...answer.headers, ...changes })) }),
})

/** Does something else on the way. */
const MEDDLING: Plant = {
  async after(answer) {
    await stages.quick.send(create())
    return answer
  },
}

type Row = [what: string, request: Request, plant: Plant, complaint: RegExp]
type Errors = { error: { code: string; request_id: string; details: { field?: string }[] } }

const rows: Row[] = [
  [
    'a status that is not documented',
    of('listStores'),
    { after: (answer) => ({ ...answer, status: 418 }) },
    /no status 418/,
  ],
  [
    'a 500 that nobody asked for',
    of('listStores'),
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
    of('listStores'),
    body((page: { data: object[] }) => Object.assign(page.data[0] as object, { colour: 'red' })),
    /unevaluated/,
  ],
  [
    'a field that is missing',
    create(),
    body((release: { upc?: string }) => delete release.upc),
    /required property 'upc'/,
  ],
  [
    'a value of the wrong form',
    create(),
    body((release: { upc: string }) => (release.upc = '123')),
    /\/upc must match pattern/,
  ],
  [
    'a header that is missing',
    of('listStores'),
    headers({ 'ratelimit-limit': undefined }),
    /ratelimit-limit is missing/,
  ],
  [
    'a header with a wrong value',
    of('listStores'),
    headers({ 'ratelimit-limit': 'many' }),
    /ratelimit-limit can't be many/,
  ],
  [
    'a header that is not documented',
    of('listStores'),
    headers({ 'x-powered-by': 'magic' }),
    /x-powered-by is not documented/,
  ],
  [
    'another content type',
    of('listStores'),
    headers({ 'content-type': 'text/html' }),
    /content type must be application\/json/,
  ],
  [
    'another request id in the body',
    create({ title: 1 }),
    body(({ error }: Errors) => (error.request_id = 'req_x')),
    /the error names the request req_x/,
  ],
  [
    'a code that is not documented',
    create({ title: 1 }),
    body(({ error }: Errors) => (error.code = 'payout_on_hold')),
    /code payout_on_hold is not documented/,
  ],
  [
    'a fault that is not named',
    create({ title: 1, label: 2 }),
    body(({ error }: Errors) => error.details.pop()),
    /details must name "label"/,
  ],
  [
    'a fault that is none',
    create({ title: 1 }),
    body(({ error }: Errors) => error.details.push({ field: 'upc' })),
    /nothing is wrong with what details name/,
  ],
  ['what is invalid is accepted', create({ title: 1 }), { before: () => create() }, /the status must be 422/],
  ['what is valid is refused', create(), { before: () => create({ title: 1 }) }, /as documented, and yet refused/],
  [
    'an unknown query is refused',
    of('listStores', { query: { x: '1' } }),
    { before: () => of('listStores', { query: { limit: 'x' } }) },
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
    of('listStores', { query: { limit: '101' } }),
    { before: () => of('listStores') },
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
    { ...of('listStores'), method: 'PATCH' },
    { before: () => of('listStores') },
    /no status 200/,
  ],
  [
    'Allow forgets a method',
    { ...of('listReleases'), method: 'PUT' },
    headers({ allow: 'GET' }),
    /Allow must be GET,POST/,
  ],
  [
    'an unknown path is found',
    { ...of('listStores'), target: '/v1/nowhere' },
    { before: () => of('listStores') },
    /no status 200/,
  ],
  ['a refusal leaves a trace', create({ title: 1 }), MEDDLING, /left traces in the world: releases, counters/],
  ['a read leaves a trace', of('listStores'), MEDDLING, /left traces in the world/],
]

describe('a planted fault is found:', () => {
  test.each(rows)('%s', async (_, request, plant, complaint) => {
    await stages.quick.send(of('listStores'))
    const at = (stage: Stage) => createDriver({ seed: 7, stage, key: KEY, tally: createTally() })
    const found = at(planted(stages.quick, plant)).send('planted', request)
    await expect(found).rejects.toThrow(complaint)
    await expect(found).rejects.toThrow(CaseFailed)
    // And it is the plant that is found.
    await at(stages.quick).send('not planted', request)
  })

  const bare = { ...of('listReleases'), headers: { host: 'mds.test' } }
  test.each([
    ['no credential is asked for', bare, 'none', { before: () => of('listReleases') }, /the status must be 401/],
    ['no challenge', bare, 'none', headers({ 'www-authenticate': 'Basic' }), /WWW-Authenticate can't be Basic/],
    [
      'no word of the error',
      { ...bare, headers: { ...bare.headers, 'x-api-key': 'x' } },
      'wrong',
      headers({ 'www-authenticate': 'Bearer realm="mds-sandbox"' }),
      /but the credential was wrong/,
    ],
  ] as const)('%s', async (_, request, credential, plant, complaint) => {
    const driver = createDriver({ seed: 7, stage: planted(stages.quick, plant), key: KEY, tally: createTally() })
    await expect(driver.send('planted', request, { credential })).rejects.toThrow(complaint)
  })

  test('a connection is answered differently', async () => {
    const { near, far } = stages
    const connection = far.open()
    const slow = {
      ...connection,
      send: (request: Request) => connection.send({ ...request, target: '/v1/stores?limit=1' }),
    }
    const driver = createDriver({
      seed: 7,
      stage: near,
      key: KEY,
      tally: createTally(),
      twin: { stage: far, connection: slow },
    })
    await expect(driver.send('planted', of('listStores'))).rejects.toThrow(/over a connection it is another/)
    connection.close()
  })

  test('the second judge disagrees', async () => {
    const prism = { judge: () => [{ kind: 'response' }], isNext: () => true }
    const driver = createDriver({ seed: 7, stage: stages.quick, key: KEY, tally: createTally(), prism })
    await expect(driver.send('planted', of('listStores'))).rejects.toThrow(/Prism disagrees/)
  })

  test.each<[what: string, plant: Plant, complaint: RegExp]>([
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
      headers({ 'idempotent-replayed': undefined }),
      /the first answer must be given again/,
    ],
  ])('%s, in a whole case', async (_, plant, complaint) => {
    const quick = planted(stages.quick, plant)
    const failed = runCase(4, { ...stages, quick }, createTally(), { quick: 0, compared: 0 })
    await expect(failed).rejects.toThrow(complaint)
  })

  test('a status that no request leads to', () => {
    const tally = createTally()
    const all = unreached(tally)
    expect(all.length).toBeGreaterThan(450)
    tally.codes = new Set(all)
    tally.pairs = new Set(all.filter((pair) => pair !== 'createWebhook 403'))
    expect(unreached(tally)).toEqual(['createWebhook 403'])
  })
})

test('a case of nothing but what is right holds, and has every operation', async () => {
  const tally = createTally()
  await runCase(3, stages, tally, { quick: 0, compared: 0 })
  const ids = new Set([...tally.pairs].map((pair) => pair.split(' ')[0]))
  expect(ids).toEqual(new Set([...service.operations, ...control.operations].map(({ id }) => id)))
})

test('a connection is answered the same, and survives what is hardly HTTP', async () => {
  const { near, far, prism } = stages
  const connection = far.open()
  const tally = createTally()
  const twin = { stage: far, connection }
  const driver = createDriver({
    seed: 7,
    stage: near,
    key: KEY,
    tally,
    twin,
    prism: { judge: prism, isNext: () => true },
  })
  for (const body of [{}, { title: '\ud800' }, { label: null }, { upc: '036000291453', x_unknown: 1 }])
    await driver.send('a release', create(body))
  expect(await sendHostile(7, connection)).toBeGreaterThan(20)
  await driver.send('the stores', of('listStores'))
  expect([tally.overSockets, tally.byPrism]).toEqual([5, 5])
  connection.close()
})

import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { control, service } from '../../proof/fuzz/checks/contract.js'
import { createDriver, createStats } from '../../proof/fuzz/driver.js'
import type { HttpRequest, HttpResponse } from '../../proof/fuzz/http-message.js'
import { missingCoverage, openTestSandboxes, runCase, type TestSandboxes } from '../../proof/fuzz/proof.js'
import { cutConnections } from '../../proof/fuzz/requests/cut-connections.js'
import { sendMalformed } from '../../proof/fuzz/requests/malformed-requests.js'
import { draftFor } from '../../proof/fuzz/requests/recipes.js'
import { type RequestDraft, toRequest, uuid } from '../../proof/fuzz/requests/request-variants.js'
import type { TestSandbox } from '../../proof/fuzz/test-sandbox.js'
import { CaseFailure } from '../../proof/runner/proof.js'
import { createRandom } from '../../proof/runner/random.js'
import { listen } from '../../src/http/server/listen.js'

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

/** A fault that changes a request or a response. */
interface PlantedFault {
  before?(request: HttpRequest): HttpRequest
  after?(response: HttpResponse, request: HttpRequest): HttpResponse | Promise<HttpResponse>
}

const withFault = (
  sandbox: TestSandbox,
  { before = (request) => request, after = (response) => response }: PlantedFault,
): TestSandbox => ({
  ...sandbox,
  async send(request) {
    const response = await sandbox.send(before(request))
    return response && after(response, request)
  },
})

const changeBody = (change: (body: never) => void): PlantedFault => ({
  after: (response) => ({ ...response, text: editJson(response.text, change) }),
})
const changeHeaders = (changes: Record<string, string | undefined>): PlantedFault => ({
  after: (response) => ({ ...response, headers: JSON.parse(JSON.stringify({ ...response.headers, ...changes })) }),
})

/** Creates a release as a side effect. */
const EXTRA_WRITE: PlantedFault = {
  async after(response) {
    await sandboxes.lenient.send(create())
    return response
  },
}

type Row = [description: string, request: HttpRequest, fault: PlantedFault, message: RegExp]
type Errors = { error: { code: string; request_id: string; details: { field?: string }[] } }

const rows: Row[] = [
  [
    'a status that is not documented',
    requestFor('listStores'),
    { after: (response) => ({ ...response, status: 418 }) },
    /no status 418/,
  ],
  [
    'an unexpected 500',
    requestFor('listStores'),
    {
      after: ({ headers }) => {
        const error = { code: 'internal_error', message: 'Oops.', request_id: headers['x-request-id'] }
        return { status: 500, headers, text: JSON.stringify({ error }) }
      },
    },
    /valid but refused with 500/,
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
    'an issue missing from details',
    create({ title: 1, label: 2 }),
    changeBody(({ error }: Errors) => error.details.pop()),
    /details must name "label"/,
  ],
  [
    'a valid field in details',
    create({ title: 1 }),
    changeBody(({ error }: Errors) => error.details.push({ field: 'upc' })),
    /details names fields that are valid/,
  ],
  ['an invalid request is accepted', create({ title: 1 }), { before: () => create() }, /the status must be 422/],
  ['a valid request is refused', create(), { before: () => create({ title: 1 }) }, /valid but refused/],
  [
    'an unknown query is refused',
    requestFor('listStores', { query: { x: '1' } }),
    { before: () => requestFor('listStores', { query: { limit: 'x' } }) },
    /valid but refused/,
  ],
  [
    'an unknown field without a warning',
    create({ x_unknown: 1 }),
    { before: () => create() },
    /there is no warning about "x_unknown"/,
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
    'another media type is accepted',
    create({}, { 'content-type': 'text/plain' }),
    { before: () => create() },
    /the status must be 415/,
  ],
  [
    'a wrong method is accepted',
    { ...requestFor('listStores'), method: 'PATCH' },
    { before: () => requestFor('listStores') },
    /no status 200/,
  ],
  [
    'a method is missing from Allow',
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
  ['a refused request changes the world', create({ title: 1 }), EXTRA_WRITE, /changed the world: releases, counters/],
  ['a read changes the world', requestFor('listStores'), EXTRA_WRITE, /changed the world/],
]

describe('detects a planted fault:', () => {
  test.each(rows)('%s', async (_, request, fault, message) => {
    await sandboxes.lenient.send(requestFor('listStores'))
    const createPlainDriver = (sandbox: TestSandbox) =>
      createDriver({ seed: 7, sandbox, key: KEY, stats: createStats() })
    const found = createPlainDriver(withFault(sandboxes.lenient, fault)).send('planted', request)
    await expect(found).rejects.toThrow(message)
    await expect(found).rejects.toThrow(CaseFailure)
    // The same request passes without the planted fault.
    await createPlainDriver(sandboxes.lenient).send('not planted', request)
  })

  const withoutCredential = { ...requestFor('listReleases'), headers: { host: 'mds.test' } }
  test.each([
    [
      'a missing credential is accepted',
      withoutCredential,
      'none',
      { before: () => requestFor('listReleases') },
      /the status must be 401/,
    ],
    [
      'a challenge of another scheme',
      withoutCredential,
      'none',
      changeHeaders({ 'www-authenticate': 'Basic' }),
      /WWW-Authenticate can't be Basic/,
    ],
    [
      'WWW-Authenticate without error',
      { ...withoutCredential, headers: { ...withoutCredential.headers, 'x-api-key': 'x' } },
      'wrong',
      changeHeaders({ 'www-authenticate': 'Bearer realm="mds-sandbox"' }),
      /but the credential was wrong/,
    ],
  ] as const)('%s', async (_, request, credential, fault, message) => {
    const driver = createDriver({
      seed: 7,
      sandbox: withFault(sandboxes.lenient, fault),
      key: KEY,
      stats: createStats(),
    })
    await expect(driver.send('planted', request, { credential })).rejects.toThrow(message)
  })

  test('another response over a connection', async () => {
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
    await expect(driver.send('planted', requestFor('listStores'))).rejects.toThrow(
      /over a connection the response differs/,
    )
    connection.close()
  })

  test('Prism disagrees', async () => {
    const prism = { validate: () => [{ kind: 'response' }], shouldCheck: () => true }
    const driver = createDriver({ seed: 7, sandbox: sandboxes.lenient, key: KEY, stats: createStats(), prism })
    await expect(driver.send('planted', requestFor('listStores'))).rejects.toThrow(/Prism disagrees/)
  })

  test.each<[description: string, fault: PlantedFault, message: RegExp]>([
    [
      'lists without has_more',
      { after: (response) => ({ ...response, text: response.text.replace('"has_more":', '"more":') }) },
      /has_more/,
    ],
    [
      'retries that are applied again',
      {
        before: (request) =>
          'idempotency-key' in request.headers
            ? { ...request, headers: { ...request.headers, 'idempotency-key': uuid(random) } }
            : request,
      },
      /the first response must be sent again/,
    ],
    [
      'replays without Idempotent-Replayed',
      changeHeaders({ 'idempotent-replayed': undefined }),
      /the first response must be sent again/,
    ],
  ])('%s, in a full case', async (_, fault, message) => {
    const lenient = withFault(sandboxes.lenient, fault)
    const failed = runCase(4, { ...sandboxes, lenient }, createStats(), { lenient: 0, compared: 0 })
    await expect(failed).rejects.toThrow(message)
  })

  test.each<[description: string, plant: (server: Server) => void, message: RegExp]>([
    ['a tunnel without a response', (server) => server.on('connect', () => {}), /neither responded nor closed/],
    [
      'a tunnel that stays open',
      (server) => server.on('connect', (_, socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')),
      /holds \d+ connections without a client|neither responded nor closed/,
    ],
    [
      'a server that stops serving',
      (server) => {
        let isDown = false
        server.on('request', (request, response) => {
          isDown ||= request.method === 'M-SEARCH'
          response.writeHead(isDown ? 500 : 200).end()
        })
      },
      /no longer serves: 500/,
    ],
  ])('%s, when connections are cut', async (_, plant, message) => {
    const server = createServer()
    plant(server)
    server.on('request', (_, response) => response.writableEnded || response.end())
    const sockets = new Set<Socket>()
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    })
    const port = await listen(server, 0, '127.0.0.1')
    const target = { port, countConnections: () => sockets.size }
    await expect(cutConnections(7, target, 3000)).rejects.toThrow(message)
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  test('a documented status that no request reaches', () => {
    const stats = createStats()
    const all = missingCoverage(stats)
    expect(all.length).toBeGreaterThan(450)
    stats.codes = new Set(all)
    stats.pairs = new Set(all.filter((pair) => pair !== 'createWebhook 403'))
    expect(missingCoverage(stats)).toEqual(['createWebhook 403'])
  })
})

test('a case of valid requests passes and covers every operation', async () => {
  const stats = createStats()
  await runCase(3, sandboxes, stats, { lenient: 0, compared: 0 })
  const ids = new Set([...stats.pairs].map((pair) => pair.split(' ')[0]))
  expect(ids).toEqual(new Set([...service.operations, ...control.operations].map(({ id }) => id)))
})

test('gives the same responses over a connection and survives malformed HTTP', async () => {
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

test('holds no connection that its client has cut', async () => {
  expect(await cutConnections(7, sandboxes.networked)).toBeGreaterThan(200)
})

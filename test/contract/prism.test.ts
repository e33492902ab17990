import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import controlDocument from '../../control.openapi.yaml'
import document from '../../openapi.yaml'
import { createSandbox, type Sandbox } from '../../src/composition/create-sandbox.js'
import type { Document } from '../../src/contract/openapi-document.js'
import { createRouter, type Operation } from '../../src/contract/router.js'
import { nextId } from '../../src/core/primitives/ids.js'
import type { Disagreement, Exchange, Finding } from '../support/prism/exchange.js'
import { findKnownDifference, KNOWN_DIFFERENCES } from '../support/prism/known-differences.js'
import { loadPrismCheck, loadStrictPrismCheck } from '../support/prism-check.js'

type Headers = Record<string, string>
type Request = [method: string, url: string, headers?: Headers, body?: string | Buffer]

const KEY = { 'x-api-key': 'sk_sandbox_standard_demo' }
const ENTERPRISE = { 'x-api-key': 'sk_sandbox_enterprise_prism' }
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const RELEASE = '/v1/releases/rel_seed_08'
const TOKEN = '/v1/oauth/token'
const GRANT = 'grant_type=client_credentials'
const CLIENT = 'client_id=client_enterprise_demo&client_secret=sk_sandbox_enterprise_demo'
const UUID = '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18'

/** The first endpoint that is registered with this key. */
const WEBHOOK = nextId({ seed: 1, key: KEY['x-api-key'], counters: {} }, 'whk')

const valid = {
  title: 'Paper Lanterns',
  artists: [{ name: 'Mira Solane', role: 'main' }],
  release_date: '2027-03-05',
}

const get = (url: string, headers: Headers = {}): Request => ['GET', url, { ...KEY, ...headers }]
const bare = (url: string, headers: Headers = {}): Request => ['GET', url, headers]
const raw = (body: string | Buffer, headers: Headers = JSON_TYPE): Request => [
  'POST',
  '/v1/releases',
  { ...KEY, ...headers },
  body,
]
const create = (changes: object, headers: Headers = {}): Request =>
  raw(JSON.stringify({ ...valid, ...changes }), { ...JSON_TYPE, ...headers })
const track = (changes: object): Request => [
  'POST',
  '/v1/tracks',
  { ...KEY, ...JSON_TYPE },
  JSON.stringify({ release_id: 'rel_seed_08', title: 'T', ...changes }),
]
const patch = (changes: unknown, url = RELEASE): Request => [
  'PATCH',
  url,
  { ...KEY, ...JSON_TYPE },
  JSON.stringify(changes),
]
const token = (form: string, headers: Headers = {}): Request => ['POST', TOKEN, { ...FORM, ...headers }, form]
const advance = (body: unknown): Request => [
  'POST',
  '/_sandbox/clock/advance',
  { ...KEY, ...JSON_TYPE },
  JSON.stringify(body),
]
const control = (method: string, path: string, body: unknown): Request => [
  method,
  `/_sandbox/${path}`,
  { ...KEY, ...JSON_TYPE },
  JSON.stringify(body),
]
const hook = (changes: object): Request => [
  'POST',
  '/v1/webhooks',
  { ...KEY, ...JSON_TYPE },
  JSON.stringify({ event_type: ['asset.ready'], ...changes }),
]
const redeliver = (body: object): Request => [
  'POST',
  `/v1/webhooks/${WEBHOOK}/redeliver`,
  { ...KEY, ...JSON_TYPE },
  JSON.stringify(body),
]
const deliver = (changes: object, headers: Headers = {}): Request => [
  'POST',
  '/v1/deliveries',
  { ...KEY, ...JSON_TYPE, ...headers },
  JSON.stringify({
    release_id: 'rel_seed_05',
    store_ids: ['store_lumenwave'],
    territory_codes: ['WORLDWIDE'],
    ...changes,
  }),
]
const pay = (body: unknown): Request => ['POST', '/v1/payouts', { ...KEY, ...JSON_TYPE }, JSON.stringify(body)]
const basic = (client: string, scheme = 'Basic ') => ({
  authorization: scheme + Buffer.from(client).toString('base64'),
})

let checkWithPrism: (exchange: Exchange) => Disagreement[]
let strictly: (exchange: Exchange) => Finding[]
beforeAll(async () => {
  checkWithPrism = await loadPrismCheck()
  strictly = await loadStrictPrismCheck()
})

function send(sandbox: Sandbox, [method, url, headers = {}, body]: Request): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const { port } = sandbox
    const call = httpRequest({ port, method, path: url, headers: { ...length, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
      response.on('end', () =>
        resolve({
          request: { method, url, headers, body },
          response: { status: response.statusCode ?? 0, headers: response.headers as Headers, body: text },
        }),
      )
    })
    call.on('error', reject).end(body)
  })
}

describe('Prism detects', () => {
  const answered = {
    id: 'rel_0c1k8w6z4m2q9s7d5f3h1',
    ...valid,
    label: 'Driftwood Audio',
    upc: '036000291452',
    territories: ['WORLD'],
    status: 'draft',
    artwork_asset_id: null,
    created_at: '2025-01-01T00:00:00.000Z',
    updated_at: '2025-01-01T00:00:00.000Z',
  }
  const page = { data: [answered], next_cursor: null, has_more: false }
  const standing = {
    'Content-Type': 'application/json',
    'X-Request-Id': 'req_1x9c2ab0f3k7d5m8q2w4z',
    'RateLimit-Limit': '6000',
    'RateLimit-Remaining': '6000',
  }
  const challenge = { ...standing, 'WWW-Authenticate': 'Bearer realm="mds-sandbox"' }
  const error = (code: string, message = 'Why.') => ({ error: { code, message, request_id: standing['X-Request-Id'] } })

  const exchange = (
    [method, url, headers = {}, body]: Request,
    status: number,
    answer: unknown,
    sent: Headers = standing,
  ): Exchange => ({
    request: { method, url, headers, body },
    response: { status, headers: sent, body: typeof answer === 'string' ? answer : JSON.stringify(answer) },
  })
  const without = (name: string) => Object.fromEntries(Object.entries(standing).filter(([key]) => key !== name))

  test.each<[string, Exchange]>([
    ['a release that was created', exchange(create({}), 201, answered)],
    ['a release that was refused', exchange(create({ title: 1 }), 422, error('validation_failed'))],
    ['a page', exchange(get('/v1/releases?limit=5'), 200, page)],
    ['a limit that was refused', exchange(get('/v1/releases?limit=0'), 400, error('invalid_request'))],
    ['a release that is not there', exchange(get('/v1/releases/rel_x'), 404, error('not_found'))],
    ['no credential', exchange(bare('/v1/releases'), 401, error('unauthorized'), challenge)],
    ['a wrong type', exchange(raw('<a/>', { 'content-type': 'text/xml' }), 415, error('unsupported_media_type'))],
    ['a path that is not there', exchange(get('/v1/nothing'), 404, error('not_found'))],
    ['a method that is not there', exchange(['DELETE', '/v1/stores', KEY], 405, error('method_not_allowed'))],
  ])('no issue in %s', (_, right) => {
    expect(checkWithPrism(right)).toEqual([])
  })

  test.each<[string, Disagreement['kind'], RegExp, Exchange]>([
    ['an invalid body accepted', 'request', /title must be string/, exchange(create({ title: 1 }), 201, answered)],
    ['an invalid body crashed over', 'request', /title/, exchange(create({ title: 1 }), 500, error('internal_error'))],
    ['a valid body refused', 'request', /^$/, exchange(create({}), 422, error('validation_failed'))],
    ['broken JSON accepted', 'request', /must be object/, exchange(raw('{'), 201, answered)],
    [
      'an invalid limit accepted',
      'request',
      /limit must be <= 100/,
      exchange(get('/v1/releases?limit=101'), 200, page),
    ],
    ['a valid limit refused', 'request', /^$/, exchange(get('/v1/releases?limit=5'), 400, error('invalid_request'))],
    [
      'an invalid Idempotency-Key accepted',
      'request',
      /idempotency-key must match pattern/,
      exchange(create({}, { 'Idempotency-Key': 'x' }), 201, answered),
    ],
    [
      'a valid Idempotency-Key refused',
      'request',
      /^$/,
      exchange(create({}, { 'Idempotency-Key': UUID }), 400, error('invalid_idempotency_key')),
    ],
    ['a form without its grant accepted', 'request', /grant_type/, exchange(token('a=b'), 401, {}, challenge)],
    ['a right type refused', 'request', /^$/, exchange(create({}), 415, error('unsupported_media_type'))],
    [
      'a wrong type accepted',
      'request',
      /Supported content types/,
      exchange(raw('<a/>', { 'content-type': 'text/xml' }), 201, answered),
    ],
    [
      'a wrong type read all the same',
      'request',
      /Supported content types/,
      exchange(raw('{}', { 'content-type': 'text/xml' }), 422, error('validation_failed')),
    ],
    ['an open door', 'security', /security scheme/, exchange(bare('/v1/releases'), 200, page)],
    ['a key not seen', 'security', /^$/, exchange(get('/v1/releases'), 401, error('unauthorized'), challenge)],
    ['an undocumented status', 'response', /status code/, exchange(get('/v1/releases'), 418, error('forbidden'))],
    ['an undocumented success', 'response', /status code/, exchange(create({}), 202, answered)],
    ['a wrong body', 'response', /property title must be string/, exchange(create({}), 201, { ...answered, title: 1 })],
    ['a bare error', 'response', /'request_id'/, exchange(get(RELEASE), 404, { error: { code: 'not_found' } })],
    ['an unlisted error code', 'response', /code must be equal/, exchange(get(RELEASE), 404, error('lost'))],
    ['broken JSON answered', 'response', /must be object/, exchange(get('/v1/releases'), 200, '{')],
    ['an empty answer', 'response', /must be object/, exchange(get('/v1/releases'), 200, '')],
    [
      'a missing header',
      'response',
      /'x-request-id'/,
      exchange(get('/v1/releases'), 200, page, without('X-Request-Id')),
    ],
    [
      'a missing challenge',
      'response',
      /'www-authenticate'/,
      exchange(bare('/v1/releases'), 401, error('unauthorized')),
    ],
    [
      'a malformed header',
      'response',
      /ratelimit-limit must be integer/,
      exchange(get('/v1/releases'), 200, page, { ...standing, 'RateLimit-Limit': 'many' }),
    ],
    [
      'a wrong answer type',
      'response',
      /media type "text\/html"/,
      exchange(get('/v1/releases'), 200, page, { ...standing, 'Content-Type': 'text/html' }),
    ],
    ['an answer at no path', 'route', /404/, exchange(get('/v1/nothing'), 200, page)],
    ['an answer to no method', 'route', /405/, exchange(['DELETE', '/v1/stores', KEY], 200, page)],
    ['404 for a method', 'route', /405/, exchange(['DELETE', '/v1/stores', KEY], 404, error('not_found'))],
    ['405 for a path', 'route', /404/, exchange(get('/v1/nothing'), 405, error('method_not_allowed'))],
    ['405 for an operation', 'route', /This is get/, exchange(get('/v1/stores'), 405, error('method_not_allowed'))],
    [
      '404 for an operation',
      'route',
      /This is get/,
      exchange(get(RELEASE), 404, error('not_found', 'This path does not exist.')),
    ],
    [
      'a world refused with no reason',
      'request',
      /^$/,
      exchange(patch({ label: 'x' }), 422, error('validation_failed')),
    ],
  ])('%s', (_, kind, objection, wrong) => {
    const found = checkWithPrism(wrong).filter((disagreement) => disagreement.kind === kind)
    expect(found).toHaveLength(1)
    expect(found[0]?.prism.join('; ')).toMatch(objection)
  })
})

/** Prism takes a schema that it cannot compile for one that allows everything. So each has to refuse something. */
describe('Prism reads every schema', () => {
  const operations = [document, controlDocument].flatMap((source) => createRouter(source as Document).operations)
  const request = ({ method, path }: Operation, more: Partial<Exchange['request']>): Exchange => ({
    request: { method, url: path.replaceAll(/{\w+}/g, 'x'), headers: {}, body: undefined, ...more },
    response: { status: 200, headers: {}, body: '{}' },
  })
  const objections = (exchange: Exchange, kind: Disagreement['kind']) =>
    checkWithPrism(exchange)
      .filter((disagreement) => disagreement.kind === kind)
      .flatMap(({ prism }) => prism)

  // But for those that have no body, or one without an end.
  const answers = operations.flatMap((operation) =>
    [...operation.responses].flatMap(([status, { schema }]): [string, number, Operation][] =>
      schema ? [[operation.id, status, operation]] : [],
    ),
  )
  test.each(answers)('%s answers %i with a described body and headers', (_, status, operation) => {
    const response = { status, headers: JSON_TYPE, body: '[]' }
    const found = objections({ ...request(operation, {}), response }, 'response')
    expect(found).toContain('Response body must be object (type)')
    expect(found).toContain("Response header must have required property 'x-request-id' (required)")
  })

  const withBody = operations.flatMap((operation): [string, Operation][] =>
    operation.body && !operation.body.isRaw ? [[operation.id, operation]] : [],
  )
  test.each(withBody)('%s takes a described body', (_, operation) => {
    const headers = { 'content-type': operation.body?.mediaTypes[0] ?? '' }
    expect(objections(request(operation, { headers, body: '[]' }), 'request').join()).toMatch(/^Request body must /)
  })

  const parameters = operations.flatMap((operation) =>
    operation.parameters
      .filter(({ in: place }) => place !== 'path')
      .filter(({ schema }) => schema.type !== 'string' || schema.enum || schema.pattern)
      .map(({ name, in: place }): [string, string, string, Operation] => [operation.id, place, name, operation]),
  )
  test.each(parameters)('%s takes a described %s parameter %s', (_, place, name, operation) => {
    const { url } = request(operation, {}).request
    const wrong = place === 'query' ? { url: `${url}?${name}=!` } : { headers: { [name]: '!' } }
    const found = objections(request(operation, wrong), 'request')
    expect(found.join()).toContain(`Request ${place} parameter ${name.toLowerCase()} must `)
  })

  test('The documents use no keyword that is newer than what Prism reads them as, which is draft 7', () => {
    const NEWER = /"(prefixItems|unevaluated\w+|dependent\w+|m\w+Contains|\$(dynamic|anchor|defs|recursive)\w*)":/
    expect(JSON.stringify([document, controlDocument])).not.toMatch(NEWER)
  })
})

describe('Against the running sandbox', () => {
  const sandboxes: Record<string, Sandbox> = {}
  const at = (name: string) => sandboxes[name] as Sandbox
  beforeAll(async () => {
    sandboxes.plain = await createSandbox({ clock: 'manual' })
    sandboxes.strict = await createSandbox({ clock: 'manual', strict: true })
    sandboxes.early = await createSandbox({ clock: 'manual', now: Date.UTC(2024, 0, 1) })
    sandboxes.busy = await createSandbox({ clock: 'manual', rateLimit: 'production' })
    for (let i = 0; i < 10; i++) await send(sandboxes.busy, get('/v1/stores'))
    await send(sandboxes.plain, hook({ url: 'http://127.0.0.1:9/', event_type: 'asset.ready' }))
  })
  afterAll(() => Promise.all(Object.values(sandboxes).map((sandbox) => sandbox.close())))

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const big = 'a'.repeat(1024 * 1024 + 1)
  const upper = 'A'.repeat(17_000)
  const notUtf8 = Buffer.from([0x22, 0xff, 0x22])
  const DIFFERENCES: [name: string, ours: string, prism: RegExp, request: Request, sandbox?: string][] = [
    ['UPC check digit', '422 validation_failed', /^$/, create({ upc: '036000291453' })],
    ['unknown ids', '422 validation_failed', /^$/, patch({ artwork_asset_id: 'ast_x' })],
    ['unknown ids', '422 validation_failed', /^$/, patch({ artwork_asset_id: 'ast_seed_audio_01' })],
    ['unknown ids', '422 validation_failed', /^$/, track({ release_id: 'rel_x' })],
    ['unknown ids', '422 validation_failed', /^$/, track({ audio_asset_id: 'ast_seed_artwork_01' })],
    ['track numbers', '422 validation_failed', /^$/, patch({ track_number: 2 }, '/v1/tracks/trk_seed_01')],
    ['status by PATCH', '422 validation_failed', /^$/, patch({ status: 'submitted' })],
    ['status by PATCH', '422 validation_failed', /^$/, patch({ status: 'draft' })],
    [
      'unmet conditions of a submission',
      '422 missing_required_field',
      /^$/,
      patch({ status: 'submitted', release_date: '2023-12-31' }),
      'early',
    ],
    ['clock moves forward only', '422 validation_failed', /^$/, advance({ to: '2020-01-01T00:00:00Z' })],
    ['clock moves forward only', '422 validation_failed', /^$/, advance({ duration: '999999999999w' })],
    ['stores and their progress', '422 validation_failed', /^$/, deliver({ store_ids: ['store_x'] })],
    ['stores and their progress', '422 validation_failed', /^$/, deliver({ store_ids: [''] })],
    ['stores and their progress', '422 validation_failed', /^$/, deliver({ store_ids: ['a\u2028b'] })],
    ['territories of a delivery', '422 territory_not_supported', /^$/, deliver({ territory_codes: ['DE'] })],
    ['territories of a delivery', '422 territory_not_supported', /^$/, deliver({ store_ids: ['store_velostrand'] })],
    [
      'settings of a world',
      '422 validation_failed',
      /^$/,
      control('POST', 'worlds', { tier: 'standard', name: 'x', clock: { start: 'soon' } }),
    ],
    ['custom scenarios', '422 missing_required_field', /^$/, control('PUT', 'scenario', { scenario: { name: 'x' } })],
    ['fields of a fault', '422 validation_failed', /^$/, control('POST', 'faults', { operation: 'x', status: 503 })],
    [
      'contents of a snapshot',
      '422 validation_failed',
      /^$/,
      ['POST', '/_sandbox/snapshots/import', { ...KEY, 'content-type': 'application/octet-stream' }, '[]'],
    ],
    [
      'contents of an ERN message',
      '400 invalid_request',
      /^$/,
      ['POST', '/v1/ern/messages', { ...ENTERPRISE, 'content-type': 'application/xml' }, '<a'],
    ],
    [
      'enterprise only',
      '403 forbidden',
      /Supported content types/,
      ['POST', '/v1/ern/messages', { ...KEY, 'content-type': 'text/plain' }, '<a/>'],
    ],
    ['scenario names', '400 invalid_request', /^$/, deliver({}, { 'x-sandbox-scenario': 'x' })],
    ['webhook addresses', '422 validation_failed', /^$/, hook({ url: 'http://169.254.169.254/' })],
    ['webhook addresses', '422 validation_failed', /^$/, hook({ url: 'http://u:p@partner.example/' })],
    ['events of an endpoint', '422 validation_failed', /^$/, redeliver({ event_ids: ['evt_x'] })],
    ['scenario names', '400 invalid_request', /^$/, control('PUT', 'scenario', { name: 'x' })],
    [
      'simulated outcomes',
      '422 validation_failed',
      /^$/,
      control('POST', 'simulate/delivery', { delivery_id: 'dlv_x', outcome: 'rejected', rejection_code: 'x' }),
    ],
    [
      'simulated outcomes',
      '422 validation_failed',
      /^$/,
      control('POST', 'simulate/delivery', { delivery_id: 'dlv_x', outcome: 'delivered', rejection_reason: 'x' }),
    ],
    [
      'simulated outcomes',
      '422 validation_failed',
      /^$/,
      control('POST', 'simulate/asset', { asset_id: 'ast_x', outcome: 'ready' }),
    ],
    [
      'reported plays',
      '422 validation_failed',
      /^$/,
      control('POST', 'simulate/plays', { store_id: 'store_lumenwave', track_id: 'trk_x', plays: 1 }),
    ],
    ['conditions', '422 validation_failed', /^$/, advance({ until: { delivery: 'x', status: 'delivered' } })],
    ['conditions', '422 validation_failed', /^$/, advance({ until: { event: 'asset.ready', data: { date: 'x' } } })],
    ['payable statements', '422 validation_failed', /^$/, pay({ statement_ids: ['stm_x'] })],
    [
      'payable statements',
      '422 validation_failed',
      /^$/,
      control('POST', 'simulate/payout', { payout_id: 'x', outcome: 'paid', hold_reason: 'compliance_review' }),
    ],
    ['cursor and page together', '400 invalid_request', /^$/, get('/v1/royalties?page=1&limit=5')],
    ['cursor and page together', '400 invalid_request', /^$/, get('/v1/royalties?per_page=5&cursor=x')],
    ['filters of collections', '400 invalid_request', /^$/, get('/_sandbox/state/tracks?store_id=x')],
    ['strict mode', '400 invalid_request', /^$/, get('/v1/releases?limt=5'), 'strict'],
    ['strict mode', '422 validation_failed', /^$/, create({ titel: 'x' }), 'strict'],
    ['two client authentications', '400 invalid_request', /^$/, token(`${GRANT}&${CLIENT}`, basic('a:b'))],
    ['format of instants', '422 validation_failed', /^$/, advance({ to: '2030-01-01T00:00:00+01' })],
    ['format of instants', '422 validation_failed', /^$/, advance({ to: '2030-01-01T00:00:00+0100' })],
    ['format of instants', '422 validation_failed', /^$/, advance({ to: '2030-01-01T00:00:00+24:00' })],
    ['format of instants', '422 validation_failed', /^$/, advance({ to: '2030-01-01 00:00:00Z' })],
    ['format of instants', '422 validation_failed', /^$/, advance({ to: '2030-12-31T23:59:60Z' })],
    ['format of instants', '422 validation_failed', /^$/, advance({ to: '2030-01-01T00:00:00.0123456789Z' })],
    ['nesting', '400 invalid_request', /^$/, create({ x: JSON.parse(deep(64)) })],
    [
      'invalid UTF-8',
      '400 invalid_request',
      /^$/,
      raw(Buffer.concat([Buffer.from('{"x":'), notUtf8, Buffer.from(`,${JSON.stringify(valid).slice(1)}`)])),
    ],
    ['duplicate form field', '400 invalid_request', /^$/, token(`${GRANT}&${GRANT}`)],
    ['malformed form field name', '401 invalid_client', /URIError/, token(`%zz=1&${GRANT}`)],
    ['empty parameter', '400 invalid_request', /^$/, get('/v1/releases?limit=')],
    ['empty parameter', '400 invalid_request', /^$/, get('/v1/releases?status&limit=5')],
    ['empty parameter', '400 invalid_request', /^$/, deliver({}, { 'x-sandbox-scenario': '' })],
    ['empty parameter', '400 invalid_idempotency_key', /^$/, create({}, { 'idempotency-key': '' })],
    ['format of integers', '400 invalid_request', /^$/, get('/v1/releases?limit=1e1')],
    ['format of integers', '400 invalid_request', /^$/, get('/v1/releases?limit=0x10')],
    ['format of integers', '400 invalid_request', /^$/, get('/v1/releases?limit=5.0')],
    ['format of integers', '400 invalid_request', /^$/, get('/v1/releases?limit=+5')],
    ['case of query names', '200', /limit must be integer/, get('/v1/releases?LIMIT=abc')],
    ['comma in the path', '404 not_found', /must be string/, get('/v1/releases/a,b')],
    ['single event type', '201', /must be array/, hook({ url: 'http://127.0.0.1:9/', event_type: 'asset.ready' })],
    ['unread body', '200', /non-empty body/, ['GET', '/v1/releases', { ...KEY, ...JSON_TYPE }, '{}']],
    ['unread body', '200', /non-empty body/, ['POST', '/_sandbox/reset', { ...KEY, ...JSON_TYPE }, '{}']],
    [
      'numbers out of range',
      '422 validation_failed',
      /^$/,
      ['POST', '/_sandbox/worlds', { ...KEY, ...JSON_TYPE }, '{"tier":"standard","name":"x","clock":{"speed":1e400}}'],
    ],
    [
      'media type of raw bytes',
      '404 not_found',
      /Supported content types/,
      ['PUT', '/v1/assets/ast_x/content', { ...KEY, 'content-type': 'text/plain' }, 'RIFF'],
    ],
    ['no Content-Type', '415 unsupported_media_type', /must be object/, raw(JSON.stringify(valid), {})],
    ['no Content-Type', '415 unsupported_media_type', /must be object/, raw('{}', { 'content-type': '' })],
    ['charset', '415 unsupported_media_type', /^$/, create({}, { 'content-type': 'application/json; charset=latin1' })],
    ['+json', '415 unsupported_media_type', /^$/, create({}, { 'content-type': 'application/vnd.api+json' })],
    [
      'Content-Encoding',
      '415 unsupported_media_type',
      /must be object/,
      raw(gzipSync(JSON.stringify(valid)), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    ],
    [
      'format of the scheme',
      '200',
      /security scheme/,
      bare('/v1/stores', { authorization: `bearer ${KEY['x-api-key']}` }),
    ],
    [
      'format of the scheme',
      '200',
      /security scheme/,
      token(GRANT, basic('client_enterprise_demo:sk_sandbox_enterprise_demo', 'Basic  ')),
    ],
    ['malformed bearer', '401 unauthorized', /^$/, bare('/v1/stores', { authorization: 'Bearer a b' })],
    [
      'malformed bearer',
      '401 unauthorized',
      /^$/,
      bare('/v1/stores', { authorization: `Bearer\t${KEY['x-api-key']}` }),
    ],
    ['static path beside a template', '405 method_not_allowed', /^This is get /, get('/_sandbox/snapshots/import')],
    ['empty path segment', '404 not_found', /This is get/, get('/v1/releases/')],
    ['percent-encoded path segment', '404 not_found', /This is get/, get('/v1/%72eleases')],
    ['percent-encoded path segment', '404 not_found', /405/, ['DELETE', '/v1/%72eleases', KEY]],
    ['refused before validation', '401 unauthorized', /limit must be >= 1/, bare('/v1/releases?limit=0')],
    [
      'refused before validation',
      '401 unauthorized',
      /limit must be >= 1/,
      bare('/v1/releases?limit=0', { 'x-api-key': 'x' }),
    ],
    ['refused before validation', '429 rate_limit_exceeded', /limit must be >= 1/, get('/v1/releases?limit=0'), 'busy'],
    ['refused before validation', '413 payload_too_large', /must NOT have more than 500/, create({ title: big })],
    ['refused before validation', '413 invalid_request', /'grant_type'/, token(big)],
    ['foreign origin', '403 forbidden', /security scheme/, bare('/_sandbox/clock', { origin: 'http://evil.example' })],
    ['foreign origin', '403 forbidden', /404/, bare('/_sandbox/x', { origin: 'http://evil.example' })],
    ['malformed Host', '400 invalid_request', /^$/, get('/_sandbox/clock', { host: 'a b' })],
    ['headers too large', '431 invalid_request', /status code/, get('/v1/stores', { 'x-big': upper })],
  ]

  test.each(DIFFERENCES)(
    '%s is still a known difference (%s)',
    async (name, ours, prism, request, sandbox = 'plain') => {
      const found = strictly(await send(at(sandbox), request))
      expect(found.map((finding) => findKnownDifference(finding)?.name)).toEqual([name])
      expect(found[0]?.disagreement.ours).toBe(ours)
      expect(found[0]?.disagreement.prism.join('; ')).toMatch(prism)
    },
  )

  test('Every known difference has its example and its reason', () => {
    const names = KNOWN_DIFFERENCES.map(({ name }) => name)
    expect([...new Set(DIFFERENCES.map(([name]) => name))].sort()).toEqual([...names].sort())
    expect(KNOWN_DIFFERENCES.filter(({ reason }) => reason.length < 20)).toEqual([])
  })

  const SWEEP: [what: string, status: number, request: Request][] = [
    ['the smallest release', 201, create({})],
    ['every field', 201, create({ label: 'Driftwood Audio', upc: '036000291452', territories: ['DE', 'FR'] })],
    ['an unknown field', 201, create({ titel: 'x' })],
    ['WORLD alone', 201, create({ territories: ['WORLD'] })],
    ['a title of 500 emoji', 201, create({ title: '😀'.repeat(500) })],
    ['a leap day', 201, create({ release_date: '2028-02-29' })],
    ['a type in capitals with a charset', 201, create({}, { 'content-type': 'APPLICATION/JSON; charset=utf-8' })],
    ['an Idempotency-Key in quotes', 201, create({}, { 'idempotency-key': '"8a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18"' })],
    ['an empty object', 422, raw('{}')],
    ['an array', 422, raw('[]')],
    ['null', 422, raw('null')],
    ['a number', 422, raw('0')],
    ['a text', 422, raw('"x"')],
    ['no body', 400, raw('')],
    ['broken JSON', 400, raw('{"title":')],
    ['a byte order mark', 400, raw(`\uFEFF${JSON.stringify(valid)}`)],
    ['blanks', 400, raw('  ')],
    ['no title', 422, create({ title: undefined })],
    ['no artists', 422, create({ artists: undefined })],
    ['no release date', 422, create({ release_date: undefined })],
    ['title null', 422, create({ title: null })],
    ['title a number', 422, create({ title: 5 })],
    ['title empty', 422, create({ title: '' })],
    ['a title of 501 characters', 422, create({ title: 'a'.repeat(501) })],
    ['artists null', 422, create({ artists: null })],
    ['artists empty', 422, create({ artists: [] })],
    ['artists as texts', 422, create({ artists: ['Mira Solane'] })],
    ['no main artist', 422, create({ artists: [{ name: 'Odd Kettle', role: 'featured' }] })],
    ['an artist without a name', 422, create({ artists: [{ role: 'main' }] })],
    ['an unknown role', 422, create({ artists: [...valid.artists, { name: 'Odd Kettle', role: 'singer' }] })],
    ['30 February', 422, create({ release_date: '2025-02-30' })],
    ['29 February of a common year', 422, create({ release_date: '2027-02-29' })],
    ['a date without zeros', 422, create({ release_date: '2027-3-5' })],
    ['an instant as a date', 422, create({ release_date: '2027-03-05T00:00:00Z' })],
    ['territories in lower case', 422, create({ territories: ['de'] })],
    ['territories empty', 422, create({ territories: [] })],
    ['territories null', 422, create({ territories: null })],
    ['territories twice', 422, create({ territories: ['DE', 'DE'] })],
    ['WORLD and more', 422, create({ territories: ['WORLD', 'DE'] })],
    ['WORLDWIDE', 422, create({ territories: ['WORLDWIDE'] })],
    ['a territory that the network lacks', 422, create({ territories: ['XX'] })],
    ['such a territory beside a wrong label', 422, create({ territories: ['XX'], label: 1 })],
    ['such a territory beside a wrong UPC', 422, create({ territories: ['XX'], upc: '036000291453' })],
    ['a UPC of 3 digits', 422, create({ upc: '123' })],
    ['a UPC as a number', 422, create({ upc: 36000291452 })],
    ['a UPC null', 422, create({ upc: null })],
    ['label empty', 422, create({ label: '' })],
    ['an Idempotency-Key that is no UUID', 400, create({}, { 'idempotency-key': 'x' })],
    ['an Idempotency-Key of version 1', 400, create({}, { 'idempotency-key': UUID.replace('-4', '-1') })],
    ['XML', 415, raw('<a/>', { 'content-type': 'text/xml' })],
    ['JSON as a form', 415, create({}, FORM)],
    ['a type that is none', 415, create({}, { 'content-type': 'json' })],
    ['two types', 415, create({}, { 'content-type': 'application/json, text/plain' })],
    ['a body over 1 MiB', 413, create({ x: big })],

    ['a change of nothing', 200, patch({})],
    ['a new label', 200, patch({ label: 'Driftwood Audio' })],
    ['a cover', 200, patch({ artwork_asset_id: 'ast_seed_artwork_01' })],
    ['a change of what cannot change', 200, patch({ artists: 5, upc: 5 })],
    ['a change to no title', 422, patch({ title: '' })],
    ['a change to no cover', 422, patch({ artwork_asset_id: null })],
    ['an unknown status', 422, patch({ status: 'lost' })],
    ['a fault of ours beside one of the world', 422, patch({ title: 5, artwork_asset_id: 'ast_x' })],
    ['a change as an array', 422, patch([])],
    ['a change of what is not there', 404, patch({}, '/v1/releases/rel_x')],

    ['a list', 200, get('/v1/releases')],
    ['a list with every parameter', 200, get('/v1/releases?status=draft&limit=1')],
    ['an unknown parameter', 200, get('/v1/releases?foo=1&limit[]=4')],
    ['the least limit', 200, get('/v1/releases?limit=1')],
    ['the greatest limit', 200, get('/v1/releases?limit=100')],
    ['a limit with zeros', 200, get('/v1/releases?limit=007')],
    ['an encoded limit', 200, get('/v1/releases?limit=%35')],
    ['limit=0', 400, get('/v1/releases?limit=0')],
    ['limit=-1', 400, get('/v1/releases?limit=-1')],
    ['limit=101', 400, get('/v1/releases?limit=101')],
    ['limit=abc', 400, get('/v1/releases?limit=abc')],
    ['limit=1.5', 400, get('/v1/releases?limit=1.5')],
    ['limit=true', 400, get('/v1/releases?limit=true')],
    ['a limit beyond all numbers', 400, get(`/v1/releases?limit=${'9'.repeat(400)}`)],
    ['a limit twice', 400, get('/v1/releases?limit=5&limit=6')],
    ['a status twice', 400, get('/v1/releases?status=draft&status=draft')],
    ['status=lost', 400, get('/v1/releases?status=lost')],
    ['a cursor of nobody', 400, get('/v1/releases?cursor=x')],
    ['a cursor of broken bytes', 400, get('/v1/releases?cursor=%FF')],
    ['a cursor twice', 400, get('/v1/releases?cursor=a&cursor=b')],
    ['a release', 200, get(RELEASE)],
    ['an encoded id', 200, get('/v1/releases/rel%5Fseed_08')],
    ['an id of broken bytes', 400, get('/v1/releases/%FF')],
    ['a release that is not there', 404, get('/v1/releases/a%2Fb')],
    ['stores', 200, get('/v1/stores?territory=DE')],
    ['stores of nowhere', 200, get('/v1/stores?territory=ZZ')],
    ['stores of a lower-case country', 400, get('/v1/stores?territory=de')],
    ['territories', 200, get('/v1/stores/territories?limit=3')],
    ['a path that is not there', 404, get('/v1/nothing')],
    ['a path in other case', 404, get('/v1/Releases')],
    ['a path with a slash too many', 404, get('/v1/stores/')],
    ['a path outside of the API without a key', 404, bare('/v2')],
    ['DELETE of a list', 405, ['DELETE', '/v1/releases', KEY]],
    ['HEAD of a list', 405, ['HEAD', '/v1/releases', KEY]],
    ['OPTIONS without a key', 405, ['OPTIONS', RELEASE]],

    ['royalties', 200, get('/v1/royalties?limit=3&currency=JPY&period=2024-11')],
    ['royalties by page', 200, get('/v1/royalties?page=2&per_page=3')],
    ['page=0', 400, get('/v1/royalties?page=0')],
    ['per_page=1000', 400, get('/v1/royalties?per_page=1000')],
    ['an unknown currency', 400, get('/v1/royalties?currency=XXX')],
    ['an unknown month', 400, get('/v1/royalties?period=2024-00')],
    ['statements', 200, get('/v1/statements?status=closed')],
    ['a statement that is not there', 404, get('/v1/statements/stm_x')],
    ['lines of no statement', 404, get('/v1/statements/stm_x/line-items')],
    ['payouts', 200, get('/v1/payouts?status=paid')],
    ['a payout of none', 422, pay({ statement_ids: [] })],
    ['a payout of one twice', 422, pay({ statement_ids: ['stm_x', 'stm_x'] })],
    ['a payout without statements', 422, pay({})],
    ['a payout that is not there', 404, get('/v1/payouts/pay_x')],
    ['the release of no payout', 404, ['POST', '/v1/payouts/pay_x/release', KEY]],
    ['an unknown outcome of a payout', 422, control('POST', 'simulate/payout', { payout_id: 'x', outcome: 'lost' })],
    [
      'a multipart upload',
      415,
      ['PUT', '/v1/assets/ast_x/content', { ...KEY, 'content-type': 'multipart/form-data; boundary=x' }, 'RIFF'],
    ],
    ['invariants', 200, get('/_sandbox/invariants')],
    ['invariants from a month on', 200, get('/_sandbox/invariants?from=2024-12')],
    ['invariants from no month on', 400, get('/_sandbox/invariants?from=2024-13')],

    ['no key', 401, bare('/v1/releases')],
    ['an unknown key', 401, bare('/v1/releases', { 'x-api-key': 'sk_live' })],
    ['an empty key', 401, bare('/v1/releases', { 'x-api-key': '' })],
    ['a key as a bearer', 200, bare('/v1/releases', { authorization: `Bearer ${KEY['x-api-key']}` })],
    ['a bearer of nothing', 401, bare('/v1/releases', { authorization: 'Bearer' })],
    ['a bearer of nobody', 401, bare('/v1/releases', { authorization: 'Bearer x' })],
    ['Basic where it is not taken', 401, bare('/v1/releases', basic('a:b'))],
    ['a key beside Basic', 200, get('/v1/releases', basic('a:b'))],
    ['a key beside another', 401, get('/v1/releases', { authorization: 'Bearer x' })],

    ['a client in the form', 200, token(`${GRANT}&${CLIENT}`)],
    ['a client by Basic', 200, token(GRANT, basic('client_enterprise_demo:sk_sandbox_enterprise_demo'))],
    ['an encoded form', 200, token(`grant%5Ftype=%63lient_credentials&${CLIENT}`)],
    ['no client', 401, token(GRANT)],
    ['an unknown client', 401, token(`${GRANT}&client_id=a&client_secret=b`)],
    ['an unknown client by Basic', 401, token(GRANT, basic('a:b'))],
    ['Basic without a secret', 401, token(GRANT, basic('a'))],
    ['a bearer for a client', 401, token(GRANT, { authorization: 'Bearer x' })],
    ['a client of the wrong tier', 400, token(`${GRANT}&${CLIENT.replaceAll('enterprise', 'standard')}`)],
    ['another grant', 400, token('grant_type=password')],
    ['an empty grant', 400, token('grant_type=')],
    ['no grant', 400, token(CLIENT)],
    ['an empty form', 400, token('')],
    ['a form as JSON', 415, ['POST', TOKEN, JSON_TYPE, '{"grant_type":"client_credentials"}']],
    ['a form over 1 MiB', 413, token(`${GRANT}&client_id=${big}`)],

    ['health', 200, bare('/_sandbox/health')],
    ['the clock', 200, get('/_sandbox/clock')],
    ['the clock without a key', 401, bare('/_sandbox/clock')],
    ['the clock of a foreign page', 403, get('/_sandbox/clock', { origin: 'http://evil.example' })],
    ['an hour', 200, advance({ duration: '1h' })],
    ['a duration of nothing', 422, advance({ duration: 'x' })],
    ['a date without a time', 422, advance({ to: '2030-01-01' })],
    ['neither duration nor instant', 422, advance({})],
    ['both duration and instant', 422, advance({ duration: '1h', to: '2030-01-01T00:00:00Z' })],
    ['a reset', 200, ['POST', '/_sandbox/reset', KEY]],
    ['GET of the reset', 405, get('/_sandbox/reset')],
    ['nothing of the control plane', 404, get('/_sandbox/nothing')],
  ]

  test.each(SWEEP)('Prism and the sandbox agree on %s (%i)', async (_, status, request) => {
    const exchange = await send(at('plain'), request)
    expect(checkWithPrism(exchange)).toEqual([])
    expect(exchange.response.status).toBe(status)
  })

  test('Prism and the sandbox agree on a replayed answer and on a key used twice', async () => {
    const key = { 'idempotency-key': UUID }
    const exchanges = [
      await send(at('plain'), create({}, key)),
      await send(at('plain'), create({}, key)),
      await send(at('plain'), create({ title: 'Other' }, key)),
    ]
    expect(exchanges.flatMap(checkWithPrism)).toEqual([])
    expect(exchanges.map(({ response }) => response.status)).toEqual([201, 201, 422])
    expect(exchanges[1]?.response.headers).toHaveProperty('idempotent-replayed', 'true')
  })

  test('Prism and the sandbox agree on every page of a list, and on its cursor in another', async () => {
    const first = await send(at('plain'), get('/v1/stores/territories?limit=50'))
    const cursor = JSON.parse(first.response.body).next_cursor as string
    const exchanges = [
      first,
      await send(at('plain'), get(`/v1/stores/territories?limit=50&cursor=${cursor}`)),
      await send(at('plain'), get(`/v1/stores?cursor=${cursor}`)),
    ]
    expect(exchanges.flatMap(checkWithPrism)).toEqual([])
    expect(exchanges.map(({ response }) => response.status)).toEqual([200, 200, 400])
  })

  test('Prism and the sandbox agree on an access token', async () => {
    const granted = await send(at('plain'), token(`${GRANT}&${CLIENT}`))
    const bearer = { authorization: `Bearer ${JSON.parse(granted.response.body).access_token}` }
    const exchanges = [granted, await send(at('plain'), bare('/v1/releases', bearer))]
    expect(exchanges.flatMap(checkWithPrism)).toEqual([])
    expect(exchanges.map(({ response }) => response.status)).toEqual([200, 200])
  })

  test('Prism and the sandbox agree on the status that PATCH could set before its sunset', async () => {
    const exchange = await send(at('early'), patch({ status: 'submitted' }, '/v1/releases/rel_seed_06'))
    expect(checkWithPrism(exchange)).toEqual([])
    expect(exchange.response.status).toBe(200)
    expect(exchange.response.headers).toHaveProperty('deprecation')
  })

  test('Prism and the sandbox agree on a request over the limit', async () => {
    const exchange = await send(at('busy'), get('/v1/releases'))
    expect(checkWithPrism(exchange)).toEqual([])
    expect(exchange.response.status).toBe(429)
  })
})

import { appendFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, test } from 'vitest'
import { createSandbox, type Sandbox } from '../src/sandbox.js'
import { type Exchange, strictJudge } from './support/prism.js'

const KEY = { 'x-api-key': 'sk_sandbox_standard_demo' }
const JSON_ = { ...KEY, 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
function send(
  base: string,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const u = new URL(base)
    const h = body === undefined ? headers : { 'content-length': String(Buffer.byteLength(body)), ...headers }
    const call = httpRequest({ host: u.hostname, port: u.port, method, path: url, headers: h }, (r) => {
      const chunks: Buffer[] = []
      r.on('data', (c) => chunks.push(c))
      r.on('end', () =>
        resolve({
          request: { method, url, headers, body },
          response: {
            status: r.statusCode ?? 0,
            headers: r.headers as Record<string, string>,
            body: Buffer.concat(chunks).toString(),
          },
        }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}
let s: Sandbox, strict: Sandbox, early: Sandbox
beforeAll(async () => {
  s = await createSandbox({ clock: 'manual' })
  strict = await createSandbox({ clock: 'manual', strict: true })
  early = await createSandbox({ clock: 'manual', now: Date.UTC(2024, 0, 1) })
})
afterAll(() => Promise.all([s.close(), strict.close(), early.close()]))
const V = { title: 'Paper Lanterns', artists: [{ name: 'Mira Solane', role: 'main' }], release_date: '2027-03-05' }
test('explore', async () => {
  const judge = await strictJudge()
  const go = async (base: Sandbox, m: string, u: string, h: Record<string, string> = KEY, b?: string | Buffer) => {
    const ex = await send(base.url, m, u, h, b)
    const d = judge(ex)
    const c = (() => {
      try {
        const e = JSON.parse(ex.response.body).error
        return typeof e === 'string'
          ? e + ': ' + JSON.parse(ex.response.body).error_description
          : e
            ? e.code + ' ' + (e.details?.map((x: any) => x.field + ' ' + x.issue).join('; ') ?? e.message)
            : ''
      } catch {
        return ex.response.body
      }
    })()
    const { 'x-api-key': k, ...hh } = h
    appendFileSync(
      '/tmp/explore.txt',
      [
        m,
        u,
        k === KEY['x-api-key'] ? '' : `key=${k}`,
        JSON.stringify(hh).slice(0, 90),
        JSON.stringify(String(b ?? '')).slice(0, 70),
        '→',
        ex.response.status,
        c.slice(0, 100),
        d.length ? '\n   DISAGREE ' + d.map((x) => `${x.kind}: ${x.prism}`.slice(0, 300)).join(' | ') : '',
      ].join(' ') + '\n',
    )
  }
  const post = (b: unknown, h = {}) =>
    go(s, 'POST', '/v1/releases', { ...JSON_, ...h }, typeof b === 'string' ? b : JSON.stringify(b))
  for (const b of [
    V,
    { ...V, label: 'x', upc: '036000291452', territories: ['DE', 'FR'] },
    {},
    [],
    null,
    0,
    'x',
    '"x"',
    '{',
    '',
    { ...V, title: null },
    { ...V, title: 5 },
    { ...V, title: '' },
    { ...V, title: 'a'.repeat(501) },
    { ...V, title: '😀'.repeat(500) },
    { ...V, artists: [] },
    { ...V, artists: null },
    { ...V, artists: [{ name: 'x', role: 'featured' }] },
    { ...V, artists: [{ role: 'main' }] },
    { ...V, artists: ['x'] },
    { ...V, release_date: '2025-02-30' },
    { ...V, release_date: '2027-3-5' },
    { ...V, release_date: '2027-03-05T00:00:00Z' },
    { ...V, territories: ['de'] },
    { ...V, territories: ['WORLD', 'DE'] },
    { ...V, territories: ['WORLDWIDE'] },
    { ...V, territories: [] },
    { ...V, territories: ['DE', 'DE'] },
    { ...V, territories: ['XX'] },
    { ...V, territories: ['KP'] },
    { ...V, upc: '036000291453' },
    { ...V, upc: '123' },
    { ...V, upc: null },
    { ...V, extra: 1 },
    '\ufeff' + JSON.stringify(V),
    JSON.stringify({ ...V, x: 1 }).replace('"x":1', '"x":' + '['.repeat(70) + ']'.repeat(70)),
  ])
    await post(b)
  await go(
    s,
    'POST',
    '/v1/releases',
    JSON_,
    Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff]), Buffer.from(JSON.stringify(V).slice(10))]),
  )
  for (const k of [
    'x',
    '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18',
    '"8a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18"',
    '',
    '7a4d0e6c-6f2b-1c7e-9a51-0d6a3f9b2c18',
  ])
    await post(V, { 'idempotency-key': k })
  await post({ ...V, title: 'b' }, { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' })
  await post(V, { 'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18' })
  for (const t of [
    'text/xml',
    'application/json; charset=latin1',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
    'garbage',
    'APPLICATION/JSON',
    'application/x-www-form-urlencoded',
    'application/json;charset',
    'application/json, text/plain',
    'application/jsonx',
  ])
    await post(V, { 'content-type': t })
  await go(s, 'POST', '/v1/releases', KEY, JSON.stringify(V))
  await go(s, 'POST', '/v1/releases', { ...JSON_, 'content-encoding': 'gzip' }, gzipSync(JSON.stringify(V)))
  await go(s, 'POST', '/v1/releases', { ...JSON_, 'content-encoding': 'identity' }, JSON.stringify(V))
  await go(s, 'POST', '/v1/releases?x=1', { 'content-type': 'application/json' }, '{}')
  await go(s, 'POST', '/v1/releases', JSON_, JSON.stringify({ title: 'a'.repeat(1100000) }))
  await go(s, 'POST', '/v1/releases', JSON_, JSON.stringify({ ...V, x: 'a'.repeat(1100000) }))
  for (const q of [
    '',
    '?limit=0',
    '?limit=1',
    '?limit=100',
    '?limit=101',
    '?limit=abc',
    '?limit=',
    '?limit=1e1',
    '?limit=5.0',
    '?limit=0x10',
    '?limit=+5',
    '?limit=-1',
    '?limit=007',
    '?limit=5&limit=6',
    '?status=draft',
    '?status=x',
    '?status=',
    '?status=draft&status=draft',
    '?cursor=x',
    '?cursor=',
    '?cursor=%FF',
    '?LIMIT=abc',
    '?Limit=5',
    '?foo=1',
    '?limit=5%00',
    '?',
    '?limit',
    '?__proto__=1',
    '?limit=true',
    '?limit=1.5',
    '?status=%E0%A4%A',
    '?limit=5#x',
    '?cursor=a&cursor=b',
    '?limit[]=4',
    '?limit=%35',
  ])
    await go(s, 'GET', '/v1/releases' + q)
  for (const p of [
    '/v1/releases/rel_seed_01',
    '/v1/releases/nope',
    '/v1/releases/%FF',
    '/v1/releases/',
    '/v1/releases/a%2Fb',
    '/v1/%72eleases',
    '/v1/%72eleases/rel_seed_01',
    '/v1/Releases',
    '/v1/releases//',
    '//v1/releases',
    '/v1',
    '/',
    '/v1/releases/rel_seed_01/',
    '/v1/releases/rel%5Fseed_01',
    '/v1/stores',
    '/v1/stores?territory=DE',
    '/v1/stores?territory=de',
    '/v1/stores?territory=ZZ',
    '/v1/stores?territory=',
    '/v1/stores/territories?limit=3',
    '/v1/stores/',
    '/_sandboxes',
    '/v1/../v1/releases',
    '/v1/releases/{release_id}',
    '/v1/releases/a;b=c',
    '/v1/releases/a,b',
    '/v1/releases/%00',
    '/v1/releases/a%',
    '/v1/releases/"x"',
  ])
    await go(s, 'GET', p).catch((e) => appendFileSync('/tmp/explore.txt', p + ' ' + e + '\n'))
  for (const m of ['DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']) await go(s, m, '/v1/releases')
  for (const b of [
    {},
    { label: 'x' },
    { title: '' },
    { status: 'submitted' },
    { status: 'x' },
    { artwork_asset_id: 'nope' },
    { artwork_asset_id: 'ast_seed_artwork_01' },
    { artwork_asset_id: null },
    { artists: 5 },
    { upc: 5 },
    [],
    { territories: ['XX'] },
    { title: 5, artwork_asset_id: 'nope' },
    { territories: ['XX'], artwork_asset_id: 'nope' },
  ])
    await go(s, 'PATCH', '/v1/releases/rel_seed_01', JSON_, JSON.stringify(b))
  await go(s, 'PATCH', '/v1/releases/nope', JSON_, '{}')
  for (const b of [{ status: 'submitted' }, { status: 'delivered' }, { status: 'x' }])
    await go(early, 'PATCH', '/v1/releases/rel_seed_01', JSON_, JSON.stringify(b))
  for (const h of [
    {},
    { 'x-api-key': 'bad' },
    { 'x-api-key': '' },
    { authorization: 'Bearer sk_sandbox_standard_demo' },
    { authorization: 'bearer sk_sandbox_standard_demo' },
    { authorization: 'Bearer a b' },
    { authorization: 'Bearer\tsk_sandbox_standard_demo' },
    { authorization: 'Bearer' },
    { authorization: 'Basic eDp5' },
    { authorization: 'Bearer  sk_sandbox_standard_demo' },
    { ...KEY, authorization: 'Basic eDp5' },
    { ...KEY, authorization: 'Bearer x' },
    { ...KEY, authorization: 'Bearer a b' },
    { authorization: 'Bearer at_sandbox_enterprise_demo_0c1k8w6z4m2q9s7d5f3h1' },
  ]) {
    await go(s, 'GET', '/v1/releases', h as any)
  }
  await go(s, 'GET', '/v1/releases?limit=0', {})
  await go(s, 'GET', '/v1/nope', {})
  const C = 'grant_type=client_credentials'
  const basic = (t: string) => ({ ...FORM, authorization: `Basic ${Buffer.from(t).toString('base64')}` })
  for (const b of [
    C + '&client_id=client_enterprise_demo&client_secret=sk_sandbox_enterprise_demo',
    C,
    '',
    'x=1',
    'grant_type=',
    'grant_type=password',
    'grant_type=%63lient_credentials&client_id=client_enterprise_demo&client_secret=sk_sandbox_enterprise_demo',
    C + '&' + C,
    C + '&client_id=client_standard_demo&client_secret=sk_sandbox_standard_demo',
    C + '&client_id=a&client_secret=b',
    '%zz=1&' + C,
    C + '&client_id=%zz',
    'grant_type=a+b',
    'grant_type',
    '&&&',
    'client_id=1',
  ])
    await go(s, 'POST', '/v1/oauth/token', FORM, b)
  await go(s, 'POST', '/v1/oauth/token', FORM, Buffer.concat([Buffer.from(C + '&client_id='), Buffer.from([0xff])]))
  await go(s, 'POST', '/v1/oauth/token', FORM, C + '&client_id=' + 'a'.repeat(1100000))
  await go(s, 'POST', '/v1/oauth/token', FORM, 'client_id=' + 'a'.repeat(1100000))
  for (const h of [
    basic('client_enterprise_demo:sk_sandbox_enterprise_demo'),
    basic('a:b'),
    basic('x'),
    basic('a:b:c'),
    { ...FORM, authorization: 'Basic' },
    { ...FORM, authorization: 'Bearer x' },
    { ...FORM, authorization: 'basic Y2xpZW50X2VudGVycHJpc2VfZGVtbzpza19zYW5kYm94X2VudGVycHJpc2VfZGVtbw==' },
    { ...FORM, authorization: 'Basic  Y2xpZW50X2VudGVycHJpc2VfZGVtbzpza19zYW5kYm94X2VudGVycHJpc2VfZGVtbw==' },
    { ...FORM, authorization: 'Basic !!!' },
    { 'content-type': 'application/json' },
    {},
    { ...FORM, 'x-api-key': 'bad' },
    { ...FORM, ...KEY },
  ])
    await go(s, 'POST', '/v1/oauth/token', h as any, C)
  await go(s, 'POST', '/v1/oauth/token', basic('a:b'), C + '&client_id=x')
  await go(s, 'POST', '/v1/oauth/token', { ...FORM, authorization: 'Bearer x' }, C + '&client_id=x')
  await go(s, 'GET', '/v1/oauth/token', {})
  await go(s, 'GET', '/v1/releases', JSON_, '{}')
  await go(strict, 'GET', '/v1/releases?limt=5')
  await go(strict, 'POST', '/v1/releases', JSON_, JSON.stringify({ ...V, titel: 1 }))
  await go(strict, 'POST', '/v1/releases', JSON_, JSON.stringify({ ...V, title: 5, titel: 1 }))
  await go(strict, 'POST', '/v1/oauth/token', FORM, C + '&x=1')
  // control
  for (const p of [
    '/_sandbox/health',
    '/_sandbox/clock',
    '/_sandbox',
    '/_sandbox/nope',
    '/_sandbox/reset',
    '/_sandbox/health?x=1',
    '/_sandbox/CLOCK',
    '/_sandbox/clock/',
    '/_sandbox?x',
    '/_SANDBOX/clock',
    '/_sandbox//clock',
    '/_sandbox/%63lock',
  ])
    await go(s, 'GET', p)
  await go(s, 'GET', '/_sandbox/clock', {})
  await go(s, 'GET', '/_sandbox/clock', { ...KEY, origin: 'http://evil.example' })
  await go(s, 'GET', '/_sandbox/clock', { origin: 'http://evil.example' })
  await go(s, 'GET', '/_sandbox/nope', { origin: 'http://evil.example' })
  await go(s, 'GET', '/_sandbox/clock', { ...KEY, host: 'evil.example' })
  await go(s, 'GET', '/_sandbox/clock', { ...KEY, host: 'a b' })
  await go(s, 'GET', '/_sandbox/clock', { ...KEY, host: '' })
  await go(s, 'GET', '/_sandbox/clock', { authorization: 'bearer sk_sandbox_standard_demo' })
  for (const b of [
    { duration: '1h' },
    { duration: 'x' },
    {},
    { duration: '1h', to: '2030-01-01T00:00:00Z' },
    { to: '2020-01-01T00:00:00Z' },
    { to: '2030-01-01' },
    { to: '9999-12-31T23:59:60Z' },
    { to: '2030-01-01T00:00:00+01' },
    { to: '2030-01-01T00:00:00+0100' },
    { to: '2030-01-01 00:00:00Z' },
    { to: '2030-01-01t00:00:00z' },
    { to: '2030-12-31T23:59:60Z' },
    { to: '2030-12-31T23:59:60.5Z' },
    { to: '2030-12-31T22:59:60-01:00' },
    { to: '2030-01-01T00:00:00+24:00' },
    { to: '2030-01-01T00:00:00' },
    { to: '2030-01-01T00:00:00.1234567890Z' },
    { duration: '999999999999w' },
    { foo: 1 },
    { duration: null },
    [],
    'x',
  ])
    await go(s, 'POST', '/_sandbox/clock/advance', JSON_, typeof b === 'string' ? b : JSON.stringify(b))
  await go(s, 'POST', '/_sandbox/reset', JSON_, '{}')
  await go(s, 'POST', '/_sandbox/reset')
  await go(s, 'POST', '/_sandbox/reset', {})
  await go(s, 'POST', '/_sandbox/clock/advance', KEY, '{}')
  await go(s, 'POST', '/_sandbox/clock/advance', { ...KEY, 'content-type': 'text/plain' }, '{}')
  await go(s, 'POST', '/_sandbox/clock/advance', JSON_, '{"duration":"' + 'a'.repeat(1100000))
  await go(strict, 'GET', '/_sandbox/clock?x=1')
  await go(s, 'GET', '/v1/releases', { ...KEY, big: 'a'.repeat(20000) }).catch(console.log)
})

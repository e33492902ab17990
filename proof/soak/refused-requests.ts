import type { CheckedRequest, SoakClient } from './client.js'

const RELEASE = { title: 'Soak', artists: [{ name: 'Soaked', role: 'main' }], release_date: '2099-01-01' }
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Requests that are refused in every world. */
export const REFUSED_REQUESTS: readonly CheckedRequest[] = [
  { method: 'GET', path: '/v1/releases', key: null, status: 401 },
  { method: 'GET', path: '/v1/releases', key: 'sk_sandbox_gold_soak', status: 401 },
  { method: 'GET', path: '/v1/releases', key: null, headers: { Authorization: 'Bearer at_sandbox_x' }, status: 401 },
  { method: 'GET', path: '/v1/releases?limit=0', status: 400 },
  { method: 'GET', path: '/v1/releases?status=lost', status: 400 },
  { method: 'GET', path: '/v1/releases?cursor=AAAA', status: 400 },
  { method: 'GET', path: '/v1/releases/rel_never', status: 404 },
  { method: 'GET', path: '/v1/deliveries/dlv_never', status: 404 },
  { method: 'GET', path: '/v1/relaeses', status: 404 },
  { method: 'GET', path: '/nowhere/%F0%9F%8E%B5', status: 404 },
  { method: 'DELETE', path: '/v1/releases', status: 405 },
  { method: 'PUT', path: '/v1/webhooks', status: 405 },
  { method: 'POST', path: '/v1/releases', text: '{"title": "Soak", ', headers: JSON_TYPE, status: 400 },
  { method: 'POST', path: '/v1/releases', text: '', headers: JSON_TYPE, status: 400 },
  { method: 'POST', path: '/v1/releases', text: '['.repeat(500), headers: JSON_TYPE, status: 400 },
  { method: 'POST', path: '/v1/releases', text: 'title=Soak', headers: { 'Content-Type': 'text/plain' }, status: 415 },
  { method: 'POST', path: '/v1/releases', body: {}, status: 422 },
  { method: 'POST', path: '/v1/releases', body: { ...RELEASE, title: 'x'.repeat(501), upc: '123' }, status: 422 },
  { method: 'POST', path: '/v1/releases', body: { ...RELEASE, territories: ['KP'] }, status: 422 },
  { method: 'POST', path: '/v1/releases', body: RELEASE, headers: { 'Idempotency-Key': 'again' }, status: 400 },
  { method: 'POST', path: '/v1/tracks', body: { release_id: 'rel_never', title: 'T' }, status: 422 },
  { method: 'POST', path: '/v1/tracks', body: { release_id: 'rel_seed_01', title: 'T', isrc: 'no' }, status: 422 },
  { method: 'PATCH', path: '/v1/releases/rel_seed_08', body: { status: 'submitted' }, status: 422 },
  { method: 'PATCH', path: '/v1/releases/rel_seed_08', body: { artwork_asset_id: 'ast_never' }, status: 422 },
  { method: 'POST', path: '/v1/releases/rel_seed_01/submit', status: 409 },
  { method: 'POST', path: '/v1/deliveries', body: { release_id: 'rel_seed_08' }, status: 422 },
  { method: 'POST', path: '/v1/webhooks', body: { url: 'ftp://127.0.0.1/', event_type: 'ping' }, status: 422 },
  { method: 'POST', path: '/_sandbox/clock/advance', body: { duration: 'soon' }, status: 422 },
  { method: 'POST', path: '/_sandbox/snapshots/never/restore', status: 404 },
  { method: 'PUT', path: '/_sandbox/scenario', body: { name: 'unheard-of' }, status: 400 },
  { method: 'GET', path: '/_sandbox/worlds', headers: { Origin: 'http://elsewhere.example' }, status: 403 },
]

/** Malformed or aborted requests. Each uses its own connection. */
const CLOSING_REQUESTS: readonly (readonly [string, string])[] = [
  ['HELLO\r\n\r\n', 'HTTP/1.1 400'],
  ['GET /v1/releases HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: many\r\n\r\n', 'HTTP/1.1 400'],
  [`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 'HTTP/1.1 431'],
  ['CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n', 'HTTP/1.1 405'],
  [
    'POST /v1/releases HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: sk_sandbox_standard_KEY\r\n' +
      'Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{',
    'HTTP/1.1 413',
  ],
]

export async function abortConnections(client: SoakClient): Promise<void> {
  const { random, world } = client
  const [bytes, expectedStart] = random.pick(CLOSING_REQUESTS)
  await client.sendUntilClosed(bytes.replace('standard_KEY', `${world.tier}_${world.name}`), expectedStart)
  const partial: CheckedRequest = { method: 'POST', path: '/v1/releases', body: RELEASE, status: 201 }
  await client.sendAndAbort(partial, false, random.fraction())
  await client.sendAndAbort({ method: 'GET', path: '/v1/releases?limit=100', status: 200 }, false)
  await client.sendAndAbort({ method: 'GET', path: '/_sandbox/events/stream', status: 200 }, true)
}

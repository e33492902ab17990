import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { sendRaw } from '../../support/raw-http.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const { sandbox, fresh } = await startSandbox()

/** The answer to raw bytes. */
const answerTo = async (bytes: string) => (await sendRaw(sandbox.port, bytes))[0]

describe('malformed HTTP', () => {
  for (const [what, bytes, status] of [
    ['garbage', 'hello\r\n\r\n', 400],
    ['a request without Host', 'GET /v1/releases HTTP/1.1\r\n\r\n', 400],
    ['20 kB of headers', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const)
    test(`${what} is answered ${status}`, async () => {
      expect((await answerTo(bytes))?.status).toBe(status)
    })

  for (const [what, bytes, status] of [
    ['a missing Host', 'GET /v1/releases HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown Expect',
      'POST /v1/releases HTTP/1.1\r\nHost: a\r\nExpect: banana\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const)
    test(`${what} gets the error envelope and the common headers`, async () => {
      const answer = await answerTo(bytes)
      expect(answer?.status).toBe(status)
      expect(answer?.headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^req_/),
        'ratelimit-limit': '6000',
      })
      expect(JSON.parse(answer?.body ?? '').error.request_id).toMatch(/^req_/)
    })

  test('a target in absolute form is accepted', async () => {
    const answer = await answerTo(
      'GET http://mds.test/v1/stores HTTP/1.1\r\nHost: mds.test\r\nX-API-Key: sk_sandbox_standard_demo\r\nConnection: close\r\n\r\n',
    )
    expect(answer?.status).toBe(200)
  })

  test('a target in absolute form is accepted by the control plane', async () => {
    const answer = await answerTo(
      'GET http://mds.test/_sandbox/health HTTP/1.1\r\nHost: mds.test\r\nConnection: close\r\n\r\n',
    )
    expect(answer?.status).toBe(200)
  })

  test('garbage gets the error envelope', async () => {
    const answer = await answerTo('hello\r\n\r\n')
    const body = JSON.parse(answer?.body ?? '')
    expect(body.error).toEqual({
      code: 'invalid_request',
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
    })
  })
})

test('a client that disconnects during its body changes nothing', async () => {
  const api = fresh()
  const call = request(`${sandbox.url}/v1/releases`, {
    method: 'POST',
    headers: { 'x-api-key': api.key, 'content-type': 'application/json', 'content-length': '500' },
  })
  call.on('error', () => {})
  call.write('{"title":')
  await once(call, 'socket')
  call.destroy()
  expect((await api.get('/v1/releases')).body.data[0].id).toBe('rel_seed_08')
})

test('a body with a Content-Length of 100 MB is refused without being read', async () => {
  const call = request(`${sandbox.url}/v1/releases`, {
    method: 'POST',
    headers: {
      'x-api-key': fresh().key,
      'content-type': 'application/json',
      'content-length': String(100 * 1024 * 1024),
    },
  })
  call.on('error', () => {})
  call.flushHeaders()
  const [response] = await once(call, 'response')
  expect(response.statusCode).toBe(413)
  expect(response.headers.connection).toBe('close')
  call.destroy()
})

test('the connection stays open after a refused 2 MB body', async () => {
  const headers = { 'x-api-key': fresh().key, 'content-type': 'application/json', 'content-length': '2000000' }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<unknown>()
  for (const status of [413, 413]) {
    const call = request(`${sandbox.url}/v1/releases`, { method: 'POST', headers, agent })
    call.on('socket', (socket) => sockets.add(socket))
    call.end('x'.repeat(2_000_000))
    const [response] = await once(call, 'response')
    expect(response.statusCode).toBe(status)
    response.resume()
    await once(response, 'end')
  }
  agent.destroy()
  expect(sockets.size).toBe(1)
})

test('every response has a unique X-Request-Id and RateLimit headers', async () => {
  const api = fresh()
  const answers = [
    await api.get('/v1/releases'),
    await api.post('/v1/releases', validRelease),
    await api.post('/v1/releases', {}),
    await api.get('/v1/nothing'),
    await api.send('GET', '/v1/releases'),
    await api.send('DELETE', '/v1/releases'),
    await api.send('POST', '/v1/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }, ''),
  ]
  for (const { headers } of answers) {
    expect(headers['x-request-id']).toMatch(/^req_[0-9a-z]{21}$/)
    expect(headers['ratelimit-limit']).toMatch(/^\d+$/)
    expect(headers['ratelimit-remaining']).toMatch(/^\d+$/)
    expect(headers['content-type']).toBe('application/json')
  }
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length)
})

test('a resource is created when the last byte of the body arrives', async () => {
  const live = await startSandbox({ clock: 'live' })
  const { key } = live.fresh()
  const headers = { 'x-api-key': key, 'content-type': 'application/json', expect: '100-continue' }
  const call = request(`${live.sandbox.url}/v1/releases`, { method: 'POST', headers })
  call.flushHeaders()
  await once(call, 'continue')
  await live.client(key).post('/_sandbox/clock/advance', { duration: '1d' })
  call.end(JSON.stringify(validRelease))
  const [response] = await once(call, 'response')
  const { created_at } = JSON.parse((await response.toArray()).join(''))
  expect(Date.parse(created_at)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
})

test('closing finishes requests in flight and refuses new connections', async () => {
  const own = await createSandbox({ clock: 'manual' })
  const call = request(`${own.url}/v1/releases`, {
    method: 'POST',
    headers: { 'x-api-key': 'sk_sandbox_standard_demo', 'content-type': 'application/json', expect: '100-continue' },
  })
  const text = JSON.stringify(validRelease)
  call.flushHeaders()
  await once(call, 'continue')
  call.write(text.slice(0, 10))
  const closed = own.close()
  call.end(text.slice(10))
  const [response] = await once(call, 'response')
  response.resume()
  expect(response.statusCode).toBe(201)
  await closed
  await expect(fetch(`${own.url}/v1/releases`)).rejects.toThrow()
})

import { request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createReceiver, type ReceiverOptions } from '../../src/webhooks/receiver.js'
import { sign } from '../../src/webhooks/signature.js'
import { createEvent, postEvent, SECRET } from '../support/webhook-handler.js'

async function start(options: Partial<ReceiverOptions> = {}) {
  const receiver = await createReceiver({ secret: SECRET, ...options })
  onTestFinished(() => receiver.close())
  return receiver
}

describe('classifies what it receives', () => {
  const first = JSON.stringify(createEvent('asset.ready', '2025-01-01T00:00:01.000Z'))
  const earlier = JSON.stringify(createEvent('asset.ready', '2025-01-01T00:00:00.000Z'))
  const ping = JSON.stringify(createEvent('ping', '2024-01-01T00:00:00.000Z'))
  const cases: [what: string, body: string | Buffer, signature: string | undefined, verdict: string, status: number][] =
    [
      ['an event', first, undefined, 'new', 200],
      ['the same again', first, undefined, 'duplicate', 200],
      ['an earlier one', earlier, undefined, 'out of order', 200],
      ['a ping, however old', ping, undefined, 'new', 200],
      ['no signature', first, '', 'bad signature', 401],
      ['the signature of something else', first, sign(SECRET, Buffer.from(earlier)), 'bad signature', 401],
      ['an upper-case digest', first, sign(SECRET, Buffer.from(first)).toUpperCase(), 'bad signature', 401],
      ['no JSON', 'hello', undefined, 'not an event', 400],
      ['JSON that is no event', '{"id":"evt_1"}', undefined, 'not an event', 400],
      ['null', 'null', undefined, 'not an event', 400],
    ]
  test('reports each arrival', async () => {
    const { url, arrivals } = await start()
    for (const [what, body, signature, verdict, status] of cases) {
      const answered = await postEvent(url, String(body), signature)
      expect([what, answered, arrivals.at(-1)?.verdict, arrivals.at(-1)?.status]).toEqual([
        what,
        status,
        verdict,
        status,
      ])
    }
  })

  test('invalid UTF-8 is not an event', async () => {
    const { url, arrivals } = await start()
    const body = Buffer.concat([Buffer.from(first.slice(0, -2)), Buffer.from([0xff]), Buffer.from('}}')])
    await fetch(url, { method: 'POST', body, headers: { 'x-svc-signature': sign(SECRET, body) } })
    expect(arrivals.map(({ verdict }) => verdict)).toEqual(['not an event'])
  })

  test('a GET is refused with 405', async () => {
    const { url, arrivals } = await start()
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('allow'), arrivals[0]?.verdict]).toEqual([405, 'POST', 'not an event'])
  })
})

test('an event answered with a failure is new when it is sent again', async () => {
  let answers = 0
  const { url, arrivals } = await start({ respond: () => ({ status: ++answers > 1 ? 200 : 503 }) })
  const body = JSON.stringify(createEvent('asset.ready'))
  expect([await postEvent(url, body), await postEvent(url, body), await postEvent(url, body)]).toEqual([503, 200, 200])
  expect(arrivals.map(({ verdict }) => verdict)).toEqual(['new', 'new', 'duplicate'])
})

test('a body beyond 10 MiB gets 413 and is not kept', async () => {
  const { url, arrivals } = await start()
  const call = request(url, { method: 'POST' })
  const status = new Promise((resolve) => {
    call.on('response', (response) => resolve(response.statusCode))
    // The receiver may close the connection before the whole body is sent.
    call.on('error', () => resolve(413))
  })
  const chunk = Buffer.alloc(1024 * 1024)
  for (let i = 0; i < 12; i++) call.write(chunk)
  expect(await status).toBe(413)
  call.destroy()
  expect(arrivals.map(({ verdict, status, body }) => [verdict, status, body.length])).toEqual([
    ['not an event', 413, 0],
  ])
})

test('keeps no arrivals with keepArrivals: false', async () => {
  const verdicts: string[] = []
  const { url, arrivals } = await start({
    keepArrivals: false,
    onArrival: ({ verdict }) => void verdicts.push(verdict),
  })
  const body = JSON.stringify(createEvent('asset.ready'))
  await postEvent(url, body)
  await postEvent(url, body)
  expect([verdicts, arrivals]).toEqual([['new', 'duplicate'], []])
})

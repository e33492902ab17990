import { createServer } from 'node:http'
import express from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import controlDocument from '../../../control.openapi.yaml'
import serviceDocument from '../../../openapi.yaml'
import { createSandbox, type SandboxOptions } from '../../../src/composition/create-sandbox.js'
import { listen } from '../../../src/http/server/listen.js'
import { createOriginGuard, EXPOSED_HEADERS } from '../../../src/http/server/origin-guard.js'
import { formatRequest, type RawResponse, sendRaw } from '../../support/raw-http.js'

const KEY = 'sk_sandbox_standard_guard'
const APP = 'http://localhost:5173'

async function start(options: SandboxOptions) {
  const sandbox = await createSandbox({ clock: 'manual', ...options })
  onTestFinished(() => sandbox.close())
  const ask = async (line: string, headers: Record<string, string>): Promise<RawResponse> => {
    const lines = Object.entries({ Host: '127.0.0.1', 'X-API-Key': KEY, Connection: 'close', ...headers })
    return (await sendRaw(sandbox.port, formatRequest(line, lines)))[0] as RawResponse
  }
  return { sandbox, ask }
}

const corsHeaders = ({ headers }: RawResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

describe('allowHosts', () => {
  const { check } = createOriginGuard({ allowHosts: ['api.example.com', '*.ci.example.com', 'UPPER.example'] })
  const CASES: [host: string, isAccepted: boolean][] = [
    ['api.example.com', true],
    ['API.Example.com:443', true],
    ['api.example.com.', true],
    ['upper.example', true],
    ['example.com', false],
    ['x.api.example.com', false],
    ['api.example.com.evil.example', false],
    ['job-7.ci.example.com', true],
    ['a.b.ci.example.com', true],
    ['ci.example.com', false],
    ['evilci.example.com', false],
    ['evil.example', false],
  ]
  test.each(CASES)('%s: %s', (host, isAccepted) => {
    for (const target of ['/v1/stores', '/_sandbox/clock', '/'])
      expect(check({ host }, target)?.code).toBe(isAccepted ? undefined : 'forbidden')
  })

  test('applies to the API, the control plane and the pages', async () => {
    const { ask } = await start({ allowHosts: ['*.example.com'] })
    for (const line of ['GET /v1/stores', 'GET /_sandbox/clock', 'GET /']) {
      expect((await ask(line, { Host: 'mds.example.com' })).status).toBe(200)
      expect((await ask(line, { Host: 'mds.example.org' })).status).toBe(403)
    }
  })

  test('lets an application with a name of its own mount the sandbox', async () => {
    const sandbox = await createSandbox({ listen: false, clock: 'manual', allowHosts: ['app.example.com'] })
    onTestFinished(() => sandbox.close())
    const server = createServer(express().use('/mds', sandbox.listener))
    const port = await listen(server, 0, '127.0.0.1')
    onTestFinished(() => void server.close())
    const status = async (Host: string) => {
      const headers = { Host, Origin: `https://${Host}`, 'X-API-Key': KEY, Connection: 'close' }
      return (await sendRaw(port, formatRequest('GET /mds/v1/stores', Object.entries(headers))))[0]?.status
    }
    expect([await status('app.example.com'), await status('other.example.com')]).toEqual([200, 403])
  })

  test.each(['api.example.com:80', 'http://api.example.com', '*', '*.', 'a b', '', 'ex*.com'])(
    'refuses %j as an option',
    async (name) => {
      await expect(createSandbox({ listen: false, allowHosts: [name] })).rejects.toThrow('The option allowHosts')
    },
  )
})

describe('allowOrigins', () => {
  test('adds CORS headers to the responses for an allowed origin only', async () => {
    const { ask } = await start({ allowOrigins: [APP, 'https://app.example.com:443', 'tauri://localhost'] })
    for (const line of ['GET /v1/stores', 'GET /v1/nothing', 'GET /_sandbox/clock', 'POST /v1/releases']) {
      for (const origin of [APP, 'https://app.example.com', 'tauri://localhost']) {
        const response = await ask(line, { Origin: origin })
        expect(response.status).not.toBe(403)
        expect(corsHeaders(response)).toEqual({
          'access-control-allow-origin': origin,
          'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
        })
        expect(response.headers.vary).toBe('Origin')
      }
      const foreign = await ask(line, { Origin: 'http://localhost:5174' })
      expect([foreign.status, corsHeaders(foreign), foreign.headers.vary]).toEqual([403, {}, 'Origin'])
      const own = await ask(line, { Origin: 'http://127.0.0.1' })
      expect([own.status === 403, corsHeaders(own), own.headers.vary]).toEqual([false, {}, 'Origin'])
    }
  })

  test('does not open other hosts', async () => {
    const { ask } = await start({ allowOrigins: ['http://evil.example'] })
    const response = await ask('GET /v1/stores', { Host: 'evil.example', Origin: 'http://evil.example' })
    expect(response.status).toBe(403)
  })

  test('answers preflight requests', async () => {
    const { ask } = await start({ allowOrigins: [APP] })
    const request = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-api-key',
    }
    for (const path of ['/v1/releases', '/_sandbox/reset']) {
      const allowed = await ask(`OPTIONS ${path}`, { Origin: APP, ...request })
      expect([allowed.status, allowed.headers.vary]).toEqual([204, 'Origin, Access-Control-Request-Headers'])
      expect(corsHeaders(allowed)).toEqual({
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'content-type,x-api-key',
        'access-control-max-age': '600',
      })
      const foreign = await ask(`OPTIONS ${path}`, { Origin: 'http://evil.example', ...request })
      expect([foreign.status, corsHeaders(foreign)]).toEqual([403, {}])
      const rebound = await ask(`OPTIONS ${path}`, { Host: 'evil.example', Origin: APP, ...request })
      expect([rebound.status, corsHeaders(rebound)['access-control-allow-methods']]).toEqual([403, undefined])
    }
  })

  test.each(['*', 'null', 'http://localhost:5173/', 'localhost:5173', 'http://*.example.com', ''])(
    'refuses %j as an option',
    async (origin) => {
      await expect(createSandbox({ listen: false, allowOrigins: [origin] })).rejects.toThrow('The option allowOrigins')
    },
  )

  test('exposes every documented response header', () => {
    const names = [serviceDocument, controlDocument].flatMap((document) =>
      [...JSON.stringify(document).matchAll(/"([\w-]+)":\{"\$ref":"#\/components\/headers\//g)].map(([, name]) => name),
    )
    // Scripts can always read these.
    const safelisted = ['Cache-Control', 'Content-Type']
    // A 405 has it. The documents list no response for methods that they do not describe.
    names.push('Allow')
    expect(new Set(names.filter((name) => !safelisted.includes(name as string)))).toEqual(new Set(EXPOSED_HEADERS))
  })
})

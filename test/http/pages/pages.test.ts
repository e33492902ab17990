import { createServer } from 'node:http'
import express from 'express'
import supertest from 'supertest'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import controlDocument from '../../../control.openapi.yaml'
import document from '../../../openapi.yaml'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { PAGES } from '../../../src/http/pages/page-content.js'
import { createPagesApp } from '../../../src/http/pages/pages-app.js'
import { START_SCRIPT } from '../../../src/http/pages/reference-page.js'
import { callListener } from '../../../src/http/server/in-memory-exchange.js'
import { listen } from '../../../src/http/server/listen.js'
import { createOriginGuard } from '../../../src/http/server/origin-guard.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'

const { sandbox } = await startSandbox()
const get = (path: string, init?: RequestInit) => fetch(sandbox.url + path, init)
/** Unlike `fetch`, adds no Cache-Control to a conditional request. */
const getIfChanged = async (path: string, etag: string, method: 'get' | 'head' = 'get') => {
  const { status, text = '' } = await supertest(sandbox.url)[method](path).set('if-none-match', etag)
  return [status, text]
}
const linksOf = (html: string) => [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link as string)
const assetsOf = async (path: string) => {
  const links = linksOf(await (await get(path)).text()).filter((link) => link.includes('assets/'))
  return links.map((link) => new URL(link, sandbox.url + path).pathname)
}

describe('every page', () => {
  for (const path of Object.keys(PAGES))
    test(`${path} is served with security headers and refuses other origins and methods`, async () => {
      const response = await get(path)
      expect(response.status).toBe(200)
      const body = await response.text()
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const head = await get(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))

      const post = await get(path, { method: 'POST' })
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect(await post.json()).toMatchObject({
        error: { code: 'method_not_allowed', request_id: post.headers.get('x-request-id') },
      })
      const foreign = await get(path, { headers: { origin: 'http://evil.example' } })
      expect([foreign.status, ((await foreign.json()) as { error: { code: string } }).error.code]).toEqual([
        403,
        'forbidden',
      ])
      expect((await sandbox.fetch(`http://evil.example${path}`)).status).toBe(403)
    })

  for (const path of ['/', '/docs', '/openapi.yaml'])
    test(`${path} has an ETag, and a conditional request gets 304 without a body`, async () => {
      const etag = (await get(path)).headers.get('etag') as string
      expect(await getIfChanged(path, etag)).toEqual([304, ''])
      expect(await getIfChanged(path, etag, 'head')).toEqual([304, ''])
      expect((await getIfChanged(path, '"other"'))[0]).toBe(200)
      const unconnected = await sandbox.fetch(path)
      const conditional = { headers: { 'if-none-match': unconnected.headers.get('etag') as string } }
      expect((await sandbox.fetch(path, conditional)).status).toBe(304)
    })

  test('loads nothing from another host', async () => {
    for (const path of ['/', '/docs', '/_sandbox/docs'])
      for (const link of linksOf(await (await get(path)).text()))
        expect([path, link, /^[\w./-]*$/.test(link)]).toEqual([path, link, true])
  })

  test.each(['/docs/', '/_sandbox/docs/'])('%s redirects to the reference without a slash', async (path) => {
    const redirect = await get(path, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '../docs'])
    const page = await get(path)
    expect([page.status, page.url]).toEqual([200, sandbox.url + path.slice(0, -1)])
    expect((await get(path, { method: 'POST', redirect: 'manual' })).status).toBe(405)
  })

  test('an unknown path below /docs is 404 in the error envelope', async () => {
    for (const path of ['/docs/nothing', '/docs/api/', '/docs/viewer.js', '/docs/assets/0123456789abcdef/viewer.js']) {
      const response = await get(path)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        404,
        { error: expect.objectContaining({ code: 'not_found' }) },
      ])
    }
  })
})

describe('the assets of the reference', () => {
  test('are the same files for both documents, and browsers may cache them forever', async () => {
    const assets = await assetsOf('/docs')
    expect(assets).toHaveLength(3)
    expect(await assetsOf('/_sandbox/docs')).toEqual(assets)
    for (const path of assets) {
      expect(path).toMatch(/^\/docs\/assets\/[0-9a-f]{16}\/(viewer\.js|viewer\.css|start\.js)$/)
      const response = await get(path)
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
      expect(await getIfChanged(path, response.headers.get('etag') as string)).toEqual([304, ''])
      expect((await get(path, { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD')
    }
  })
})

describe('the start script of the reference', () => {
  /** Runs the script with a stand-in for the browser, and returns the options that it gives to Swagger UI. */
  function runStartScript(contract: string) {
    const place = { dataset: { document: 'openapi.json', key: 'k', contract } }
    const root = { classList: { toggle: () => {} } }
    let options: { requestInterceptor(request: object): { headers: Record<string, string> } } | undefined
    const globals = {
      document: { getElementById: () => place, documentElement: root },
      matchMedia: () => ({ matches: false, addEventListener: () => {} }),
      location: { href: `${sandbox.url}/docs` },
      SwaggerUIBundle: (given: typeof options) => (options = given),
    }
    new Function(...Object.keys(globals), START_SCRIPT)(...Object.values(globals))
    return (method: string, path: string, headers = {}) =>
      options?.requestInterceptor({ method, url: sandbox.url + path, headers }).headers['Idempotency-Key']
  }

  test('sends a new UUID v4 with each POST and PATCH', async () => {
    const keyOf = runStartScript('service')
    const keys = [keyOf('POST', '/v1/releases'), keyOf('POST', '/v1/releases'), keyOf('PATCH', '/v1/releases/x')]
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) {
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const headers = { 'x-api-key': 'sk_sandbox_standard_uuid', 'idempotency-key': key as string }
      const response = await get('/v1/releases', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(validRelease),
      })
      expect(response.status).toBe(201)
    }
  })

  test('sends no key with reads, tokens and control-plane calls, and keeps a key that was entered', () => {
    const keyOf = runStartScript('service')
    expect(keyOf('GET', '/v1/releases')).toBeUndefined()
    expect(keyOf('POST', '/v1/oauth/token')).toBeUndefined()
    expect(keyOf('POST', '/v1/releases', { 'Idempotency-Key': 'mine' })).toBe('mine')
    expect(runStartScript('control')('POST', '/_sandbox/reset')).toBeUndefined()
  })

  test('finds no example for the Idempotency-Key in the contract', () => {
    const { IdempotencyKey } = (document as unknown as { components: { parameters: Record<string, object> } })
      .components.parameters
    expect(Object.keys(IdempotencyKey as object)).not.toContain('example')
  })
})

describe('Express', () => {
  test('answers an exception with the error envelope and logs it', async () => {
    const errors: unknown[] = []
    const app = createPagesApp({
      info: { keys: null } as never,
      reject: (_, { code }) => ({ status: 500, headers: { 'X-Request-Id': 'req_1' }, body: code }),
      onError: (error) => errors.push(error),
      closing: new AbortController().signal,
      originGuard: createOriginGuard(),
    })
    const { status, headers, body } = await callListener(app, { method: 'GET', target: '/', headers: { host: 'a' } })
    expect([status, headers['x-request-id'], body.toString()]).toEqual([500, 'req_1', 'internal_error'])
    expect(errors).toEqual([expect.any(TypeError)])
  })

  test('serves the same bytes with and without a connection', async () => {
    const host = new URL(sandbox.url).host
    for (const path of [...Object.keys(PAGES), ...(await assetsOf('/docs'))]) {
      const [connected, direct] = [await get(path), await sandbox.fetch(path, { headers: { host } })]
      expect(await direct.text()).toBe(await connected.text())
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'content-security-policy'])
        expect([path, name, direct.headers.get(name)]).toEqual([path, name, connected.headers.get(name)])
    }
  })

  test('of your own serves the API, the control plane and the pages below a path', async () => {
    const app = express().use('/tools/mds', sandbox.listener)
    app.get('/', (_, response) => void response.send('yours'))
    const server = createServer(app)
    onTestFinished(() => void server.close())
    const origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
    const base = `${origin}/tools/mds`
    const headers = { 'x-api-key': 'sk_sandbox_standard_mounted', connection: 'close' }
    const fetchText = async (url: string) => (await fetch(url, { headers })).text()
    /** Reads the body too: Node 24 fails when a connection ends before a large response is read. */
    const fetchStatus = async (url: string | URL, options: RequestInit = {}) => {
      const response = await fetch(url, { headers, ...options })
      await response.arrayBuffer()
      return response.status
    }

    expect(await fetchText(origin)).toBe('yours')
    expect(await fetchStatus(`${base}/v1/releases`)).toBe(200)
    expect(await fetchStatus(`${base}/_sandbox/clock`)).toBe(200)
    expect(await fetchStatus(`${base}/nowhere`)).toBe(404)

    const redirect = await fetch(base, { headers, redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/tools/mds/'])
    const home = await fetchText(`${base}/`)
    expect(home).toContain(`curl ${base}/v1/releases`)
    for (const page of ['/', '/docs', '/_sandbox/docs'])
      for (const link of linksOf(await fetchText(base + page)).filter((link) => link !== 'data:,')) {
        const url = new URL(link, base + page)
        expect([url.href, url.href.startsWith(`${base}/`), await fetchStatus(url)]).toEqual([url.href, true, 200])
      }
    expect(JSON.parse(await fetchText(`${base}/openapi.json`)).servers[0].url).toBe(base)

    const asset = await fetch(`${base}/v1/assets`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }),
    })
    const { upload_url } = (await asset.json()) as { upload_url: string }
    expect(upload_url.startsWith(`${base}/v1/assets/`)).toBe(true)
    expect(await fetchStatus(upload_url, { method: 'PUT', body: 'RIFF----WAVE' })).toBe(200)
  })
})

describe('the documents', () => {
  for (const [path, own] of [
    ['/openapi', document],
    ['/_sandbox/openapi', controlDocument],
  ] as const)
    test(`${path} is the contract, with the URL of this server`, async () => {
      const response = await get(`${path}.json`)
      const { servers, ...rest } = (await response.json()) as { servers: { url: string }[] }
      expect(servers[0]?.url).toBe(sandbox.url)
      expect(Object.keys(rest)).toEqual(Object.keys(own as object).filter((key) => key !== 'servers'))
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const yaml = await get(`${path}.yaml`)
      expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
      expect(parse(await yaml.text())).toEqual({ ...rest, servers })
    })
})

describe('the home page', () => {
  test('shows the keys, the scenario and the clock', async () => {
    const page = await (await get('/')).text()
    for (const text of [
      'sk_sandbox_standard_demo',
      'sk_sandbox_enterprise_demo',
      'happy-path: ',
      'manual: it moves',
      `curl ${sandbox.url}/v1`,
    ])
      expect(page).toContain(text)
  })

  test('escapes the summary of a custom scenario', async () => {
    const scenario = {
      name: 'mine',
      summary: '<script>alert(1)</script>',
      stores: [],
      takedowns: [],
      assets: [],
      faults: [],
    }
    const other = await createSandbox({ listen: false, scenario, speed: Number.POSITIVE_INFINITY })
    const page = await (await other.fetch('/')).text()
    expect(page).toContain('mine: &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain('live, waits divided by max')
    await other.close()
  })
})

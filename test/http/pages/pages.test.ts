import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import controlDocument from '../../../control.openapi.yaml'
import document from '../../../openapi.yaml'
import { createSandbox } from '../../../src/composition/sandbox.js'
import { PAGE_PATHS } from '../../../src/http/pages/about.js'
import { startSandbox } from '../../support/test-sandbox.js'

const { sandbox } = await startSandbox()
const get = (path: string, init?: RequestInit) => fetch(sandbox.url + path, init)

describe('every page', () => {
  for (const path of PAGE_PATHS)
    test(`${path} is there, safe, and closed to other sites`, async () => {
      const answer = await get(path)
      expect(answer.status).toBe(200)
      const body = await answer.text()
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const head = await get(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))

      const post = await get(path, { method: 'POST' })
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      const foreign = await get(path, { headers: { origin: 'http://evil.example' } })
      expect([foreign.status, ((await foreign.json()) as { error: { code: string } }).error.code]).toEqual([
        403,
        'forbidden',
      ])
      expect((await sandbox.fetch(`http://evil.example${path}`)).status).toBe(403)
    })

  test('asks for nothing from another host', async () => {
    for (const path of ['/', '/docs', '/_sandbox/docs'])
      for (const [, link] of (await (await get(path)).text()).matchAll(/(?:src|href)="([^"]*)"/g))
        expect([path, link, /^(data:,|[\w./]*)$/.test(link as string)]).toEqual([path, link, true])
  })
})

describe('the documents', () => {
  for (const [path, own] of [
    ['/openapi', document],
    ['/_sandbox/openapi', controlDocument],
  ] as const)
    test(`${path} is the contract, with this server's address`, async () => {
      const answer = await get(`${path}.json`)
      const { servers, ...rest } = (await answer.json()) as { servers: { url: string }[] }
      expect(servers[0]?.url).toBe(sandbox.url)
      expect(Object.keys(rest)).toEqual(Object.keys(own as object).filter((key) => key !== 'servers'))
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const yaml = await get(`${path}.yaml`)
      expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
      expect(parse(await yaml.text())).toEqual({ ...rest, servers })
    })
})

describe('the first page', () => {
  test('shows the keys, the scenario and the clock', async () => {
    const page = await (await get('/')).text()
    for (const words of [
      'sk_sandbox_standard_demo',
      'sk_sandbox_enterprise_demo',
      'happy-path: ',
      'manual: it moves',
      `curl ${sandbox.url}/v1`,
    ])
      expect(page).toContain(words)
  })

  test('shows a scenario of somebody as text, never as markup', async () => {
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

import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { startSandbox } from '../support/test-sandbox.js'
import { findDefects } from './dashboard-browser.js'
import { startDashboard } from './screen-page.js'

describe.skipIf(!hasBrowser)('the dashboard', async () => {
  const { sandbox, fresh, open, openUrl } = await startDashboard()
  test('is where / leads a browser, without the key in the URL', async () => {
    const { page, problems, foreignRequests } = await openUrl(sandbox.url)
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    expect(page.url()).toBe(`${sandbox.url}/_sandbox/ui/w/standard/demo/activity`)
    expect([problems, foreignRequests]).toEqual([[], []])
  })

  test('moves the clock and shows what happens next', async () => {
    const api = fresh()
    const asset = await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
    await api.send('PUT', `/v1/assets/${asset.body.id}/content`, { 'x-api-key': api.key }, 'RIFF')
    const { page, problems } = await open(api, 'activity')
    const bar = page.getByRole('region', { name: 'Clock' })
    await bar.getByText('2025-01-01 00:00:00').waitFor()
    await bar.getByText('process asset').waitFor()
    await bar.getByRole('button', { name: 'Until idle' }).click()
    await bar.getByText('Nothing is scheduled').waitFor()
    await bar.getByText('2025-01-01 00:02:00').waitFor()
    await bar.getByRole('button', { name: '+1 h' }).click()
    await bar.getByText('2025-01-01 01:02:00').waitFor()
    await bar.getByRole('button', { name: '+1 d' }).click()
    await bar.getByText('2025-01-02 01:02:00').waitFor()
    await bar.getByRole('button', { name: 'To…' }).click()
    await page.getByLabel('To this instant').fill('2025-03-01T00:00:00')
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await bar.getByText('2025-03-01 00:00:00').waitFor()
    expect(problems).toEqual([])
  })

  test('switches to another world by its key, and keeps it', async () => {
    const api = fresh('enterprise')
    await api.get('/v1/releases/rel_seed_01')
    const { page } = await openUrl(`${sandbox.url}/_sandbox/ui`)
    await page.getByRole('button', { name: /^World standard\/demo/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a world' })
    expect(await findDefects(page)).toEqual([])
    await dialog.getByLabel('Key or name').fill('NOT A KEY')
    await dialog.getByRole('button', { name: 'Open' }).click()
    await dialog.getByText('Enter a key such as').waitFor()
    await dialog.getByLabel('Key or name').fill(api.key)
    await dialog.getByRole('button', { name: 'Open' }).click()
    await page.getByText('/v1/releases/rel_seed_01').waitFor()
    expect(page.url()).toContain(`/w/enterprise/${api.key.replace('sk_sandbox_enterprise_', '')}/`)
    await page.goto(`${sandbox.url}/_sandbox/ui`)
    await page.getByText('/v1/releases/rel_seed_01').waitFor()
  })

  test('remembers the theme', async () => {
    const { page } = await open(fresh(), 'activity')
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    await page.getByLabel('Theme').selectOption('dark')
    const dark = await background()
    expect(dark).not.toBe(light)
    await page.reload()
    await page.getByLabel('Theme').waitFor()
    expect(await background()).toBe(dark)
  })
})

describe('the files of the dashboard', async () => {
  const { sandbox } = await startSandbox()
  const get = (path: string, headers = {}) => fetch(sandbox.url + path, { headers, redirect: 'manual' })

  test('have a strict policy, hashed names, ETags and long caching', async () => {
    const page = await get('/_sandbox/ui/w/standard/demo/activity/req_1')
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toContain('unsafe')
    const html = await page.text()
    const assets = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]*)"/g)].map(([, link]) => link as string)
    expect(assets).toHaveLength(2)
    for (const asset of assets) {
      const response = await get(asset)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('etag')).toMatch(/^"/)
      const again = await get(asset, { 'if-none-match': response.headers.get('etag'), 'cache-control': 'max-age=0' })
      expect(again.status).toBe(304)
    }
    expect((await get('/_sandbox/ui/assets/app-0.js')).status).toBe(404)
    expect((await get('/_sandbox/ui', { origin: 'http://evil.example' })).status).toBe(403)
    expect((await fetch(`${sandbox.url}/_sandbox/ui`, { method: 'POST' })).status).toBe(405)
  })

  test('are served at / to browsers only', async () => {
    const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([browser.status, browser.headers.get('location'), browser.headers.get('vary')]).toEqual([
      302,
      '/_sandbox/ui',
      'Accept',
    ])
    expect(await (await get('/')).text()).toContain('<h1>mds-sandbox</h1>')
  })
})

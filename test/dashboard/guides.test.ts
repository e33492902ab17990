import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { GUIDES } from '../../src/http/pages/page-paths.js'
import { hasBrowser } from '../support/browser.js'
import { findViolations, isTooWide } from './dashboard-browser.js'
import { startDashboard, visit } from './screen-page.js'

describe.skipIf(!hasBrowser)('the Guides screen', async () => {
  const { fresh, open, urlOf } = await startDashboard()

  test('lists, shows and searches the guides', async () => {
    const api = fresh()
    const opened = await open(api, 'guides')
    const { page } = opened
    const rows = page.getByRole('list', { name: 'Guides' }).getByRole('link')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(GUIDES.length)
    await rows.filter({ hasText: 'how amounts are calculated' }).click()
    await page.getByRole('heading', { name: 'Example' }).waitFor()
    await page.getByRole('searchbox').fill('redeliver undeliverable')
    const found = page.getByRole('list', { name: 'Sections that match' }).getByRole('link')
    await found.first().waitFor()
    await found.first().click()
    expect(page.url()).toMatch(/\/guides\/[\w-]+(\/[\w-]+)?\?q=redeliver\+undeliverable$/)
    await page.getByRole('searchbox').fill('zzzz')
    await page.getByText('No section has all of these words').waitFor()
    expect(await page.getByRole('link', { name: 'API reference' }).first().getAttribute('href')).toBe('/docs')
  })

  test('shows every guide at 360 pixels', async () => {
    const api = fresh()
    const { page, problems } = await open(api, 'guides', { width: 360 })
    const found: Record<string, unknown> = {}
    for (const guide of GUIDES) {
      await visit(page, urlOf(api, `guides/${guide}`))
      const [, title = ''] = /^# (.*)/.exec(await readFile(`docs/${guide}.md`, 'utf8')) ?? []
      await page.getByRole('heading', { level: 2, name: title.replaceAll('`', ''), exact: true }).waitFor()
      await page.locator('.guides-content p').first().waitFor()
      const defects = await findViolations(page)
      if (await isTooWide(page)) defects.push('too wide')
      if (defects.length > 0) found[guide] = defects
    }
    expect([found, problems]).toEqual([{}, []])
  }, 60_000)

  test('says what could not be loaded', async () => {
    const opened = await open(fresh(), 'guides/nowhere')
    await opened.page.getByText('/docs/nowhere was answered with 404.').waitFor()
    await opened.context.route(/\/docs\/home$/, (route) => route.fulfill({ status: 500, body: '' }))
    await opened.page.reload()
    await opened.page.getByText('/docs/home was answered with 500.').waitFor()
  })
})

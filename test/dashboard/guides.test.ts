import { describe, expect, test } from 'vitest'
import { GUIDES } from '../../src/http/pages/page-paths.js'
import { startSandbox } from '../support/test-sandbox.js'
import { COLOR_SCHEMES, hasBrowser, startBrowser } from './dashboard-browser.js'
import { expectClean, screenUrl } from './screen-page.js'

describe.skipIf(!hasBrowser)('the Guides screen', async () => {
  const { sandbox, fresh } = await startSandbox()
  const open = startBrowser()

  for (const colorScheme of COLOR_SCHEMES) {
    test(`lists, shows and searches the guides, ${colorScheme}`, async () => {
      const api = fresh()
      const opened = await open(screenUrl(sandbox, api, 'guides'), { colorScheme })
      const { page } = opened
      const rows = page.getByRole('list', { name: 'Guides' }).getByRole('link')
      await rows.first().waitFor()
      expect(await rows.count()).toBe(GUIDES.length)
      await expectClean(opened)
      await rows.filter({ hasText: 'how amounts are calculated' }).click()
      await page.getByRole('heading', { name: 'Example' }).waitFor()
      await expectClean(opened)
      await page.getByRole('searchbox').fill('redeliver undeliverable')
      const found = page.getByRole('list', { name: 'Sections that match' }).getByRole('link')
      await found.first().waitFor()
      await found.first().click()
      expect(page.url()).toMatch(/\/guides\/[\w-]+(\/[\w-]+)?\?q=redeliver\+undeliverable$/)
      await page.getByRole('searchbox').fill('zzzz')
      await page.getByText('No section has all of these words').waitFor()
      expect(await page.getByRole('link', { name: 'API reference' }).first().getAttribute('href')).toBe('/docs')
      await expectClean(opened)
    })

    test(`shows every guide at 360 pixels, ${colorScheme}`, async () => {
      const opened = await open(screenUrl(sandbox, fresh(), 'guides'), { colorScheme, width: 360 })
      for (const guide of colorScheme === 'light' ? GUIDES : GUIDES.slice(0, 2)) {
        await opened.page.goto(screenUrl(sandbox, fresh(), `guides/${guide}`))
        await opened.page.locator('.guides-content p').first().waitFor()
        await expectClean(opened)
      }
    }, 120_000)

    test(`says what could not be loaded, ${colorScheme}`, async () => {
      const opened = await open(screenUrl(sandbox, fresh(), 'guides/nowhere'), { colorScheme })
      await opened.page.getByText('/docs/nowhere was answered with 404.').waitFor()
      expect(await opened.findViolations()).toEqual([])
      await opened.context.route(/\/docs\/home$/, (route) => route.fulfill({ status: 500, body: '' }))
      await opened.page.reload()
      await opened.page.getByText('/docs/home was answered with 500.').waitFor()
      expect(await opened.findViolations()).toEqual([])
    })
  }
})

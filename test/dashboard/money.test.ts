import { describe, expect, test } from 'vitest'
import { startSandbox } from '../support/test-sandbox.js'
import { COLOR_SCHEMES, hasBrowser, startBrowser } from './dashboard-browser.js'
import { expectClean, reloadFailing, screenUrl } from './screen-page.js'

describe.skipIf(!hasBrowser)('the Money screen', async () => {
  const { sandbox, fresh } = await startSandbox()
  const open = startBrowser()

  for (const colorScheme of COLOR_SCHEMES) {
    test(`shows statements as a chart and down to line items whose sums add up, ${colorScheme}`, async () => {
      const opened = await open(screenUrl(sandbox, fresh(), 'money'), { colorScheme })
      const { page } = opened
      await page.getByRole('img', { name: /^Net amount in USD by month and store, 2023-01 to 2025-01/ }).waitFor()
      await page.getByText('all invariants hold').waitFor()
      await page.getByText('The numbers as a table').click()
      await expectClean(opened)
      await page.getByLabel('Currency').selectOption('JPY')
      await page.getByRole('img', { name: /^Net amount in JPY/ }).waitFor()
      expect(page.url()).toContain('?currency=JPY')
      await page.getByRole('link', { name: '2024-12' }).click()
      const sums = page.getByRole('region', { name: 'Sums' })
      await sums.waitFor()
      expect(await sums.getByText('✓ equal').count()).toBe(3)
      const [, earnings, gross] =
        /line items: ([\d.]+), rounded once = (\d+)/.exec((await sums.textContent()) ?? '') ?? []
      expect([earnings, Math.round(Number(earnings))]).toEqual([expect.stringMatching(/\.\d{6}$/), Number(gross)])
      await expectClean(opened)
      await page.getByRole('link', { name: 'all invariants hold' }).click()
      await page.getByRole('button', { name: 'Check again' }).waitFor()
      await expectClean(opened)
    })

    test(`creates a payout, shows why it is held, resolves the hold and releases it, ${colorScheme}`, async () => {
      const api = fresh()
      await api.send(
        'PUT',
        '/_sandbox/scenario',
        { 'x-api-key': api.key, 'content-type': 'application/json' },
        '{"name":"payout-on-hold"}',
      )
      const opened = await open(screenUrl(sandbox, api, 'money/payouts'), { colorScheme, width: 360 })
      const { page } = opened
      await page.getByText('There are no payouts').waitFor()
      await expectClean(opened)
      await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Statements' }).click()
      await page.getByLabel('Select 2024-12').check()
      await page.getByLabel('Select 2024-11').check()
      await expectClean(opened)
      await page.getByRole('button', { name: /^Create a payout of \d+\.\d\d USD$/ }).click()
      await page.getByText('The payout is held: identity verification.').waitFor()
      await expectClean(opened)
      await page.getByRole('button', { name: 'Resolve the hold' }).click()
      await page.getByRole('button', { name: 'Release' }).click()
      await page.getByText('The payout is released.').waitFor()
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await page.getByText('The payout is paid.').waitFor()
      expect((await api.get('/v1/payouts')).body.data[0]).toMatchObject({ status: 'paid' })
    })

    test(`says what could not be loaded, ${colorScheme}`, async () => {
      const opened = await open(screenUrl(sandbox, fresh(), 'money'), { colorScheme })
      await reloadFailing(opened, /\/_sandbox\/(state|invariants)/)
      await opened.page.getByText('The disk is <b>full</b>.').waitFor()
      await opened.page.getByText('invariants unknown').waitFor()
      expect(await opened.findViolations()).toEqual([])
    })

    test(`says that there are no statements, ${colorScheme}`, async () => {
      const opened = await open(screenUrl(sandbox, fresh(), 'money'), { colorScheme })
      const empty = { data: [], next_cursor: null, has_more: false }
      await opened.context.route(/\/_sandbox\/state\//, (route) => route.fulfill({ json: empty }))
      await opened.page.reload()
      await opened.page.getByText('There are no statements').waitFor()
      await opened.page.getByText('/_sandbox/clock/advance').waitFor()
      await expectClean(opened)
    })
  }
})

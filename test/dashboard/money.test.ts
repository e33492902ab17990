import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { expectClean } from './dashboard-browser.js'
import { startDashboard } from './screen-page.js'

describe.skipIf(!hasBrowser)('the Money screen', async () => {
  const { fresh, open } = await startDashboard()

  test('shows statements as a chart and down to line items whose sums add up', async () => {
    const opened = await open(fresh(), 'money')
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

  test('creates a payout, shows why it is held, resolves the hold and releases it', async () => {
    const api = fresh()
    await api.send(
      'PUT',
      '/_sandbox/scenario',
      { 'x-api-key': api.key, 'content-type': 'application/json' },
      '{"name":"payout-on-hold"}',
    )
    const opened = await open(api, 'money/payouts')
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
})

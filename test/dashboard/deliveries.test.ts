import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import type { Client } from '../support/test-sandbox.js'
import { findDefects } from './dashboard-browser.js'
import { startDashboard, withoutRefusals } from './screen-page.js'

const TIMEOUT = 60_000

describe.skipIf(!hasBrowser)('the Deliveries screen', { timeout: TIMEOUT }, async () => {
  const { fresh, open, urlOf } = await startDashboard()

  /** Two stores: Quorvane has refused, Lumenwave is still reviewing. */
  async function deliver(api: Client): Promise<string> {
    const { id } = (
      await api.post('/v1/deliveries', {
        release_id: 'rel_seed_05',
        store_ids: ['store_lumenwave', 'store_quorvane'],
        territory_codes: ['WORLDWIDE'],
      })
    ).body
    await api.post('/_sandbox/simulate/delivery', { delivery_id: id, store_id: 'store_quorvane', outcome: 'rejected' })
    await api.post('/_sandbox/clock/advance', { duration: '1h' })
    return id
  }

  test('shows what was, what will be and what is wanted', async () => {
    const api = fresh()
    const id = await deliver(api)
    const opened = await open(api, 'deliveries')
    const { page } = opened
    await page.getByRole('link', { name: /1 refused/ }).click()
    expect(page.url()).toBe(urlOf(api, `deliveries/${id}`))
    const past = page.getByRole('list', { name: 'Timeline of Lumenwave' }).getByRole('listitem')
    await past.nth(2).waitFor()
    expect(await past.allInnerTexts()).toEqual([
      expect.stringMatching(/2025-01-01 00:00:00\s+pending/),
      expect.stringMatching(/2025-01-01 00:30:00\s+ingesting/),
      expect.stringMatching(/2025-01-01 02:00:00\s+review ends → delivered\s+planned, in 1 h/),
    ])
    const refused = page.getByRole('region', { name: 'Quorvane' })
    await refused.getByText('The store wants this corrected: artwork.').waitFor()
    expect(await refused.getByRole('link', { name: 'Open the release' }).getAttribute('href')).toContain(
      'catalogue/releases/rel_seed_05',
    )
    expect(opened.problems).toEqual([])
  })

  test('says that the sandbox does not answer', async () => {
    const api = fresh()
    const { page } = await open(api, 'activity')
    await page.route('**/_sandbox/state/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor()
    expect(await findDefects(page)).toEqual([])
    await page.unroute('**/_sandbox/state/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'There is no delivery' }).waitFor()
  })

  test('creates a delivery, chooses outcomes, resubmits and takes down', async () => {
    const api = fresh()
    const opened = await open(api, 'deliveries')
    const { page } = opened
    await page.getByRole('button', { name: 'New delivery…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deliver a release' })
    await dialog.getByLabel('Lumenwave').waitFor()
    expect(await findDefects(page)).toEqual([])
    await dialog.getByLabel('Release').selectOption('rel_seed_05')
    await dialog.getByLabel('Territories').fill('nowhere')
    await dialog.getByRole('button', { name: 'Deliver' }).click()
    await dialog.getByRole('alert').getByText('territory_codes[0]').waitFor()
    await dialog.getByLabel('Territories').fill('us, ca')
    await dialog.getByRole('button', { name: 'Deliver' }).click()

    await page.getByRole('button', { name: 'Deliver Lumenwave' }).click()
    const lumenwave = page.getByRole('region', { name: 'Lumenwave' })
    await lumenwave.getByRole('button', { name: 'Take down from Lumenwave' }).waitFor()
    const second = page.locator('.deliveries-store').nth(1)
    await second.getByRole('button', { name: /^Reject…/ }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('<b>too quiet</b>')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await second.getByText('<b>too quiet</b>').waitFor()
    await second.getByRole('button', { name: /^Resubmit/ }).click()
    await second.getByText('attempt 2').waitFor()
    await second.getByText('resubmitted').waitFor()
    await lumenwave.getByRole('button', { name: 'Take down from Lumenwave' }).click()
    await lumenwave.getByText('the store confirms the takedown').waitFor()
    expect([await findDefects(page), withoutRefusals(opened.problems)]).toEqual([[], []])

    const { data } = (await api.get('/_sandbox/state/deliveries')).body
    expect(data[0].stores.map(({ status }: { status: string }) => status)).toEqual(['takedown_pending', 'pending'])
    // Every write of the page has a key of its own.
    const requests = (await api.get('/_sandbox/activity?kind=request')).body.data as {
      request_id: string
      plane: string
      method: string
    }[]
    const keys = await Promise.all(
      requests
        .filter(({ plane, method }) => plane === 'service' && method === 'POST')
        .map(async ({ request_id }) => {
          const { request } = (await api.get(`/_sandbox/requests/${request_id}`)).body
          return request.headers.find(({ name }: { name: string }) => name.toLowerCase() === 'idempotency-key')?.value
        }),
    )
    expect(keys.length).toBe(4)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain(undefined)
  })

  test('a malformed record breaks one row', async () => {
    const api = fresh()
    await deliver(api)
    const { page } = await open(api, 'activity')
    await page.route('**/_sandbox/state/deliveries?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object[] }
      await route.fulfill({ response, json: { ...body, data: [{ id: 'dlv_broken' }, ...body.data] } })
    })
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
    await page.getByText("This entry can't be shown").waitFor()
    await page.getByRole('link', { name: /Amber Lantern/ }).waitFor()
  })
})

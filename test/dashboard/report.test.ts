import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { validRelease } from '../support/test-sandbox.js'
import { expectClean } from './dashboard-browser.js'
import { startDashboard } from './screen-page.js'

describe.skipIf(!hasBrowser)('the report screen', async () => {
  const { open, fresh, urlOf, sandbox } = await startDashboard()

  test('shows broken rules first, with evidence that leads to the requests', async () => {
    const api = fresh()
    const opened = await open(api, 'report')
    const { page } = opened
    await page.getByRole('heading', { name: 'The client has not sent anything yet' }).waitFor()
    await page.getByRole('button', { name: 'Set a mark…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('creates <b>a release</b>')
    await page.getByRole('dialog').getByRole('button', { name: 'Set the mark' }).click()
    await page.getByText('Evidence from now on names').waitFor()
    // The page follows the client without a reload.
    const refused = [await api.post('/v1/releases', { title: 'x' }), await api.post('/v1/releases', { title: 'x' })]
    const rows = page.getByRole('list', { name: 'Rules, broken ones first' }).getByRole('link')
    await rows.first().getByText('broken').waitFor()
    await rows.first().click()
    expect(page.url()).toBe(urlOf(api, 'report/retry-hopeless'))
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByText('POST /v1/releases was repeated unchanged').waitFor()
    await details.getByText('creates <b>a release</b>').waitFor()
    await details.getByText('Do not retry 400, 403, 404').waitFor()
    await expectClean(opened)
    await page.getByRole('combobox', { name: 'Mark' }).selectOption('creates <b>a release</b>')
    expect(await rows.count()).toBe(1)
    const ids = refused.map(({ headers }) => headers['x-request-id'] as string)
    for (const id of ids) await details.getByRole('link', { name: id }).waitFor()
    await details.getByRole('link', { name: ids[1] as string }).click()
    await page.getByRole('heading', { name: 'POST /v1/releases' }).waitFor()
    expect(page.url()).toBe(urlOf(api, `activity/${ids[1]}`))
  })

  test('says how to try a rule, and where the guide explains it', async () => {
    const api = fresh()
    await api.post('/v1/releases', validRelease)
    const opened = await open(api, 'report/retry-too-early?result=not_tried')
    const { page } = opened
    await page.getByText('npx mds-sandbox --scenario rate-limited').waitFor()
    await page.getByText('The client was never in a situation').waitFor()
    await expectClean(opened)
    await page.getByRole('link', { name: 'When it is broken' }).click()
    await page.locator('#guide-retry-too-early').waitFor()
  })

  test('lists what is covered, only met and missing by dimension, and changes the scope', async () => {
    const api = fresh()
    await api.post('/v1/releases', validRelease)
    await api.get('/v1/releases/rel_none')
    const { page } = await open(api, 'report/coverage')
    const operations = page.getByRole('region', { name: 'Operations', exact: true })
    const { coverage } = (await api.get('/_sandbox/report')).body
    const { covered, partial, missing } = coverage.operations
    await operations.getByText(`1 of ${1 + partial.length + missing.length}`).waitFor()
    expect([covered, partial]).toEqual([['createRelease'], ['getRelease']])
    await operations.getByText('listDeliveries').waitFor()
    await page.getByRole('combobox', { name: 'Show' }).selectOption('covered')
    await operations.getByText('listDeliveries').waitFor({ state: 'detached' })
    await operations.getByText('createRelease').waitFor()
    const other = fresh()
    await other.get('/v1/deliveries')
    await page.getByLabel('Scope').selectOption('all')
    await operations.getByText('listDeliveries').waitFor()
    await page.getByRole('link', { name: 'Rules' }).click()
    expect(page.url()).toBe(urlOf(api, 'report?scope=all'))
  })

  test('looking at the report changes nothing', async () => {
    const api = fresh()
    await api.get('/v1/releases/rel_seed_01')
    const before = await (await sandbox.fetch('/_sandbox/journal', { headers: { 'x-api-key': api.key } })).text()
    const { page } = await open(api, 'report')
    await page.getByRole('list', { name: 'Rules, broken ones first' }).waitFor()
    await page.getByRole('button', { name: 'Load again' }).click()
    await page.getByText('1 request, 0 event attempts, manual clock').waitFor()
    expect((await api.get('/_sandbox/journal')).text).toBe(before)
  })
})

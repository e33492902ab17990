import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { expectClean } from './dashboard-browser.js'
import { startDashboard } from './screen-page.js'

describe.skipIf(!hasBrowser)('the Scenario and faults screen', async () => {
  const { fresh, open, urlOf } = await startDashboard()

  test('previews a scenario and chooses it', async () => {
    const api = fresh()
    const opened = await open(api, 'scenario')
    const { page } = opened
    await page.getByRole('link', { name: /^mixed-outcomes/ }).click()
    const row = page.getByRole('row', { name: /^quorvane/ })
    await row.getByText('audio_quality').waitFor()
    expect(await row.textContent()).toContain('rejected after 12h')
    await expectClean(opened)
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByText('The world uses mixed-outcomes.').waitFor()
    await page.getByRole('button', { name: 'In use' }).waitFor()
    expect((await api.get('/_sandbox/scenario')).body).toMatchObject({ name: 'mixed-outcomes', source: 'world' })
    expect(page.url()).toBe(urlOf(api, 'scenario/mixed-outcomes'))
    await page.getByLabel('Search').fill('no such scenario')
    await page.getByText('No scenario matches the search').waitFor()
  })

  test('checks a scenario as it is written', async () => {
    const api = fresh()
    const opened = await open(api, 'scenario/edit?from=rejection')
    const { page } = opened
    await page.getByText('The scenario is valid.').waitFor()
    await page.getByText('npx mds-sandbox --scenario ./my-rejection.yaml').waitFor()
    await expectClean(opened)
    const editor = page.getByLabel('Scenario file (YAML)')
    await editor.fill(
      'name: mine\nsummary: <script>alert(1)</script>\nstores:\n  - store: store_quorvan\n    outcome: delivered\n',
    )
    await page.getByText('did you mean store_quorvane?').waitFor()
    await expectClean(opened)
    await page.getByRole('button', { name: '4:5' }).click()
    expect(await editor.evaluate((area) => (area as unknown as { selectionStart: number }).selectionStart)).toBe(58)
    await page.keyboard.press('End')
    await page.keyboard.type('e')
    await page.getByText('The scenario is valid.').waitFor()
    await page.getByRole('button', { name: 'Use it in this world' }).click()
    await page.getByText('The world uses mine.').waitFor()
    expect((await api.get('/_sandbox/scenario')).body).toMatchObject({ name: 'mine', source: 'world' })
    await page.getByRole('link', { name: 'Scenarios', exact: true }).click()
    await page.getByRole('link', { name: /^mine in use custom <script>/ }).waitFor()
  })

  test('adds a fault in two clicks, counts it and removes it', async () => {
    const api = fresh()
    const opened = await open(api, 'scenario/faults')
    const { page } = opened
    await page.getByText('No faults were added').waitFor()
    await expectClean(opened)
    await page.getByRole('option', { name: 'listStores' }).waitFor({ state: 'attached' })
    await page.getByLabel('Operation').selectOption('listStores')
    await page.getByRole('button', { name: '503' }).click()
    const row = page.getByRole('row', { name: /^listStores/ })
    await row.getByText('0 of 1').waitFor()
    expect((await api.get('/v1/stores')).status).toBe(503)
    await row.getByText('1 of 1').waitFor()
    await expectClean(opened)
    await row.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('No faults were added').waitFor()
    expect((await api.get('/_sandbox/faults')).body.data).toEqual([])
  })
})

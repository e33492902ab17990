import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { SECRET, startReceiver } from '../support/webhook-receiver.js'
import { findDefects, type OpenedPage } from './dashboard-browser.js'
import { fillWorld } from './full-world.js'
import { failRequests, startDashboard, visit, withoutRefusals } from './screen-page.js'

/** By path, a text that is shown when the screen is complete. */
type Table = readonly (readonly [path: string, text: string | RegExp])[]

const EMPTY: Table = [
  ['activity', 'Nothing has happened yet'],
  ['activity/99', 'The sandbox does not have this entry'],
  ['webhooks', 'There is no webhook endpoint'],
  ['deliveries', 'There is no delivery'],
  ['catalogue', 'There is no release'],
  ['catalogue/tracks', 'There is no track'],
  ['catalogue/assets', 'There is no asset'],
  ['scenario?q=zzzz', 'No scenario matches the search'],
  ['scenario/zzzz', 'There is no scenario called zzzz'],
  ['scenario/faults', 'No faults were added'],
  ['money', 'There are no statements'],
  ['money/payouts', 'There are no payouts'],
  ['snapshots', 'This world has no snapshots'],
  ['snapshots/compare', 'A comparison needs two snapshots'],
  ['snapshots/fork', 'There are none.'],
  ['snapshots/journal', 'The journal is empty'],
  ['report', 'The client has not sent anything yet'],
  ['report/coverage', 'Rejection codes'],
  ['probe', 'No handler was probed'],
  ['guides?q=zzzz', 'No section has all of these words'],
  ['nowhere', 'There is no screen called nowhere'],
]

const FAILING: Table = [
  ...[
    ...['activity', 'activity/req_1', 'webhooks', 'webhooks/wh_1', 'deliveries', 'deliveries/dlv_1'],
    ...['catalogue', 'catalogue/releases/rel_1', 'catalogue/tracks', 'catalogue/tracks/trk_1'],
    ...['catalogue/assets', 'catalogue/assets/ast_1', 'scenario', 'scenario/edit?from=rejection', 'scenario/faults'],
    ...['money', 'money/stm_1', 'money/payouts/pay_1', 'money/invariants'],
    ...['snapshots', 'snapshots/compare', 'snapshots/fork', 'report', 'report/coverage', 'guides'],
  ].map((path) => [path, /The disk is <b>full<\/b>\.|was answered with 503/] as const),
  ['snapshots/journal', 'The journal was answered with 503.'],
  ['money/payouts', 'invariants unknown'],
]

/** Shows every path in one page, and returns what is wrong with each. */
async function findAllDefects(page: Page, urlOf: (path: string) => string, table: Table) {
  const found: Record<string, unknown> = {}
  for (const [path, text] of table) {
    await visit(page, urlOf(path))
    try {
      await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor({ timeout: 8000 })
    } catch (error) {
      found[path] = String(error)
      continue
    }
    const defects = await findDefects(page)
    if ((await page.locator('main img, main script').count()) > 0) defects.push('markup of a payload became elements')
    if (defects.length > 0) found[path] = defects
  }
  return found
}

const expectQuiet = ({ problems, foreignRequests }: OpenedPage) =>
  expect([withoutRefusals(problems), foreignRequests]).toEqual([[], []])

describe.skipIf(!hasBrowser)('every screen, in light and dark, on a desktop and at 360 pixels', async () => {
  const { open, fresh, urlOf } = await startDashboard()
  const timeout = 120_000

  test('says what to do when there is nothing', { timeout }, async () => {
    const api = fresh()
    const opened = await open(api, 'guides')
    // Every world has a seeded catalogue and statements.
    const nothing = { data: [], next_cursor: null, has_more: false }
    await opened.context.route(/\/_sandbox\/state\//, (route) => route.fulfill({ json: nothing }))
    expect(await findAllDefects(opened.page, (path) => urlOf(api, path), EMPTY)).toEqual({})
    expectQuiet(opened)
  })

  test('shows hostile content as text', { timeout }, async () => {
    const api = fresh()
    const { ids } = await fillWorld(api)
    const opened = await open(api, 'guides')
    const full: Table = [
      ['activity', 'missing_required_field'],
      [`activity/${ids.request}`, 'The service ignored this:'],
      [`activity/${ids.attempt}?kind=attempt`, 'Next attempt at'],
      ['webhooks', '1 undeliverable'],
      [`webhooks/${ids.webhook}`, 'Redeliver 1'],
      [`webhooks/${ids.webhook}/${ids.event}`, 'There are no more attempts.'],
      ['deliveries', '1 refused'],
      [`deliveries/${ids.delivery}`, 'The store wants this corrected'],
      ['catalogue', 'Crooked Lighthouse'],
      // Invisible characters are shown as escapes.
      [`catalogue/releases/${ids.release}`, '\\u202egnol'],
      ['catalogue/tracks', 'QZ-S0D-24-00011'],
      [`catalogue/tracks/${ids.track}`, 'ast_seed_audio_12'],
      ['catalogue/assets', 'awaiting upload'],
      [`catalogue/assets/${ids.asset}`, 'No release or track uses this asset.'],
      ['scenario', 'mixed-outcomes'],
      ['scenario/mixed-outcomes', 'Attempt 1'],
      ['scenario/edit?from=rejection', 'The scenario is valid.'],
      ['scenario/faults', '1 of 2'],
      ['money', 'The numbers as a table'],
      ['money/payouts', 'on hold'],
      [`money/payouts/${ids.payout}`, 'The payout is held'],
      ['money/invariants', 'Check again'],
      ['snapshots', 'Compare with before'],
      ['snapshots/compare?a=before&b=after', '1 changed'],
      [`snapshots/fork?request=${ids.creation}`, 'As it was after the request'],
      ['snapshots/journal', 'Records: request'],
      ['report', 'broken'],
      ['report/retry-hopeless', 'was repeated unchanged'],
      ['report/unknown-sent', 'Rename or remove'],
      ['report/coverage', 'createRelease success'],
      ['guides', 'how amounts are calculated'],
      ['guides/errors', 'validation_failed'],
    ]
    expect(await findAllDefects(opened.page, (path) => urlOf(api, path), full)).toEqual({})
    expectQuiet(opened)
  })

  test('says what could not be loaded', { timeout }, async () => {
    const api = fresh()
    const opened = await open(api, 'probe')
    await failRequests(opened, /\/_sandbox\/(?!ui)|\/docs\/|\/openapi/)
    await opened.page.reload()
    expect(await findAllDefects(opened.page, (path) => urlOf(api, path), FAILING)).toEqual({})
    expectQuiet(opened)
  })

  test('shows the checklist of a probe, and why one could not run', { timeout }, async () => {
    const api = fresh()
    const { url } = await startReceiver()
    const opened = await open(api, 'probe')
    const { page } = opened
    const probe = async (target: string, secret: string) => {
      await page.getByLabel('URL of your handler').fill(target)
      await page.getByLabel('Its secret').fill(secret)
      await page.keyboard.press('Enter')
    }
    await probe(url, SECRET)
    await page.getByRole('heading', { name: '12 of 12 checks passed' }).waitFor()
    expect(page.url()).toBe(urlOf(api, `probe?${new URLSearchParams({ url })}`))
    await probe(url, 'another')
    await page.getByText('does it have the same secret?').first().waitFor()
    expect(await findDefects(page)).toEqual([])
    await probe('http://127.0.0.1:9', SECRET)
    await page.getByText("The handler can't be reached: connection refused.").waitFor()
    await probe('http://169.254.169.254/', SECRET)
    await page.getByText('cloud metadata').waitFor()
    expect(await findDefects(page)).toEqual([])
    expectQuiet(opened)
  })
})

import { spawnSync } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { hasBrowser } from '../support/browser.js'
import { type Client, createClientFor, validRelease } from '../support/test-sandbox.js'
import { advanceClock, registerWebhook, startReceiver, triggerEvent } from '../support/webhook-receiver.js'
import { findDefects, type OpenedPage } from './dashboard-browser.js'
import { startDashboard } from './screen-page.js'

/** Everything that the screen shows: success, refusals, warnings, a fault, events, attempts, changes and clock moves. */
async function fillActivity(api: Client) {
  const receiver = await startReceiver({
    respond: ({ event }) => ({ status: event?.event_type === 'ping' ? 200 : 500 }),
  })
  await registerWebhook(api, receiver.url)
  await triggerEvent(api)
  await advanceClock(api, '10m')
  await api.post('/_sandbox/faults', { operation: 'listStores', status: 503, times: 1 })
  await api.get('/v1/stores')
  await api.post('/v1/releases', { ...validRelease, colour: 'red' })
  return api.post('/v1/releases', { title: 7 })
}

/** The entry of a request, as GET /_sandbox/activity returns it. */
const entryOf = (id: number) => ({
  id,
  kind: 'request',
  at: '2025-01-01T00:00:00.000Z',
  received_at: '2025-01-01T00:00:00.000Z',
  request_id: `req_${id}`,
  plane: 'service',
  operation: 'getRelease',
  method: 'GET',
  target: `/v1/releases/rel_${id}`,
  status: 200,
  code: null,
  duration_ms: 1,
  warnings: 0,
  fault: false,
  replayed: false,
  changes: [],
  changes_total: 0,
})

describe.skipIf(!hasBrowser)('the Activity screen', async () => {
  const { fresh, open, openUrl, urlOf } = await startDashboard()
  const rows = ({ page }: OpenedPage) => page.getByRole('list', { name: 'Activity, newest first' }).getByRole('link')

  test('shows what happened, and the details of a refused request', async () => {
    const api = fresh()
    const refused = await fillActivity(api)
    const opened = await open(api, 'activity')
    await rows(opened).first().waitFor()
    for (const kind of ['Request', 'Event', 'Attempt', 'Clock'])
      expect(await rows(opened).filter({ hasText: kind }).count(), kind).toBeGreaterThan(0)
    await rows(opened).filter({ hasText: 'missing_required_field' }).click()
    await opened.page.getByRole('region', { name: 'Error' }).getByText('artists').waitFor()
    expect(opened.page.url()).toBe(urlOf(api, `activity/${refused.headers['x-request-id']}`))
    expect(opened.problems).toEqual([])
  })

  test('says that the sandbox does not answer, and reconnects', async () => {
    const first = await createSandbox({ clock: 'manual' })
    const opened = await openUrl(`${first.url}/_sandbox/ui`)
    await opened.page.getByText('Live', { exact: true }).waitFor()
    await first.close(0)
    await opened.page.getByText('Reconnecting…').waitFor()
    expect(await findDefects(opened.page)).toEqual([])
    const second = await createSandbox({ clock: 'manual', port: first.port })
    onTestFinished(() => second.close())
    await opened.page.getByText('Live', { exact: true }).waitFor()
    const api = await createClientFor(second, 'sk_sandbox_standard_demo')
    await api.get('/v1/releases/rel_seed_05')
    await opened.page.getByText('/v1/releases/rel_seed_05').waitFor()
  })

  test('follows a run live, in all tabs over one stream', async () => {
    const api = fresh()
    const opened = await open(api, 'activity')
    const tabs = [opened]
    for (let i = 0; i < 6; i++) tabs.push(await open(api, 'activity', { context: opened.context }))
    for (const { page } of tabs) await page.getByText('Live', { exact: true }).waitFor()
    await api.get('/v1/releases/rel_seed_02')
    for (const { page } of tabs) await page.getByText('/v1/releases/rel_seed_02').waitFor()
    // The tab with the stream is gone: another takes over.
    await opened.page.close()
    await api.get('/v1/releases/rel_seed_03')
    for (const { page } of tabs.slice(1)) await page.getByText('/v1/releases/rel_seed_03').waitFor()
    expect(tabs.flatMap(({ problems }) => problems)).toEqual([])
  })

  test('is operated with the keyboard, and Back returns to the row', async () => {
    const api = fresh()
    for (const id of ['01', '02', '03']) await api.get(`/v1/releases/rel_seed_${id}`)
    const { page } = await open(api, 'activity')
    await page.getByText('rel_seed_01').waitFor()
    for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: 'Details' })
    await details.getByRole('heading', { name: /rel_seed_02/ }).waitFor()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await page.waitForFunction(`document.activeElement?.textContent.includes('rel_seed_02')`)
    await page.keyboard.press('/')
    await page.keyboard.type('rel_seed_03')
    await page.getByText('1 of 3').waitFor()
    expect(page.url()).toContain('?q=rel_seed_03')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  })

  test('copies a request as curl, fetch and test', async () => {
    const api = fresh()
    const created = await api.post('/v1/releases', { ...validRelease, title: "It's" })
    const { page } = await open(api, `activity/${created.headers['x-request-id']}`)
    const copied = async (name: string) => {
      await page.getByRole('button', { name: `Copy as ${name}` }).click()
      await page.getByText(`Copied the request as ${name}.`).first().waitFor()
      return (await page.evaluate('navigator.clipboard.readText()')) as string
    }
    const curl = await copied('curl')
    expect(curl).toContain(`-H 'X-API-Key: ${api.key}'`)
    expect(spawnSync('sh', ['-c', curl.replace(/^curl/, 'printf "%s\\n"')], { encoding: 'utf8' }).stdout).toContain(
      "It's",
    )
    expect(await copied('fetch')).toContain("method: 'POST'")
    expect(await copied('test')).toContain("import { createSandbox } from 'mds-sandbox'")
  })

  test('shows hostile content as text, and a malformed entry breaks one row', async () => {
    const api = fresh()
    await api.get(`/v1/releases/${encodeURIComponent('<img src=x onerror=alert(1)>\u202e')}`)
    await api.get('/v1/releases/rel_seed_04')
    const shown = await open(api, 'activity')
    await shown.page.getByText('rel_seed_04').waitFor()
    const malformed = { id: 9_000_000, kind: 'request', at: 5 }
    await shown.page.route('**/_sandbox/activity?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object[] }
      await route.fulfill({ response, json: { ...body, data: [malformed, ...body.data] } })
    })
    await shown.page.reload()
    await shown.page.getByText("This entry can't be shown").waitFor()
    await shown.page.getByText('rel_seed_04').waitFor()
    expect(await shown.page.locator('img').count()).toBe(0)
  })

  test('renders what is visible of 10,000 entries, at every place of the list', async () => {
    const api = fresh()
    const opened = await open(api, 'activity')
    const { page, problems } = opened
    const total = 10_000
    // The sandbox keeps fewer.
    await page.route('**/_sandbox/activity?*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? total)
      const data = Array.from({ length: 1000 }, (_, i) => entryOf(from - i))
      const next_cursor = from > 1000 ? String(from - 1000) : null
      return route.fulfill({ json: { data, next_cursor, has_more: next_cursor !== null } })
    })
    await page.reload()
    await page.getByText('10,000 entries').waitFor()
    const list = page.locator('.virtual-list')
    for (let step = 0; step <= 20; step++) {
      await list.evaluate((element, part) => {
        const scrolled = element as unknown as { scrollTop: number; scrollHeight: number }
        scrolled.scrollTop = scrolled.scrollHeight * part
      }, step / 20)
      const index = Math.min(Math.round((step / 20) * total) + 5, total - 1)
      await page.getByText(`/v1/releases/rel_${total - index}`, { exact: true }).waitFor()
      expect(await rows(opened).count()).toBeLessThan(60)
    }
    await page.getByText('/v1/releases/rel_1', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('rel_777')
    await page.getByText('11 of 10,000').waitFor()
    expect(problems).toEqual([])
  })
})

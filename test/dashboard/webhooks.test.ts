import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.js'
import { advanceClock, registerWebhook, SECRET, startReceiver, triggerEvent } from '../support/webhook-receiver.js'
import { findDefects } from './dashboard-browser.js'
import { startDashboard } from './screen-page.js'

describe.skipIf(!hasBrowser)('the Webhooks screen', { timeout: 60_000 }, async () => {
  const { sandbox, fresh, open, urlOf } = await startDashboard()

  test('says how to subscribe, why an endpoint is unverified, and what failed', async () => {
    const api = fresh()
    const { page, problems } = await open(api, 'webhooks')
    await page.getByText('There is no webhook endpoint').waitFor()
    expect(await findDefects(page)).toEqual([])
    const broken = await startReceiver({ respond: () => ({ status: 204 }) })
    const { id } = (await registerWebhook(api, broken.url)).body
    await page.getByRole('link', { name: broken.url }).click()
    await page.getByText('The ping was answered with 204.').waitFor()
    expect(page.url()).toBe(urlOf(api, `webhooks/${id}`))
    expect(await page.content()).not.toContain(SECRET)
    await page.getByRole('button', { name: 'Show the secret' }).click()
    await page.getByText(SECRET).waitFor()
    expect([await findDefects(page), problems]).toEqual([[], []])
  })

  test('redelivers an undeliverable event with the keyboard alone', async () => {
    const api = fresh()
    let isDown = true
    const receiver = await startReceiver({
      respond: ({ event }) => ({ status: isDown && event?.event_type !== 'ping' ? 500 : 200 }),
    })
    await registerWebhook(api, receiver.url)
    await triggerEvent(api)
    await advanceClock(api, '24h')
    isDown = false
    const { page, problems } = await open(api, 'webhooks')
    await page.getByText('1 undeliverable').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const redeliver = page.getByRole('button', { name: 'Redeliver 1' })
    await redeliver.waitFor()
    const focusedText = () => page.evaluate('document.activeElement.textContent')
    for (let i = 0; i < 20 && (await focusedText()) !== 'Redeliver 1'; i++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('1 event scheduled again.').waitFor()
    await page.getByText('1 event delivered').waitFor()
    expect(problems).toEqual([])
  })

  test('finds the undelivered event, says why, and redelivers it, with the keyboard alone', async () => {
    const api = fresh()
    let isDown = true
    const receiver = await startReceiver({
      respond: ({ event }) => ({ status: isDown && event?.event_type !== 'ping' ? 500 : 200 }),
    })
    const { id } = (await registerWebhook(api, receiver.url)).body
    await triggerEvent(api)
    await advanceClock(api, '24h')
    isDown = false
    const { page, problems } = await open(api, 'webhooks')
    await page.getByText('1 undeliverable').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Events of the endpoint, newest first' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByText('The endpoint answered with 500.').waitFor()
    await page.getByText('There are no more attempts.').waitFor()
    expect(await findDefects(page)).toEqual([])
    const focusedText = () => page.evaluate('document.activeElement.textContent')
    for (let i = 0; i < 10 && (await focusedText()) !== 'Redeliver'; i++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Event' }).getByText('delivered', { exact: true }).waitFor()
    // Esc leads from the event to the endpoint, with the focus on its row, and then to the list.
    await page.keyboard.press('Escape')
    await page.waitForFunction(`document.activeElement?.textContent.includes('asset.ready')`)
    expect(page.url()).toBe(urlOf(api, `webhooks/${id}`))
    await page.keyboard.press('Escape')
    await page.waitForFunction(`document.activeElement?.textContent.includes('event delivered')`)
    expect(problems).toEqual([])
  })

  test('subscribes an endpoint with a form that shows what is wrong', async () => {
    const api = fresh()
    const receiver = await startReceiver()
    const { page } = await open(api, 'webhooks')
    await page.getByRole('button', { name: 'Subscribe…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Subscribe an endpoint' })
    expect(await findDefects(page)).toEqual([])
    await dialog.getByLabel('URL').fill('http://169.254.169.254/')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await dialog.getByText('must not lead to 169.254.169.254').waitFor()
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByLabel('asset.ready').uncheck()
    await dialog.getByLabel('Secret').fill(SECRET)
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('release.status.changed, delivery.completed', { exact: true }).waitFor()
    const [webhook] = (await api.get('/v1/webhooks')).body.data
    expect(webhook).toMatchObject({ url: receiver.url, status: 'verified' })
    expect(page.url()).toBe(urlOf(api, `webhooks/${webhook.id}`))
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no webhook endpoint').waitFor()
  })

  test('subscribes the built-in receiver with one click, lets it fail, and verifies the signature', async () => {
    const api = fresh()
    const { page, problems } = await open(api, 'webhooks')
    await page.getByRole('button', { name: 'Use the built-in receiver' }).click()
    const receiver = page.getByRole('region', { name: 'Built-in receiver' })
    await receiver.getByText('accepts every event').waitFor()
    const [{ id, status }] = (await api.get('/v1/webhooks')).body.data
    expect(status).toBe('verified')
    await triggerEvent(api)
    await advanceClock(api)
    await page.getByRole('link', { name: /delivered asset.ready/ }).click()
    const event = page.getByRole('region', { name: 'Event' })
    await event.getByText('"received":').waitFor()
    await event.getByRole('button', { name: 'Show the secret' }).click()
    await event.getByText('matches', { exact: true }).waitFor()
    expect(await findDefects(page)).toEqual([])

    await receiver.getByRole('button', { name: 'Fail from now on' }).click()
    await receiver.getByText('answers every event except pings with 503').waitFor()
    await triggerEvent(api)
    await advanceClock(api)
    const { data } = (await api.get(`/_sandbox/state/events?webhook_id=${id}&status=pending`)).body
    expect(data[0].deliveries[0].attempts).toMatchObject([{ status_code: 503 }])
    expect(problems).toEqual([])
  })

  test('redelivers the selected events, and all that match the filter', async () => {
    const api = fresh()
    let isDown = true
    const receiver = await startReceiver({
      respond: ({ event }) => ({ status: isDown && event?.event_type !== 'ping' ? 500 : 200 }),
    })
    const { id } = (await registerWebhook(api, receiver.url)).body
    for (let i = 0; i < 30; i++) await triggerEvent(api)
    await advanceClock(api, '24h')
    isDown = false
    const { page } = await open(api, `webhooks/${id}?event_status=undeliverable`)
    const rows = page.getByRole('list', { name: 'Events of the endpoint, newest first' }).getByRole('listitem')
    await rows.first().waitFor()
    // The list is windowed.
    expect(await rows.count()).toBeLessThan(30)
    await page.getByRole('checkbox').nth(0).check()
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: 'Redeliver 2 selected' }).click()
    await page.getByText('2 events scheduled again.').waitFor()
    await page.getByText('28 undeliverable').waitFor()
    await page.getByRole('button', { name: 'Redeliver all that match' }).click()
    await page.getByText('28 events scheduled again.').waitFor()
    await page.getByText('No event matches the filters.').waitFor()
    await page.getByText('30 events delivered').waitFor()
  })

  test('shows how to verify the signature where the browser has no crypto.subtle', async () => {
    const api = fresh()
    const { id } = (await registerWebhook(api, `${sandbox.url}/_sandbox/receiver/accept`)).body
    await triggerEvent(api)
    await advanceClock(api)
    const [event] = (await api.get(`/_sandbox/state/events?webhook_id=${id}&event_type=asset.ready`)).body.data
    const { context } = await open(api, 'webhooks')
    await context.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    const { page, problems } = await open(api, `webhooks/${id}/${event.id}`, { context })
    await page.getByText("The browser can't compute it here").waitFor()
    await page.getByText('openssl dgst -sha256 -hmac').waitFor()
    expect(problems).toEqual([])
  })
})

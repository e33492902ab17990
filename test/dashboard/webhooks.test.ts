import { describe, expect, test } from 'vitest'
import { type Client, startSandbox } from '../support/test-sandbox.js'
import { advanceClock, registerWebhook, SECRET, startReceiver, triggerEvent } from '../support/webhook-receiver.js'
import { COLOR_SCHEMES, hasBrowser, startBrowser } from './dashboard-browser.js'

describe.skipIf(!hasBrowser)('the Webhooks screen', async () => {
  const { sandbox, fresh } = await startSandbox()
  const open = startBrowser()
  const urlOf = ({ key }: Client, path = 'webhooks') =>
    `${sandbox.url}/_sandbox/ui/w/standard/${key.replace('sk_sandbox_standard_', '')}/${path}`

  for (const colorScheme of COLOR_SCHEMES)
    test(`says how to subscribe, why an endpoint is unverified, and what failed, ${colorScheme}`, async () => {
      const api = fresh()
      const { page, problems, findViolations } = await open(urlOf(api), { colorScheme })
      await page.getByText('There is no webhook endpoint').waitFor()
      expect(await findViolations()).toEqual([])
      const broken = await startReceiver({ respond: () => ({ status: 204 }) })
      const { id } = (await registerWebhook(api, broken.url)).body
      await page.getByRole('link', { name: broken.url }).click()
      await page.getByText('The ping was answered with 204.').waitFor()
      expect(page.url()).toBe(urlOf(api, `webhooks/${id}`))
      expect(await page.content()).not.toContain(SECRET)
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByText(SECRET).waitFor()
      expect([await findViolations(), problems]).toEqual([[], []])
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
    const { page, problems } = await open(urlOf(api))
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
})

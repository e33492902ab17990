import { describe, expect, test } from 'vitest'
import { startSandbox } from '../support/test-sandbox.js'
import { SECRET, startReceiver } from '../support/webhook-receiver.js'
import { COLOR_SCHEMES, hasBrowser, startBrowser } from './dashboard-browser.js'
import { expectClean, screenUrl } from './screen-page.js'

describe.skipIf(!hasBrowser)('the Probe screen', async () => {
  const { sandbox, fresh } = await startSandbox()
  const open = startBrowser()

  for (const colorScheme of COLOR_SCHEMES)
    test(`turns a URL and a secret into a checklist, ${colorScheme}`, async () => {
      const api = fresh()
      const { url } = await startReceiver()
      const opened = await open(screenUrl(sandbox, api, 'probe'), { colorScheme, width: 360 })
      const { page } = opened
      await page.getByText('npx mds-sandbox probe http://127.0.0.1:4011 --secret SECRET').waitFor()
      await expectClean(opened)
      await page.getByLabel('URL of your handler').fill(url)
      await page.getByLabel('Its secret').fill(SECRET)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: '12 of 12 checks passed' }).waitFor()
      await expectClean(opened)
      expect(page.url()).toBe(screenUrl(sandbox, api, `probe?${new URLSearchParams({ url })}`))
      await page.getByLabel('Its secret').fill('another')
      await page.keyboard.press('Enter')
      await page.getByText('does it have the same secret?').first().waitFor()
      await expectClean(opened)
      await page.getByLabel('URL of your handler').fill('http://127.0.0.1:9')
      await page.keyboard.press('Enter')
      await page.getByText("The handler can't be reached: connection refused.").waitFor()
      await expectClean(opened)
      await page.getByLabel('URL of your handler').fill('http://169.254.169.254/')
      await page.keyboard.press('Enter')
      await page.getByText('cloud metadata').waitFor()
      expect(await opened.findViolations()).toEqual([])
    })
})

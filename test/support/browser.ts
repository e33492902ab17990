import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'

export { hasBrowser } from './installed-browser.js'

/** The browser that all test files share. It can be used within tests and hooks. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    const response = await fetch(inject('browserUrl'))
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    browser = await chromium.connect(text)
  })
  afterAll(() => browser?.close())
  return () => browser as Browser
}

import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../support/test-sandbox.js'

/** Uses an installed browser. Without one these tests are skipped. */
const executablePath = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
  .find((path) => path !== '')

describe.skipIf(executablePath === undefined)('in a real browser', async () => {
  const { sandbox } = await startSandbox()
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  /** Opens a page and collects its requests and console messages. */
  async function visit(path: string, colorScheme: 'light' | 'dark' = 'light') {
    const page = await browser.newPage({ colorScheme })
    const requested: string[] = []
    const warnings: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    page.on('pageerror', (error) => warnings.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) warnings.push(message.text())
    })
    await page.goto(sandbox.url + path)
    return {
      page,
      warnings,
      foreign: () => requested.filter((url) => !url.startsWith(`${sandbox.url}/`) && !url.startsWith('data:')),
    }
  }

  // A reference takes seconds to render, so each is opened once.
  test('the home page links to the reference of the control plane', async () => {
    const { page, warnings, foreign } = await visit('/docs/home')
    expect(await page.textContent('h1')).toBe('mds-sandbox')
    await page.getByRole('link', { name: 'The control plane' }).click()
    await page.getByText('advanceClock', { exact: true }).waitFor()
    expect(warnings).toEqual([])
    expect(foreign()).toEqual([])
  })

  test('and to the reference of the service, which shows every operation and can call the sandbox, and nothing else', async () => {
    const { page, warnings, foreign } = await visit('/docs/home', 'dark')
    await page.getByRole('link', { name: "The service's API" }).click()
    await page.getByText('createRelease', { exact: true }).waitFor()
    expect(await page.locator('.opblock').count()).toBeGreaterThan(30)
    expect(await page.locator('html.dark-mode').count()).toBe(1)
    await page.getByText('listReleases', { exact: true }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('rel_seed_01').first().waitFor()
    expect(warnings).toEqual([])
    expect(foreign()).toEqual([])

    const tried = await page.evaluate(`fetch('http://127.0.0.2:9/').then(() => 'loaded', () => 'refused')`)
    expect(tried).toBe('refused')
    expect(warnings.join()).toContain('Content Security Policy')
  })
})

import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../support/test-sandbox.js'

/** The installed browser. Without one, the tests are skipped. */
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

  async function visit(path: string, width: number) {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text())
    })
    await page.goto(sandbox.url + path)
    return { page, errors }
  }

  test('the copy button of the home page copies the curl command', async () => {
    const { page, errors } = await visit('/docs/home', 1000)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `curl ${sandbox.url}/v1/releases -H 'X-API-Key: sk_sandbox_standard_demo'`,
    )
    expect(errors).toEqual([])
  })

  test('the copy button of a terminal session copies the command without its prompt and output', async () => {
    const { page } = await visit('/docs/webhooks', 1000)
    const session = page.locator('pre', { hasText: '$ npx mds-sandbox receive' })
    expect(await session.textContent()).toContain('\n')
    await session.getByRole('button').click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npx mds-sandbox receive')
  })

  test('the curl command wraps on a narrow screen', async () => {
    const { page } = await visit('/docs/home', 360)
    const [scrollWidth, clientWidth] = (await page.evaluate(
      `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('pre'))`,
    )) as [number, number]
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  test('a guide loads its style, script and icon without errors', async () => {
    const { page, errors } = await visit('/docs/webhooks', 1000)
    expect(await page.locator('h1').textContent()).toBe('Webhooks')
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBeGreaterThan(5)
    expect(await page.evaluate(`getComputedStyle(document.querySelector('pre')).whiteSpaceCollapse`)).toBe('preserve')
    expect(errors).toEqual([])
  })
})

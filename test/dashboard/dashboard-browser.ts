import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

/** The installed browser. Without one the tests are skipped, except in CI. */
export const executablePath = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
  .find((path) => path !== '')
export const hasBrowser = executablePath !== undefined || process.env.CI !== undefined

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** WCAG 2.2 AA and what it includes. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export type ColorScheme = 'light' | 'dark'
export const COLOR_SCHEMES: readonly ColorScheme[] = ['light', 'dark']

export interface OpenedPage {
  page: Page
  context: BrowserContext
  /** Console errors and warnings, uncaught errors and violations of the Content-Security-Policy. */
  problems: string[]
  /** Requests to any other host. */
  foreignRequests: string[]
  /** The violations that axe finds now, one line each. */
  findViolations(): Promise<string[]>
}

export interface OpenOptions {
  colorScheme?: ColorScheme
  width?: number
  /** Opens another tab of this page. */
  context?: BrowserContext
}

/** A browser for a test file. `open` takes a URL. */
export function startBrowser() {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())

  return async function open(url: string, options: OpenOptions = {}): Promise<OpenedPage> {
    const { colorScheme = 'light', width = 1280 } = options
    const context =
      options.context ??
      (await browser.newContext({
        colorScheme,
        viewport: { width, height: 800 },
        permissions: ['clipboard-read', 'clipboard-write'],
      }))
    const page = await context.newPage()
    const problems: string[] = []
    const foreignRequests: string[] = []
    const { origin } = new URL(url)
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) foreignRequests.push(request.url())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text())
    })
    await page.goto(url)
    // The Content-Security-Policy blocks script tags, but not the debugger.
    const findViolations = async () => {
      await page.evaluate(AXE)
      const found = (await page.evaluate(
        `axe.run({ runOnly: ${JSON.stringify(AXE_TAGS)} }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary)]))`,
      )) as [string, string[]][]
      return found.map(([id, nodes]) => `${id}: ${nodes.join(' | ')}`)
    }
    return { page, context, problems, foreignRequests, findViolations }
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { useBrowser } from '../support/browser.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** WCAG 2.2 AA and what it includes. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const AXE_OPTIONS = { resultTypes: ['violations'], iframes: false, preload: false }
/** The rules whose result depends on the colours, on the width of the window, or on what is hidden there. */
const VISUAL_RULES = [
  ...['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
  ...['button-name', 'label', 'link-name', 'select-name'],
]

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 800 }

export interface OpenedPage {
  page: Page
  context: BrowserContext
  /** Console errors and warnings, uncaught errors, dialogs and violations of the Content-Security-Policy. */
  problems: string[]
  /** Requests to any other host. */
  foreignRequests: string[]
}

/** The violations that axe finds now, one line each. */
export async function findViolations(page: Page, runOnly: readonly string[] = AXE_TAGS): Promise<string[]> {
  // The Content-Security-Policy blocks script tags, but not the debugger.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  return (await page.evaluate(
    `axe.run(${JSON.stringify({ ...AXE_OPTIONS, runOnly })}).then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary).join(' | ')))`,
  )) as string[]
}

export const isTooWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth') as Promise<boolean>

/**
 * What is wrong with the page, in light on a desktop and in dark on a phone: violations of the accessibility rules, and
 * content that is wider than the window.
 */
export async function findDefects(page: Page): Promise<string[]> {
  const defects = await findViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PHONE)
  const narrow = await findViolations(page, VISUAL_RULES)
  if (await isTooWide(page)) narrow.push('the page is wider than 360 pixels')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESKTOP)
  return [...defects.map((line) => `light: ${line}`), ...narrow.map((line) => `dark, 360 px: ${line}`)]
}

/** No defect, no error in the console, no request to another host. */
export async function expectClean({ page, problems, foreignRequests }: OpenedPage): Promise<void> {
  expect([await findDefects(page), problems, foreignRequests]).toEqual([[], [], []])
}

export interface OpenOptions {
  width?: number
  /** Opens another tab of this page. */
  context?: BrowserContext
}

/** A function that opens URLs. The pages of a test are closed after it. */
export function startBrowser() {
  const browser = useBrowser()
  let opened: BrowserContext[] = []
  afterEach(async () => {
    const contexts = opened
    opened = []
    await Promise.all(contexts.map((context) => context.close()))
  })

  return async function open(url: string, options: OpenOptions = {}): Promise<OpenedPage> {
    const { width = DESKTOP.width } = options
    const context =
      options.context ??
      (await browser().newContext({
        viewport: { ...DESKTOP, width },
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      }))
    if (!opened.includes(context)) opened.push(context)
    const page = await context.newPage()
    // Shorter than the timeout of a test, so that a failure names the element that was waited for.
    page.setDefaultTimeout(15_000)
    const problems: string[] = []
    const foreignRequests: string[] = []
    const { origin } = new URL(url)
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) foreignRequests.push(request.url())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text())
    })
    await page.goto(url)
    return { page, context, problems, foreignRequests }
  }
}

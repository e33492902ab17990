import { expect } from 'vitest'
import type { Client } from '../support/test-sandbox.js'
import type { OpenedPage } from './dashboard-browser.js'

/** The URL of a screen in the world of a client. */
export const screenUrl = (sandbox: { url: string }, { key }: Client, path: string): string =>
  `${sandbox.url}/_sandbox/ui/w/standard/${key.replace('sk_sandbox_standard_', '')}/${path}`

/** No violation, no error in the console, no request to another host, and nothing wider than the window. */
export async function expectClean({ page, problems, foreignRequests, findViolations }: OpenedPage): Promise<void> {
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect([await findViolations(), problems, foreignRequests, isTooWide]).toEqual([[], [], [], false])
}

/** Lets the requests whose URL matches fail from now on, and loads the page again. */
export async function reloadFailing({ page, context }: OpenedPage, path: RegExp): Promise<void> {
  const error = { code: 'service_unavailable', message: 'The disk is <b>full</b>.', request_id: 'req_1' }
  await context.route(path, (route) => route.fulfill({ status: 503, json: { error } }))
  await page.reload()
}

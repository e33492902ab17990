import type { Page } from 'playwright-core'
import type { SandboxOptions } from '../../src/composition/create-sandbox.js'
import { type Client, startSandbox } from '../support/test-sandbox.js'
import { type OpenedPage, type OpenOptions, startBrowser } from './dashboard-browser.js'

/** A sandbox and a browser for one test file. `open` shows a screen in the world of a client. */
export async function startDashboard(options?: SandboxOptions) {
  const started = await startSandbox(options)
  const openUrl = startBrowser()
  const urlOf = ({ key }: Client, path: string) => {
    const [, , tier, name] = /^(sk_sandbox_([a-z]+)_(.*))$/.exec(key) ?? []
    return `${started.sandbox.url}/_sandbox/ui/w/${tier}/${name}/${path}`
  }
  return {
    ...started,
    urlOf,
    openUrl,
    open: (api: Client, path: string, openOptions?: OpenOptions): Promise<OpenedPage> =>
      openUrl(urlOf(api, path), openOptions),
  }
}

/** Follows a link within the application, without loading the page again. */
export const visit = (page: Page, url: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)}); dispatchEvent(new PopStateEvent('popstate'))`)

const FAILURE = { error: { code: 'service_unavailable', message: 'The disk is <b>full</b>.', request_id: 'req_1' } }

/** Lets the requests whose URL matches fail from now on. */
export const failRequests = ({ context }: OpenedPage, path: RegExp): Promise<unknown> =>
  context.route(path, (route) => route.fulfill({ status: 503, json: FAILURE }))

/** Chromium logs refused requests, which some tests provoke. */
export const withoutRefusals = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !/the server responded with a status of [45]\d\d/.test(problem))

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserServer, chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { executablePath } from './installed-browser.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the WebSocket endpoint of the browser that all workers share. */
    browserUrl: string
  }
}

let launching: Promise<BrowserServer> | undefined

const server = createServer((_request, response) => {
  launching ??= chromium.launchServer({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  launching.then(
    (browser) => response.end(browser.wsEndpoint()),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})

/** Vitest calls this before all test files. The browser is started when the first of them asks for it. */
export async function setup({ provide }: TestProject): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provide('browserUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

/** Vitest calls this after all test files. */
export async function teardown(): Promise<void> {
  server.close()
  await (await launching)?.close()
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { isSignedBy, sign } from '../../src/webhooks/signature.js'

export const SECRET = 'whsec_test'

export interface ReceivedRequest {
  body: Buffer
  signature: string | undefined
  isGenuine: boolean
  // biome-ignore lint/suspicious/noExplicitAny: events of every shape, wrong ones included
  event: any
}

/** The response of a webhook handler. `undefined` means no response. */
type WebhookHandler = (
  received: ReceivedRequest,
) => number | undefined | { status: number; text?: string; location?: string }

/** Starts a webhook handler for a test. */
export async function startHandler(handle: WebhookHandler): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      bodies.push(body.toString())
      const signature = request.headers['x-svc-signature'] as string | undefined
      let event: unknown
      try {
        event = JSON.parse(body.toString())
      } catch {
        event = undefined
      }
      const reply = handle({ body, signature, isGenuine: isSignedBy(SECRET, body, signature), event })
      if (reply === undefined) return
      const { status, text = '', location } = typeof reply === 'number' ? { status: reply } : reply
      response.writeHead(status, location === undefined ? {} : { location }).end(text)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, bodies }
}

let eventCount = 0

/** A new event. */
export const createEvent = (event_type: string, created_at = '2025-01-01T00:00:00.000Z') => ({
  id: `evt_test_${++eventCount}`,
  event_type,
  created_at,
  data: {},
})

export async function postEvent(
  url: string,
  body: string,
  signature: string | undefined = sign(SECRET, Buffer.from(body)),
) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature && { 'x-svc-signature': signature }) },
    body,
  })
  await response.text()
  return response.status
}

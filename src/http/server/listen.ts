import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Like the global `fetch`. A path without a host goes to the sandbox. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/** Resolves with the port when the server listens. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** The URL for clients on this machine. A server that listens on every address is reached on the loopback address. */
export function urlOf(host: string, port: number): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

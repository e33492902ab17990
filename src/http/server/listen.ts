import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Like the global `fetch`; paths are the sandbox's own. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/** Resolves with the port when the server listens. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Where a client on this machine reaches the server. What listens on every address answers on the loopback one. */
export function urlOf(host: string, port: number): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook receiver that accepts every event. */
export interface Receiver {
  urlFor(number: number): string
  /** Number of events at this URL. */
  count(url: string): number
  /** Resets the counts and closes all connections. */
  clear(): void
  close(): void
}

export async function openReceiver(): Promise<Receiver> {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const path = request.url ?? ''
      counts.set(path, (counts.get(path) ?? 0) + 1)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urlFor: (number) => `${base}/${number}`,
    count: (url) => counts.get(url.slice(base.length)) ?? 0,
    clear() {
      counts.clear()
      server.closeAllConnections()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

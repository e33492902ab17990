import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Incoming } from '../pipeline/exchange.js'
import type { Listener } from './listen.js'

export interface CapturedResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Calls a Node request listener without a connection. The request has no body. */
export function callListener(
  listener: Listener,
  { method, target, headers }: Pick<Incoming, 'method' | 'target' | 'headers'>,
): Promise<CapturedResponse> {
  const request = new IncomingMessage(new Duplex() as Socket)
  Object.assign(request, { method, url: target, headers, httpVersion: '1.1' })
  request.push(null)
  return new Promise((resolve, reject) => {
    const response = new ServerResponse(request)
    const chunks: Buffer[] = []
    response.write = (chunk: string | Uint8Array) => chunks.push(Buffer.from(chunk as string)) > 0
    response.end = (chunk?: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) response.write(chunk)
      const headers = Object.fromEntries(
        Object.entries(response.getHeaders()).map(([name, value]) => [name, `${value}`]),
      )
      resolve({ status: response.statusCode, headers, body: Buffer.concat(chunks) })
      return response
    }
    response.destroy = (error) => {
      reject(error ?? new Error('The listener closed the connection.'))
      return response
    }
    listener(request, response)
  })
}

import type { Sandbox } from '../../src/index.js'

export type Fetch = Sandbox['fetch']

export interface HttpResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a response of any shape, including wrong ones
  body: any
}

export interface Client {
  send(method: string, path: string, headers?: Record<string, string>, body?: string | Buffer): Promise<HttpResponse>
  get(path: string): Promise<HttpResponse['body']>
  /** A call of the control plane with a JSON body. */
  post(path: string, body?: object): Promise<HttpResponse>
}

export function createClient(fetch: Fetch, key: string): Client {
  const send: Client['send'] = async (method, path, headers = {}, body) => {
    const bytes = body === undefined ? null : new Uint8Array(Buffer.from(body))
    const credentials = 'authorization' in headers ? {} : { 'x-api-key': key }
    const response = await fetch(path, { method, headers: { ...credentials, ...headers }, body: bytes })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  return {
    send,
    get: async (path) => (await send('GET', path)).body,
    post: (path, body) =>
      body ? send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body)) : send('POST', path),
  }
}

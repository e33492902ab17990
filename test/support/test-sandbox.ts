import supertest from 'supertest'
import { afterAll } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/composition/create-sandbox.js'
import { loadPrismCheck } from './prism-check.js'

type Headers = Record<string, string>

export interface ApiResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape, wrong ones included
  body: any
}

/** A client of one world over real HTTP. Prism also checks every exchange. */
export interface Client {
  key: string
  get(path: string, headers?: Headers): Promise<ApiResponse>
  post(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse>
  patch(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse>
  /** Adds nothing: no key, no content type. A string or Buffer body is sent unchanged. */
  send(method: string, path: string, headers?: Headers, body?: string | Buffer): Promise<ApiResponse>
}

export interface TestSandbox {
  sandbox: Sandbox
  /** A client with a new API key. */
  fresh(tier?: 'standard' | 'enterprise'): Client
  client(key: string): Client
}

let clientCount = 0

export const validRelease = {
  title: 'Paper Lanterns',
  artists: [{ name: 'Mira Solane', role: 'main' }],
  release_date: '2027-03-05',
}

/** A sandbox for one test file, by default with a manual clock. It is closed after the file. */
export async function startSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const sandbox = await createSandbox({ clock: 'manual', ...options })
  const findDisagreements = await loadPrismCheck()
  afterAll(() => sandbox.close())
  const client = (key: string) => createClient(sandbox, findDisagreements, key)
  return {
    sandbox,
    client,
    fresh: (tier = 'standard') => client(`sk_sandbox_${tier}_test-${++clientCount}`),
  }
}

/** A client of a sandbox that the caller closes. */
export const createClientFor = async (sandbox: Sandbox, key: string): Promise<Client> =>
  createClient(sandbox, await loadPrismCheck(), key)

function createClient(
  sandbox: Sandbox,
  findDisagreements: Awaited<ReturnType<typeof loadPrismCheck>>,
  key: string,
): Client {
  const send: Client['send'] = async (method, path, headers = {}, body) => {
    const call = supertest(sandbox.url)[method.toLowerCase() as 'get'](path)
    for (const [name, value] of Object.entries(headers)) call.set(name, value)
    // As bytes, because superagent adds a content type to strings.
    const sent = body === undefined ? call : call.serialize((raw: unknown) => raw as string).send(Buffer.from(body))
    const { status, headers: received, text, body: parsed } = await sent.buffer(true)
    const response: ApiResponse = { status, headers: received as Headers, text: text ?? '', body: parsed }
    if (status === 500) throw new Error(`The sandbox made a mistake at ${method} ${path}: ${response.text}`)
    const disagreements = findDisagreements({
      request: { method, url: path, headers, body },
      response: { status, headers: response.headers, body: response.text },
    })
    if (disagreements.length > 0) throw new Error(`Prism disagrees: ${JSON.stringify(disagreements, null, 2)}`)
    return response
  }
  const write =
    (method: string) =>
    (path: string, body?: unknown, headers: Headers = {}) =>
      send(
        method,
        path,
        { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body === undefined ? undefined : JSON.stringify(body),
      )
  return {
    key,
    get: (path, headers = {}) => send('GET', path, { 'x-api-key': key, ...headers }),
    post: write('POST'),
    patch: write('PATCH'),
    send,
  }
}

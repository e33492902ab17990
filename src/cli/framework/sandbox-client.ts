import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { Readable } from 'node:stream'
import { booleanFlag, type Flag } from './flags.js'
import { sanitize } from './terminal.js'

export const urlFlag: Flag<string> = {
  placeholder: 'URL',
  help: 'The URL of the sandbox; also MDS_URL',
  defaultValue: 'http://127.0.0.1:4010',
  parse: (given) =>
    URL.canParse(given) && given.startsWith('http://') ? given : { allowed: 'a URL such as http://127.0.0.1:4010' },
}

export const keyFlag: Flag<string> = {
  placeholder: 'KEY',
  help: 'The API key of the world; also MDS_KEY',
  defaultValue: 'sk_sandbox_standard_demo',
  parse: (given) => (/^[\x21-\x7e]+$/.test(given) ? given : { allowed: 'a key such as sk_sandbox_standard_demo' }),
}

/** The flags of every command that calls a running sandbox. */
export const clientFlags = {
  url: urlFlag,
  key: keyFlag,
  json: booleanFlag("Print only the sandbox's response, as JSON"),
}

export interface SandboxResponse<T = unknown> {
  status: number
  /** The unparsed body; empty for a 204. */
  text: string
  body: T
}

/** The sandbox responded with an error. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    /** The unparsed body. */
    readonly text: string,
    rootUrl: string,
  ) {
    super(
      parseErrorMessage(text) ??
        `${rootUrl} returned ${status}, and the response is not from a sandbox: ${sanitize(text) || 'it is empty'}`,
    )
  }
}

/** No response. */
export class UnreachableError extends Error {
  constructor(
    origin: string,
    readonly reason: string,
  ) {
    super(
      `No sandbox at ${origin}: ${reason}. Start one with ${startCommandFor(origin)}, or say where it is with --url or MDS_URL.`,
    )
  }
}

export interface Client {
  url: string
  call<T>(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<SandboxResponse<T>>
  /** Sends content of the given media type and length as the body of a POST. */
  upload<T>(path: string, content: Readable | Buffer, type: string, length: number): Promise<SandboxResponse<T>>
  /** Passes the body of a GET to `receive`, without keeping it. */
  download(path: string, receive: (content: Readable) => Promise<void>): Promise<void>
  /** The same for a stream that has no end. */
  stream(path: string, headers: OutgoingHttpHeaders, receive: (content: Readable) => Promise<void>): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 30_000

/** Keeps the path, because a sandbox can be mounted under a path of another server. */
export const toRootUrl = (url: string): string => url.replace(/[?#].*$/s, '').replace(/\/+$/, '')

/** How long a sandbox may check uploaded content, such as a snapshot. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export function createClient(baseUrl: string, apiKey?: string): Client {
  const rootUrl = toRootUrl(baseUrl)
  const origin = new URL(baseUrl).origin
  const toUnreachable = ({ code, message }: NodeJS.ErrnoException) => new UnreachableError(origin, code ?? message)

  /** Resolves with a successful response, of which only the headers have arrived. */
  async function send(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    body: Buffer | Readable | undefined,
    timeout: number,
  ): Promise<IncomingMessage> {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const keyHeader = apiKey !== undefined && { 'x-api-key': apiKey }
      const options = { method, headers: { ...keyHeader, ...headers }, timeout }
      const outgoing = request(`${rootUrl}${path}`, options, resolve)
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${timeout / 1000} s`)))
      outgoing.on('error', (error) => reject(toUnreachable(error)))
      if (body instanceof Readable) {
        body.on('error', reject)
        body.pipe(outgoing)
      } else outgoing.end(body)
    })
    const { statusCode = 0 } = incoming
    if (statusCode >= 200 && statusCode <= 299) return incoming
    throw new RefusedError(statusCode, await readText(incoming).catch(() => ''), rootUrl)
  }

  async function readResponse<T>(incoming: IncomingMessage): Promise<SandboxResponse<T>> {
    const text = await readText(incoming).catch((error) => {
      throw toUnreachable(error)
    })
    const { statusCode: status = 0 } = incoming
    try {
      return { status, text, body: text === '' ? undefined : JSON.parse(text) }
    } catch {
      throw new RefusedError(status, text, rootUrl)
    }
  }

  return {
    url: rootUrl,
    async call<T>(method: string, path: string, body?: unknown, timeoutMs = DEFAULT_TIMEOUT_MS) {
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const headers = payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}
      return readResponse<T>(await send(method, path, headers, payload, timeoutMs))
    },
    async upload<T>(path: string, content: Readable | Buffer, type: string, length: number) {
      const headers = { 'content-type': type, 'content-length': length }
      return readResponse<T>(await send('POST', path, headers, content, UPLOAD_TIMEOUT_MS))
    },
    async download(path, receive) {
      await receive(await send('GET', path, {}, undefined, DEFAULT_TIMEOUT_MS))
    },
    async stream(path, headers, receive) {
      await receive(await send('GET', path, headers, undefined, 0))
    },
  }
}

/** The message and the details of an error response, one line each. */
function parseErrorMessage(text: string): string | undefined {
  try {
    const { message, details = [] } = JSON.parse(text).error
    const lines = details.map(({ field, issue }: { field?: string; issue: string }) =>
      sanitize(field === undefined ? issue : `${field}: ${issue}`, 500),
    )
    return [sanitize(message, 1000), ...lines].join('\n  ')
  } catch {
    return undefined
  }
}

function startCommandFor(origin: string): string {
  const port = new URL(origin).port || '80'
  return port === '4010' ? 'npx mds-sandbox' : `npx mds-sandbox --port ${port}`
}

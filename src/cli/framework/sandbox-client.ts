import { request } from 'node:http'
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
}

const DEFAULT_TIMEOUT_MS = 30_000

/** Keeps the path, because a sandbox can be mounted under a path of another server. */
export const toRootUrl = (url: string): string => url.replace(/[?#].*$/s, '').replace(/\/+$/, '')

export function createClient(baseUrl: string, apiKey?: string): Client {
  const rootUrl = toRootUrl(baseUrl)
  const origin = new URL(baseUrl).origin
  return {
    url: rootUrl,
    call<T>(method: string, path: string, body?: unknown, timeoutMs = DEFAULT_TIMEOUT_MS) {
      return new Promise<SandboxResponse<T>>((resolve, reject) => {
        const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
        const headers = {
          ...(apiKey !== undefined && { 'x-api-key': apiKey }),
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        }
        const fail = ({ code, message }: NodeJS.ErrnoException) => reject(new UnreachableError(origin, code ?? message))
        const outgoing = request(`${rootUrl}${path}`, { method, headers, timeout: timeoutMs }, (incoming) => {
          const { statusCode = 0 } = incoming
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', fail)
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            if (statusCode < 200 || statusCode > 299) return reject(new RefusedError(statusCode, text, rootUrl))
            try {
              resolve({ text, body: text === '' ? undefined : JSON.parse(text) })
            } catch {
              reject(new RefusedError(statusCode, text, rootUrl))
            }
          })
        })
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${timeoutMs / 1000} s`)))
        outgoing.on('error', fail)
        outgoing.end(payload)
      })
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

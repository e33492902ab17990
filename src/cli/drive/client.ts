import { request } from 'node:http'
import { type Flag, toggle } from '../framework/flags.js'
import { clean } from '../framework/terminal.js'

export const url: Flag<string> = {
  value: 'URL',
  help: 'The sandbox to ask; also MDS_URL',
  initial: 'http://127.0.0.1:4010',
  read: (given) =>
    URL.canParse(given) && given.startsWith('http://') ? given : { allowed: 'a URL such as http://127.0.0.1:4010' },
}

export const key: Flag<string> = {
  value: 'KEY',
  help: 'The key of the world; also MDS_KEY',
  initial: 'sk_sandbox_standard_demo',
  read: (given) => (/^[\x21-\x7e]+$/.test(given) ? given : { allowed: 'a key such as sk_sandbox_standard_demo' }),
}

/** What every command that speaks to a running sandbox takes. */
export const clientFlags = { url, key, json: toggle("Print the sandbox's answer as JSON, and nothing else") }

/** What a running sandbox answered. */
export interface Answer<T = unknown> {
  /** As it came; empty when there is nothing to say. */
  text: string
  body: T
}

/** The sandbox said no. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    /** The answer as it came. */
    readonly text: string,
    where: string,
  ) {
    super(reasonIn(text) ?? `${where} answered ${status}, and not as a sandbox does: ${clean(text) || 'nothing'}`)
  }
}

/** Nobody answered. */
export class Unreachable extends Error {
  constructor(
    origin: string,
    readonly reason: string,
  ) {
    super(
      `No sandbox at ${origin}: ${reason}. Start one with ${startOf(origin)}, or say where it is with --url or MDS_URL.`,
    )
  }
}

export interface Client {
  url: string
  call<T>(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<Answer<T>>
}

const USUAL_PATIENCE = 30_000

export function createClient(base: string, apiKey?: string): Client {
  // What is mounted under a path of somebody's own server keeps that path.
  const root = base.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  const origin = new URL(base).origin
  return {
    url: root,
    call<T>(method: string, path: string, body?: unknown, timeoutMs = USUAL_PATIENCE) {
      return new Promise<Answer<T>>((resolve, reject) => {
        const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
        const headers = {
          ...(apiKey !== undefined && { 'x-api-key': apiKey }),
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        }
        const fail = ({ code, message }: NodeJS.ErrnoException) => reject(new Unreachable(origin, code ?? message))
        const outgoing = request(`${root}${path}`, { method, headers, timeout: timeoutMs }, (incoming) => {
          const { statusCode = 0 } = incoming
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', fail)
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            if (statusCode < 200 || statusCode > 299) return reject(new Refused(statusCode, text, root))
            try {
              resolve({ text, body: text === '' ? undefined : JSON.parse(text) })
            } catch {
              reject(new Refused(statusCode, text, root))
            }
          })
        })
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
        outgoing.on('error', fail)
        outgoing.end(payload)
      })
    },
  }
}

/** Message and details of an error of the sandbox, one line each. */
function reasonIn(text: string): string | undefined {
  try {
    const { message, details = [] } = JSON.parse(text).error
    const lines = details.map(({ field, issue }: { field?: string; issue: string }) =>
      clean(field === undefined ? issue : `${field}: ${issue}`, 500),
    )
    return [clean(message, 1000), ...lines].join('\n  ')
  } catch {
    return undefined
  }
}

function startOf(origin: string): string {
  const port = new URL(origin).port || '80'
  return port === '4010' ? 'npx mds-sandbox' : `npx mds-sandbox --port ${port}`
}

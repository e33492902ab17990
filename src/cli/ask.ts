import { get } from 'node:http'
import { clean } from './terminal.js'

/** What a running sandbox answers; an error in plain words when it does not, or when it refuses. */
export function ask(target: URL, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(target, { timeout: 3000, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(body)
          : reject(new Error(`${target} answered ${response.statusCode}: ${messageIn(body)}`)),
      )
    })
    request.on('timeout', () => request.destroy(new Error('no answer within 3 s')))
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`No sandbox at ${target.origin}: ${error.code ?? error.message}`)),
    )
  })
}

function messageIn(body: string): string {
  try {
    return clean(JSON.parse(body).error.message)
  } catch {
    return clean(body)
  }
}

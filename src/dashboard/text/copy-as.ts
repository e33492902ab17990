import { settings } from '../data/settings.js'
import { keyOf, type WorldName } from '../data/world.js'

/** A request to be copied as code. */
export interface CopyableRequest {
  method: string
  /** Path and query. */
  target: string
  headers: readonly { name: string; value: string }[]
  body: string | null
  status: number
}

/** Headers that a person would write. Others are added by the client, or say how this request was made. */
const KEPT_HEADERS = ['content-type', 'idempotency-key', 'x-sandbox-scenario']

const keptHeaders = ({ headers }: CopyableRequest) =>
  headers.filter(({ name }) => KEPT_HEADERS.includes(name.toLowerCase()))

const baseUrl = () => window.location.origin + settings.root
const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

export function asCurl(request: CopyableRequest, world: WorldName): string {
  const { method, target, body } = request
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(baseUrl() + target)}`,
    `-H ${shellQuote(`X-API-Key: ${keyOf(world)}`)}`,
    ...keptHeaders(request).map(({ name, value }) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shellQuote(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

function fetchOptions(request: CopyableRequest, key: string, indent: string): string {
  const { method, body } = request
  const headers = keptHeaders(request).map(({ name, value }) => `${quote(name)}: ${quote(value)}`)
  const lines = [
    `method: ${quote(method)},`,
    `headers: { ${[`'X-API-Key': ${key}`, ...headers].join(', ')} },`,
    ...(body === null ? [] : [`body: ${quote(body)},`]),
  ]
  return `{\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}}`
}

export const asFetch = (request: CopyableRequest, world: WorldName): string =>
  `const response = await fetch(${quote(baseUrl() + request.target)}, ${fetchOptions(request, quote(keyOf(world)), '')})
console.log(response.status, await response.json())`

export const asTest = (request: CopyableRequest, { tier, name }: WorldName): string =>
  `import { createSandbox } from 'mds-sandbox'
import { expect, test } from 'vitest'

test(${quote(`${request.method} ${request.target} answers ${request.status}`)}, async () => {
  const sandbox = await createSandbox({ clock: 'manual' })
  const { apiKey } = sandbox.world(${quote(tier)}, ${quote(name)})
  const response = await fetch(sandbox.url + ${quote(request.target)}, ${fetchOptions(request, 'apiKey', '  ')})
  expect(response.status).toBe(${request.status})
  await sandbox.close()
})`

import type { Random } from '../../runner/random.js'
import type { Contract, Node, Operation } from '../checks/contract.js'
import type { RequestContext } from '../checks/outcome-check.js'
import type { HttpRequest } from '../http-message.js'

/** A request to an operation, before it is serialized. */
export interface RequestDraft {
  operation: Operation
  path: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  /** A Buffer is sent unchanged, a form's fields as a form, anything else as JSON. */
  body?: unknown
}

/** The control plane checks the Host header. */
const HOST = 'mds.test'

const FORM = 'application/x-www-form-urlencoded'

function encodeBody({ body, operation }: RequestDraft): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body
  if (operation.body?.type === FORM) return Buffer.from(String(new URLSearchParams(body as Record<string, string>)))
  return Buffer.from(JSON.stringify(body))
}

export function toRequest(draft: RequestDraft, key: string): HttpRequest {
  const { operation, path, query, headers } = draft
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? 'nowhere'))
  const search = new URLSearchParams(query).toString()
  const body = encodeBody(draft)
  const type = operation.body?.type
  return {
    method: operation.method,
    target: search === '' ? filled : `${filled}?${search}`,
    headers: { host: HOST, 'x-api-key': key, ...(body && type && { 'content-type': type }), ...headers },
    body,
  }
}

/** A wrong or unusual form of a request. */
export interface Variant {
  description: string
  request: HttpRequest
  requestContext?: Partial<RequestContext>
}

const INTEGERS = [
  '',
  'x',
  '0',
  '-1',
  '1',
  '007',
  '1.5',
  '1e1',
  '0x10',
  '+5',
  ' 5',
  '５',
  'null',
  '99999999999999999999',
]
const TEXTS = ['', ' ', 'x', '\u0000', '\ud83d\ude00', '__proto__', 'constructor', "'", '%', 'a'.repeat(3000)]
const IDS = [
  'nowhere',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '%2F',
  '..%2f',
  '%25',
  'a,b',
  "'",
  'x'.repeat(3000),
]
const BROKEN_IDS = ['%', '%zz', '%ff', '%c3%28', '%ed%a0%80']

/** Every query and path parameter with invalid values. */
export function* parameterVariants(contract: Contract, draft: RequestDraft, key: string): Generator<Variant> {
  const { operation, query } = draft
  const plain = toRequest(draft, key)
  const [path = ''] = plain.target.split('?')
  const withQuery = (parts: string[]) => ({
    ...plain,
    target: parts.length === 0 ? path : `${path}?${parts.join('&')}`,
  })
  const otherParameters = (name: string) =>
    Object.entries(query).flatMap(([other, value]) => (other === name ? [] : [`${other}=${encodeURIComponent(value)}`]))
  for (const { name, in: location, schema } of operation.parameters) {
    if (location === 'query') {
      const {
        type,
        enum: members = [],
        minimum,
        maximum,
      } = contract.resolve(schema) as { type?: string; enum?: string[] } & Node
      const bounds = [minimum, maximum].flatMap((bound) =>
        bound === undefined ? [] : [Number(bound) - 1, Number(bound), Number(bound) + 1],
      )
      for (const value of [
        ...(type === 'integer' ? INTEGERS : TEXTS),
        ...members,
        ...members.map((member) => `${member}x`),
        ...bounds,
      ])
        yield {
          description: `${name} is ${JSON.stringify(value).slice(0, 60)}`,
          request: withQuery([...otherParameters(name), `${name}=${encodeURIComponent(value)}`]),
        }
      const good = encodeURIComponent(query[name] ?? members[0] ?? (type === 'integer' ? '1' : 'x'))
      for (const [variation, parts] of [
        ['twice', [`${name}=${good}`, `${name}=${good}`]],
        ['twice, once empty', [name, `${name}=${good}`]],
        ['with brackets', [`${name}[]=${good}`]],
        ['in upper case', [`${name.toUpperCase()}=${good}`]],
        ['with broken percent-encoding', [`${name}=%zz%`]],
        ['in bytes that are not UTF-8', [`${name}=%ff`]],
        ['with an encoded name', [`%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${good}`]],
      ] as const)
        yield { description: `${name} ${variation}`, request: withQuery([...otherParameters(name), ...parts]) }
    } else if (location === 'path')
      for (const id of [...IDS, ...BROKEN_IDS])
        yield {
          description: `${name} is ${id.slice(0, 60)}`,
          request: {
            ...plain,
            target: plain.target.replace(encodeURIComponent(draft.path[name] ?? 'nowhere'), () => id),
          },
        }
  }
  for (const unknown of [
    'x_unknown=1',
    'x_unknown',
    '__proto__=1',
    'constructor=1',
    '%zz=1',
    '&&',
    '=',
    'x[y]=1&x[y]=2',
  ])
    yield { description: `there is ?${unknown}`, request: withQuery([...otherParameters(''), unknown]) }
}

export const uuid = (random: Random): string => {
  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
}

/** The documented headers and those that describe the body. */
export function* headerVariants(draft: RequestDraft, key: string, random: Random): Generator<Variant> {
  const plain = toRequest(draft, key)
  const { operation } = draft
  const withHeaders = (headers: Record<string, string>): HttpRequest => ({
    ...plain,
    headers: { ...plain.headers, ...headers },
  })
  const accepts = (name: string) => operation.parameters.some((parameter) => parameter.name === name)
  const good = uuid(random)
  if (accepts('Idempotency-Key'))
    for (const value of [
      '',
      'x',
      good.slice(1),
      `${good}0`,
      `"${good}`,
      `"${good}";a=1`,
      good.replace('-4', '-1'),
      `${good}, ${good}`,
      `{${good}}`,
      'é'.repeat(36),
      'a'.repeat(8000),
    ])
      yield {
        description: `Idempotency-Key is ${value.slice(0, 60)}`,
        request: withHeaders({ 'idempotency-key': value }),
      }
  if (accepts('X-Sandbox-Scenario'))
    for (const value of [
      '',
      'nowhere',
      '__proto__',
      'constructor',
      'Happy-Path',
      'rejection',
      'mixed-outcomes',
      'payout-on-hold',
      'x'.repeat(100),
      'x'.repeat(101),
      'é',
    ])
      yield {
        description: `X-Sandbox-Scenario is ${value.slice(0, 60)}`,
        request: withHeaders({ 'x-sandbox-scenario': value }),
      }
  if (plain.body && !operation.body?.isRaw) {
    for (const type of [
      'text/plain',
      'application/xml',
      `${operation.body?.type}x`,
      'application/vnd.api+json',
      'multipart/form-data; boundary=x',
      `${operation.body?.type}; charset=latin1`,
      `${operation.body?.type}; charset="utf-8"`,
      `${operation.body?.type?.toUpperCase()} ; charset=UTF8`,
      '',
      ';',
      `${operation.body?.type}, text/plain`,
      `${operation.body?.type}; boundary=x; charset=utf-16`,
    ])
      yield { description: `Content-Type is ${type}`, request: withHeaders({ 'content-type': type }) }
    for (const encoding of ['gzip', 'br', 'identity', 'x'])
      yield { description: `Content-Encoding is ${encoding}`, request: withHeaders({ 'content-encoding': encoding }) }
    const { 'content-type': _, ...untyped } = plain.headers
    yield { description: 'no Content-Type', request: { ...plain, headers: untyped } }
    yield { description: 'a body over a mebibyte', request: { ...plain, body: TOO_LARGE } }
    yield {
      description: 'a body that is said to be over a mebibyte',
      request: withHeaders({ 'content-length': String(20 * 1024 * 1024) }),
    }
  }
}

const TOO_LARGE = Buffer.alloc(1024 * 1024 + 1, ' ')

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']

/** Methods that the path does not support, and similar paths that do not exist. */
export function* routingVariants(contract: Contract, draft: RequestDraft, key: string): Generator<Variant> {
  const plain = toRequest({ ...draft, body: undefined }, key)
  const [path = ''] = plain.target.split('?')
  const allowed = contract.match(path)?.operations.map(({ method }) => method) ?? []
  for (const method of METHODS)
    if (!allowed.includes(method)) yield { description: method, request: { ...plain, method } }
  for (const near of [
    `${path}/`,
    `${path}/x/y/z`,
    `/${path}`,
    path.replace('/v1/', '/v2/'),
    path.toUpperCase(),
    `${path};a=1/x`,
    path.replace(/^\/(.)/, (_, first) => `/%${first.charCodeAt(0).toString(16)}`),
  ])
    if (!contract.match(near)) yield { description: near.slice(0, 60), request: { ...plain, target: near } }
}

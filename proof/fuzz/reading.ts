import { isUtf8 } from 'node:buffer'
import { type Contract, contractFor, control, type Node, type Operation, service } from './contract.js'
import type { Request } from './exchange.js'
import { createSchemas } from './schemas.js'

/** What the document says of a request. */
export interface Reading {
  contract: Contract
  /** The methods of its path; undefined when the document has no such path. */
  allowed: string[] | undefined
  /** Undefined when the document has no such path, or not with this method. */
  operation: Operation | undefined
  /** Whether errors at this path have OAuth's shape. */
  isOAuth: boolean
  wrongParameters: string[]
  /** A body that nobody reads is `fine`. */
  body: 'fine' | 'too large' | 'empty' | 'of another type' | 'unreadable' | 'wrong'
  /** The fields of a `wrong` body; empty for the body as a whole. */
  wrongFields: string[]
  /** What the document does not know of. Ignored, unless the sandbox is strict. */
  unknownParameters: string[]
  unknownFields: string[]
}

export const schemasOf = { service: createSchemas(service), control: createSchemas(control) }

const MEBIBYTE = 1024 * 1024
const DEEPEST = 64

export function readRequest(request: Request): Reading {
  const [path = '', ...rest] = request.target.split('?')
  const contract = contractFor(path)
  const place = contract.at(path)
  const operation = place?.operations.find(({ method }) => method === request.method)
  const reading: Reading = {
    contract,
    allowed: place?.operations.map(({ method }) => method),
    operation,
    isOAuth: place?.operations.some(({ isOAuth }) => isOAuth) ?? false,
    wrongParameters: [],
    body: 'fine',
    wrongFields: [],
    unknownParameters: [],
    unknownFields: [],
  }
  if (!operation || !place) return reading
  readParameters(reading, operation, place.values, rest.join('?'), request.headers)
  if (operation.body && operation.body.type !== '*/*') readBody(reading, operation.body, request)
  return reading
}

function readParameters(
  reading: Reading,
  { parameters }: Operation,
  values: Record<string, string>,
  search: string,
  headers: Request['headers'],
) {
  const { contract, wrongParameters } = reading
  const query = new URLSearchParams(search)
  for (const { name, in: place, required, schema } of parameters) {
    const given =
      place === 'query' ? query.getAll(name) : [place === 'path' ? values[name] : headers[name.toLowerCase()]]
    const [text] = given
    if (text === undefined) {
      if (required) wrongParameters.push(name)
      continue
    }
    const { type } = contract.resolve(schema)
    const value = place === 'path' ? decoded(text) : type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
    const isWrong = value === undefined || schemasOf[contract.name].wrongFields(schema, value).length > 0
    if (isWrong || given.length > 1) wrongParameters.push(name)
  }
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  reading.unknownParameters = [...new Set(query.keys())].filter((name) => !known.includes(name))
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function readBody(reading: Reading, { required, type, schema }: NonNullable<Operation['body']>, request: Request) {
  const { headers, body } = request
  const size = Number(headers['content-length'] ?? body?.length ?? 0)
  if (size > MEBIBYTE) reading.body = 'too large'
  else if (size === 0) reading.body = required ? 'empty' : 'fine'
  else if (!isOfType(type, headers)) reading.body = 'of another type'
  else {
    const value = parse(type, body as Buffer)
    if (value === undefined) reading.body = 'unreadable'
    else {
      reading.wrongFields = schemasOf[reading.contract.name].wrongFields(schema, value)
      reading.body = reading.wrongFields.length > 0 ? 'wrong' : 'fine'
      reading.unknownFields = unknownFields(reading.contract, schema, value, '')
    }
  }
}

function isOfType(type: string, headers: Request['headers']): boolean {
  const [given = '', ...attributes] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = attributes.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  const encoding = headers['content-encoding'] ?? 'identity'
  return given.trim() === type && /^$|^charset="?utf-?8"?$/.test(charset ?? '') && encoding === 'identity'
}

/** Undefined for what can't be read. */
function parse(type: string, bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString()
  if (type !== 'application/json') {
    const form = new URLSearchParams(text)
    const names = [...form.keys()]
    return new Set(names).size < names.length ? undefined : Object.fromEntries(form)
  }
  try {
    const value: unknown = JSON.parse(text)
    return depthOf(value) > DEEPEST ? undefined : value
  } catch {
    return undefined
  }
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

function unknownFields(contract: Contract, schema: Node, value: unknown, path: string): string[] {
  const { properties, items } = contract.resolve(schema) as { properties?: Record<string, Node>; items?: Node }
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return items ? value.flatMap((item, i) => unknownFields(contract, items, item, `${path}[${i}]`)) : []
  if (!properties) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = path === '' ? name : `${path}.${name}`
    return Object.hasOwn(properties, name) ? unknownFields(contract, properties[name] as Node, inner, field) : [field]
  })
}

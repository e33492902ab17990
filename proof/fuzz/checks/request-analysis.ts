import { isUtf8 } from 'node:buffer'
import type { HttpRequest } from '../http-message.js'
import { type Contract, contractFor, control, type Node, type Operation, service } from './contract.js'
import { createSchemaValidator } from './schema-validator.js'

/** What the document says about a request. */
export interface RequestAnalysis {
  contract: Contract
  /** The methods of its path. Undefined if the document has no such path. */
  allowedMethods: string[] | undefined
  /** Undefined if the document has no such path or no such method. */
  operation: Operation | undefined
  /** Whether errors of this path have OAuth's format. */
  isOAuth: boolean
  invalidParameters: string[]
  /** A body that the operation does not read is `fine`. */
  body: 'fine' | 'too large' | 'empty' | 'of another type' | 'unreadable' | 'wrong'
  /** The invalid fields of a `wrong` body. An empty string stands for the body as a whole. */
  invalidFields: string[]
  /** Fields and parameters that the document does not define. Only a strict sandbox refuses them. */
  unknownParameters: string[]
  unknownFields: string[]
}

export const schemaValidators = { service: createSchemaValidator(service), control: createSchemaValidator(control) }

const MEBIBYTE = 1024 * 1024
const MAX_DEPTH = 64

export function analyzeRequest(request: HttpRequest): RequestAnalysis {
  const [path = '', ...rest] = request.target.split('?')
  const contract = contractFor(path)
  const matched = contract.match(path)
  // On the control plane, HEAD is an alias of GET.
  const isHead = request.method === 'HEAD' && contract.name === 'control'
  const operation = matched?.operations.find(({ method }) => method === (isHead ? 'GET' : request.method))
  const analysis: RequestAnalysis = {
    contract,
    allowedMethods: matched?.operations.flatMap(({ method }) =>
      method === 'GET' && contract.name === 'control' ? ['GET', 'HEAD'] : [method],
    ),
    operation,
    isOAuth: matched?.operations.some(({ isOAuth }) => isOAuth) ?? false,
    invalidParameters: [],
    body: 'fine',
    invalidFields: [],
    unknownParameters: [],
    unknownFields: [],
  }
  if (!operation || !matched) return analysis
  readParameters(analysis, operation, matched.values, rest.join('?'), request.headers)
  if (operation.body?.isXml) readXmlBody(analysis, operation.body, request)
  else if (operation.body && !operation.body.isRaw) readBody(analysis, operation.body, request)
  return analysis
}

function readParameters(
  analysis: RequestAnalysis,
  { parameters }: Operation,
  values: Record<string, string>,
  search: string,
  headers: HttpRequest['headers'],
) {
  const { contract, invalidParameters } = analysis
  const query = new URLSearchParams(search)
  for (const { name, in: location, required, schema } of parameters) {
    const given =
      location === 'query' ? query.getAll(name) : [location === 'path' ? values[name] : headers[name.toLowerCase()]]
    const [text] = given
    if (text === undefined) {
      if (required) invalidParameters.push(name)
      continue
    }
    const { type } = contract.resolve(schema)
    const value = location === 'path' ? decode(text) : type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
    const isInvalid = value === undefined || schemaValidators[contract.name].invalidFields(schema, value).length > 0
    if (isInvalid || given.length > 1) invalidParameters.push(name)
  }
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  analysis.unknownParameters = [...new Set(query.keys())].filter((name) => !known.includes(name))
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function readBody(
  analysis: RequestAnalysis,
  { required, type, schema }: NonNullable<Operation['body']>,
  request: HttpRequest,
) {
  const { headers, body } = request
  const size = Number(headers['content-length'] ?? body?.length ?? 0)
  if (size > MEBIBYTE) analysis.body = 'too large'
  else if (size === 0) analysis.body = required ? 'empty' : 'fine'
  else if (!hasContentType(type, headers)) analysis.body = 'of another type'
  else {
    const value = parseBody(type, body as Buffer)
    if (value === undefined) analysis.body = 'unreadable'
    else {
      analysis.invalidFields = schemaValidators[analysis.contract.name].invalidFields(schema, value)
      analysis.body = analysis.invalidFields.length > 0 ? 'wrong' : 'fine'
      analysis.unknownFields = unknownFields(analysis.contract, schema, value, '')
    }
  }
}

/** Only the message itself says what is wrong with its XML. */
function readXmlBody(analysis: RequestAnalysis, { types }: NonNullable<Operation['body']>, request: HttpRequest) {
  const { headers, body } = request
  const size = Number(headers['content-length'] ?? body?.length ?? 0)
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const isAccepted = types.includes(type.trim()) && (headers['content-encoding'] ?? 'identity') === 'identity'
  if (size > 4 * MEBIBYTE) analysis.body = 'too large'
  else if (size === 0) analysis.body = 'empty'
  else if (!isAccepted) analysis.body = 'of another type'
}

function hasContentType(type: string, headers: HttpRequest['headers']): boolean {
  const [given = '', ...attributes] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = attributes.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  const encoding = headers['content-encoding'] ?? 'identity'
  return given.trim() === type && /^$|^charset="?utf-?8"?$/.test(charset ?? '') && encoding === 'identity'
}

/** Undefined if the text cannot be parsed. */
function parseBody(type: string, bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString()
  if (type !== 'application/json') {
    const form = new URLSearchParams(text)
    const names = [...form.keys()]
    return new Set(names).size < names.length ? undefined : Object.fromEntries(form)
  }
  try {
    const value: unknown = JSON.parse(text)
    return depthOf(value) > MAX_DEPTH ? undefined : value
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

import type { OpenAPIV3_1 } from 'openapi-types'
import { type Document, resolveRef, type Schema } from './openapi-document.js'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
  /** What to use instead of a deprecated parameter. Undefined if it is not deprecated. */
  replacement: string | undefined
}

export interface DocumentedResponse {
  schema: Schema | undefined
  /** The error codes that the document lists for this status; undefined for a success or another error shape. */
  codes: ReadonlySet<string> | undefined
}

export interface RequestBody {
  required: boolean
  /** The first one is the preferred one. */
  mediaTypes: readonly string[]
  schema: Schema
  /** The body is bytes to the contract: neither JSON nor a form. */
  isRaw: boolean
  /** The operation reads the bytes itself and accepts any media type. The document says `format: binary`. */
  isStreamed: boolean
  /** Above it, the body is too large. */
  maxBytes: number
}

const PARSED_MEDIA_TYPES = ['application/json', 'application/x-www-form-urlencoded']
export const MAX_PARSED_BYTES = 1024 * 1024

/** One operation of the document, as the pipeline needs it. */
export interface Operation {
  id: string
  method: string
  path: string
  isPublic: boolean
  errorShape: 'envelope' | 'oauth'
  /** Successful calls are not logged, because clients poll the operation. */
  isQuiet: boolean
  /** Changes nothing in the world, whatever its method is. */
  isReadOnly: boolean
  parameters: Parameter[]
  body: RequestBody | undefined
  responses: ReadonlyMap<number, DocumentedResponse>
}

export type Match =
  | { found: true; operation: Operation; params: Record<string, string> }
  | { found: false; allow: string[]; errorShape: Operation['errorShape'] }

export interface Router {
  operations: readonly Operation[]
  /** `path` is the raw path of the request target, without its query. */
  match(method: string, path: string): Match
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

interface Route {
  /** The path parameters, in order. */
  parameterNames: string[]
  methods: Map<string, Operation>
}

/** A node of the routing tree. */
interface RouteNode {
  literals: Map<string, RouteNode>
  parameter: RouteNode | undefined
  route: Route | undefined
}

const createRouteNode = (): RouteNode => ({ literals: new Map(), parameter: undefined, route: undefined })

/** Returns the child for a segment, and creates it if necessary. */
function addSegment(node: RouteNode, segment: string): RouteNode {
  if (segment.startsWith('{')) return (node.parameter ??= createRouteNode())
  const next = node.literals.get(segment) ?? createRouteNode()
  node.literals.set(segment, next)
  return next
}

/** Finds the route and collects the parameter values. A literal segment takes precedence over a parameter. */
function findRoute(node: RouteNode, path: string, from: number, values: string[]): Route | undefined {
  if (from > path.length) return node.route
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const segment = path.slice(from, end)
  const next = node.literals.get(segment)
  const found = next && findRoute(next, path, end + 1, values)
  if (found || !node.parameter || segment === '') return found
  const count = values.push(segment)
  const matched = findRoute(node.parameter, path, end + 1, values)
  if (!matched) values.length = count - 1
  return matched
}

export function createRouter(document: Document): Router {
  const operations: Operation[] = []
  const root = createRouteNode()
  /** HEAD is an alias of GET and not an operation of its own. */
  const supportsHead = (document as { 'x-head'?: boolean })['x-head'] === true
  for (const path of Object.keys(document.paths ?? {})) {
    const route: Route = {
      parameterNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
      methods: new Map(),
    }
    for (const operation of readOperations(document, path)) {
      operations.push(operation)
      route.methods.set(operation.method, operation)
    }
    path.split('/').slice(1).reduce(addSegment, root).route = route
  }

  return {
    operations,
    match(method, path) {
      const values: string[] = []
      const route = path.startsWith('/') ? findRoute(root, path, 1, values) : undefined
      if (!route) return { found: false, allow: [], errorShape: 'envelope' }
      const operation = route.methods.get(supportsHead && method === 'HEAD' ? 'GET' : method)
      if (!operation) {
        const [{ errorShape }] = [...route.methods.values()] as [Operation]
        const allow = [...route.methods.keys()].flatMap((name) =>
          supportsHead && name === 'GET' ? ['GET', 'HEAD'] : [name],
        )
        return { found: false, allow, errorShape }
      }
      const params: Record<string, string> = {}
      for (let i = 0; i < values.length; i++) params[route.parameterNames[i] as string] = values[i] as string
      return { found: true, operation, params }
    },
  }
}

function* readOperations(document: Document, path: string): Generator<Operation> {
  const item = document.paths?.[path] ?? {}
  for (const method of METHODS) {
    const node = item[method]
    if (!node) continue
    const extensions = node as { 'x-error-shape'?: string; 'x-quiet'?: boolean; 'x-read-only'?: boolean }
    const schemes = node.security ?? document.security ?? []
    yield {
      id: node.operationId ?? `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      isPublic: schemes.every((scheme) => !('apiKey' in scheme || 'bearer' in scheme || 'oauth' in scheme)),
      isQuiet: extensions['x-quiet'] ?? false,
      isReadOnly: node === item.get || (extensions['x-read-only'] ?? false),
      errorShape: extensions['x-error-shape'] === 'oauth' ? 'oauth' : 'envelope',
      parameters: [...(item.parameters ?? []), ...(node.parameters ?? [])].map((parameter) =>
        readParameter(document, resolveRef<OpenAPIV3_1.ParameterObject>(document, parameter)),
      ),
      body: readBody(document, node.requestBody),
      responses: readResponses(document, node.responses ?? {}),
    }
  }
}

function readParameter(
  document: Document,
  { name, in: location, required, schema, deprecated, ...more }: OpenAPIV3_1.ParameterObject,
): Parameter {
  const { 'x-replacement': replacement = '' } = more as { 'x-replacement'?: string }
  return {
    name,
    in: location as Parameter['in'],
    required: required ?? false,
    schema: resolveRef<Schema>(document, (schema ?? {}) as Schema),
    replacement: deprecated ? replacement : undefined,
  }
}

function readBody(document: Document, requestBody: OpenAPIV3_1.OperationObject['requestBody']): Operation['body'] {
  if (!requestBody) return undefined
  const { content, required } = resolveRef<OpenAPIV3_1.RequestBodyObject>(document, requestBody)
  const [mediaType, media] = Object.entries(content)[0] ?? []
  if (!mediaType || !media) return undefined
  const schema = (media.schema ?? {}) as Schema
  const { format, maxLength } = resolveRef<Schema>(document, schema)
  const isStreamed = format === 'binary'
  const isRaw = isStreamed || !PARSED_MEDIA_TYPES.includes(mediaType)
  return {
    required: required ?? false,
    mediaTypes: Object.keys(content),
    schema,
    isRaw,
    isStreamed,
    maxBytes: (isRaw && maxLength) || MAX_PARSED_BYTES,
  }
}

function readResponses(document: Document, responses: OpenAPIV3_1.ResponsesObject): Operation['responses'] {
  const documented = new Map<number, DocumentedResponse>()
  for (const [status, response] of Object.entries(responses)) {
    const { content, ...more } = resolveRef<OpenAPIV3_1.ResponseObject>(document, response)
    const codes = (more as { 'x-error-codes'?: string[] })['x-error-codes']
    documented.set(Number(status), {
      schema: content?.['application/json']?.schema as Schema | undefined,
      codes: codes && new Set(codes),
    })
  }
  return documented
}

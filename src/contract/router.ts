import type { OpenAPIV3_1 } from 'openapi-types'
import { type Document, type Located, pointerTo, resolve, type Schema } from './document.js'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Located<Schema>
}

export interface DocumentedAnswer {
  schema: Located<Schema> | undefined
  /** The error codes that the document lists for this status; undefined for a success or another error shape. */
  codes: ReadonlySet<string> | undefined
}

/** One operation of the document, as the pipeline needs it. */
export interface Operation {
  id: string
  method: string
  path: string
  public: boolean
  errorShape: 'envelope' | 'oauth'
  /** Asked for every few seconds, and not worth a line in the log. */
  quiet: boolean
  parameters: Parameter[]
  body: { required: boolean; mediaType: string; schema: Located<Schema> } | undefined
  answers: ReadonlyMap<number, DocumentedAnswer>
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
const isVariable = (segment: string) => segment.startsWith('{')

interface Route {
  segments: string[]
  methods: Map<string, Operation>
}

export function createRouter(document: Document): Router {
  const operations: Operation[] = []
  const fixed = new Map<string, Route>()
  const variable = new Map<number, Route[]>()
  for (const path of Object.keys(document.paths ?? {})) {
    const route: Route = { segments: path.split('/'), methods: new Map() }
    for (const operation of readOperations(document, path)) {
      operations.push(operation)
      route.methods.set(operation.method, operation)
    }
    if (!path.includes('{')) fixed.set(path, route)
    else {
      const rivals = variable.get(route.segments.length) ?? []
      variable.set(route.segments.length, [...rivals, route])
    }
  }

  function matchVariable(path: string): { route: Route; params: Record<string, string> } | undefined {
    const segments = path.split('/')
    for (const route of variable.get(segments.length) ?? []) {
      if (!route.segments.every((segment, i) => (isVariable(segment) ? segments[i] !== '' : segment === segments[i])))
        continue
      const params: Record<string, string> = {}
      for (const [i, segment] of route.segments.entries())
        if (isVariable(segment)) params[segment.slice(1, -1)] = segments[i] as string
      return { route, params }
    }
    return undefined
  }

  return {
    operations,
    match(method, path) {
      const exact = fixed.get(path)
      const hit = exact ? { route: exact, params: {} } : matchVariable(path)
      if (!hit) return { found: false, allow: [], errorShape: 'envelope' }
      const operation = hit.route.methods.get(method)
      if (!operation) {
        const [{ errorShape }] = [...hit.route.methods.values()] as [Operation]
        return { found: false, allow: [...hit.route.methods.keys()], errorShape }
      }
      return { found: true, operation, params: hit.params }
    },
  }
}

function* readOperations(document: Document, path: string): Generator<Operation> {
  const item = document.paths?.[path] ?? {}
  const base = pointerTo('/paths', path)
  for (const method of METHODS) {
    const node = item[method]
    if (!node) continue
    const at = pointerTo(base, method)
    const extensions = node as { 'x-error-shape'?: string; 'x-quiet'?: boolean }
    const own = (node.parameters ?? []).map((parameter, i) => ({
      pointer: pointerTo(at, 'parameters', i),
      node: parameter,
    }))
    const shared = (item.parameters ?? []).map((parameter, i) => ({
      pointer: pointerTo(base, 'parameters', i),
      node: parameter,
    }))
    const parameters = [...shared, ...own].map((located): Parameter => {
      const { pointer, node: parameter } = resolve<OpenAPIV3_1.ParameterObject>(document, located)
      return {
        name: parameter.name,
        in: parameter.in as Parameter['in'],
        required: parameter.required ?? false,
        schema: resolve<Schema>(document, { pointer: pointerTo(pointer, 'schema'), node: parameter.schema ?? {} }),
      }
    })
    yield {
      id: node.operationId ?? at,
      method: method.toUpperCase(),
      path,
      public: (node.security ?? document.security ?? []).every(
        (scheme) => !('apiKey' in scheme || 'bearer' in scheme || 'oauth' in scheme),
      ),
      quiet: extensions['x-quiet'] ?? false,
      errorShape: extensions['x-error-shape'] === 'oauth' ? 'oauth' : 'envelope',
      parameters,
      body: readBody(document, at, node.requestBody),
      answers: readAnswers(document, at, node.responses ?? {}),
    }
  }
}

function readBody(
  document: Document,
  at: string,
  requestBody: OpenAPIV3_1.OperationObject['requestBody'],
): Operation['body'] {
  if (!requestBody) return undefined
  const { pointer, node } = resolve(document, { pointer: pointerTo(at, 'requestBody'), node: requestBody })
  const [mediaType, content] = Object.entries(node.content)[0] ?? []
  if (!mediaType || !content) return undefined
  return {
    required: node.required ?? false,
    mediaType,
    schema: { pointer: pointerTo(pointer, 'content', mediaType, 'schema'), node: (content.schema ?? {}) as Schema },
  }
}

function readAnswers(document: Document, at: string, responses: OpenAPIV3_1.ResponsesObject): Operation['answers'] {
  const answers = new Map<number, DocumentedAnswer>()
  for (const [status, response] of Object.entries(responses)) {
    const { pointer, node } = resolve(document, { pointer: pointerTo(at, 'responses', status), node: response })
    const content = node.content?.['application/json']
    const codes = (node as { 'x-error-codes'?: string[] })['x-error-codes']
    answers.set(Number(status), {
      schema: content && {
        pointer: pointerTo(pointer, 'content', 'application/json', 'schema'),
        node: (content.schema ?? {}) as Schema,
      },
      codes: codes && new Set(codes),
    })
  }
  return answers
}

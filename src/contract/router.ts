import type { OpenAPIV3_1 } from 'openapi-types'
import { type Document, resolve, type Schema } from './document.js'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

export interface DocumentedAnswer {
  schema: Schema | undefined
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
  body: { required: boolean; mediaType: string; schema: Schema } | undefined
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

interface Route {
  /** Each either a text that must be there, or the name of a variable. */
  segments: { text: string; isVariable: boolean }[]
  methods: Map<string, Operation>
}

const readSegment = (segment: string) =>
  segment.startsWith('{') ? { text: segment.slice(1, -1), isVariable: true } : { text: segment, isVariable: false }

/** The variables of a route, if the path is one of its. Every request to a single thing comes by here. */
function fill({ segments }: Route, path: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (let i = 0; i < segments.length; i++) {
    const { text, isVariable } = segments[i] as Route['segments'][number]
    const given = path[i] as string
    if (!isVariable) {
      if (text !== given) return undefined
    } else if (given === '') return undefined
    else params[text] = given
  }
  return params
}

export function createRouter(document: Document): Router {
  const operations: Operation[] = []
  const fixed = new Map<string, Route>()
  const variable = new Map<number, Route[]>()
  for (const path of Object.keys(document.paths ?? {})) {
    const route: Route = { segments: path.split('/').map(readSegment), methods: new Map() }
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
      const params = fill(route, segments)
      if (params) return { route, params }
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
  for (const method of METHODS) {
    const node = item[method]
    if (!node) continue
    const extensions = node as { 'x-error-shape'?: string; 'x-quiet'?: boolean }
    const schemes = node.security ?? document.security ?? []
    yield {
      id: node.operationId ?? `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      public: schemes.every((scheme) => !('apiKey' in scheme || 'bearer' in scheme || 'oauth' in scheme)),
      quiet: extensions['x-quiet'] ?? false,
      errorShape: extensions['x-error-shape'] === 'oauth' ? 'oauth' : 'envelope',
      parameters: [...(item.parameters ?? []), ...(node.parameters ?? [])].map((parameter) =>
        readParameter(document, resolve<OpenAPIV3_1.ParameterObject>(document, parameter)),
      ),
      body: readBody(document, node.requestBody),
      answers: readAnswers(document, node.responses ?? {}),
    }
  }
}

function readParameter(
  document: Document,
  { name, in: place, required, schema }: OpenAPIV3_1.ParameterObject,
): Parameter {
  return {
    name,
    in: place as Parameter['in'],
    required: required ?? false,
    schema: resolve<Schema>(document, (schema ?? {}) as Schema),
  }
}

function readBody(document: Document, requestBody: OpenAPIV3_1.OperationObject['requestBody']): Operation['body'] {
  if (!requestBody) return undefined
  const { content, required } = resolve<OpenAPIV3_1.RequestBodyObject>(document, requestBody)
  const [mediaType, media] = Object.entries(content)[0] ?? []
  if (!mediaType || !media) return undefined
  return { required: required ?? false, mediaType, schema: (media.schema ?? {}) as Schema }
}

function readAnswers(document: Document, responses: OpenAPIV3_1.ResponsesObject): Operation['answers'] {
  const answers = new Map<number, DocumentedAnswer>()
  for (const [status, response] of Object.entries(responses)) {
    const { content, ...more } = resolve<OpenAPIV3_1.ResponseObject>(document, response)
    const codes = (more as { 'x-error-codes'?: string[] })['x-error-codes']
    answers.set(Number(status), {
      schema: content?.['application/json']?.schema as Schema | undefined,
      codes: codes && new Set(codes),
    })
  }
  return answers
}

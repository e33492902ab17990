import type { Operation } from '../../contract/router.js'
import { deprecated } from '../../contract/unknown-fields.js'
import type { MaybePromise, Validator } from '../../contract/validator.js'
import { type Issue, invalidField, type Refusal, refuse } from '../../core/primitives/result.js'
import { suggest } from '../../core/primitives/suggest.js'
import type { Incoming } from './exchange.js'

export interface RequestParameters {
  path: Record<string, string>
  query: Record<string, unknown>
  idempotencyKey: string | undefined
  /** Unknown query parameters. */
  unknown: Issue[]
  /** Deprecated query parameters. */
  deprecated: Issue[]
}

/** More than 300 digits would not fit a finite number. */
const coerce = (text: string, type: unknown): unknown =>
  type === 'integer' && /^-?\d{1,300}$/.test(text) ? Number(text) : text

/** Reads path, query and header values, coerces them to the documented types and validates them together. */
export function readParameters(
  validator: Validator,
  operation: Operation,
  rawPath: Record<string, string>,
  search: string,
  headers: Incoming['headers'],
): MaybePromise<RequestParameters | Refusal> {
  const values: Record<string, unknown> = {}
  const parameters: RequestParameters = { path: {}, query: {}, idempotencyKey: undefined, unknown: [], deprecated: [] }
  const issues: Issue[] = []
  const queryParams = search === '' ? undefined : new URLSearchParams(search)

  for (const { name, in: location, schema, replacement } of operation.parameters) {
    if (location === 'path') {
      const text = decode(rawPath[name] as string)
      if (text === undefined) issues.push(invalidField(name, 'is not valid percent-encoded UTF-8'))
      values[name] = parameters.path[name] = text ?? ''
    } else if (location === 'query') {
      const queryValues = queryParams?.getAll(name) ?? []
      queryParams?.delete(name)
      if (replacement !== undefined && queryValues.length > 0) parameters.deprecated.push(deprecated(name, replacement))
      if (queryValues.length > 1) issues.push(invalidField(name, 'is given more than once'))
      const value = queryValues[0] === undefined ? schema.default : coerce(queryValues[0], schema.type)
      if (value !== undefined) values[name] = parameters.query[name] = value
    } else {
      const value = headers[name.toLowerCase()]
      if (value !== undefined) values[name] = value
    }
  }
  for (const name of queryParams ? new Set(queryParams.keys()) : []) {
    const suggestion = suggest(
      name,
      operation.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
    )
    parameters.unknown.push(
      invalidField(
        name,
        suggestion ? `is not a known parameter; did you mean ${suggestion}?` : 'is not a known parameter',
      ),
    )
  }

  const key = values['Idempotency-Key']
  if (typeof key === 'string') parameters.idempotencyKey = key.replaceAll('"', '').toLowerCase()
  const toResult = (schemaIssues: Issue[]) =>
    issues.length + schemaIssues.length > 0 ? refuseParameters([...issues, ...schemaIssues]) : parameters
  const schemaIssues = operation.parameters.length > 0 ? validator.validateParameters(operation, values) : []
  return schemaIssues instanceof Promise ? schemaIssues.then(toResult) : toResult(schemaIssues)
}

const SCENARIO_HEADER = 'X-Sandbox-Scenario'
const NO_ISSUES: Issue[] = []

/** Warns of a scenario header on a write that does not use it. */
export function createScenarioHeaderCheck(operations: readonly Operation[]) {
  const accepting = operations.filter(({ parameters }) => parameters.some(({ name }) => name === SCENARIO_HEADER))
  // PATCH uses the header only with the deprecated `status`.
  const places = accepting.filter(({ method }) => method === 'POST').map(({ method, path }) => `${method} ${path}`)
  return (operation: Operation, headers: Incoming['headers'], scenarioNames: readonly string[]): Issue[] => {
    const name = headers['x-sandbox-scenario']
    if (typeof name !== 'string' || operation.method === 'GET' || accepting.length === 0) return NO_ISSUES
    if (accepting.includes(operation)) return NO_ISSUES
    const suggestion = scenarioNames.includes(name) ? undefined : suggest(name.toLowerCase(), scenarioNames)
    const hint = suggestion ? `; did you mean ${suggestion}?` : ''
    return [invalidField(SCENARIO_HEADER, `works only on ${places.join(' or ')}${hint}`)]
  }
}

export function refuseParameters(issues: Issue[]): Refusal {
  return issues.every(({ field }) => field === 'Idempotency-Key')
    ? refuse('invalid_idempotency_key')
    : refuse('invalid_request', { details: issues })
}

function decode(text: string): string | undefined {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return undefined
  }
}

import type { Operation } from '../../contract/router.js'
import type { Judge, Soon } from '../../contract/validator.js'
import { type Issue, invalid, type Refusal, refuse } from '../../core/primitives/result.js'
import { closest } from '../../core/primitives/suggest.js'
import type { Incoming } from './exchange.js'

export interface Parameters {
  path: Record<string, string>
  query: Record<string, unknown>
  idempotencyKey: string | undefined
  /** Query parameters that the document does not know. */
  warnings: Issue[]
}

/** As many digits as a finite number can have. */
const coerce = (text: string, type: unknown): unknown =>
  type === 'integer' && /^-?\d{1,300}$/.test(text) ? Number(text) : text

/** Path, query and header values, coerced to the document's types and judged together. */
export function readParameters(
  judge: Judge,
  operation: Operation,
  rawPath: Record<string, string>,
  search: string,
  headers: Incoming['headers'],
): Soon<Parameters | Refusal> {
  const values: Record<string, unknown> = {}
  const read: Parameters = { path: {}, query: {}, idempotencyKey: undefined, warnings: [] }
  const issues: Issue[] = []
  const given = search === '' ? undefined : new URLSearchParams(search)

  for (const { name, in: place, schema } of operation.parameters) {
    if (place === 'path') {
      const text = decode(rawPath[name] as string)
      if (text === undefined) issues.push(invalid(name, 'is not valid percent-encoded UTF-8'))
      values[name] = read.path[name] = text ?? ''
    } else if (place === 'query') {
      const all = given?.getAll(name) ?? []
      given?.delete(name)
      if (all.length > 1) issues.push(invalid(name, 'is given more than once'))
      const value = all[0] === undefined ? schema.default : coerce(all[0], schema.type)
      if (value !== undefined) values[name] = read.query[name] = value
    } else {
      const value = headers[name.toLowerCase()]
      if (value !== undefined) values[name] = value
    }
  }
  for (const name of given ? new Set(given.keys()) : []) {
    const meant = closest(
      name,
      operation.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
    )
    read.warnings.push(
      invalid(name, meant ? `is not a known parameter; did you mean ${meant}?` : 'is not a known parameter'),
    )
  }

  const key = values['Idempotency-Key']
  if (typeof key === 'string') read.idempotencyKey = key.replaceAll('"', '').toLowerCase()
  const conclude = (faults: Issue[]) =>
    issues.length + faults.length > 0 ? refuseParameters([...issues, ...faults]) : read
  const faults = operation.parameters.length > 0 ? judge.parameters(operation, values) : []
  return faults instanceof Promise ? faults.then(conclude) : conclude(faults)
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

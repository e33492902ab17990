import type { ErrorObject } from 'ajv'
import type { Issue } from '../core/primitives/result.js'
import { suggest } from '../core/primitives/suggest.js'
import { unescapePointerSegment } from './openapi-document.js'

/** The number of list items, or unknown fields, that are checked for issues. */
export const MAX_ITEMS = 1000

/** Shortens every list to MAX_ITEMS and one more, so that a list that was too long still is. */
export function truncate<T>(value: T): T
export function truncate(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS + 1).map(truncate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, truncate(inner)]))
}

/** The value at a JSON pointer. */
export const valueAt = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[unescapePointerSegment(name)], root)

/** `/artists/0/role` → `artists[0].role` */
export function toFieldPath(instancePath: string, last?: string): string {
  const segments = instancePath.split('/').slice(1)
  if (last !== undefined) segments.push(last)
  let path = ''
  for (const segment of segments) {
    const name = unescapePointerSegment(segment)
    if (/^\d+$/.test(name)) path += `[${name}]`
    else path += path === '' ? name : `.${name}`
  }
  return path
}

const withArticle = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`)
const describeType = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : withArticle(typeof value)
const formatItemCount = (n: number) => (n === 1 ? '1 item' : `${n} items`)
const formatCharacterCount = (n: number) => (n === 1 ? '1 character' : `${n} characters`)

const FORMAT_MESSAGES: Record<string, string> = {
  date: 'must be a calendar date such as 2027-03-05',
  'date-time': 'must be an instant such as 2027-03-05T00:00:00Z',
  upc: 'has a wrong check digit',
}

function describeError(
  { keyword, params, data, message, parentSchema, instancePath }: ErrorObject,
  root: unknown,
): string {
  const customMessage = (parentSchema?.['x-issue'] as Record<string, string> | undefined)?.[keyword]
  if (customMessage) return customMessage
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties': {
      const suggestion = suggest(params.additionalProperty, Object.keys(parentSchema?.properties ?? {}))
      return suggestion ? `is not a known field; did you mean ${suggestion}?` : 'is not a known field'
    }
    case 'type':
      if (params.type === 'integer' && typeof data === 'string') return 'must be a whole number'
      return `must be ${[params.type].flat().map(withArticle).join(' or ')}, not ${describeType(data)}`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${formatCharacterCount(params.limit)}`
    case 'maxLength':
      return `must have at most ${formatCharacterCount(params.limit)}; it has ${[...(data as string)].length}`
    case 'minItems':
      return `must have at least ${formatItemCount(params.limit)}`
    case 'maxItems':
      return `must have at most ${formatItemCount(params.limit)}; it has ${(valueAt(root, instancePath) as unknown[]).length}`
    case 'uniqueItems':
      return `must not name the same value twice: items ${params.j} and ${params.i} are equal`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'format':
      return FORMAT_MESSAGES[params.format as string] ?? `must be a valid ${params.format}`
    case 'pattern':
      return `must match ${params.pattern}`
    default:
      return message ?? 'is invalid'
  }
}

// `contains`, `if`, `anyOf` and `oneOf` also report the errors of every branch they tried. Their own error is enough.
const isAttemptError = ({ keyword, schemaPath }: ErrorObject) => keyword === 'if' || schemaPath.includes('/contains/')

/**
 * The errors of the branches of `anyOf` and `oneOf`. AJV reports them directly before the error of the keyword itself. The
 * schema path does not show it: behind a reference, it starts at the schema that the branch refers to.
 */
function findBranchErrors(errors: readonly ErrorObject[]): ReadonlySet<ErrorObject> {
  const found = new Set<ErrorObject>()
  for (const [index, { keyword, instancePath, parentSchema }] of errors.entries()) {
    if (keyword !== 'anyOf' && keyword !== 'oneOf') continue
    for (let i = index - 1; i >= 0; i--) {
      const error = errors[i] as ErrorObject
      const isInside = error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`)
      if (!isInside || error.parentSchema === parentSchema) break
      found.add(error)
    }
  }
  return found
}

/** Whether another error of the same value implies this one. A wrong type, for example, fails every other keyword. */
function isImpliedError(error: ErrorObject, siblings: readonly ErrorObject[]): boolean {
  const has = (keyword: string) => siblings.some((other) => other !== error && other.keyword === keyword)
  if (error.keyword !== 'type' && error.keyword !== 'required' && has('type')) return true
  if (error.keyword === 'format') return has('pattern')
  if (error.keyword === 'contains') return has('minItems')
  if (error.keyword === 'pattern') return has('minLength')
  return error.keyword === 'enum' && siblings.find((other) => other.keyword === 'enum') !== error
}

/** `root` is the original value; the errors may refer to a truncated copy. */
export function toIssues(errors: readonly ErrorObject[] | null | undefined, root: unknown): Issue[] {
  const branchErrors = findBranchErrors(errors ?? [])
  const relevant = (errors ?? []).filter((error) => !branchErrors.has(error) && !isAttemptError(error))
  const byPath = new Map<string, ErrorObject[]>()
  for (const error of relevant) byPath.set(error.instancePath, [...(byPath.get(error.instancePath) ?? []), error])
  return relevant
    .filter((error) => !isImpliedError(error, byPath.get(error.instancePath) ?? []))
    .map((error) => {
      const isMissing = error.keyword === 'required'
      const field = toFieldPath(error.instancePath, error.params.missingProperty ?? error.params.additionalProperty)
      return {
        code: isMissing ? 'missing_required_field' : (error.parentSchema?.['x-issue-code'] ?? 'validation_failed'),
        ...(field === '' ? {} : { field }),
        issue: field === '' ? `the body ${describeError(error, root)}` : describeError(error, root),
      }
    })
}

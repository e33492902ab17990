import type { ErrorObject } from 'ajv'
import type { Issue } from '../core/errors.js'

/** As many faults as one answer names. A megabyte of wrong items must not become ten of explanation. */
export const MOST_ISSUES = 500

/** `/artists/0/role` → `artists[0].role` */
export function fieldPath(instancePath: string, last?: string): string {
  const segments = instancePath.split('/').slice(1)
  if (last !== undefined) segments.push(last)
  let path = ''
  for (const segment of segments) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (/^\d+$/.test(name)) path += `[${name}]`
    else path += path === '' ? name : `.${name}`
  }
  return path
}

const article = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`)
const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : article(typeof value))
const items = (n: number) => (n === 1 ? '1 item' : `${n} items`)
const characters = (n: number) => (n === 1 ? '1 character' : `${n} characters`)

const FORMATS: Record<string, string> = {
  date: 'must be a calendar date such as 2027-03-05',
  'date-time': 'must be an instant such as 2027-03-05T00:00:00Z',
  upc: 'has a wrong check digit',
}

function describe({ keyword, params, data, message, parentSchema }: ErrorObject): string {
  const own = (parentSchema?.['x-issue'] as Record<string, string> | undefined)?.[keyword]
  if (own) return own
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${[params.type].flat().map(article).join(' or ')}, not ${typeOf(data)}`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${characters(params.limit)}`
    case 'maxLength':
      return `must have at most ${characters(params.limit)}; it has ${[...(data as string)].length}`
    case 'minItems':
      return `must have at least ${items(params.limit)}`
    case 'maxItems':
      return `must have at most ${items(params.limit)}; it has ${(data as unknown[]).length}`
    case 'uniqueItems':
      return `must not name the same value twice: items ${params.j} and ${params.i} are equal`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'format':
      return FORMATS[params.format as string] ?? `must be a valid ${params.format}`
    case 'pattern':
      return `must match ${params.pattern}`
    default:
      return message ?? 'is invalid'
  }
}

// `contains`, `anyOf` and `if` report the faults of every item or branch they tried; their own line says it all.
const isNoise = ({ keyword, schemaPath }: ErrorObject) => keyword === 'if' || /\/(?:contains|anyOf)\//.test(schemaPath)
// A value that fails its pattern fails its format too, and one that is in no list is in no part of the list.
const isEcho = (error: ErrorObject, i: number, all: readonly ErrorObject[]) =>
  (error.keyword === 'format' || error.keyword === 'enum') &&
  all.some(
    (other, j) =>
      other.instancePath === error.instancePath && (other.keyword === 'pattern' || (other.keyword === 'enum' && j < i)),
  )

export function toIssues(errors: readonly ErrorObject[] | null | undefined): Issue[] {
  const telling = (errors ?? []).filter((error) => !isNoise(error)).slice(0, MOST_ISSUES)
  return telling
    .filter((error, i) => !isEcho(error, i, telling))
    .map((error) => {
      const isMissing = error.keyword === 'required'
      const field = fieldPath(error.instancePath, isMissing ? (error.params.missingProperty as string) : undefined)
      return {
        code: isMissing ? 'missing_required_field' : (error.parentSchema?.['x-issue-code'] ?? 'validation_failed'),
        ...(field === '' ? {} : { field }),
        issue: field === '' ? `the body ${describe(error)}` : describe(error),
      }
    })
}

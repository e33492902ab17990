import { toIssues, valueAt } from '../../contract/validation-issues.js'
import { TABLE_SECTIONS } from '../../core/engine/world-rows.js'
import type { SnapshotReaderOptions } from './snapshot-codec.js'

export type RowCheck = NonNullable<SnapshotReaderOptions['checkRow']>

let loading: Promise<RowCheck> | undefined

/** Checks rows against `row-schemas.yaml`. The validators are loaded with the first snapshot that needs them. */
export function loadRowCheck(): Promise<RowCheck> {
  loading ??= import('./row-schemas.yaml?row-validators').then(createRowCheck)
  loading.catch(() => (loading = undefined))
  return loading
}

type RowValidators = typeof import('./row-schemas.yaml?row-validators')

const fieldAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], value)

/** A value of an untrusted file, shortened for a message. */
const quote = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 60)

function createRowCheck({ selectors, validators }: RowValidators): RowCheck {
  const tables = new Set<string>(TABLE_SECTIONS)
  return (section, value, path) => {
    // A gap
    if (value === null && tables.has(section)) return undefined
    const selector = selectors[section]
    const choice = selector && fieldAt(value, selector)
    const key = selector ? `${section} ${choice}` : section
    if (!Object.hasOwn(validators, key)) {
      const known = Object.keys(validators).flatMap((name) =>
        name.startsWith(`${section} `) ? [name.split(' ')[1]] : [],
      )
      return `${[path, ...(selector ?? [])].join('.')} must be one of ${known.join(', ')}, not ${quote(choice)}`
    }
    const validate = validators[key] as RowValidators['validators'][string]
    if (validate(value)) return undefined
    // Without the schemas of the errors, which would be most of the compiled code. The description needs the value.
    const errors = validate.errors?.map((error) => ({ ...error, data: valueAt(value, error.instancePath) }))
    const [issue] = toIssues(errors, value)
    if (!issue) return `${path} is not valid`
    const { field, issue: description } = issue
    if (field === undefined) return `${path} ${description.replace(/^the body /, '')}`
    return `${path}${field.startsWith('[') ? '' : '.'}${field} ${description}`
  }
}

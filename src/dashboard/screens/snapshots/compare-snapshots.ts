import { ApiError, send } from '../../data/api.js'

/** Larger exports are compared on the command line. */
const MAX_CHARACTERS = 64 * 1024 * 1024

type Rows = Map<string, Map<string, unknown>>

export interface FieldChange {
  field: string
  before: string
  after: string
}

export interface RowChange {
  key: string
  fields: FieldChange[]
}

export interface TableDifference {
  table: string
  added: string[]
  removed: string[]
  changed: RowChange[]
}

const SECRET = /secret|token/i

async function readLines(name: string, onLine: (line: string) => void): Promise<void> {
  const response = await send('GET', `/_sandbox/snapshots/${name}`)
  if (!response.ok || !response.body)
    throw new ApiError(response.status, 'unknown', `The snapshot ${name} was answered with ${response.status}.`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > MAX_CHARACTERS) {
      await reader.cancel()
      throw new Error(`The snapshot ${name} is too large to be compared in a browser. Download both and use diff.`)
    }
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(onLine)
  }
  if (rest !== '') onLine(rest)
}

/** What identifies a row: its id, or the first element of a pair. */
function keyOf(row: unknown): string {
  if (Array.isArray(row)) return String(row[0])
  const { id, store_id } = row as { id?: unknown; store_id?: unknown }
  return String(id ?? store_id ?? JSON.stringify(row))
}

/** The instants of the world are in milliseconds. */
const readable = (field: string, value: unknown) =>
  (field === 'now' || field === 'start') && typeof value === 'number' ? new Date(value).toISOString() : value

/** The rows of an export by table. Its first line is a header, and its last has a checksum. */
async function readRows(name: string): Promise<Rows> {
  const tables: Rows = new Map()
  await readLines(name, (line) => {
    const parsed: unknown = JSON.parse(line)
    if (!Array.isArray(parsed) || parsed[0] === 'end') return
    const [table, row] = parsed as [string, unknown]
    let rows = tables.get(table)
    if (!rows) tables.set(table, (rows = new Map()))
    if (table === 'world')
      for (const [field, value] of Object.entries(row as object)) rows.set(field, readable(field, value))
    else rows.set(keyOf(row), row)
  })
  return tables
}

const withoutSecrets = (name: string, value: unknown) =>
  SECRET.test(name) && (typeof value === 'string' || Array.isArray(value)) ? '(secret)' : value

const textOf = (field: string, value: unknown) =>
  value === undefined ? 'nothing' : JSON.stringify(withoutSecrets(field, value), withoutSecrets)

function compareRow(key: string, before: unknown, after: unknown): RowChange | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const [a, b] = isObject(before) && isObject(after) ? [before, after] : [{ value: before }, { value: after }]
  const fields = [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
    .map((field) => ({ field, before: textOf(field, a[field]), after: textOf(field, b[field]) }))
  return { key, fields }
}

/** The differences between two snapshots by table, without tables that are equal. */
export async function compareSnapshots(a: string, b: string): Promise<TableDifference[]> {
  const [before, after] = await Promise.all([readRows(a), readRows(b)])
  const tables = [...new Set([...before.keys(), ...after.keys()])]
  return tables.flatMap((table) => {
    const [old, current] = [before.get(table) ?? new Map(), after.get(table) ?? new Map()]
    const added = [...current.keys()].filter((key) => !old.has(key))
    const removed = [...old.keys()].filter((key) => !current.has(key))
    const changed = [...old.keys()].flatMap((key) =>
      current.has(key) ? (compareRow(SECRET.test(table) ? '(secret)' : key, old.get(key), current.get(key)) ?? []) : [],
    )
    // The key of a token is the token.
    const shown = (keys: string[]) => (SECRET.test(table) ? keys.map((_, i) => `(secret ${i + 1})`) : keys)
    return added.length + removed.length + changed.length === 0
      ? []
      : [{ table, added: shown(added), removed: shown(removed), changed }]
  })
}

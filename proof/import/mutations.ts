import type { Random } from '../runner/random.js'
import { parseSnapshotFile, type Row, type SnapshotFile, signSnapshotFile, type Value } from './snapshot-file.js'

/** A changed file, and what was changed. */
export interface Mutant {
  description: string
  text: string
}

const ODD_VALUES: Value[] = [
  ...[null, true, false, 0, -1, 1, 0.5, 1e3, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 8.64e15, 8.64e15 + 1, 1e300, 9e12],
  ...['', 'x', '0', 'constructor', '__proto__', '\u0000', '\ud800', '2999-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
  ...['9999-12-31T23:59:59.999Z', 'not a date', 'http://', 'https://u:p@x/', 'x'.repeat(5000), 'rel_seed_01'],
  ...[[], {}, [[]], [null], ['x', 'x'], { id: 'x' }, JSON.parse('{"__proto__":{"polluted":1}}')],
]

type Path = (string | number)[]

/** The paths of all values inside a value. */
function* pathsOf(value: Value, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) yield* pathsOf(value[key], [...path, Array.isArray(value) ? Number(key) : key])
}

const valueAt = (value: Value, path: Path) => path.reduce((at, key) => at[key], value)

/** Changes, or removes, the value at a path of a copy. */
function change(value: Value, path: Path, replace: ((old: Value) => Value) | undefined): Value {
  const copy = structuredClone(value)
  const parent = valueAt(copy, path.slice(0, -1))
  const key = path.at(-1) as string | number
  if (replace) parent[key] = replace(parent[key])
  else if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
  return copy
}

type Mutation = (file: SnapshotFile, random: Random) => string | Mutant

const brief = (value: Value) => (JSON.stringify(value) ?? 'undefined').slice(0, 40)

/** Picks a section first, because most rows are of the same few. */
function pickRow({ rows }: SnapshotFile, random: Random): number {
  const section = random.pick([...new Set(rows.map(([name]) => name))])
  return random.pick(rows.flatMap(([name], i) => (name === section ? [i] : [])))
}

function editRow(file: SnapshotFile, random: Random, replace: ((old: Value) => Value) | undefined): string {
  const at = pickRow(file, random)
  const [section, value] = file.rows[at] as Row
  const paths = [...pathsOf([value])]
  const path = random.pick(paths)
  // The row itself can be replaced but not removed here.
  file.rows[at] = [section, change([value], path, path.length === 1 ? (replace ?? (() => ({}))) : replace)[0]]
  return `${section} ${path.slice(1).join('.')}`
}

/** Numbers and texts that are almost right. */
function nudge(random: Random, old: Value): Value {
  if (typeof old === 'number') return old + random.pick([-1, 1, -1000, 1000, 86_400_000, -86_400_000, 2 ** 40])
  if (typeof old === 'string') return random.pick([`${old}x`, old.slice(1), old.toUpperCase(), `${old}${old}`])
  if (typeof old === 'boolean') return !old
  if (Array.isArray(old)) return random.pick([[...old, ...old], old.slice(1), [...old].reverse()])
  return old === null ? 0 : null
}

const MUTATIONS: Mutation[] = [
  (file, random) => {
    const odd = random.pick(ODD_VALUES)
    return `${editRow(file, random, () => odd)} becomes ${brief(odd)}`
  },
  (file, random) => `${editRow(file, random, (old) => nudge(random, old))} is nudged`,
  (file, random) => `${editRow(file, random, undefined)} is removed`,
  (file, random) => {
    const [, donor] = file.rows[pickRow(file, random)] as Row
    const given = valueAt([donor], random.pick([...pathsOf([donor])]))
    return `${editRow(file, random, () => given)} becomes a value of another row: ${brief(given)}`
  },
  (file, random) => {
    const at = pickRow(file, random)
    const times = 1 + random.below(3)
    file.rows.splice(at, 0, ...Array.from({ length: times }, () => file.rows[at] as Row))
    return `${file.rows[at]?.[0]} row ${times + 1} times`
  },
  (file, random) => `${file.rows.splice(pickRow(file, random), 1)[0]?.[0]} row is removed`,
  (file, random) => {
    const section = random.pick(file.rows.slice(1))[0]
    file.rows = file.rows.filter(([name]) => name !== section)
    return `all rows of ${section} are removed`
  },
  (file, random) => {
    const [a, b] = [pickRow(file, random), pickRow(file, random)]
    ;[file.rows[a], file.rows[b]] = [file.rows[b] as Row, file.rows[a] as Row]
    return 'two rows are swapped'
  },
  (file, random) => {
    const at = pickRow(file, random)
    const section = random.pick([...file.rows.map(([name]) => name), '__proto__', 'end', ''])
    file.rows[at] = [section, file.rows[at]?.[1]]
    return `a row is moved to ${section}`
  },
  (file, random) => {
    const at = pickRow(file, random)
    file.rows[at] = [file.rows[at]?.[0] as string, null]
    return `${file.rows[at]?.[0]} row becomes a gap`
  },
  (file, random) => {
    const key = random.pick(Object.keys(file.header))
    file.header[key] = random.pick(ODD_VALUES)
    return `header ${key} becomes ${brief(file.header[key])}`
  },
  (file, random) => {
    const text = signSnapshotFile(file)
    const end = random.below(text.length)
    return { description: `the file ends after ${end} characters`, text: text.slice(0, end) }
  },
  (file, random) => {
    const text = signSnapshotFile(file)
    const at = random.below(text.length)
    const replaced = `${text.slice(0, at)}${random.pick(['x', '\n', '"', '{', '\u0000'])}${text.slice(at + 1)}`
    return { description: `character ${at} is replaced`, text: replaced }
  },
  (file, random) => {
    const depth = 10 ** (1 + random.below(5))
    const [section] = random.pick(file.rows)
    const nested = `["${section}",${'['.repeat(depth)}${']'.repeat(depth)}]\n`
    const text = signSnapshotFile(file)
    const at = text.indexOf('\n') + 1
    return { description: `a row of ${depth} nested lists`, text: text.slice(0, at) + nested + text.slice(at) }
  },
]

/** One to three changes of a file, signed again. */
export function mutate(original: string, random: Random): Mutant {
  const file = parseSnapshotFile(original)
  const descriptions: string[] = []
  for (let left = 1 + (random.percent(20) ? random.below(3) : 0); left > 0; left--) {
    const result = random.pick(MUTATIONS)(file, random)
    if (typeof result !== 'string') return { ...result, description: [...descriptions, result.description].join('; ') }
    descriptions.push(result)
    if (file.rows.length < 2) break
  }
  return { description: descriptions.join('; '), text: signSnapshotFile(file) }
}

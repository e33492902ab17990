import type { Random } from '../../runner/random.js'
import type { Contract, Node } from '../checks/contract.js'

/** A mutation of a body. It may still be valid. */
export interface Mutant {
  description: string
  text: string
}

type Path = (string | number)[]
/** The replacement for a value. A raw text is inserted without encoding. */
type Change = { description: string; path: Path } & ({ value: unknown } | { raw: string } | { isRemoved: true })

const TYPES: unknown[] = [null, true, false, 0, -1, 1.5, '', 'x', [], {}, [[]], { a: 1 }]
/** Spellings that JSON allows and JSON.stringify never produces. */
const NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '0.0',
  '1.0',
  '1e0',
  '1e308',
  '9007199254740993',
  '123456789012345678901234567890',
]
const TEXTS = [
  ' ',
  '\t\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800x',
  '\u202egnirts',
  '\ufeffx',
  '\u2028',
  '\u00a0',
  '😀',
  'e\u0301',
  '__proto__',
  'constructor',
  '%00%zz',
  '"quoted" \\ ',
  '../../etc',
  'x'.repeat(5000),
]
const DATES = [
  '2024-02-29',
  '2025-02-29',
  '2025-13-01',
  '2025-00-10',
  '0000-01-01',
  '9999-12-31',
  '2025-1-1',
  '2025-01-01T00:00:00Z',
  '+002025-01-01',
  '２０２５-01-01',
]
const INSTANTS = [
  '2025-06-01',
  '2025-06-01T00:00:00',
  '2025-06-01T25:00:00Z',
  '2026-06-01T00:00:00+02:00',
  '2025-02-30T00:00:00Z',
]
const NAMES = ['x_unknown', '__proto__', 'constructor', 'toString', '', 'hasOwnProperty', 'Title', 'a.b[0]']

/** Special values, whatever the schema says. */
const SPECIAL: Record<string, unknown[]> = {
  territories: [['KP'], ['DE', 'KP'], ['JP']],
  territory: [['KP'], ['DE', 'KP'], ['JP']],
  territory_codes: [['KP'], ['DE', 'KP'], ['JP']],
  url: [
    'ftp://127.0.0.1/',
    'http://',
    'http:///ok',
    'HTTP://127.0.0.1/ok',
    'https://[::1]/ok',
    'http://169.254.169.254/',
    'http://user:pw@127.0.0.1/ok',
    'http://127.0.0.1:0/ok',
    'http://127.0.0.1:99999/',
    'http://a b/',
    'http://somewhere.test/ok?x=%zz#y',
    `http://127.0.0.1/${'a'.repeat(2048)}`,
    'javascript:alert(1)',
  ],
  title: ['[sandbox:rejection]', '[sandbox:nowhere]', '[sandbox:', '[sandbox:__proto__]', '[sandbox:constructor]'],
  start: ['2024-08-01T00:00:00Z', '2025-06-01', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'soon'],
  duration: ['0s', '1ms', '999999999999w', '1h1h', '1.5h', '-1h', '1H', '1h '],
  delay: ['0ms', '5m', '5m1ms', '999999999999w'],
}

function* textChanges(text: string, schema: Node, random: Random): Generator<unknown> {
  yield* TEXTS
  yield* [
    `${text} `,
    ` ${text}`,
    `${text}\n`,
    text.toUpperCase(),
    text.toLowerCase(),
    text.slice(1),
    `${text}x`,
    text + text,
  ]
  const {
    minLength,
    maxLength,
    format,
    enum: members,
    pattern,
  } = schema as {
    minLength?: number
    maxLength?: number
    format?: string
    enum?: unknown[]
    pattern?: string
  }
  // Lengths count code points: this character takes two UTF-16 units.
  const character = random.pick(['x', 'é', '😀'])
  for (const length of [minLength, minLength && minLength - 1, maxLength, maxLength && maxLength + 1])
    if (length !== undefined) yield character.repeat(length)
  if (format === 'date') yield* DATES
  if (format === 'date-time') yield* INSTANTS
  if (format === 'upc') yield `${text.slice(0, -1)}${(Number(text.at(-1)) + 1 + random.below(9)) % 10}`
  if (members) yield* members
  if (pattern) yield text.replace(/./u, () => random.pick(['é', '_', '-', 'ß', '٣']))
}

function* listChanges(items: unknown[], schema: Node): Generator<unknown> {
  const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number }
  const [first] = items
  yield [...items, first]
  yield [first, first]
  yield [...items, null]
  yield [items]
  yield [...items].reverse()
  if (minItems) yield items.slice(0, minItems - 1)
  if (maxItems !== undefined) {
    const distinct = Array.from({ length: maxItems + 1 }, (_, i) =>
      typeof first === 'string' ? `${first}${i}` : first,
    )
    yield distinct
    yield distinct.slice(1)
    yield Array.from(distinct, () => first)
  }
}

function* changesAt(contract: Contract, given: Node, value: unknown, path: Path, random: Random): Generator<Change> {
  const schema = { ...contract.resolve(given), ...given } as Node
  const location = path.join('.') || 'the body'
  const replace = (changed: unknown, suffix: string): Change => ({
    description: `${location} ${suffix}`,
    path,
    value: changed,
  })
  for (const other of TYPES) yield replace(other, `is ${JSON.stringify(other)}`)
  for (const raw of NUMBERS) yield { description: `${location} is ${raw}`, path, raw }
  for (const special of SPECIAL[String(path.at(-1))] ?? [])
    yield replace(special, `is ${JSON.stringify(special).slice(0, 60)}`)
  if (typeof value === 'string')
    for (const text of textChanges(value, schema, random))
      yield replace(text, `is ${JSON.stringify(text).slice(0, 60)}`)
  else if (typeof value === 'number')
    for (const number of [schema.minimum, schema.maximum].flatMap((bound) => [
      Number(bound) - 1,
      Number(bound),
      Number(bound) + 1,
    ]))
      yield replace(number, `is ${number}`)
  else if (Array.isArray(value)) {
    for (const changed of listChanges(value, schema))
      yield replace(changed, `is ${JSON.stringify(changed).slice(0, 60)}`)
    for (const [i, item] of value.entries())
      if (i < 2) yield* changesAt(contract, (schema.items ?? {}) as Node, item, [...path, i], random)
  } else if (typeof value === 'object' && value !== null) {
    const properties = (schema.properties ?? {}) as Record<string, Node>
    for (const name of NAMES)
      yield {
        description: `${location} has ${name || 'an empty name'}`,
        path: [...path, name],
        value: { polluted: [1] },
      }
    for (const [name, inner] of Object.entries(value)) {
      yield { description: `${location} has no ${name}`, path: [...path, name], isRemoved: true }
      yield* changesAt(contract, properties[name] ?? {}, inner, [...path, name], random)
    }
  }
}

/** A placeholder for a raw text. */
const RAW_PLACEHOLDER = '\u0001raw\u0001'

function applyChange(value: unknown, [step, ...rest]: Path, change: Change): unknown {
  if (step === undefined) return 'raw' in change ? RAW_PLACEHOLDER : 'value' in change ? change.value : undefined
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? applyChange(item, rest, change) : item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => name !== step)
  if (rest.length > 0 || !('isRemoved' in change))
    entries.push([step as string, applyChange((value as Node)[step], rest, change)])
  return Object.fromEntries(entries)
}

const stringify = (value: unknown, change: Change) =>
  JSON.stringify(value).replace(JSON.stringify(RAW_PLACEHOLDER), 'raw' in change ? change.raw : '')

/** Mutations of every field, and of several fields together. */
export function* mutateBody(contract: Contract, schema: Node, body: unknown, random: Random): Generator<Mutant> {
  const changes = [...changesAt(contract, schema, body, [], random)]
  for (const change of changes)
    yield { description: change.description, text: stringify(applyChange(body, change.path, change), change) }
  for (let i = 0; i < 20; i++) {
    const [one, two] = [random.pick(changes), random.pick(changes)]
    if ('raw' in one) continue
    const text = stringify(applyChange(applyChange(body, one.path, one), two.path, two) ?? null, two)
    yield { description: `${one.description}, ${two.description}`, text }
  }
  if (typeof body === 'object' && body !== null)
    for (const [name, value] of Object.entries(body)) {
      const text = JSON.stringify(body)
      yield {
        description: `${name} is there twice, wrong at first`,
        text: `{${JSON.stringify(name)}:{},${text.slice(1)}`,
      }
      yield {
        description: `${name} is there twice, wrong at last`,
        text: `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify([value])}}`,
      }
    }
}

/** Invalid JSON, and unusual but valid JSON. */
export function malformedBodies(body: string, random: Random): (Buffer | string)[] {
  const deep = (levels: number) => `{"x_unknown":${'['.repeat(levels)}${']'.repeat(levels)}}`
  return [
    '',
    ' ',
    '{',
    '[1',
    'nul',
    'NaN',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '\ufeff{}',
    '{}{}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":01}',
    deep(63),
    deep(64),
    '['.repeat(100_000),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from('{"a":"\ud800"}', 'utf16le'),
    body.slice(0, 1 + random.below(body.length - 1)),
    `${body}x`,
  ]
}

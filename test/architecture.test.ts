import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../src')

/** Who may import whom: a room may use the rooms below it. Contract and webhooks do not know each other. */
const FLOORS = [
  ['core'],
  ['contract', 'webhooks'],
  ['runtime'],
  ['http'],
  ['library'],
  ['assembly.ts'],
  ['sandbox.ts'],
  ['cli', 'index.ts'],
]
const floorOf = (room: string) => FLOORS.findIndex((floor) => floor.includes(room))

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.d)\.ts$/.test(file))
const roomOf = (file: string) => file.split('/')[0] as string
const read = (file: string) => readFileSync(join(SRC, file), 'utf8')

function importsOf(file: string): string[] {
  const specifiers = [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier]) => specifier as string,
  )
  return specifiers
    .filter((specifier) => specifier.endsWith('.js'))
    .map((specifier) => relative(SRC, join(SRC, dirname(file), specifier.replace(/\.js$/, '.ts'))))
}

test('every file of src lives in a known room', () => {
  expect(files.filter((file) => floorOf(roomOf(file)) < 0)).toEqual([])
})

test('a room imports only rooms below it', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => roomOf(target) !== roomOf(file) && floorOf(roomOf(target)) >= floorOf(roomOf(file)))
      .map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

test('every import leads to a file', () => {
  expect(files.flatMap(importsOf).filter((target) => !files.includes(target))).toEqual([])
})

test('the core knows no clock, no chance and no outside world', () => {
  const banned =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\b|\bperformance\b|\bprocess\.|node:(?!crypto')/
  const wrong = files.filter((file) => roomOf(file) === 'core' && banned.test(read(file)))
  expect(wrong).toEqual([])
})

test('there is one way out, and nobody else makes connections but those who drive a sandbox or lock a directory', () => {
  const connecting =
    /\bimport \{[^}]*\b(?:request|get|connect|Agent|Socket|createConnection)\b[^}]*\} from 'node:(?:net|https?)'|\bhttps?\.(?:request|get|Agent)\b|'node:(?:tls|http2|dgram|https)'|(?<![.\w])fetch\(new|'undici'/
  const found = files.filter((file) => connecting.test(read(file).replaceAll(/^import type.*$/gm, '')))
  expect(found.sort()).toEqual(['cli/client.ts', 'cli/scenario-events.ts', 'runtime/data-lock.ts', 'webhooks/send.ts'])
})

test('no file has grown beyond what one can keep in mind', () => {
  const written = files.filter((file) => !file.endsWith('wire.ts'))
  expect(written.filter((file) => read(file).split('\n').length > 300)).toEqual([])
})

test('no module hides behind a default export or a barrel', () => {
  expect(files.filter((file) => /^export default/m.test(read(file)))).toEqual([])
  expect(files.filter((file) => file !== 'index.ts' && /^export (?:\*|\{[^}]*\}) from/m.test(read(file)))).toEqual([])
})

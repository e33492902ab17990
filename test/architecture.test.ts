import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')
const MAX_FILES = 13

/** A layer may import the layers above it in this list. Folders of one layer do not know each other. */
const LAYERS = [
  ['generated'],
  ['core/primitives'],
  ['ern'],
  ['core', 'dashboard'],
  ['contract', 'webhooks'],
  ['report'],
  ['runtime'],
  ['http'],
  ['library'],
  ['composition'],
  ['cli', 'index.ts', 'matchers.ts', 'testing.ts'],
]
const layerOf = (folder: string) => LAYERS.findIndex((layer) => layer.includes(folder))

const sourcesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.m?[jt]sx?$/.test(file) && !file.startsWith('built/'))
    .map((file) => join(folder, file))
const files = sourcesIn('src').map((file) => relative('src', file))
const folderOf = (file: string) =>
  file.startsWith('core/primitives/') ? 'core/primitives' : (file.split('/')[0] as string)
const read = (file: string) => readFileSync(join(SRC, file), 'utf8')

/** Relative imports as paths from the repository's root. `import type` counts: a cycle of types is a cycle to a reader. */
function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.m?js)'/g)]
  return specifiers.map(([, specifier]) => {
    const path = join(dirname(file), specifier as string)
    if (path.endsWith('.mjs')) return path
    const source = path.replace(/\.js$/, '.ts')
    return existsSync(join(ROOT, source)) ? source : `${source}x`
  })
}

test('every file of src lives in a known folder', () => {
  expect(files.filter((file) => layerOf(folderOf(file)) < 0)).toEqual([])
})

test('a folder imports only the layers below it', () => {
  const wrong = files.flatMap((file) =>
    importsOf(join('src', file))
      .map((target) => relative('src', target))
      .filter((target) => folderOf(target) !== folderOf(file) && layerOf(folderOf(target)) >= layerOf(folderOf(file)))
      .map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

const everything = ['src', 'test', 'proof', 'bench', 'scripts'].flatMap(sourcesIn)

test('every import leads to a file', () => {
  expect(everything.flatMap(importsOf).filter((target) => !existsSync(join(ROOT, target)))).toEqual([])
})

test('no files import each other in a circle', () => {
  const graph = new Map(everything.map((file) => [file, importsOf(file)]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '))
    if (start >= 0 || done.has(file)) return
    for (const target of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of everything) visit(file, [])
  expect(cycles).toEqual([])
})

test(`no folder of src has more than ${MAX_FILES} files`, () => {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([])
})

test('the dashboard is a browser application: it imports types only, and nothing imports it', () => {
  const inDashboard = (file: string) => folderOf(file) === 'dashboard'
  const values = files.filter((file) => inDashboard(file) && /^import (?!type)[^;]*?\/generated\//m.test(read(file)))
  expect(values).toEqual([])
  const importers = files
    .filter((file) => !inDashboard(file))
    .filter((file) => /from '[^']*\/dashboard\//.test(read(file)))
  expect(importers).toEqual([])
})

test('the core uses no clock, no randomness and no I/O', () => {
  const banned =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\b|\bperformance\b|\bprocess\.|node:(?!crypto')/
  const wrong = files.filter((file) => folderOf(file).startsWith('core') && banned.test(read(file)))
  expect(wrong).toEqual([])
})

test('the ERN code is as pure as the core, and knows only its primitives', () => {
  const banned =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bset(?:Timeout|Interval|Immediate)\b|\bprocess\.|node:(?!crypto')/
  const own = files.filter((file) => folderOf(file) === 'ern')
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter((file) => banned.test(read(file)))).toEqual([])
  const foreign = own.flatMap((file) => importsOf(join('src', file))).filter((target) => !target.startsWith('src/ern/'))
  expect(foreign.filter((target) => !/^src\/(?:core\/primitives|generated)\//.test(target))).toEqual([])
})

test('only the webhook sender, the control client and the directory lock open connections', () => {
  const connecting =
    /\bimport \{[^}]*\b(?:request|get|connect|Agent|Socket|createConnection)\b[^}]*\} from 'node:(?:net|https?)'|\bhttps?\.(?:request|get|Agent)\b|'node:(?:tls|http2|dgram|https)'|(?<![.\w])fetch\(new|'undici'/
  const found = files.filter((file) => connecting.test(read(file).replaceAll(/^import type.*$/gm, '')))
  expect(found.sort()).toEqual([
    'cli/framework/sandbox-client.ts',
    'cli/scenarios/scenario-events.ts',
    'runtime/storage/disk/directory-lock.ts',
    'webhooks/sender.ts',
  ])
})

test('no file of src is longer than 300 lines', () => {
  const written = files.filter((file) => folderOf(file) !== 'generated')
  expect(written.filter((file) => read(file).split('\n').length > 300)).toEqual([])
})

/** What the package exports. */
const ENTRY_POINTS = ['index.ts', 'testing.ts']

test('no module has a default export or re-exports others', () => {
  expect(files.filter((file) => /^export default/m.test(read(file)))).toEqual([])
  expect(
    files.filter((file) => !ENTRY_POINTS.includes(file) && /^export (?:\*|\{[^}]*\}) from/m.test(read(file))),
  ).toEqual([])
})

test('the architecture guide names only files that exist, and every planned package', () => {
  const guide = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const paths = [...guide.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|yaml))`/g)].map(([, path]) => path as string)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => ![ROOT, SRC].some((root) => existsSync(join(root, path))))).toEqual([])
  const planned = [
    'express',
    '@stoplight/prism-http',
    'openapi-types',
    '@faker-js/faker',
    'lowdb',
    'ajv',
    'supertest',
    'vitest',
  ]
  expect(planned.filter((name) => !guide.includes(`| ${name} |`))).toEqual([])
})

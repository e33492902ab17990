import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import controlOpenapi from '../../control.openapi.yaml'
import openapi from '../../openapi.yaml'
import { serveFlags } from '../../src/cli/serve/serve.js'
import type { Document } from '../../src/contract/document.js'
import { createRouter } from '../../src/contract/router.js'
import { ERRORS } from '../../src/core/primitives/errors.js'
import { parseScenario } from '../../src/runtime/scenarios/load-scenario-file.js'
import { hasShell, pasteCommands, startCommand } from '../support/pasted.js'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const document = openapi as Document
// biome-ignore lint/suspicious/noExplicitAny: extensions have no types
type Node = any
const schemaNodes = document.components?.schemas as Record<string, Node>

describe('the error catalogue', () => {
  test('is the list of codes in openapi.yaml', () => {
    const listed = (schemaNodes.ErrorCode as Node).enum
    expect([...listed].sort()).toEqual(Object.keys(ERRORS).sort())
  })

  test('speaks in the examples of openapi.yaml with its own words', () => {
    const own = new Set(Object.values(ERRORS).map(({ message }) => message as string))
    const texts = [...JSON.stringify(openapi).matchAll(/"code":"(\w+)","message":"((?:[^"\\\\]|\\\\.)*)"/g)]
    // Where an operation says more than the catalogue, the example has its words.
    const special =
      /^(The body is not valid JSON: at |More than 10 requests within one second|A store already has an order|The payout is on hold for )/
    for (const [, , message = ''] of texts) expect(own.has(message) || special.test(message) ? '' : message).toBe('')
    expect(texts.length).toBeGreaterThan(8)
  })

  test('is the table in docs/errors.md, statuses included', () => {
    const rows = [...read('docs/errors.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ])
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    )
  })

  test.each([
    'duplicate_submission',
    'asset_not_ready',
    'invalid_state',
    'payout_on_hold',
    'invalid_isrc_format',
    'territory_not_supported',
    'forbidden',
  ])('docs/errors.md names every operation that can return %s', (code) => {
    const text = read('docs/errors.md')
    const row = new RegExp(`^\\| \`${code}\` \\|.*$`, 'm').exec(text)?.[0] ?? ''
    const section = new RegExp(`^### ${code}\\n(.*?)(?=^##)`, 'ms').exec(text)?.[1] ?? ''
    // Every control operation can refuse a foreign origin with `forbidden`. The text says so once for all of them.
    const documents = code === 'forbidden' ? [openapi] : [openapi, controlOpenapi]
    const operations = documents
      .flatMap((described) => createRouter(described as Document).operations)
      .filter(({ answers }) => [...answers.values()].some(({ codes }) => codes?.has(code)))
    expect(operations.length).toBeGreaterThan(0)
    expect(operations.map(({ id }) => id).filter((id) => !`${row}${section}`.includes(`\`${id}\``))).toEqual([])
  })

  test('every documented error lists codes of its status', () => {
    for (const { id, answers } of createRouter(document).operations)
      for (const [status, { codes }] of answers) {
        if (id === 'createToken' || status < 400) expect(codes).toBeUndefined()
        else
          for (const code of codes ?? [])
            expect([id, code, ERRORS[code as keyof typeof ERRORS]?.status]).toEqual([id, code, status])
        if (id !== 'createToken' && status >= 400) expect(codes?.size).toBeGreaterThan(0)
      }
  })
})

describe('fidelity', () => {
  const FIDELITIES = ['specified', 'assumed']
  const assumed = new Set<string>()

  function* fields(schema: Node, at: string): Generator<[string, Node]> {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      yield [`${at}.${name}`, property]
      yield* fields(property, `${at}.${name}`)
    }
    if (schema.items && !schema.items.$ref) yield* fields(schema.items, `${at}[]`)
  }
  const schemas = Object.entries(schemaNodes)
  const resolved = (node: Node) => (node.$ref ? { ...schemaNodes[node.$ref.split('/').at(-1)], ...node } : node)

  test('every operation, parameter, schema and field says where it comes from', () => {
    for (const item of Object.values(document.paths ?? {}) as Node[])
      for (const operation of Object.values(item) as Node[])
        if (operation.operationId) {
          expect([operation.operationId, FIDELITIES]).toEqual([
            operation.operationId,
            expect.arrayContaining([operation['x-fidelity']]),
          ])
          if (operation['x-fidelity'] === 'assumed') assumed.add(operation.operationId)
          for (const parameter of operation.parameters ?? [])
            if (!parameter.$ref) expect(FIDELITIES).toContain(parameter['x-fidelity'])
        }
    for (const parameter of Object.values(document.components?.parameters ?? {}) as Node[])
      expect(FIDELITIES).toContain(parameter['x-fidelity'])
    for (const [name, schema] of schemas) {
      expect([name, schema['x-fidelity']]).toEqual([name, expect.stringMatching(/^(specified|assumed)$/)])
      for (const [path, field] of fields(schema, name)) {
        const fidelity = resolved(field)['x-fidelity']
        expect([path, fidelity]).toEqual([path, expect.stringMatching(/^(specified|assumed)$/)])
        if (fidelity === 'assumed') assumed.add(path.split('.').at(-1) as string)
      }
    }
  })

  test('the register names whatever is assumed', () => {
    const register = read('docs/fidelity.md')
    expect([...assumed].filter((name) => !register.includes(`\`${name}\``))).toEqual([])
    expect(assumed.size).toBeGreaterThan(30)
  })
})

test('every link of a document leads somewhere', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'examples/README.md',
    ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
  ]
  for (const path of documents)
    for (const [, target] of read(path).matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect([path, target, existsSync(join(ROOT, dirname(path), target as string))]).toEqual([path, target, true])
})

test('no text speaks of what is not in this repository', () => {
  const IGNORED = /(^|\/)(node_modules|dist|types|\.git)(\/|$)/
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((path) => !IGNORED.test(path))
  const texts = files.filter(
    (path) =>
      /\.(md|ts|mjs|yaml|json)$/.test(path) && existsSync(join(ROOT, path)) && path !== 'test/docs/docs.test.ts',
  )
  expect(texts.filter((path) => /decisions\.md|design\.md|spec\.md|\.\.\/shared/.test(read(path)))).toEqual([])
})

test('README names every flag', () => {
  for (const flag of Object.keys(serveFlags)) expect(read('README.md')).toContain(`--${flag}`)
})

describe.skipIf(!hasShell)('the commands of the README and the guides, pasted one after another', async () => {
  const { text } = await startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const blocks = pasteCommands(`${read('README.md')}${read('docs/scenarios.md')}${read('docs/money.md')}`, {
    ports: { 4010: JSON.parse(text).port },
  })
  test('there are some', () => expect(blocks).toBeGreaterThan(8))
})

describe.skipIf(!hasShell)('the session of docs/cli.md', async () => {
  const { text } = await startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const { url, port } = JSON.parse(text)
  const blocks = pasteCommands(read('docs/cli.md'), {
    ports: { 4010: port },
    env: { PATH: process.env.PATH, MDS_URL: url },
    cwd: mkdtempSync(join(tmpdir(), 'mds-cli-')),
  })
  test('has every step', () => expect(blocks).toBeGreaterThan(8))
})

for (const guide of ['README.md', 'docs/library.md'])
  test(`the code in ${guide} prints what it says`, async () => {
    const blocks = [...read(guide).matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code as string)
    const code = blocks
      .join('')
      .replaceAll(/^import type .*\n/gm, '')
      .replaceAll(/ as Delivery\b/g, '')
    const said = [...code.matchAll(/console\.log\(.*\)(?: |\n)\/\/ (.*(?:\n\/\/ .*)*)/g)].map(
      ([, text]) => text as string,
    )
    // Here the package's own name leads to what was built.
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT })
    expect(stdout.trimEnd()).toBe(said.join('\n').replaceAll('\n// ', '\n'))
    expect(said.length).toBeGreaterThan(0)
  })

for (const [guide, name] of [
  ['docs/scenarios.md', 'picky-pernickel'],
  ['docs/webhooks.md', 'rough-weather'],
] as const)
  test(`the scenario in ${guide} is one`, () => {
    const text = /```yaml\n(.*?)```/s.exec(read(guide))?.[1] ?? ''
    const operations = createRouter(document).operations.map(({ id }) => id)
    expect(parseScenario(text, guide, operations).name).toBe(name)
  })

test('what the README shows at the start is what the command prints', async () => {
  const shown = /\$ npm ci && npx mds-sandbox\n(.*?)```/s.exec(read('README.md'))?.[1]
  const server = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  server.stdout.on('data', (chunk) => (printed += chunk))
  while (!printed.includes('Ctrl+C')) await once(server.stdout, 'data')
  server.kill()
  expect(printed.replaceAll(/:\d{4,5}/g, ':4010')).toBe(shown)
})

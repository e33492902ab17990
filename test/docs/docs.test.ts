import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import control from '../../control.openapi.yaml'
import openapi from '../../openapi.yaml'
import { serveFlags } from '../../src/cli/serve/serve.js'
import type { Document } from '../../src/contract/openapi-document.js'
import { createRouter } from '../../src/contract/router.js'
import { ERRORS } from '../../src/core/primitives/error-catalogue.js'
import { builtInSeeds } from '../../src/runtime/fixtures/built-in-seeds.js'
import { parseScenario } from '../../src/runtime/scenarios/load-scenario-file.js'
import { hasShell, startCommand, testDocumentedCommands } from '../support/documented-commands.js'

const ROOT = join(import.meta.dirname, '../..')
const isMarkdown = (name: string) => name.endsWith('.md')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const document = openapi as Document

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

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
      /^(The body is not valid JSON: at |More than 10 requests within one second|A store already has an order|The payout is on hold for |The body is not an XML document that can be read\.|The sender used this MessageId before, for ern_|ERN messages are for enterprise accounts only\.)/
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
  ])('docs/errors.md names every operation that can return %s', (code) => {
    const text = read('docs/errors.md')
    const row = new RegExp(`^\\| \`${code}\` \\|.*$`, 'm').exec(text)?.[0] ?? ''
    const section = new RegExp(`^### ${code}\\n(.*?)(?=^##)`, 'ms').exec(text)?.[1] ?? ''
    const operations = [openapi, control]
      .flatMap((described) => createRouter(described as Document).operations)
      .filter(({ responses }) => [...responses.values()].some(({ codes }) => codes?.has(code)))
    expect(operations.length).toBeGreaterThan(0)
    expect(operations.map(({ id }) => id).filter((id) => !`${row}${section}`.includes(`\`${id}\``))).toEqual([])
  })

  test('every operation can refuse a foreign host or origin, and docs/errors.md names those with another reason', () => {
    const section = /^### forbidden\n(.*?)(?=^##)/ms.exec(read('docs/errors.md'))?.[1] ?? ''
    for (const described of [openapi, control]) {
      const { operations } = createRouter(described as Document)
      expect(operations.filter(({ responses }) => !responses.has(403))).toEqual([])
      for (const { id, path, method } of operations) {
        const item = (described as Document).paths?.[path]?.[method.toLowerCase() as 'get']
        if (!('$ref' in (item?.responses?.['403'] ?? {}))) expect(section).toContain(`\`${id}\``)
      }
    }
  })

  test('every documented error lists codes of its status', () => {
    for (const { id, responses } of createRouter(document).operations)
      for (const [status, { codes }] of responses) {
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

/** The anchors of a document's headings. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

test('every link of a document leads somewhere', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'examples/README.md',
    ...readdirSync(join(ROOT, 'docs'))
      .filter(isMarkdown)
      .map((name) => `docs/${name}`),
  ]
  for (const path of documents)
    for (const [, file = '', heading] of read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = file === '' ? path : join(dirname(path), file)
      expect([path, target, existsSync(join(ROOT, target))]).toEqual([path, target, true])
      if (heading !== undefined)
        expect([path, target, headingsOf(read(target))]).toEqual([path, target, expect.arrayContaining([heading])])
    }
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

test('docs/scenarios.md lists every rejection code', () => {
  const rows = parse(read('seeds/rejections.yaml')) as Record<'code' | 'outcome' | 'reason' | 'remedy', string>[]
  const section = /^## Rejection codes\n(.*)/ms.exec(read('docs/scenarios.md'))?.[1] ?? ''
  expect(section.match(/^\| `.*$/gm)).toEqual(
    rows.map(({ code, outcome, reason, remedy }) => `| \`${code}\` | \`${outcome}\` | ${reason} | ${remedy} |`),
  )
})

test('README.md links to every page of docs/', () => {
  const readme = read('README.md')
  const pages = readdirSync(join(ROOT, 'docs'))
    .filter(isMarkdown)
    .map((name) => `docs/${name}`)
  expect(pages.filter((page) => !readme.includes(`](${page})`))).toEqual([])
})

test('the test command in README.md is the first step of CI', () => {
  expect(/^## Run the tests\n\n```sh\n(.*?)\n```/ms.exec(read('README.md'))?.[1]).toBe('npm ci && npm test')
  expect(/^step '(.*)'$/m.exec(read('.ci/run'))?.[1]).toBe('npm ci && npm test')
})

test('docs/configuration.md names every flag', () => {
  for (const flag of Object.keys(serveFlags)) expect(read('docs/configuration.md')).toContain(`--${flag}`)
})

test('docs/control-plane.md names every path of control.openapi.yaml', () => {
  const guide = read('docs/control-plane.md')
  const paths = Object.keys((control as Document).paths ?? {})
  expect(paths.filter((path) => !guide.includes(`${path}\``))).toEqual([])
  expect(paths.length).toBeGreaterThan(10)
})

// The README's variables come first, because some guides use them. Each document gets its own sandbox, because ids
// depend on the requests before.
const VARIABLES = /```sh\nAPI=.*?```\n/s.exec(read('README.md'))?.[0] ?? ''

for (const [path, leastBlocks] of [
  ['README.md', 9],
  ['docs/api.md', 5],
  ['docs/configuration.md', 1],
  ['docs/control-plane.md', 7],
  ['docs/money.md', 2],
  ['docs/scenarios.md', 1],
] as const)
  describe.skipIf(!hasShell)(`the commands of ${path} print what it shows`, () => {
    const sandbox = startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
    const blocks = testDocumentedCommands(`${VARIABLES}${read(path)}`, {
      getPorts: () => ({ 4010: JSON.parse(sandbox.text).port }),
    })
    test('all of them are found', () => expect(blocks).toBeGreaterThan(leastBlocks))
  })

describe.skipIf(!hasShell)('the session of docs/cli.md', () => {
  const sandbox = startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const blocks = testDocumentedCommands(read('docs/cli.md'), {
    getPorts: () => ({ 4010: JSON.parse(sandbox.text).port }),
    getEnv: () => ({ PATH: process.env.PATH, MDS_URL: JSON.parse(sandbox.text).url }),
    cwd: mkdtempSync(join(tmpdir(), 'mds-cli-')),
  })
  test('has every step', () => expect(blocks).toBeGreaterThan(8))
})

test.skipIf(!hasShell)('the CI steps of docs/cli.md start a sandbox, wait for it and stop it', async () => {
  const yaml = /^## In CI\n.*?```yaml\n(.*?)```/ms.exec(read('docs/cli.md'))?.[1] ?? ''
  const steps = (parse(yaml) as { run: string }[]).map(({ run }) => run)
  expect(steps).toContain('npm test')
  const cwd = mkdtempSync(join(tmpdir(), 'mds-ci-'))
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true })
  symlinkSync(join(ROOT, 'dist/cli.js'), join(cwd, 'node_modules/.bin/mds-sandbox'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const script = steps
    .join('\n')
    .replaceAll('npx mds-sandbox', 'node_modules/.bin/mds-sandbox')
    .replaceAll('npm test', 'node_modules/.bin/mds-sandbox health')
  // The trap ends the sandbox if a step fails; wait fails unless the sandbox ends with exit code 0.
  const guarded = `trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${script}\nwait $!\necho stopped`
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', guarded], {
    cwd,
    env: { PATH: process.env.PATH, MDS_PORT: String(port), MDS_URL: url },
  })
  expect(stdout).toMatch(new RegExp(`^ok: mds-sandbox .* at ${url}$`, 'm'))
  expect(stdout).toMatch(/stopped\n$/)
  await expect(fetch(`${url}/_sandbox/health`)).rejects.toThrow()
})

test('the code in docs/library.md prints what it says', async () => {
  const blocks = [...read('docs/library.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code as string)
  const code = blocks
    .join('')
    .replaceAll(/^import type .*\n/gm, '')
    .replaceAll(/ as Delivery\b/g, '')
  const said = [...code.matchAll(/console\.log\(.*\)(?: |\n)\/\/ (.*(?:\n\/\/ .*)*)/g)].map(
    ([, text]) => text as string,
  )
  // In this folder the package's own name resolves to the build.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT })
  expect(stdout.trimEnd()).toBe(said.join('\n').replaceAll('\n// ', '\n'))
  expect(said.length).toBeGreaterThan(0)
})

test('the Express application in docs/library.md serves the API, the control plane and the pages', async () => {
  const code = /```js\n(.*?)```/s.exec(read('docs/library.md'))?.[1] ?? ''
  const shown = [...code.matchAll(/^ *\/\/ (.*)$/gm)].map(([, text]) => text)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT })
  expect(stdout.trimEnd().split('\n')).toEqual(shown)
})

for (const [guide, name] of [
  ['docs/scenarios.md', 'picky-pernickel'],
  ['docs/webhooks.md', 'rough-weather'],
] as const)
  test(`the scenario in ${guide} is one`, () => {
    const text = /```yaml\n(.*?)```/s.exec(read(guide))?.[1] ?? ''
    const operations = createRouter(document).operations.map(({ id }) => id)
    expect(parseScenario(text, guide, { operations, seeds: builtInSeeds }).name).toBe(name)
  })

/** Starts the built server on a free port, and returns what it prints up to and including a text. */
async function printedBy(args: string[], until: string): Promise<string> {
  const server = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  server.stdout.on('data', (chunk) => (printed += chunk))
  while (!printed.includes(until)) await once(server.stdout, 'data')
  server.kill()
  return printed.replaceAll(/:\d{4,5}/g, ':4010')
}

test('the command at the top of README.md prints what it shows', async () => {
  const shown = /\$ npm ci && npx mds-sandbox\n(.*?)```/s.exec(read('README.md'))?.[1]
  expect(await printedBy([], 'Ctrl+C')).toBe(shown)
})

test('--json prints the line that docs/configuration.md shows', async () => {
  const shown = /^## Output for scripts\n.*?```json\n(.*?)```/ms.exec(read('docs/configuration.md'))?.[1]
  const printed = await printedBy(['--json'], '\n')
  expect(printed.replace(/"pid":\d+/, '"pid":4242')).toBe(shown)
})

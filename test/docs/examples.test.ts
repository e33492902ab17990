import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { serveFlags } from '../../src/cli/serve/serve.js'
import { parseKey } from '../../src/http/pipeline/authentication.js'
import { startSandbox } from '../support/test-sandbox.js'

const ROOT = join(import.meta.dirname, '../..')
const EXAMPLES = join(ROOT, 'examples')
const read = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8')
const run = promisify(execFile)

/** A copy of an example somewhere else, with what `npm install` would put beside it. */
function install(name: string, modules: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), `mds-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(EXAMPLES, name), folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
  mkdirSync(join(folder, 'node_modules'))
  for (const [module, path] of Object.entries(modules)) symlinkSync(path, join(folder, 'node_modules', module))
  return folder
}

/** Not as a part of the tests that run here. */
const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' }

describe('the examples run', () => {
  test('the partner app passes its own tests against three scenarios', async () => {
    const cwd = install('partner-app', { 'mds-sandbox': ROOT })
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], { cwd, env })
    expect(stdout).toMatch(/# pass 3\n# fail 0/)
  })

  test('the Vitest suite passes', async () => {
    const vitest = join(ROOT, 'node_modules/vitest')
    const cwd = install('vitest', { 'mds-sandbox': ROOT, vitest })
    const { stdout } = await run(process.execPath, [join(vitest, 'vitest.mjs'), 'run', '--root', cwd], { cwd, env })
    expect(stdout).toMatch(/Tests +3 passed/)
  })

  test('the partner app starts, publishes, and is told what became of it', async () => {
    const { sandbox } = await startSandbox()
    const world = sandbox.world('standard', 'app')
    const cwd = install('partner-app', {})
    const settings = { ...env, MDS_URL: world.url, MDS_KEY: world.apiKey, PORT: '0' }
    const child = execFile(process.execPath, ['server.js'], { cwd, env: settings })
    onTestFinished(() => void child.kill())
    const line = await new Promise((resolve) => child.stdout?.once('data', resolve))
    const [, app] = /^Listening at (\S+), verified by /.exec(String(line)) ?? []
    const published = await fetch(`${app}/publish`, { method: 'POST', body: '{"title": "Paper Lanterns"}' })
    const id = await published.text()
    await world.clock.advance('72h')
    expect(await (await fetch(`${app}`)).json()).toEqual({ [id]: 'delivered' })
  })

  test('all of them are written in a language that Node reads', () => {
    const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.js') && !file.includes('node_modules'),
    )
    expect(files.length).toBeGreaterThan(4)
    for (const file of files)
      expect([file, spawnSync(process.execPath, ['--check', join(EXAMPLES, file)]).status]).toEqual([file, 0])
  })
})

describe('the recipes for containers', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const flags = new Set(Object.keys(serveFlags).map((flag) => `MDS_${flag.toUpperCase().replaceAll('-', '_')}`))
  const compose = parse(read('compose.yaml'))
  const github = parse(read('github-actions.yml')).jobs.test
  const gitlab = parse(read('gitlab-ci.yml')).test

  test('the image listens on the port that they open, and checks its own health', () => {
    expect(dockerfile).toMatch(/^EXPOSE 4010$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
    for (const ports of [compose.services.mds.ports, github.services.mds.ports]) expect(ports).toEqual(['4010:4010'])
    for (const url of [compose.services.app.environment.MDS_URL, github.env.MDS_URL, gitlab.variables.MDS_URL])
      expect(new URL(url).port).toBe('4010')
    expect(read('testcontainers/deliveries.test.js')).toMatch(/withExposedPorts\(4010\)[\s\S]*Wait\.forHealthCheck\(\)/)
  })

  test('they name the image: the built one, or the one that was pushed', () => {
    expect([compose.services.mds.image, compose.services.mds.build]).toEqual(['mds-sandbox', '..'])
    expect(github.services.mds.image).toBe('$' + '{{ vars.MDS_IMAGE }}')
    expect(gitlab.services[0]).toMatchObject({ name: '$MDS_IMAGE', alias: 'mds' })
    expect(new URL(gitlab.variables.MDS_URL).hostname).toBe('mds')
  })

  test('they set only flags that there are, and keys that are keys', () => {
    const set = [compose.services.mds.environment, github.services.mds.env, gitlab.services[0].variables]
    for (const name of set.flatMap(Object.keys)) expect([name, flags.has(name)]).toEqual([name, true])
    for (const key of [compose.services.app.environment.MDS_KEY, github.env.MDS_KEY, gitlab.variables.MDS_KEY]) {
      const filled = key.replaceAll(/\$(\{\{[^}]*\}\}|\w+)/g, '123456789012')
      expect([key, parseKey(filled)?.tier]).toEqual([key, 'standard'])
    }
  })

  test('the app waits for the sandbox, by names that exist', () => {
    const { app, mds } = compose.services
    expect(app.depends_on).toEqual({ mds: { condition: 'service_healthy' } })
    expect(new URL(app.environment.MDS_URL).hostname).toBe('mds')
    expect(new URL(app.environment.APP_URL).host).toBe('app:3000')
    expect([mds.read_only, app.ports]).toEqual([true, ['3000:3000']])
  })

  test('examples/README.md names every one', () => {
    const guide = read('README.md')
    for (const name of readdirSync(EXAMPLES).filter((name) => name !== 'README.md'))
      expect([name, guide.includes(`[${name}`)]).toEqual([name, true])
  })
})

import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { serveFlags } from '../../src/cli/serve/serve.js'
import { parseKey } from '../../src/http/pipeline/authentication.js'
import { startSandbox } from '../support/test-sandbox.js'

const ROOT = join(import.meta.dirname, '../..')
const EXAMPLES = join(ROOT, 'examples')
const read = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8')
const run = promisify(execFile)

const clone = mkdtempSync(join(tmpdir(), 'mds-examples-'))
afterAll(() => rmSync(clone, { recursive: true, force: true }))

// A copy of the repository as an example sees it: its own folder below the root, with the root's configuration files.
for (const name of ['package.json', 'vitest.config.ts', 'scripts', 'examples'])
  cpSync(join(ROOT, name), join(clone, name), { recursive: true, filter: (path) => !path.includes('node_modules') })
for (const name of ['dist', 'node_modules']) symlinkSync(join(ROOT, name), join(clone, name))

/** The folder of an example in the copy, with the link that `npm install` creates for the package. */
function install(name: string): string {
  const folder = join(clone, 'examples', name)
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  const link = join(folder, 'node_modules/mds-sandbox')
  if (devDependencies['mds-sandbox'] && !existsSync(link))
    symlinkSync(resolve(folder, devDependencies['mds-sandbox'].replace('file:', '')), link)
  return folder
}

/** Without the variables of this test run. */
const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' }
const npmTest = async (name: string) => (await run('npm', ['test'], { cwd: install(name), env })).stdout

describe('from its own folder', () => {
  test('npm test of the partner app passes against three scenarios, and its own report', async () => {
    expect(await npmTest('partner-app')).toMatch(/(#|ℹ) pass 4\n(#|ℹ) fail 0/)
  })

  test('npm test of the Vitest suite passes', async () => {
    expect(await npmTest('vitest')).toMatch(/Tests +3 passed/)
  })

  test('npm start of the partner app publishes a release and receives the outcome', async () => {
    const { sandbox } = await startSandbox()
    const world = sandbox.world('standard', 'app')
    const settings = { ...env, MDS_URL: world.url, MDS_KEY: world.apiKey, PORT: '0' }
    const { scripts } = JSON.parse(read('partner-app/package.json'))
    expect(scripts.start).toBe('node server.js')
    // Without npm, so that the process can be ended.
    const child = execFile(process.execPath, ['server.js'], { cwd: install('partner-app'), env: settings })
    onTestFinished(() => void child.kill())
    const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data')
    const [, app] = /^Listening at (\S+), verified by /.exec(String(line)) ?? []
    const published = await fetch(`${app}/publish`, { method: 'POST', body: '{"title": "Paper Lanterns"}' })
    const id = await published.text()
    await world.clock.advance('72h')
    expect(await (await fetch(`${app}`)).json()).toEqual({ [id]: 'delivered' })
  })

  test('every example with a package.json is run above, or needs a container', () => {
    const folders = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'package.json')))
    expect(folders).toEqual(['partner-app', 'testcontainers', 'vitest'])
  })

  test('every script is valid JavaScript', () => {
    const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.js') && !file.includes('node_modules'),
    )
    expect(files.length).toBeGreaterThan(4)
    for (const file of files)
      expect([file, spawnSync(process.execPath, ['--check', join(EXAMPLES, file)]).status]).toEqual([file, 0])
  })
})

describe('the container configurations', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const flags = new Set(Object.keys(serveFlags).map((flag) => `MDS_${flag.toUpperCase().replaceAll('-', '_')}`))
  const compose = parse(read('compose.yaml'))
  const github = parse(read('github-actions.yml')).jobs.test
  const gitlab = parse(read('gitlab-ci.yml')).test

  test('open the port that the image listens on, and the image has a health check', () => {
    expect(dockerfile).toMatch(/^EXPOSE 4010$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
    for (const ports of [compose.services.mds.ports, github.services.mds.ports]) expect(ports).toEqual(['4010:4010'])
    for (const url of [compose.services.app.environment.MDS_URL, github.env.MDS_URL, gitlab.variables.MDS_URL])
      expect(new URL(url).port).toBe('4010')
    expect(read('testcontainers/deliveries.test.js')).toMatch(/withExposedPorts\(4010\)[\s\S]*Wait\.forHealthCheck\(\)/)
  })

  test('name the built or the pushed image', () => {
    expect([compose.services.mds.image, compose.services.mds.build]).toEqual(['mds-sandbox', '..'])
    expect(github.services.mds.image).toBe('$' + '{{ vars.MDS_IMAGE }}')
    expect(gitlab.services[0]).toMatchObject({ name: '$MDS_IMAGE', alias: 'mds' })
    expect(new URL(gitlab.variables.MDS_URL).hostname).toBe('mds')
  })

  test('set only existing flags and valid keys', () => {
    const set = [compose.services.mds.environment, github.services.mds.env, gitlab.services[0].variables]
    for (const name of set.flatMap(Object.keys)) expect([name, flags.has(name)]).toEqual([name, true])
    for (const key of [compose.services.app.environment.MDS_KEY, github.env.MDS_KEY, gitlab.variables.MDS_KEY]) {
      const filled = key.replaceAll(/\$(\{\{[^}]*\}\}|\w+)/g, '123456789012')
      expect([key, parseKey(filled)?.tier]).toEqual([key, 'standard'])
    }
  })

  test('start the app after the sandbox, with names that exist', () => {
    const { app, mds } = compose.services
    expect(app.depends_on).toEqual({ mds: { condition: 'service_healthy' } })
    expect(new URL(app.environment.MDS_URL).hostname).toBe('mds')
    expect(new URL(app.environment.APP_URL).host).toBe('app:3000')
    expect([mds.read_only, app.ports]).toEqual([true, ['3000:3000']])
  })

  test('the documents say how webhooks reach the host', () => {
    const guide = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')
    expect(github.services.mds.options).toBe('--add-host=host.docker.internal:host-gateway')
    expect(guide).toMatch(new RegExp(`^docker run .*${github.services.mds.options}.* mds-sandbox`, 'm'))
  })

  test('examples/README.md links to every example', () => {
    const guide = read('README.md')
    for (const name of readdirSync(EXAMPLES).filter((name) => name !== 'README.md'))
      expect([name, guide.includes(`[${name}`)]).toEqual([name, true])
  })
})

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { hasShell } from '../support/documented-commands.js'
import { createTemporaryDirectory } from '../support/temporary-directory.js'

// The examples for containers, run without a container engine: a service of the image is a process with its environment.
const ROOT = join(import.meta.dirname, '../..')
const CLI = join(ROOT, 'dist/cli.js')
const EXAMPLES = join(ROOT, 'examples')
const read = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8')
const run = promisify(execFile)
const PATH = process.env.PATH ?? ''

/** The environment that the Dockerfile sets, except for the address: parallel tests need different ports. */
const [, imageSettings = ''] = /^ENV (.*)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? []
const IMAGE_ENV = {
  ...Object.fromEntries(imageSettings.split(' ').map((setting) => setting.split('='))),
  MDS_HOST: '127.0.0.1',
  MDS_PORT: '0',
}

/** Starts a process for the rest of the test, and returns the first line that it prints. */
async function start(args: string[], cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill())
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  while (!text.includes('\n')) await once(child.stdout, 'data')
  return text.slice(0, text.indexOf('\n'))
}
const startImage = async (env: Record<string, string> = {}): Promise<string> =>
  JSON.parse(await start([CLI], ROOT, { ...IMAGE_ENV, ...env })).url

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

test.skipIf(!hasShell)('the commands of compose.yaml publish a release and read its outcome', async () => {
  const { mds, app } = parse(read('compose.yaml')).services
  const url = await startImage(mds.environment)
  const appPort = await freePort()
  const toLocal = (text: string) =>
    text.replaceAll('http://mds:4010', url).replaceAll(/(app|127\.0\.0\.1):3000/g, `127.0.0.1:${appPort}`)
  const env = JSON.parse(toLocal(JSON.stringify(app.environment)))
  const [command, ...args] = app.command.split(' ')
  expect(command).toBe('node')
  const line = await start(args, join(EXAMPLES, 'partner-app'), { ...env, PORT: String(appPort) })
  expect(line).toContain(', verified by ')

  const [publish = '', readOutcome = ''] = [...read('compose.yaml').matchAll(/: +(curl .*)$/gm)].map(([, curl]) => curl)
  const inShell = async (text: string) => (await run('bash', ['-c', toLocal(`${text} -s`)])).stdout
  const id = await inShell(publish)
  expect(id).toMatch(/^dlv_/)
  // Instead of waiting a few seconds.
  const headers = { 'X-API-Key': env.MDS_KEY, 'Content-Type': 'application/json' }
  await fetch(`${url}/_sandbox/clock/advance`, { method: 'POST', headers, body: '{"until": "idle"}' })
  expect(JSON.parse(await inShell(readOutcome))).toEqual({ [id]: 'delivered' })
})

const github = parse(read('github-actions.yml')).jobs.test
const gitlab = parse(read('gitlab-ci.yml')).test

test.skipIf(!hasShell).each([
  [
    'github-actions.yml',
    github.services.mds.env,
    github.env,
    (github.steps as { run?: string }[]).flatMap(({ run }) => run ?? []),
    'summary.md',
  ],
  [
    'gitlab-ci.yml',
    gitlab.services[0].variables,
    gitlab.variables,
    [...gitlab.script, ...gitlab.after_script] as string[],
    gitlab.artifacts.reports.junit as string,
  ],
])(
  'the steps of %s test a project in a world of its own, and judge it',
  async (_, serviceEnv, jobEnv, steps, report) => {
    const project = createTemporaryDirectory()
    const testCode = `const { MDS_URL, MDS_KEY } = process.env
const clock = await fetch(MDS_URL + '/_sandbox/clock', { headers: { 'X-API-Key': MDS_KEY } })
console.log(MDS_KEY, clock.status, (await clock.json()).mode)`
    writeFileSync(join(project, 'test.mjs'), testCode)
    writeFileSync(join(project, 'package.json'), '{"name": "project", "scripts": {"test": "node test.mjs"}}')
    writeFileSync(join(project, 'package-lock.json'), '{"name": "project", "lockfileVersion": 3, "packages": {}}')
    const url = await startImage(serviceEnv)
    const env = Object.fromEntries(
      Object.entries(jobEnv as Record<string, string>).map(([name, value]) => [
        name,
        // The number that the CI system inserts.
        value.replace(/http:\/\/(mds|127\.0\.0\.1):4010/, url).replaceAll(/\$(\{\{[^}]*\}\}|\w+)/g, '17'),
      ]),
    )
    expect(steps.slice(0, 2)).toEqual(['npm ci', 'npm test'])
    const script = steps.join('\n').replaceAll('npx mds-sandbox', `"${process.execPath}" "${CLI}"`)
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: project,
      env: { PATH, HOME: project, GITHUB_STEP_SUMMARY: join(project, 'summary.md'), ...env },
    })
    expect(readFileSync(join(project, report), 'utf8')).toContain('secret-in-url')
    expect(stdout).toMatch(/^sk_sandbox_standard_(run-17-17|job-17) 200 manual$/m)
  },
)

test('the Testcontainers test passes', async () => {
  const folder = createTemporaryDirectory()
  cpSync(join(EXAMPLES, 'testcontainers'), folder, { recursive: true })
  // In place of the package: the methods that the example calls, with a process as the container.
  mkdirSync(join(folder, 'node_modules/testcontainers'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/testcontainers/package.json'), '{"type": "module", "exports": "./index.js"}')
  writeFileSync(
    join(folder, 'node_modules/testcontainers/index.js'),
    `import { spawn } from 'node:child_process'
import { once } from 'node:events'
export const Wait = { forHealthCheck: () => 'health' }
export class GenericContainer {
  withEnvironment(env) { this.env = env; return this }
  withExposedPorts(port) { this.port = port; return this }
  withWaitStrategy() { return this }
  async start() {
    const env = { ...${JSON.stringify(IMAGE_ENV)}, ...this.env }
    const child = spawn(process.execPath, [${JSON.stringify(CLI)}], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = await once(child.stdout, 'data')
    return { getHost: () => '127.0.0.1', getMappedPort: () => JSON.parse(line).port, stop: () => child.kill() }
  }
}
`,
  )
  const { stdout } = await run('npm', ['test'], { cwd: folder, env: { PATH, NO_COLOR: '1' } })
  expect(stdout).toMatch(/(#|ℹ) pass 1\n(#|ℹ) fail 0/)
})

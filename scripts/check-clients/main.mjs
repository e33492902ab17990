// Generates clients from openapi.yaml, compiles them, and runs one partner flow with each against a real sandbox. Runs
// the Postman collection and the Arazzo document with their own tools, the library under Jest, and the examples for other
// languages.
//   node scripts/check-clients/main.mjs [NAME ...]
// A check is skipped if its language is not installed or its package registry can't be reached. The output says so.
// Tools are installed on demand, in pinned versions, into node_modules/.cache/mds-clients.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RegistryUnreachable } from './commands.mjs'
import { GENERATORS } from './generators.mjs'
import { LANGUAGES } from './languages.mjs'
import { TEST_RUNNERS } from './test-runners.mjs'
import { WORKFLOWS } from './workflows.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CHECKS = [...WORKFLOWS, ...TEST_RUNNERS, ...LANGUAGES, ...GENERATORS]
/** After this time no further check starts, so that a slow machine does not hold up CI. */
const LIMIT_MS = 20 * 60_000
const CACHE = join(ROOT, 'node_modules/.cache/mds-clients')

/** By default, simulated waits take no time, so that a flow only has to poll. */
const DEFAULT_FLAGS = ['--speed', 'max', '--rate-limit', 'off']

/** Starts the built sandbox. */
async function startSandbox(flags = DEFAULT_FLAGS) {
  const args = [join(ROOT, 'dist/cli.js'), '--port', '0', '--json', '--log', 'silent', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.includes('\n')) resolve(out)
    })
    child.once('exit', (code) => reject(new Error(`the sandbox exited with ${code}. Run npm run build first.`)))
  })
  return { url: JSON.parse(line).url, stop: () => child.kill() }
}

async function check({ name, tools, flags, findMissingTool, run }) {
  const toolsFolder = join(CACHE, tools)
  const folder = join(CACHE, 'generated', name)
  mkdirSync(toolsFolder, { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const missing = await findMissingTool()
  if (missing) return `skipped: ${missing}`
  const sandbox = await startSandbox(flags)
  const key = `sk_sandbox_standard_${name.replaceAll(/[^a-z0-9]+/g, '-')}`
  const env = { ...process.env, MDS_URL: sandbox.url, MDS_KEY: key }
  try {
    await run({ tools: toolsFolder, folder, document: join(ROOT, 'openapi.yaml'), env })
    return `ok${await judge(sandbox.url, key)}`
  } catch (error) {
    return error instanceof RegistryUnreachable ? `skipped: ${error.message}` : `FAILED: ${error.message}`
  } finally {
    sandbox.stop()
  }
}

/** What the client report says about the client. A test runner starts sandboxes of its own, and has no requests here. */
async function judge(url, key) {
  const { requests, rules } = await (await fetch(`${url}/_sandbox/report`, { headers: { 'x-api-key': key } })).json()
  if (requests === 0) return ''
  const idsOf = (wanted) => rules.filter(({ result }) => result === wanted).map(({ id }) => id)
  const broken = idsOf('broken')
  return `; ${requests} requests, kept ${idsOf('kept').join(', ')}, broke ${broken.length === 0 ? 'nothing' : broken.join(', ')}`
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !CHECKS.some((candidate) => candidate.name === name))
if (unknown !== undefined) {
  const names = CHECKS.map(({ name }) => name).join(', ')
  process.stderr.write(`check-clients: ${unknown} is not a known check. The checks are ${names}.\n`)
  process.exit(2)
}
const skipped = []
for (const candidate of CHECKS) {
  if (chosen.length > 0 && !chosen.includes(candidate.name)) continue
  const startedAt = performance.now()
  // performance.now() counts from the start of the process.
  const isLate = startedAt > LIMIT_MS
  const result = isLate ? `skipped: ${LIMIT_MS / 60_000} minutes are over` : await check(candidate)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stdout.write(`${candidate.name.padEnd(24)} ${String(seconds).padStart(4)} s  ${result}\n`)
  if (result.startsWith('FAILED')) process.exitCode = 1
  if (result.startsWith('skipped')) skipped.push(candidate.name)
}
process.stdout.write(skipped.length === 0 ? 'Nothing was skipped.\n' : `Skipped: ${skipped.join(', ')}.\n`)

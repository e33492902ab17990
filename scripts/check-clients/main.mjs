// Generates clients from openapi.yaml, compiles them, and runs one partner flow with each against a real sandbox.
//   node scripts/check-clients/main.mjs [NAME ...]
// Tools are installed on demand, in pinned versions, into node_modules/.cache/mds-clients.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GENERATORS } from './generators.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache/mds-clients')

/** Starts the built sandbox. Simulated waits take no time, so that a flow only has to poll. */
async function startSandbox() {
  const flags = ['--port', '0', '--json', '--log', 'silent', '--speed', 'max', '--rate-limit', 'off']
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
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

async function check(generator, sandbox) {
  const { name } = generator
  const tools = join(CACHE, generator.tools)
  const folder = join(CACHE, 'generated', name)
  mkdirSync(tools, { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const document = join(ROOT, 'openapi.yaml')
  const key = `sk_sandbox_standard_${name.replaceAll(/[^a-z0-9]+/g, '-')}`
  const missing = await generator.findMissingTool()
  if (missing) return `skipped: ${missing}`
  try {
    await generator.run({ tools, folder, document, env: { ...process.env, MDS_URL: sandbox.url, MDS_KEY: key } })
    return `ok; ${await judge(sandbox.url, key)}`
  } catch (error) {
    return `FAILED: ${error.message}`
  }
}

/** What the client report says about the client. */
async function judge(url, key) {
  const { requests, rules } = await (await fetch(`${url}/_sandbox/report`, { headers: { 'x-api-key': key } })).json()
  const idsOf = (wanted) => rules.filter(({ result }) => result === wanted).map(({ id }) => id)
  const broken = idsOf('broken')
  return `${requests} requests, kept ${idsOf('kept').join(', ')}, broke ${broken.length === 0 ? 'nothing' : broken.join(', ')}`
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !GENERATORS.some((generator) => generator.name === name))
if (unknown !== undefined) {
  const names = GENERATORS.map(({ name }) => name).join(', ')
  process.stderr.write(`check-clients: ${unknown} is not a known generator. The generators are ${names}.\n`)
  process.exit(2)
}
const sandbox = await startSandbox()
try {
  for (const generator of GENERATORS) {
    if (chosen.length > 0 && !chosen.includes(generator.name)) continue
    const result = await check(generator, sandbox)
    if (result.startsWith('FAILED')) process.exitCode = 1
    process.stdout.write(`${generator.name.padEnd(24)} ${result}\n`)
  }
} finally {
  sandbox.stop()
}

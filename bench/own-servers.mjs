import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { OURS } from './peers.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

export const CLI = here('../dist/cli.js')
const COMMANDS = {
  bare: [process.execPath, here('baseline-server.mjs')],
  [OURS]: [process.execPath, CLI, '--port', '0', '--json', '--log', 'silent'],
}

export const RELEASE = { path: '/v1/releases/rel_seed_01', headers: { 'x-api-key': 'sk_sandbox_enterprise_bench' } }

const running = new Set()

/** Kills what is still running; for the way out, whichever it is. */
export function stopAll() {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** How long a server may take to be ready, and any one answer to come. */
const PATIENCE = 60_000
const ANSWER = 120_000

/** Starts a process. Settings of the shell must not leak into it. */
export function launch(name, [command, ...args]) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(MDS_|MOCKOON_|NODE_ENV)/.test(key)))
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => running.delete(child))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000)
  })
  const failed = new Promise((_, reject) => {
    child.once('error', ({ code }) =>
      reject(new Error(code === 'ENOENT' ? `there is no ${command}` : `it fails: ${code}`)),
    )
    child.once('exit', () => {
      const lines = said.trim().split('\n')
      const why = lines.find((line) => /error/i.test(line)) ?? lines.at(-1)
      // Where it lies on this machine is nobody's business.
      reject(new Error(`it ended before it was ready: ${why.replace(/(?:file:\/\/)?\/[^\s'":]+/g, '…')}`))
    })
  })
  // It ends without anybody waiting when it is stopped.
  failed.catch(() => {})
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { name, child, failed, stop }
}

export async function inTime(work, { name, failed, stop }) {
  const timeout = new AbortController()
  const late = delay(PATIENCE, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(`${name} was not ready after ${PATIENCE / 1000} s`)
  })
  try {
    return await Promise.race([work, failed, late])
  } catch (error) {
    await stop()
    throw error
  } finally {
    timeout.abort()
    late.catch(() => {})
  }
}

/** Starts one of ours: it says `{"port":N}` on stdout when it is ready. */
export async function startOwn(name, ...more) {
  const process = launch(name, [...COMMANDS[name], ...more])
  const { child, stop } = process
  const line = new Promise((resolve) => {
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (!out.includes('\n')) return
      child.stdout.removeAllListeners('data').resume()
      resolve(out)
    })
  })
  const { port } = JSON.parse(await inTime(line, process))
  return { name, port, pid: child.pid, stop }
}

/** One request over node:http. */
export function send(port, { method = 'GET', path, headers = {}, body, agent = false }) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent, timeout: ANSWER }
    const outgoing = request(options, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path} in ${ANSWER / 1000} s`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export const keepAlive = (maxSockets = 1) => new Agent({ keepAlive: true, maxSockets })

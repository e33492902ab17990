import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { OURS } from './peers.mjs'

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url))

/** The sandbox with a probe that measures the turns of its event loop. */
export const PROBED = 'mds-sandbox with a probe'
export const CLI = resolvePath('../dist/cli.js')
const COMMANDS = {
  bare: [process.execPath, resolvePath('baseline-server.mjs')],
  [OURS]: [process.execPath, CLI, '--port', '0', '--json', '--log', 'silent'],
  [PROBED]: [
    process.execPath,
    '--import',
    new URL('turn-probe.mjs', import.meta.url).href,
    CLI,
    '--port',
    '0',
    '--json',
    '--log',
    'silent',
  ],
}

export const RELEASE_REQUEST = {
  path: '/v1/releases/rel_seed_01',
  headers: { 'x-api-key': 'sk_sandbox_enterprise_bench' },
}

const running = new Set()

/** Kills all servers that are still running. Called on every exit. */
export function stopAll() {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Timeouts for the start of a server and for one response. */
const START_TIMEOUT_MS = 60_000
const RESPONSE_TIMEOUT_MS = 120_000

/** Starts a process without the shell's settings of the servers. */
export function launch(name, [command, ...args]) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(MDS_|MOCKOON_|NODE_ENV)/.test(key)))
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => running.delete(child))
  let stderrTail = ''
  child.stderr.on('data', (chunk) => {
    stderrTail = (stderrTail + chunk).slice(-2000)
  })
  const failed = new Promise((_, reject) => {
    child.once('error', ({ code }) =>
      reject(new Error(code === 'ENOENT' ? `there is no ${command}` : `it fails: ${code}`)),
    )
    child.once('exit', () => {
      const lines = stderrTail.trim().split('\n')
      const reason = lines.find((line) => /error/i.test(line)) ?? lines.at(-1)
      // Paths of this machine do not belong in the report.
      reject(new Error(`it ended before it was ready: ${reason.replace(/(?:file:\/\/)?\/[^\s'":]+/g, '…')}`))
    })
  })
  // Prevents an unhandled rejection when the process is stopped.
  failed.catch(() => {})
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { name, child, failed, stop }
}

export async function withStartTimeout(work, { name, failed, stop }) {
  const timeout = new AbortController()
  const timeoutPromise = delay(START_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(`${name} was not ready after ${START_TIMEOUT_MS / 1000} s`)
  })
  try {
    return await Promise.race([work, failed, timeoutPromise])
  } catch (error) {
    await stop()
    throw error
  } finally {
    timeout.abort()
    timeoutPromise.catch(() => {})
  }
}

/** Starts one of our servers, which prints `{"port":N}` when it is ready. */
export async function startOwn(name, ...extraArgs) {
  const launched = launch(name, [...COMMANDS[name], ...extraArgs])
  const { child, stop } = launched
  const line = new Promise((resolve) => {
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (!out.includes('\n')) return
      child.stdout.removeAllListeners('data').resume()
      resolve(out)
    })
  })
  const { port } = JSON.parse(await withStartTimeout(line, launched))
  return { name, port, pid: child.pid, stop }
}

/** One request over node:http. */
export function send(port, { method = 'GET', path, headers = {}, body, agent = false }) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent, timeout: RESPONSE_TIMEOUT_MS }
    const outgoing = request(options, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    outgoing.on('timeout', () =>
      outgoing.destroy(new Error(`no response to ${method} ${path} in ${RESPONSE_TIMEOUT_MS / 1000} s`)),
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export const keepAlive = (maxSockets = 1) => new Agent({ keepAlive: true, maxSockets })

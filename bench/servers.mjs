import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

export const CLI = here('../dist/cli.js')
export const COMMANDS = {
  bare: [here('bare.mjs')],
  'mds-sandbox': [CLI, '--port', '0', '--json', '--log', 'silent'],
  prism: [here('prism.mjs')],
}

const running = new Set()

/** Kills what is still running; for the way out, whichever it is. */
export function stopAll() {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Starts a server that says `{"port":N}` on stdout when it is ready. Settings of the shell must not leak into it. */
export function start(name, ...more) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('MDS_')))
  const child = spawn(process.execPath, [...COMMANDS[name], ...more], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => running.delete(child))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (!out.includes('\n')) return
      child.stdout.removeAllListeners('data').resume()
      const { port } = JSON.parse(out)
      resolve({ name, port, pid: child.pid, stop: () => child.kill('SIGKILL') && ended })
    })
    child.once('error', reject)
    child.once('exit', () => {
      const lines = said.trim().split('\n')
      reject(
        new Error(`${name} ended before it was ready: ${lines.find((line) => /error/i.test(line)) ?? lines.at(-1)}`),
      )
    })
  })
}

/** One request over node:http. */
export function send(port, { method = 'GET', path, headers = {}, body, agent = false }) {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export const keepAlive = () => new Agent({ keepAlive: true, maxSockets: 1 })

/** Seconds of CPU that a process has used, where the system tells (Linux). */
export function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Every other round goes through the rivals the other way round, so that no one always comes first. */
export const inOrder = (rivals, round) => (round % 2 === 0 ? rivals : [...rivals].reverse())

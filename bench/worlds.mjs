import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLI } from './own-servers.mjs'

const PARALLEL = 32
const RELEASE = JSON.stringify({
  title: 'T',
  artists: [{ name: 'A', role: 'main' }],
  release_date: '2029-01-01',
})

export async function startSandbox(flags) {
  const startedAt = performance.now()
  const args = [CLI, '--port', '0', '--json', '--log', 'silent', '--clock', 'manual', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const { port } = JSON.parse(String(line))
  const startMs = performance.now() - startedAt
  return {
    port,
    startMs,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    async stop() {
      const began = performance.now()
      child.kill('SIGTERM')
      await once(child, 'exit')
      return performance.now() - began
    },
  }
}

function send(agent, port, key, method) {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const outgoing = request({ agent, port, method, path: '/v1/releases', headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    outgoing.on('error', reject)
    outgoing.end(method === 'POST' ? RELEASE : undefined)
  })
}

/** Sends one request to each world. Returns the milliseconds per world, of the first and of the last tenth. */
export async function useWorlds(port, count, method, prefix = 'w') {
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL })
  const tenth = Math.ceil(count / 10)
  const took = []
  for (let from = 0; from < count; from += tenth) {
    const began = performance.now()
    let next = from
    const to = Math.min(count, from + tenth)
    const work = async () => {
      while (next < to) {
        const status = await send(agent, port, `sk_sandbox_standard_${prefix}${next++}`, method)
        if (status !== 200 && status !== 201) throw new Error(`${method} /v1/releases gets ${status}`)
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
    took.push((performance.now() - began) / (to - from))
  }
  agent.destroy()
  return [took[0], took.at(-1)]
}

const formatMs = (ms) => (ms < 10 ? `${ms.toFixed(2)} ms` : `${Math.round(ms)} ms`)

/** Many worlds: creating, starting and stopping with --data, and their memory. */
export async function measureWorlds(report, { worlds = 10_000 }) {
  const data = mkdtempSync(join(tmpdir(), 'mds-bench-'))
  const flags = ['--data', data, '--max-worlds', String(worlds)]
  try {
    const empty = await startSandbox(flags)
    const [first, last] = await useWorlds(empty.port, worlds, 'GET')
    const stopUnchanged = await empty.stop()
    const full = await startSandbox(flags)
    await useWorlds(full.port, worlds, 'POST')
    const stopChanged = await full.stop()
    const again = await startSandbox(flags)
    await again.stop()
    report.addTarget(`Start with ${worlds} worlds on disk, in seconds`, Math.max(full.startMs, again.startMs) / 1000, {
      atMost: 2,
    })
    report.addTarget(`Stop with ${worlds} changed worlds, in seconds`, stopChanged / 1000, { atMost: 5 })
    report.addTarget('Time of a new world, the last 10 % relative to the first', last / first, { atMost: 2 })
    report.addNote(
      `${worlds} worlds with --data: start ${formatMs(again.startMs)} (empty: ${formatMs(empty.startMs)}), a new world ${formatMs(last)}, stop ${formatMs(stopUnchanged)} if they were only read and ${formatMs(stopChanged)} if each was changed.`,
    )
    const memory = await startSandbox(['--max-worlds', String(worlds)])
    const before = memory.rss()
    await useWorlds(memory.port, worlds, 'GET')
    const perWorld = (memory.rss() - before) / worlds
    await memory.stop()
    report.addNote(`Memory of a world, without --data: ${Math.round(perWorld / 1024)} kB.`)
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { residentBytes } from './measure.mjs'
import { keepAlive, PROBED, send, startOwn } from './own-servers.mjs'
import { turnFileOf } from './turn-file.mjs'

const STORES = 'lumenwave quorvane pernickel velostrand kumorigo plattenkrug marembola savandrum fidelwick amberhoard'
const store_ids = STORES.split(' ').map((name) => `store_${name}`)

const MAX_P99_MS = 50
const MAX_MS = 150
const MAX_RSS_BYTES = 1024 ** 3

/** How long the neighbour is measured while nothing else happens, and at least during each call. */
const IDLE_MS = 3000
const MIN_MEASURED_MS = 1000

/** A client of one world. */
function clientOf(port, world) {
  const agent = keepAlive(16)
  const headers = { 'x-api-key': `sk_sandbox_enterprise_${world}` }
  return {
    async call(method, path, value, type = 'application/json') {
      const body =
        value === undefined || Buffer.isBuffer(value) || typeof value === 'string' ? value : JSON.stringify(value)
      const response = await send(port, {
        method,
        path,
        headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
        body,
        agent,
      })
      return response
    },
    async ok(method, path, value, type) {
      const { status, body } = await this.call(method, path, value, type)
      if (status >= 300) throw new Error(`${method} ${path} answers ${status}: ${body.slice(0, 300)}`)
      return body
    },
    close: () => agent.destroy(),
  }
}

async function runConcurrently(n, task) {
  let next = 0
  const worker = async () => {
    while (next < n) await task(next++)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

async function deliverReleases(client, releases, tracksPerRelease) {
  const release = { title: 'Load', artists: [{ name: 'Bench', role: 'main' }], release_date: '2025-02-01' }
  await runConcurrently(releases, async () => {
    const { id } = JSON.parse(await client.ok('POST', '/v1/releases', release))
    const track = { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' }
    await client.ok('POST', '/v1/tracks/bulk', { tracks: Array(tracksPerRelease).fill(track) })
    await client.ok('PATCH', `/v1/releases/${id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
    await client.ok('POST', `/v1/releases/${id}/submit`)
    await client.ok('POST', '/v1/deliveries', { release_id: id, store_ids, territory_codes: ['WORLDWIDE'] })
  })
}

/** A body with many values below names that mean a secret. Unknown fields are accepted and recorded. */
function bodyWithSecrets(count) {
  const secrets = Array.from({ length: count }, (_, i) => [`a${i}_token`, `Secret${i}Value`])
  return {
    title: 'T',
    artists: [{ name: 'A', role: 'main' }],
    release_date: '2030-01-01',
    ...Object.fromEntries(secrets),
  }
}

/** What one world asks for. `prepare` runs before the measurement. */
const CALLS = {
  'journal with 20,000 secrets in one body': {
    async run(client) {
      await client.ok('POST', '/v1/releases', bodyWithSecrets(20_000))
      await client.ok('GET', '/_sandbox/journal')
    },
  },
  '30,000 faults': {
    async run(client, { scale }) {
      await runConcurrently(30_000 / scale, () =>
        client.call('POST', '/_sandbox/faults', { delay: '1ms', probability: 0 }),
      )
      await client.call('GET', '/_sandbox/faults')
      await runConcurrently(100, () => client.call('GET', '/v1/stores'))
      await client.ok('DELETE', '/_sandbox/faults')
    },
  },
  'an advance of 144,000 steps': {
    prepare: (client, { scale }) => deliverReleases(client, 7200 / scale, 1),
    run: (client) => client.ok('POST', '/_sandbox/clock/advance', { duration: '96h' }),
  },
  'statements, royalties and invariants of 300,000 tracks over 100 years': {
    async prepare(client, { scale }) {
      await deliverReleases(client, 3000 / scale, 100)
      await client.ok('POST', '/_sandbox/clock/advance', { duration: '96h' })
    },
    async run(client) {
      await client.ok('POST', '/_sandbox/clock/advance', { to: '2125-01-15T00:00:00Z' })
      const { data } = JSON.parse(await client.ok('GET', '/v1/statements?limit=12'))
      await client.ok('GET', `/v1/statements/${data[6].id}/line-items?limit=100`)
      await client.ok('GET', '/v1/royalties?limit=100')
      await client.ok('POST', '/v1/payouts', { statement_ids: [data.find(({ status }) => status === 'closed').id] })
      await client.ok('GET', '/_sandbox/invariants?from=2125-01')
    },
  },
  'export and import of 100,000 releases': {
    async prepare(client, { scale }) {
      const release = { title: 'Load', artists: [{ name: 'Bench', role: 'main' }], release_date: '2030-01-01' }
      await runConcurrently(100_000 / scale, () => client.ok('POST', '/v1/releases', release))
    },
    async run(client) {
      await client.ok('POST', '/_sandbox/snapshots', { name: 'large' })
      const file = await client.ok('GET', '/_sandbox/snapshots/large')
      await client.call('POST', '/_sandbox/snapshots/import', file)
    },
  },
  'restore and fork of 100,000 releases': {
    async prepare(client, { scale }) {
      const release = { title: 'Load', artists: [{ name: 'Bench', role: 'main' }], release_date: '2030-01-01' }
      await runConcurrently(100_000 / scale, () => client.ok('POST', '/v1/releases', release))
      await client.ok('POST', '/_sandbox/snapshots', { name: 'large' })
    },
    async run(client) {
      await client.ok('POST', '/_sandbox/snapshots/large/restore')
      await client.ok('POST', '/_sandbox/snapshots/large/fork', { name: 'copy' })
    },
  },
  'reads of a world during an instant of 72,000 tasks': {
    prepare: (client, { scale }) => deliverReleases(client, 7200 / scale, 1),
    async run(client) {
      let isDone = false
      const advanced = client.ok('POST', '/_sandbox/clock/advance', { duration: '96h' }).then(() => (isDone = true))
      while (!isDone) await client.ok('GET', '/v1/releases?limit=1')
      await advanced
    },
  },
  'an upload of 200 MB': {
    async run(client) {
      const asset = { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }
      const { id } = JSON.parse(await client.ok('POST', '/v1/assets', asset))
      await client.call('PUT', `/v1/assets/${id}/content`, Buffer.alloc(200 * 1024 * 1024), 'audio/wav')
    },
  },
}

/** The most CPU time of one turn of the server's event loop since the last call, in milliseconds. */
async function longestTurn(pid) {
  rmSync(turnFileOf(pid), { force: true })
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    await delay(20)
    try {
      return Number(readFileSync(turnFileOf(pid), 'utf8'))
    } catch {}
  }
}

const formatMs = (n) => `${n < 10 ? n.toFixed(1) : Math.round(n)} ms`

/** Measures how long a neighbour's GET takes while another world makes large calls. */
export async function measureNeighbour(report, settings) {
  const { scale = 1 } = settings
  for (const [call, { prepare, run }] of Object.entries(CALLS)) {
    const name = scale === 1 ? call : `${call}, at 1/${scale} of the size`
    const server = await startOwn(PROBED, '--clock', 'manual', '--rate-limit', 'off')
    const client = clientOf(server.port, 'busy')
    const probe = new Worker(new URL('neighbour-probe.mjs', import.meta.url), { workerData: { port: server.port } })
    const measure = async (work) => {
      probe.postMessage('start')
      const startedAt = performance.now()
      await work()
      const seconds = (performance.now() - startedAt) / 1000
      await delay(Math.max(0, MIN_MEASURED_MS - seconds * 1000))
      probe.postMessage('stop')
      const [result] = await once(probe, 'message')
      return { ...result, seconds }
    }
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, residentBytes(server.pid) ?? 0)), 50)
    try {
      await prepare?.(client, { scale })
      const idle = await measure(() => delay(IDLE_MS / Math.min(scale, 3)))
      await longestTurn(server.pid)
      const busy = await measure(() => run(client, { scale }))
      const turn = await longestTurn(server.pid)
      const megabytes = Math.round(peak / 1024 ** 2)
      report.addTarget(`Neighbour of ${name}: p99 of a GET, in ms`, busy.p99, { atMost: MAX_P99_MS })
      report.addTarget(`Neighbour of ${name}: slowest GET, in ms`, busy.max, { atMost: MAX_MS })
      report.addTarget(`Neighbour of ${name}: CPU time of the longest turn, in ms`, turn, { atMost: MAX_MS })
      if (peak > 0)
        report.addTarget(`Neighbour of ${name}: memory (RSS) of the sandbox, in MB`, megabytes, {
          atMost: MAX_RSS_BYTES / 1024 ** 2,
        })
      report.addNote(
        `Neighbour of ${name} (${busy.seconds.toFixed(1)} s): ${busy.requests} GETs, median ${formatMs(busy.median)}, p99 ${formatMs(busy.p99)}, ` +
          `slowest ${formatMs(busy.max)}; idle: median ${formatMs(idle.median)}, p99 ${formatMs(idle.p99)}, slowest ${formatMs(idle.max)}. ` +
          `p99 relative to idle: ${(busy.p99 / idle.p99).toFixed(1)}. Longest turn: ${formatMs(turn)} of CPU time. Memory (RSS) at most ${megabytes} MB.`,
      )
    } finally {
      clearInterval(watch)
      client.close()
      await probe.terminate()
      await server.stop()
      rmSync(turnFileOf(server.pid), { force: true })
    }
  }
}

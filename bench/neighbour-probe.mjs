import { parentPort, workerData } from 'node:worker_threads'
import { keepAlive, send } from './own-servers.mjs'

/**
 * Requests a release of another world at a fixed rate, whether or not the previous requests were answered. A server
 * that stops for a second therefore counts as many slow requests and not as one. Runs in a worker, so that large
 * responses to the main thread do not disturb it.
 */
const INTERVAL_MS = 5

const agent = keepAlive(500)
const request = {
  path: '/v1/releases/rel_seed_01',
  headers: { 'x-api-key': 'sk_sandbox_enterprise_neighbour' },
  agent,
}

let durations = []
let pending = []
let timer

async function probe() {
  const startedAt = performance.now()
  const { status } = await send(workerData.port, request)
  if (status !== 200) throw new Error(`The neighbour's GET answers ${status}`)
  durations.push(performance.now() - startedAt)
}

function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

parentPort.on('message', async (message) => {
  if (message === 'start') {
    durations = []
    pending = []
    timer = setInterval(() => pending.push(probe()), INTERVAL_MS)
    return
  }
  clearInterval(timer)
  await Promise.all(pending)
  const sorted = durations.sort((a, b) => a - b)
  parentPort.postMessage({
    requests: sorted.length,
    median: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
  })
})

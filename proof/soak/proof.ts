import { setTimeout as delay } from 'node:timers/promises'
import { CaseFailure, type Proof, type Trial } from '../runner/proof.js'
import { apiKeyOf, openClient, type SoakClient } from './client.js'
import { sendAndAbort, sendUntilClosed } from './pipelined-connection.js'
import { openReceiver, type Receiver } from './receiver.js'
import { type Handles, type Memory, type ServerProcess, startServer } from './server-process.js'
import { WORKFLOWS } from './workflows.js'

const CLIENTS = 6
/** A client removes its world and starts another one after about this many requests. */
const REQUESTS_PER_WORLD = 1500
/**
 * Maximum growth of the heap from the first case to the last. Resident memory is printed but not checked: how much of it
 * V8 returns varies by more than that from run to run.
 */
const MAX_HEAP_GROWTH = 0.1

/** Sends the requests from a few concurrent clients, which remove the worlds that they create. */
async function runCase(
  server: ServerProcess,
  receiver: Receiver,
  seed: number,
  requests: number,
): Promise<SoakClient[]> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, i) => openClient(server.port, seed * CLIENTS + i)),
  )
  const requestsPerClient = Math.ceil(requests / CLIENTS)
  const runClient = async (client: SoakClient, index: number) => {
    const { random } = client
    for (let worlds = 0; client.count < requestsPerClient; worlds++) {
      client.world = { tier: random.pick(['standard', 'enterprise']), name: `soak-${seed}-${index}-${worlds}` }
      const end = Math.min(requestsPerClient, client.count + REQUESTS_PER_WORLD)
      while (client.count < end) await random.pick(WORKFLOWS)(client, receiver)
      await client.sendOne({
        method: 'DELETE',
        path: `/_sandbox/worlds/${client.world.tier}/${client.world.name}`,
        status: 204,
      })
    }
  }
  try {
    await Promise.all(clients.map(runClient))
    await checkWorldsRemoved(clients[0] as SoakClient, seed)
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    receiver.clear()
  }
  return clients
}

/** Checks that no world is left: it would look like a leak. */
async function checkWorldsRemoved(client: SoakClient, seed: number) {
  client.world = { tier: 'standard', name: `soak-${seed}-end` }
  const { body } = await client.sendOne({ method: 'GET', path: '/_sandbox/worlds', status: 200 })
  const others = (JSON.parse(body) as { data: { api_key: string }[] }).data.filter(
    ({ api_key }) => api_key !== apiKeyOf(client.world),
  )
  if (others.length > 0) throw new Error(`Worlds were left behind: ${others.map(({ api_key }) => api_key).join(', ')}`)
  await client.sendOne({ method: 'DELETE', path: `/_sandbox/worlds/standard/${client.world.name}`, status: 204 })
}

const format = (handles: Handles) => JSON.stringify(handles, null, 1)

/** Waits until the handles are those of the start: closed connections take a moment to disappear. */
async function waitForRelease(server: ServerProcess, initial: Handles, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs
  let current = await server.handles()
  while (format(current) !== format(initial)) {
    if (performance.now() > end)
      throw new Error(
        `All clients are disconnected, but these handles are left:\n${format(current)}\nAt the start:\n${format(initial)}`,
      )
    await delay(20)
    current = await server.handles()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

export interface SoakOptions {
  /** Number of requests of one case. */
  requests: number
  /** Modules that plant a fault in the server, to test the proof itself. */
  preload?: readonly string[]
  /** Milliseconds that the server may take to release handles, and to stop. */
  timeoutMs?: number
}

/** The first request loads the validators, so that this client is gone before its stream starts. */
async function abortUnstartedStream(port: number) {
  const headers = 'Host: localhost\r\nX-API-Key: sk_sandbox_standard_unstarted\r\nConnection: close\r\n'
  await sendAndAbort(port, `GET /_sandbox/events/stream HTTP/1.1\r\n${headers}\r\n`, false)
  await sendUntilClosed(port, `DELETE /_sandbox/worlds/standard/unstarted HTTP/1.1\r\n${headers}\r\n`)
}

export function createSoak({ requests, preload = [], timeoutMs = 10_000 }: SoakOptions): Proof {
  async function soak(server: ServerProcess, receiver: Receiver, { seeds, log }: Trial): Promise<string[]> {
    const initialHandles = await server.handles()
    await abortUnstartedStream(server.port)
    const memoryAfterCase: Memory[] = []
    const statuses = new Map<number, number>()
    let total = 0
    for (const seed of seeds) {
      const began = performance.now()
      try {
        for (const client of await runCase(server, receiver, seed, requests)) {
          total += client.count
          for (const [status, count] of client.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
        }
        await waitForRelease(server, initialHandles, timeoutMs)
        memoryAfterCase.push(await server.memory())
      } catch (error) {
        throw new CaseFailure(seed, (error as Error).message)
      }
      const { heap, rss } = memoryAfterCase.at(-1) as Memory
      const seconds = Math.round((performance.now() - began) / 1000)
      log(`${total.toLocaleString('en')} requests: heap ${megabytes(heap)}, RSS ${megabytes(rss)} (${seconds} s)`)
    }
    const [first, last] = [memoryAfterCase[0] as Memory, memoryAfterCase.at(-1) as Memory]
    // The failure belongs to all cases together, so no seed is named.
    if (last.heap > first.heap * (1 + MAX_HEAP_GROWTH))
      throw new Error(
        `The heap grows: ${memoryAfterCase.map(({ heap }) => megabytes(heap)).join(', ')} after each ${requests.toLocaleString('en')} requests.`,
      )
    const exit = await server.stop(timeoutMs)
    if (exit === undefined)
      throw new Error(`The server was asked to stop and did not exit by itself:\n${format(await server.handles())}`)
    if (exit !== '0') throw new Error(`The server was asked to stop and exited with ${exit}.`)
    const statusCounts = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'left'}: ${count}`)
    return [
      `${total.toLocaleString('en')} requests, by status: ${statusCounts.join(', ')}`,
      `heap ${megabytes(first.heap)} after the first case, ${megabytes(last.heap)} after the last; RSS ${megabytes(first.rss)}, ${megabytes(last.rss)}`,
    ]
  }

  return {
    claim: 'A long-running server leaks no memory, handles or sockets.',
    cases: 10,
    async run(trial) {
      const receiver = await openReceiver()
      const server = await startServer(preload)
      try {
        return await soak(server, receiver, trial)
      } finally {
        server.kill()
        receiver.close()
      }
    },
  }
}

export const soakProof = createSoak({ requests: 100_000 })

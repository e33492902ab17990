import { setTimeout as delay } from 'node:timers/promises'
import { CaseFailure, type Proof, type Trial } from '../runner/proof.js'
import { apiKeyOf, openClient, type SoakClient } from './lane.js'
import { openReceiver, type Receiver } from './receiver.js'
import { WORKFLOWS } from './scenes.js'
import { type Handles, type Memory, type ServerProcess, startServer } from './server.js'

const CLIENTS = 6
/** A world is left behind and removed after about so many requests. */
const REQUESTS_PER_WORLD = 1500
/**
 * How much more heap there may be after the last stretch than after the first. Resident memory is told, but not judged:
 * how much of it V8 gives back, and when, differs by more than that from run to run.
 */
const MAX_HEAP_GROWTH = 0.1

/** As many requests as are asked for, from a few clients at once. Every world that they make, they remove. */
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

/** A world that came back, or was forgotten by who made it, would be taken for a leak. */
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

/** Connections that the other side has closed take a moment to be gone. How long is not ours to say, but not for ever. */
async function waitForRelease(server: ServerProcess, initial: Handles, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs
  let current = await server.handles()
  while (format(current) !== format(initial)) {
    if (performance.now() > end)
      throw new Error(
        `Nobody is connected any more, and this is left:\n${format(current)}\nIn the beginning:\n${format(initial)}`,
      )
    await delay(20)
    current = await server.handles()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

export interface SoakOptions {
  /** Of one case. */
  requests: number
  /** Modules that plant a fault in the server. */
  preload?: readonly string[]
  /** Milliseconds that a server may take to let go of what nobody needs any more, and to end when it is told to. */
  timeoutMs?: number
}

export function createSoak({ requests, preload = [], timeoutMs = 10_000 }: SoakOptions): Proof {
  async function soak(server: ServerProcess, receiver: Receiver, { seeds, log }: Trial): Promise<string[]> {
    const initialHandles = await server.handles()
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
    // Not one case's fault, but that of all of them together.
    if (last.heap > first.heap * (1 + MAX_HEAP_GROWTH))
      throw new Error(
        `The heap grows: ${memoryAfterCase.map(({ heap }) => megabytes(heap)).join(', ')} after each ${requests.toLocaleString('en')} requests.`,
      )
    if ((await server.stop(timeoutMs)) !== '0')
      throw new Error(`The server was asked to stop and did not end by itself:\n${format(await server.handles())}`)
    const statusCounts = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'left'}: ${count}`)
    return [
      `${total.toLocaleString('en')} requests, by status: ${statusCounts.join(', ')}`,
      `heap ${megabytes(first.heap)} after the first case, ${megabytes(last.heap)} after the last; RSS ${megabytes(first.rss)}, ${megabytes(last.rss)}`,
    ]
  }

  return {
    claim:
      'A server that is used for long is in the end what it was in the beginning: no memory, handle or socket stays.',
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

export const soak = createSoak({ requests: 100_000 })

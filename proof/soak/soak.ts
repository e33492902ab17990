import { setTimeout as delay } from 'node:timers/promises'
import { CaseFailed, type Proof, type Trial } from '../runner/proof.js'
import { keyOf, type Lane, openLane } from './lane.js'
import { openReceiver, type Receiver } from './receiver.js'
import { SCENES } from './scenes.js'
import { type Handles, type Memory, type SoakedServer, startServer } from './server.js'

const LANES = 6
/** A world is left behind and removed after about so many requests. */
const WORLD = 1500
/**
 * How much more heap there may be after the last stretch than after the first. Resident memory is told, but not judged:
 * how much of it V8 gives back, and when, differs by more than that from run to run.
 */
const GROWTH = 0.1

/** As many requests as are asked for, from a few clients at once. Every world that they make, they remove. */
async function stretch(server: SoakedServer, receiver: Receiver, seed: number, requests: number): Promise<Lane[]> {
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, i) => openLane(server.port, seed * LANES + i)))
  const share = Math.ceil(requests / LANES)
  const walk = async (lane: Lane, index: number) => {
    const { random } = lane
    for (let worlds = 0; lane.count < share; worlds++) {
      lane.world = { tier: random.pick(['standard', 'enterprise']), name: `soak-${seed}-${index}-${worlds}` }
      const end = Math.min(share, lane.count + WORLD)
      while (lane.count < end) await random.pick(SCENES)(lane, receiver)
      await lane.one({ method: 'DELETE', path: `/_sandbox/worlds/${lane.world.tier}/${lane.world.name}`, status: 204 })
    }
  }
  try {
    await Promise.all(lanes.map(walk))
    await leftBehind(lanes[0] as Lane, seed)
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
    receiver.clear()
  }
  return lanes
}

/** A world that came back, or was forgotten by who made it, would be taken for a leak. */
async function leftBehind(lane: Lane, seed: number) {
  lane.world = { tier: 'standard', name: `soak-${seed}-end` }
  const { body } = await lane.one({ method: 'GET', path: '/_sandbox/worlds', status: 200 })
  const others = (JSON.parse(body) as { data: { api_key: string }[] }).data.filter(
    ({ api_key }) => api_key !== keyOf(lane.world),
  )
  if (others.length > 0) throw new Error(`Worlds were left behind: ${others.map(({ api_key }) => api_key).join(', ')}`)
  await lane.one({ method: 'DELETE', path: `/_sandbox/worlds/standard/${lane.world.name}`, status: 204 })
}

const tell = (handles: Handles) => JSON.stringify(handles, null, 1)

/** Connections that the other side has closed take a moment to be gone. How long is not ours to say, but not for ever. */
async function comeToRest(server: SoakedServer, begin: Handles, patience: number): Promise<void> {
  const end = performance.now() + patience
  let left = await server.handles()
  while (tell(left) !== tell(begin)) {
    if (performance.now() > end)
      throw new Error(
        `Nobody is connected any more, and this is left:\n${tell(left)}\nIn the beginning:\n${tell(begin)}`,
      )
    await delay(20)
    left = await server.handles()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

export interface SoakOptions {
  /** Of one case. */
  requests: number
  /** Modules that plant a fault in the server. */
  preload?: readonly string[]
  /** Milliseconds that a server may take to let go of what nobody needs any more, and to end when it is told to. */
  patience?: number
}

export function createSoak({ requests, preload = [], patience = 10_000 }: SoakOptions): Proof {
  async function soak(server: SoakedServer, receiver: Receiver, { seeds, say }: Trial): Promise<string[]> {
    const begin = await server.handles()
    const rests: Memory[] = []
    const statuses = new Map<number, number>()
    let total = 0
    for (const seed of seeds) {
      const began = performance.now()
      try {
        for (const lane of await stretch(server, receiver, seed, requests)) {
          total += lane.count
          for (const [status, count] of lane.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
        }
        await comeToRest(server, begin, patience)
        rests.push(await server.memory())
      } catch (fault) {
        throw new CaseFailed(seed, (fault as Error).message)
      }
      const { heap, rss } = rests.at(-1) as Memory
      const seconds = Math.round((performance.now() - began) / 1000)
      say(`${total.toLocaleString('en')} requests: heap ${megabytes(heap)}, RSS ${megabytes(rss)} (${seconds} s)`)
    }
    const [first, last] = [rests[0] as Memory, rests.at(-1) as Memory]
    // Not one case's fault, but that of all of them together.
    if (last.heap > first.heap * (1 + GROWTH))
      throw new Error(
        `The heap grows: ${rests.map(({ heap }) => megabytes(heap)).join(', ')} after each ${requests.toLocaleString('en')} requests.`,
      )
    if ((await server.stop(patience)) !== '0')
      throw new Error(`The server was asked to stop and did not end by itself:\n${tell(await server.handles())}`)
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'left'}: ${count}`)
    return [
      `${total.toLocaleString('en')} requests, by status: ${told.join(', ')}`,
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

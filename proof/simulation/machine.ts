import { compose, type Disposables, dispose } from '../../src/composition/compose.js'
import type { Incoming } from '../../src/http/pipeline/exchange.js'
import type { SandboxOptions } from '../../src/library/options.js'
import type { RunningWorld } from '../../src/runtime/running-world.js'
import type { Disk } from '../../src/runtime/storage/disk.js'
import type { Sender } from '../../src/webhooks/sender.js'
import type { Random } from '../runner/random.js'
import { createDisk, type End, type SimulatedDisk } from './disk.js'
import { createNetwork, type Network } from './network.js'
import { createSchedule, type Life, type Schedule, sleep } from './schedule.js'
import { Violation } from './violation.js'

type Assembled = Awaited<ReturnType<typeof compose>>

export interface Answer {
  status: number
  text: string
  replayed: boolean
}

/** Nobody knows what became of a request: the process ended before it answered. */
export class Gone extends Error {}

export interface Crash {
  end: End
  at: number
}

/** What is put between the sandbox and its disk and network, to see whether that would be noticed. */
export interface Planted {
  disk?(disk: Disk): Disk
  sender?(sender: Sender): Sender
}

/** A computer with a disk and a network, on which one process after another runs the sandbox. */
export interface Machine {
  readonly schedule: Schedule
  readonly disk: SimulatedDisk
  readonly network: Network
  readonly crashes: readonly Crash[]
  /** How often the sandbox took back what it could not write. */
  readonly setbacks: number
  /** How often it could not even do that. */
  readonly breaks: number
  /** How often the power failed where not everything is on the disk at once: what came last may be gone. */
  readonly losses: number
  readonly isUp: boolean
  /** How many processes there were. */
  readonly processes: number
  /** For what has nothing to do with the process. */
  readonly life: Life
  /** Starts a process; false when it did not get up, with the reason among the faults. */
  start(): Promise<boolean>
  /** Why the last process did not get up. */
  readonly refusal: string
  world(key: string): RunningWorld | undefined
  call(
    door: 'api' | 'control',
    method: string,
    target: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Answer>
  /** The process ends at the next moment, without a chance to do anything. */
  crash(end: End): void
  /** The process ends by itself, as it should. */
  stop(): Promise<void>
  /** Lets happen what happens until then. */
  run(isOver: () => boolean): Promise<void>
}

/** Compiled once for all cases. */
let contracts: Pick<Assembled, 'contract' | 'controlContract'> | undefined

async function compiled() {
  if (contracts) return contracts
  const borrowed: Disposables = []
  const { contract, controlContract } = await compose({}, borrowed)
  await Promise.all([contract.loadValidator(), controlContract.loadValidator()])
  await dispose(borrowed)
  return (contracts = { contract, controlContract })
}

/** More steps than any case takes. */
const MOST_STEPS = 50_000

/** `onEnd` is told when a process has ended. */
export function createMachine(random: Random, options: SandboxOptions, planted: Planted, onEnd: () => void): Machine {
  const schedule = createSchedule(random)
  const disk = createDisk(schedule, random)
  const network = createNetwork(schedule, random)
  const life = schedule.begin()
  const crashes: Crash[] = []
  let processes = 0
  let setbacks = 0
  let breaks = 0
  let refusal = ''
  const requestIds = new Set<string>()
  let running: { life: Life; assembled: Assembled; borrowed: Disposables; waiting: Set<() => void> } | undefined
  /** The process has ended, and nobody has cleared up after it yet. */
  let ended: End | undefined

  const logTo = {
    write(line: string) {
      if (/^world .*Nor could/.test(line)) breaks++
      else if (line.startsWith('world ')) setbacks++
      schedule.note(`log ${line.split('\n')[0]}`)
      return true
    },
  } as NodeJS.WritableStream

  function die(own: Life, end: End) {
    if (own.isOver) return
    own.end()
    ended = end
    crashes.push({ end, at: schedule.now })
    schedule.note(`crash: ${end} after ${disk.operations} operations`)
  }

  function clearUp() {
    if (!ended) return
    disk.settle()
    if (ended === 'power') disk.losePower()
    ended = undefined
    const waiting = running?.waiting ?? []
    running = undefined
    for (const giveUp of waiting) giveUp()
    onEnd()
  }

  const machine: Machine = {
    schedule,
    disk,
    network,
    crashes,
    life,
    get setbacks() {
      return setbacks
    },
    get breaks() {
      return breaks
    },
    get losses() {
      return options.dataSync === 'batch' ? crashes.filter(({ end }) => end === 'power').length : 0
    },
    get isUp() {
      return running !== undefined
    },
    get processes() {
      return processes
    },
    get refusal() {
      return refusal
    },
    async start() {
      const own = schedule.begin()
      const borrowed: Disposables = []
      const mounted = disk.mount(own, () => die(own, disk.end?.by ?? 'kill'))
      const sender = network.mount(own, ++processes)
      schedule.note(`start ${processes}`)
      try {
        const assembled = await compose({ ...options, data: '/home/data', rateLimit: 'off', logTo }, borrowed, {
          wall: () => schedule.now,
          timer: own.after,
          soon: (callback) => void own.after(0, callback),
          pause: (ms) => sleep(own, ms),
          disk: planted.disk?.(mounted) ?? mounted,
          sender: planted.sender?.(sender) ?? sender,
          contracts: await compiled(),
        })
        running = { life: own, assembled, borrowed, waiting: new Set() }
      } catch (fault) {
        refusal = String(fault)
        schedule.note(`does not start: ${refusal}`)
        own.end()
      }
      clearUp()
      return running !== undefined
    },
    world: (key) => running?.assembled.worlds.find(key),
    call(door, method, target, headers, body) {
      const process = running
      if (!process) return Promise.reject(new Gone())
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const incoming: Incoming = {
        method,
        target,
        headers: { ...headers, ...(bytes && { 'content-type': 'application/json' }) },
        async streamBody(_limit, onChunk) {
          await sleep(process.life, random.below(3))
          if (bytes) onChunk(bytes)
          return 'complete'
        },
      }
      return new Promise((resolve, reject) => {
        const giveUp = () => reject(new Gone())
        process.waiting.add(giveUp)
        Promise.resolve(process.assembled[door].handle(incoming)).then((outgoing) => {
          process.waiting.delete(giveUp)
          if (process.life.isOver || !outgoing) return giveUp()
          const { status, headers, body } = outgoing
          const { 'X-Request-Id': id = '', 'Idempotent-Replayed': replayed } = headers
          // Where there is no world, ids are those of the process.
          const isNobodys = status === 503
          if (!replayed && !isNobodys && requestIds.has(id))
            return reject(new Violation(`${id} was given to two requests`))
          requestIds.add(id)
          schedule.note(`${status} ${method} ${target} ${body}`)
          resolve({ status, text: body, replayed: replayed === 'true' })
        }, reject)
      })
    },
    crash(end) {
      if (running) die(running.life, end)
      clearUp()
    },
    async stop() {
      const process = running
      if (!process) return
      let isDone = false
      const stopping = dispose(process.borrowed).then(() => (isDone = true))
      await machine.run(() => isDone || process.life.isOver)
      if (process.life.isOver) return
      await stopping
      process.life.end()
      running = undefined
    },
    async run(isOver) {
      for (let i = 0; !isOver(); i++) {
        if (i > MOST_STEPS) throw new Error('It does not come to an end.')
        if (!(await schedule.step())) throw new Error('Nothing is left to happen, and yet it is not over.')
        clearUp()
      }
    },
  }
  return machine
}

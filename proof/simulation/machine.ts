import { compose, type Disposables, dispose } from '../../src/composition/compose.js'
import type { Incoming } from '../../src/http/pipeline/exchange.js'
import type { SandboxOptions } from '../../src/library/sandbox-options.js'
import type { RunningWorld } from '../../src/runtime/running-world.js'
import type { Disk } from '../../src/runtime/storage/disk/durable-disk.js'
import { ROLLBACK_FAILED } from '../../src/runtime/storage/log/log-writer.js'
import type { Sender } from '../../src/webhooks/sender.js'
import type { Random } from '../runner/random.js'
import { type CrashKind, createDisk, type SimulatedDisk } from './disk.js'
import { createNetwork, type Network } from './network.js'
import { createSchedule, type Schedule, sleep, type TimerScope } from './schedule.js'
import { Violation } from './violation.js'

type ComposedSandbox = Awaited<ReturnType<typeof compose>>

export interface HttpResponse {
  status: number
  text: string
  replayed: boolean
}

/** The process ended before it responded. The client cannot know whether the request was applied. */
export class ConnectionLost extends Error {}

export interface Crash {
  kind: CrashKind
  at: number
}

/** Wrappers around disk and network that plant faults, to test the proof itself. */
export interface Wrappers {
  hibernateAfterMs?: number
  disk?(disk: Disk): Disk
  sender?(sender: Sender): Sender
}

/** A simulated computer with a disk and a network, on which one sandbox process runs after another. */
export interface Machine {
  readonly schedule: Schedule
  readonly disk: SimulatedDisk
  readonly network: Network
  readonly crashes: readonly Crash[]
  /** Number of changes that the sandbox rolled back because it could not write them. */
  readonly rollbacks: number
  /** Number of worlds that are loaded now. */
  readonly loadedWorlds: number
  /** Number of rollbacks that failed. */
  readonly failedRollbacks: number
  /** Number of power failures that may have lost the latest writes (`batch`). */
  readonly dataLosses: number
  readonly isUp: boolean
  /** Number of processes so far. */
  readonly processes: number
  /** Timers that survive the process. */
  readonly scope: TimerScope
  /** Starts a process. False if it did not start; `startError` has the reason. */
  start(): Promise<boolean>
  /** Why the last process did not start. */
  readonly startError: string
  /** The world, if it is loaded. */
  world(key: string): RunningWorld | undefined
  hasWorld(key: string): boolean
  /** Loads the world. Undefined if there is none, or if the process ended before it was loaded. */
  loadWorld(key: string): Promise<RunningWorld | undefined>
  call(
    surface: 'api' | 'control',
    method: string,
    target: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<HttpResponse>
  /** Ends the process immediately. */
  crashProcess(end: CrashKind): void
  /** Stops the process gracefully. */
  stop(): Promise<void>
  /** Runs the schedule until the condition holds. */
  runUntil(isDone: () => boolean): Promise<void>
}

interface Process {
  scope: TimerScope
  sandbox: ComposedSandbox
  disposables: Disposables
  /** Reject the requests that have no response yet. */
  waiting: Set<() => void>
  /** The request ids that this process has assigned. */
  requestIds: Set<string>
}

/** Compiled once for all cases. */
let contracts: Pick<ComposedSandbox, 'contract' | 'controlContract'> | undefined

async function loadContracts() {
  if (contracts) return contracts
  const disposables: Disposables = []
  const { contract, controlContract } = await compose({}, disposables)
  await Promise.all([contract.loadValidator(), controlContract.loadValidator()])
  await dispose(disposables)
  return (contracts = { contract, controlContract })
}

/** More steps than any case takes. */
const MAX_STEPS = 50_000

/** `onEnd` is called when a process has ended. */
export function createMachine(random: Random, options: SandboxOptions, wrappers: Wrappers, onEnd: () => void): Machine {
  const schedule = createSchedule(random)
  const disk = createDisk(schedule, random)
  const network = createNetwork(schedule, random)
  const scope = schedule.createScope()
  const crashes: Crash[] = []
  let processes = 0
  let rollbacks = 0
  let failedRollbacks = 0
  let startError = ''
  /** Of all processes. */
  const requestIds = new Set<string>()
  let running: Process | undefined
  /** The process has ended and is not cleaned up yet. */
  let endedBy: CrashKind | undefined

  const logTo = {
    write(line: string) {
      if (line.includes(ROLLBACK_FAILED)) failedRollbacks++
      else if (line.startsWith('world ')) rollbacks++
      schedule.record(`log ${line.split('\n')[0]}`)
      return true
    },
  } as NodeJS.WritableStream

  function endProcess(processScope: TimerScope, kind: CrashKind) {
    if (processScope.isEnded) return
    processScope.end()
    endedBy = kind
    crashes.push({ kind, at: schedule.now })
    schedule.record(`crash: ${kind} after ${disk.operations} operations`)
  }

  function cleanUp() {
    if (!endedBy) return
    disk.resolvePending()
    if (endedBy === 'power') disk.losePower()
    endedBy = undefined
    const waiting = running?.waiting ?? []
    running = undefined
    for (const abandon of waiting) abandon()
    onEnd()
  }

  const machine: Machine = {
    schedule,
    disk,
    network,
    crashes,
    scope,
    get rollbacks() {
      return rollbacks
    },
    get loadedWorlds() {
      return running?.sandbox.worlds.list().filter(({ state }) => state === 'loaded').length ?? 0
    },
    get failedRollbacks() {
      return failedRollbacks
    },
    get dataLosses() {
      return options.dataSync === 'batch' ? crashes.filter(({ kind }) => kind === 'power').length : 0
    },
    get isUp() {
      return running !== undefined
    },
    get processes() {
      return processes
    },
    get startError() {
      return startError
    },
    async start() {
      const processScope = schedule.createScope()
      const disposables: Disposables = []
      const mounted = disk.mount(processScope, () => endProcess(processScope, disk.crashPoint?.kind ?? 'kill'))
      const sender = network.mount(processScope, ++processes)
      schedule.record(`start ${processes}`)
      try {
        const sandbox = await compose({ ...options, data: '/home/data', rateLimit: 'off', logTo }, disposables, {
          wall: () => schedule.now,
          timer: processScope.after,
          defer: (callback) => void processScope.after(0, callback),
          pause: (ms) => sleep(processScope, ms),
          ...(wrappers.hibernateAfterMs !== undefined && { hibernateAfterMs: wrappers.hibernateAfterMs }),
          disk: wrappers.disk?.(mounted) ?? mounted,
          sender: wrappers.sender?.(sender) ?? sender,
          contracts: await loadContracts(),
        })
        running = { scope: processScope, sandbox, disposables, waiting: new Set(), requestIds: new Set() }
      } catch (error) {
        startError = String(error)
        schedule.record(`does not start: ${startError}`)
        processScope.end()
      }
      cleanUp()
      return running !== undefined
    },
    world: (key) => running?.sandbox.worlds.findLoaded(key),
    hasWorld: (key) => running?.sandbox.worlds.has(key) ?? false,
    async loadWorld(key) {
      const world = running?.sandbox.worlds.find(key)
      if (!(world instanceof Promise)) return world
      let isDone = false
      const done = () => void (isDone = true)
      world.then(done, done)
      await new Promise(setImmediate)
      await machine.runUntil(() => isDone || !running)
      return running && world
    },
    call(surface, method, target, headers, body) {
      const process = running
      if (!process) return Promise.reject(new ConnectionLost())
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const incoming: Incoming = {
        method,
        target,
        headers: { ...headers, ...(bytes && { 'content-type': 'application/json' }) },
        async streamBody(_limit, onChunk) {
          await sleep(process.scope, random.below(3))
          if (bytes) onChunk(bytes)
          return 'complete'
        },
      }
      return new Promise((resolve, reject) => {
        const abandon = () => reject(new ConnectionLost())
        process.waiting.add(abandon)
        Promise.resolve(process.sandbox[surface].handle(incoming)).then((outgoing) => {
          process.waiting.delete(abandon)
          if (process.scope.isEnded || !outgoing) return abandon()
          const { status, headers, body } = outgoing
          const { 'X-Request-Id': id = '', 'Idempotent-Replayed': replayed } = headers
          // Without a world, and for reads of the control plane, request ids are counted per process.
          const isFromWorld = status !== 503 && !(surface === 'control' && method === 'GET')
          const usedIds = isFromWorld ? requestIds : process.requestIds
          if (usedIds.has(id)) return reject(new Violation(`${id} was assigned to two requests`))
          requestIds.add(id)
          process.requestIds.add(id)
          schedule.record(`${status} ${method} ${target} ${body}`)
          resolve({ status, text: body, replayed: replayed === 'true' })
        }, reject)
      })
    },
    crashProcess(end) {
      if (running) endProcess(running.scope, end)
      cleanUp()
    },
    async stop() {
      const process = running
      if (!process) return
      let isDone = false
      const stopping = dispose(process.disposables).then(() => (isDone = true))
      await machine.runUntil(() => isDone || process.scope.isEnded)
      if (process.scope.isEnded) return
      await stopping
      process.scope.end()
      running = undefined
    },
    async runUntil(isOver) {
      for (let i = 0; !isOver(); i++) {
        if (i > MAX_STEPS) throw new Error('The case does not end.')
        if (!(await schedule.runNext())) throw new Error('Nothing is scheduled, but the condition does not hold.')
        cleanUp()
      }
    },
  }
  return machine
}

import type { SandboxOptions } from '../../src/library/sandbox-options.js'
import { createRandom, type Random } from '../runner/random.js'
import { checkEnd, checkInvariants, checkSent } from './checks.js'
import { type ClientHistory, checkWorld, createHistory, dropLostWrites, markUncertain } from './client-history.js'
import { createClients, KEY } from './clients.js'
import { type CrashKind, type CrashPoint, type FailureRates, MAX_LATENCY, NO_FAILURES } from './disk.js'
import { createMachine, type Machine, type Wrappers } from './machine.js'
import type { SentEvent } from './network.js'
import { checkTampering, pickTampering, type Tampering } from './tampering.js'
import { Violation } from './violation.js'

/** The parameters of a case. */
export interface CasePlan {
  options: SandboxOptions
  clients: number
  /** Number of tasks of each client. */
  tasksPerClient: number
  /** `after` is a number of steps. */
  crashes: { after: number; kind: CrashKind }[]
  /** `from` and `to` are numbers of steps. */
  diskFailures: { from: number; to: number; rates: FailureRates } | undefined
  /** A crash at one disk operation. */
  crashPoint: CrashPoint | undefined
  /** How long a world is idle before it is put away. */
  hibernateAfterMs: number
  /** What happens to a file of the world between two processes, at the end. */
  tampering: Tampering | undefined
}

export interface CaseStats {
  digest: string
  operations: number
  steps: number
  calls: number
  sent: number
  crashes: number
  rollbacks: number
}

/** The violation, with the plan and the last log lines. */
export class CaseError extends Error {}

const FAILURE_PROFILES: FailureRates[] = [
  { write: 15, sync: 0, names: 0, read: 0 },
  { write: 0, sync: 20, names: 0, read: 0 },
  { write: 10, sync: 10, names: 10, read: 0 },
  { write: 25, sync: 25, names: 25, read: 15 },
]

export function createPlan(random: Random): CasePlan {
  const isManual = random.percent(50)
  const from = random.below(80)
  return {
    options: {
      clock: isManual ? 'manual' : 'live',
      dataSync: random.percent(70) ? 'always' : 'batch',
      ...(!isManual && { speed: random.pick([1, 3600, Number.POSITIVE_INFINITY]) }),
      maxWorlds: random.pick([1, 2, 10]),
    },
    clients: 1 + random.below(3),
    tasksPerClient: 2 + random.below(4),
    crashes: Array.from({ length: random.below(4) }, () => ({
      after: random.below(160),
      kind: random.pick(['kill', 'power'] as const),
    })).sort((a, b) => a.after - b.after),
    diskFailures: random.percent(50)
      ? { from, to: from + random.below(120), rates: random.pick(FAILURE_PROFILES) }
      : undefined,
    crashPoint: undefined,
    hibernateAfterMs: random.pick([200, 2000, 900_000]),
    tampering: random.percent(50) ? pickTampering(random) : undefined,
  }
}

/** With `batch`, writes younger than this may be lost: the time between two syncs plus the duration of a sync. */
const BATCH_LOSS_MS = 100 + 2 * MAX_LATENCY

/** The same for a disk whose syncs fail and are retried. */
const FAILING_DISK_LOSS_MS = 60_000

const MAX_STARTS = 50

export async function runCase(
  seed: number,
  plan = createPlan(createRandom(seed)),
  wrappers: Wrappers = {},
): Promise<CaseStats> {
  const random = createRandom(seed ^ 0x5eed)
  const history = createHistory()
  const { hibernateAfterMs } = plan
  const machine = createMachine(random, plan.options, { hibernateAfterMs, ...wrappers }, () => markUncertain(history))
  try {
    return await runPlan(machine, history, plan, random)
  } catch (error) {
    const message = error instanceof Violation ? error.message : String((error as Error).stack ?? error)
    throw new CaseError(`${message}\n${JSON.stringify(plan)}\n${machine.schedule.recentRecords(60)}`)
  }
}

async function runPlan(machine: Machine, history: ClientHistory, plan: CasePlan, random: Random): Promise<CaseStats> {
  const { schedule, disk, network, scope } = machine
  const clients = createClients(machine, history, random)
  const lostSends = new Set<SentEvent>()
  const crashes = [...plan.crashes]
  const attributableSends = () => network.sent.filter((sent) => !lostSends.has(sent))
  disk.crashPoint = plan.crashPoint

  /** Drops the writes that a power failure may legitimately lose. */
  function acceptLosses(since: number) {
    const world = machine.world(KEY)
    if (!world) return
    dropLostWrites(history, world.state, since)
    for (const sent of network.sent) {
      const event = world.state.events.get(sent.eventId)
      if (sent.at >= since && (!event || JSON.stringify(event) !== sent.body)) lostSends.add(sent)
    }
  }

  async function ensureRunning(): Promise<void> {
    if (machine.isUp) return
    for (let i = 0; !machine.isUp; i++) {
      const before = disk.failures.write + disk.failures.read
      const crashed = machine.crashes.length
      if (await machine.start()) break
      const isUnprovoked = disk.failures.write + disk.failures.read === before && machine.crashes.length === crashed
      if (isUnprovoked || i > MAX_STARTS) throw new Violation(`The sandbox does not start: ${machine.startError}`)
      if (i > 5) disk.failureRates = NO_FAILURES
    }
    if (!(await loadWorld())) return ensureRunning()
    const lastCrash = machine.crashes.at(-1)
    if (machine.dataLosses > 0 && lastCrash?.kind === 'power')
      acceptLosses(lastCrash.at - (disk.failures.write > 0 ? FAILING_DISK_LOSS_MS : BATCH_LOSS_MS))
    check()
  }

  /** False if the process ended before the world was loaded. Loading may fail while the disk fails. */
  async function loadWorld(): Promise<boolean> {
    for (let i = 0; machine.isUp && machine.hasWorld(KEY) && !machine.world(KEY); i++) {
      const before = disk.failures.write + disk.failures.read
      try {
        await machine.loadWorld(KEY)
      } catch (error) {
        if (disk.failures.write + disk.failures.read === before || i > MAX_STARTS)
          throw new Violation(`The world can't be loaded: ${(error as Error).message}`)
        if (i > 5) disk.failureRates = NO_FAILURES
      }
    }
    return machine.isUp
  }

  function check(): void {
    if (network.errors.length > 0) throw new Violation(network.errors.join('\n'))
    const world = machine.world(KEY)
    if (!world) {
      if (history.writes.some(({ response }) => response && response.status < 300))
        throw new Violation('The world is gone although a write to it was acknowledged.')
      return
    }
    checkWorld(history, world)
    checkSent(attributableSends(), world.state)
    checkInvariants(world.state)
    for (const [name, state] of history.resources)
      if (/^w/.test(name) && state !== 'in doubt') {
        const isThere = machine.hasWorld(`sk_sandbox_standard_${name}`)
        if (isThere !== (state === 'there'))
          throw new Violation(`world ${name} should be ${state}, but ${isThere ? 'exists' : 'does not exist'}`)
      }
  }

  function injectFailures(): void {
    const { diskFailures } = plan
    const isFailing = diskFailures && schedule.steps >= diskFailures.from && schedule.steps < diskFailures.to
    disk.failureRates = isFailing ? diskFailures.rates : NO_FAILURES
    if (machine.isUp && crashes[0] && schedule.steps >= crashes[0].after)
      machine.crashProcess((crashes.shift() as { kind: CrashKind }).kind)
  }

  /** Runs clients, failures and crashes until the work is finished. */
  async function runUntil(work: Promise<unknown>): Promise<void> {
    let isDone = false
    let failure: unknown
    work.then(
      () => (isDone = true),
      (error) => {
        isDone = true
        failure = error ?? new Error('It failed without an error.')
      },
    )
    await new Promise(setImmediate)
    while (!isDone) {
      if (!machine.isUp) {
        let isDue = false
        scope.after(random.below(random.percent(20) ? 60_000 : 1000), () => (isDue = true))
        await machine.runUntil(() => isDue || isDone)
        if (!isDone) await ensureRunning()
      } else {
        const { steps } = schedule
        await machine.runUntil(() => isDone || !machine.isUp || schedule.steps > steps)
        if (!isDone) injectFailures()
      }
    }
    if (failure) throw failure
  }

  async function request(surface: 'api' | 'control', method: string, target: string, body?: unknown) {
    let text = ''
    const sending = machine.call(surface, method, target, { 'x-api-key': KEY }, body).then((response) => {
      if (response.status >= 300) throw new Violation(`${method} ${target} got ${response.status}: ${response.text}`)
      text = response.text
    })
    await runUntil(sending)
    return JSON.parse(text)
  }

  await ensureRunning()
  await runUntil(
    Promise.all(Array.from({ length: plan.clients }, (_, client) => clients.run(client, plan.tasksPerClient))),
  )

  // No more failures: all queues must drain.
  crashes.length = 0
  plan = { ...plan, diskFailures: undefined }
  disk.crashPoint = undefined
  network.stopFailing()
  injectFailures()
  await ensureRunning()
  const { reached } = await request('control', 'POST', '/_sandbox/clock/advance', { until: 'idle' })
  if (!reached) throw new Violation('The agenda does not become idle.')
  const lastRelease = { title: 'The last', artists: [{ name: 'A', role: 'main' }], release_date: '2029-01-01' }
  const { id } = await request('api', 'POST', '/v1/releases', lastRelease)
  const { data: saved } = await request('control', 'GET', '/_sandbox/snapshots')
  await loadWorld()
  check()
  const { state } = machine.world(KEY) as NonNullable<ReturnType<Machine['world']>>
  checkEnd(machine, history, attributableSends(), state)
  checkSnapshots(history, saved)

  // The final state survives a power failure.
  if (random.percent(30)) await machine.stop()
  machine.crashProcess('power')
  disk.losePower()
  await ensureRunning()
  const isKept = machine.world(KEY)?.state.releases.get(id) !== undefined
  if (!isKept && plan.options.dataSync !== 'batch') throw new Violation('The last release is lost.')
  if (plan.tampering) await checkTampering(machine, plan.tampering, random)
  return {
    digest: schedule.digest(),
    operations: disk.operations,
    steps: schedule.steps,
    calls: history.writes.length,
    sent: network.sent.length,
    crashes: machine.crashes.length,
    rollbacks: machine.rollbacks,
  }
}

function checkSnapshots(history: ClientHistory, saved: { name: string }[]): void {
  for (const [name, state] of history.resources) {
    if (!/^s/.test(name) || state === 'in doubt') continue
    const isThere = saved.some((snapshot) => snapshot.name === name)
    if (isThere !== (state === 'there'))
      throw new Violation(`snapshot ${name} should be ${state}, but ${isThere ? 'exists' : 'does not exist'}`)
  }
}

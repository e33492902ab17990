import type { SandboxOptions } from '../../src/library/options.js'
import { createRandom, type Random } from '../runner/random.js'
import { createClients, KEY } from './clients.js'
import { type End, MOST_LATENCY, NO_TROUBLE, type Point, type Trouble } from './disk.js'
import { checkWorld, createLedger, doubt, forget, type Ledger } from './ledger.js'
import { createMachine, type Machine, type Planted } from './machine.js'
import type { Sent } from './network.js'
import { checkEnd, checkInvariantsOf, checkSent } from './verdict.js'
import { Violation } from './violation.js'

/** What a case does to a sandbox. */
export interface Plan {
  options: SandboxOptions
  clients: number
  /** How much each of them wants to do. */
  budget: number
  /** After so many steps. */
  crashes: { after: number; end: End }[]
  /** From a step on, until another. */
  trouble: { from: number; to: number; what: Trouble } | undefined
  /** At an operation of the disk. */
  point: Point | undefined
}

export interface Facts {
  digest: string
  operations: number
  steps: number
  calls: number
  sent: number
  crashes: number
  setbacks: number
}

/** What went wrong, with the story of how it came to that. */
export class CaseFault extends Error {}

const TROUBLES: Trouble[] = [
  { write: 15, sync: 0, names: 0, read: 0 },
  { write: 0, sync: 20, names: 0, read: 0 },
  { write: 10, sync: 10, names: 10, read: 0 },
  { write: 25, sync: 25, names: 25, read: 15 },
]

export function planOf(random: Random): Plan {
  const isManual = random.percent(50)
  const from = random.below(80)
  return {
    options: {
      clock: isManual ? 'manual' : 'live',
      dataSync: random.percent(70) ? 'always' : 'batch',
      ...(!isManual && { speed: random.pick([1, 3600, Number.POSITIVE_INFINITY]) }),
    },
    clients: 1 + random.below(3),
    budget: 2 + random.below(4),
    crashes: Array.from({ length: random.below(4) }, () => ({
      after: random.below(160),
      end: random.pick(['kill', 'power'] as const),
    })).sort((a, b) => a.after - b.after),
    trouble: random.percent(50) ? { from, to: from + random.below(120), what: random.pick(TROUBLES) } : undefined,
    point: undefined,
  }
}

/** With `batch`, what is younger than this may be lost: the time between two syncs, and as long as one takes. */
const BATCH = 100 + 2 * MOST_LATENCY

/** On a disk that fails to sync, what is tried again after a second. */
const TROUBLED = 60_000

const MOST_STARTS = 50

export async function runCase(seed: number, plan = planOf(createRandom(seed)), planted: Planted = {}): Promise<Facts> {
  const random = createRandom(seed ^ 0x5eed)
  const ledger = createLedger()
  const machine = createMachine(random, plan.options, planted, () => doubt(ledger))
  try {
    return await play(machine, ledger, plan, random)
  } catch (fault) {
    const what = fault instanceof Violation ? fault.message : String((fault as Error).stack ?? fault)
    throw new CaseFault(`${what}\n${JSON.stringify(plan)}\n${machine.schedule.story(60)}`)
  }
}

async function play(machine: Machine, ledger: Ledger, plan: Plan, random: Random): Promise<Facts> {
  const { schedule, disk, network, life } = machine
  const clients = createClients(machine, ledger, random)
  const disowned = new Set<Sent>()
  const crashes = [...plan.crashes]
  const owned = () => network.sent.filter((sent) => !disowned.has(sent))
  disk.end = plan.point

  /** What a power failure may have taken with it is not held against the sandbox. */
  function accept(since: number) {
    const world = machine.world(KEY)
    if (!world) return
    forget(ledger, world.state, since)
    for (const sent of network.sent) {
      const event = world.state.events.get(sent.eventId)
      if (sent.at >= since && (!event || JSON.stringify(event) !== sent.body)) disowned.add(sent)
    }
  }

  async function getUp(): Promise<void> {
    if (machine.isUp) return
    for (let i = 0; !machine.isUp; i++) {
      const before = disk.failures.write + disk.failures.read
      const crashed = machine.crashes.length
      if (await machine.start()) break
      const isOwnFault = disk.failures.write + disk.failures.read === before && machine.crashes.length === crashed
      if (isOwnFault || i > MOST_STARTS) throw new Violation(`It does not start: ${machine.refusal}`)
      if (i > 5) disk.trouble = NO_TROUBLE
    }
    const last = machine.crashes.at(-1)
    if (machine.losses > 0 && last?.end === 'power') accept(last.at - (disk.failures.write > 0 ? TROUBLED : BATCH))
    check()
  }

  function check(): void {
    if (network.faults.length > 0) throw new Violation(network.faults.join('\n'))
    const world = machine.world(KEY)
    if (!world) {
      if (ledger.writes.some(({ answer }) => answer && answer.status < 300)) throw new Violation('The world is gone.')
      return
    }
    checkWorld(ledger, world)
    checkSent(owned(), world.state)
    checkInvariantsOf(world.state)
    for (const [name, state] of ledger.things)
      if (/^w/.test(name) && state !== 'in doubt') {
        const isThere = machine.world(`sk_sandbox_standard_${name}`) !== undefined
        if (isThere !== (state === 'there')) throw new Violation(`world ${name} is ${state}, but ${isThere}`)
      }
  }

  function meddle(): void {
    const { trouble } = plan
    const isTroubled = trouble && schedule.steps >= trouble.from && schedule.steps < trouble.to
    disk.trouble = isTroubled ? trouble.what : NO_TROUBLE
    if (machine.isUp && crashes[0] && schedule.steps >= crashes[0].after)
      machine.crash((crashes.shift() as { end: End }).end)
  }

  /** Lets clients and crashes have their way until something is done. */
  async function until(work: Promise<unknown>): Promise<void> {
    let isDone = false
    let fault: unknown
    work.then(
      () => (isDone = true),
      (error) => {
        isDone = true
        fault = error ?? new Error('It failed without a word.')
      },
    )
    await new Promise(setImmediate)
    while (!isDone) {
      if (!machine.isUp) {
        let isTime = false
        life.after(random.below(random.percent(20) ? 60_000 : 1000), () => (isTime = true))
        await machine.run(() => isTime || isDone)
        if (!isDone) await getUp()
      } else {
        const { steps } = schedule
        await machine.run(() => isDone || !machine.isUp || schedule.steps > steps)
        if (!isDone) meddle()
      }
    }
    if (fault) throw fault
  }

  async function ask(door: 'api' | 'control', method: string, target: string, body?: unknown) {
    let text = ''
    const asked = machine.call(door, method, target, { 'x-api-key': KEY }, body).then((answer) => {
      if (answer.status >= 300) throw new Violation(`${method} ${target} is answered ${answer.status}: ${answer.text}`)
      text = answer.text
    })
    await until(asked)
    return JSON.parse(text)
  }

  await getUp()
  await until(Promise.all(Array.from({ length: plan.clients }, (_, client) => clients.work(client, plan.budget))))

  // No more faults: everything comes to its end.
  crashes.length = 0
  plan = { ...plan, trouble: undefined }
  disk.end = undefined
  network.calm()
  meddle()
  await getUp()
  const { reached } = await ask('control', 'POST', '/_sandbox/clock/advance', { until: 'idle' })
  if (!reached) throw new Violation('Something is left on the agenda for ever.')
  const last = { title: 'The last', artists: [{ name: 'A', role: 'main' }], release_date: '2029-01-01' }
  const { id } = await ask('api', 'POST', '/v1/releases', last)
  const { data: saved } = await ask('control', 'GET', '/_sandbox/snapshots')
  check()
  const { state } = machine.world(KEY) as NonNullable<ReturnType<Machine['world']>>
  checkEnd(machine, ledger, owned(), state)
  checkSaved(ledger, saved)

  // And it lasts.
  if (random.percent(30)) await machine.stop()
  machine.crash('power')
  disk.losePower()
  await getUp()
  const isKept = machine.world(KEY)?.state.releases.get(id) !== undefined
  if (!isKept && plan.options.dataSync !== 'batch') throw new Violation('The last release is lost.')
  return {
    digest: schedule.digest(),
    operations: disk.operations,
    steps: schedule.steps,
    calls: ledger.writes.length,
    sent: network.sent.length,
    crashes: machine.crashes.length,
    setbacks: machine.setbacks,
  }
}

function checkSaved(ledger: Ledger, saved: { name: string }[]): void {
  for (const [name, state] of ledger.things) {
    if (!/^s/.test(name) || state === 'in doubt') continue
    const isThere = saved.some((snapshot) => snapshot.name === name)
    if (isThere !== (state === 'there')) throw new Violation(`snapshot ${name} is ${state}, but ${isThere}`)
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReceiver, type Receiver } from '../../src/webhooks/receiver.js'
import { CaseFailure, type Proof } from '../runner/proof.js'
import { createRandom } from '../runner/random.js'
import { createLoadGenerator, type LoadGenerator, WORLDS } from './load-generator.js'
import { type SandboxProcess, startCompeting, startSandbox } from './sandbox-process.js'

const SECRET = 'whsec_of_the_crash'
const WRITERS = 6

export interface CrashPlan {
  sync: 'always' | 'batch'
  /** Number of kills. */
  cycles: number
  /** Damages the directory after each kill, to test that the proof detects it. */
  tamper?(data: string): void
}

export interface CrashStats {
  kills: number
  responses: number
  unanswered: number
  arrivals: number
}

/** Kills and restarts a sandbox under load. Throws if an acknowledged change is lost or applied twice. */
export async function runCrashCase(seed: number, { sync, cycles, tamper }: CrashPlan): Promise<CrashStats> {
  const data = mkdtempSync(join(tmpdir(), 'mds-crash-'))
  const random = createRandom(seed)
  const receiver = await createReceiver({
    secret: SECRET,
    respond: (_, count) => (count % 7 === 0 ? { status: 500 } : count % 11 === 0 ? undefined : { status: 200 }),
  })
  const load = createLoadGenerator(random)
  const stats: CrashStats = { kills: 0, responses: 0, unanswered: 0, arrivals: 0 }
  let sandbox: SandboxProcess | undefined
  try {
    for (let cycle = 0; cycle <= cycles; cycle++) {
      // The killed process left its lock behind. Sometimes two processes compete for it.
      sandbox = await startCompeting(cycle === 0 ? 1 : 1 + (cycle % 2), data, sync)
      const { url, kill } = sandbox
      if (cycle === 0) for (const world of WORLDS) await registerWebhook(load, url, world, receiver)
      stats.unanswered += [...load.requests.values()].filter(({ response }) => response === undefined).length
      await load.retry(url)
      await checkState(load, url)
      if (cycle === cycles) break
      const killAfter = load.responses + 30 + random.below(120)
      let killing: Promise<void> | undefined
      await load.run(url, WRITERS, () => {
        if (load.responses >= killAfter) killing ??= kill()
      })
      await killing
      tamper?.(data)
      stats.kills++
    }
    await checkEvents(load, sandbox?.url as string, receiver)
    const code = await sandbox?.stop()
    if (code !== 0) throw new Error(`The sandbox exits with ${code}.`)
    sandbox = await requireStarted(startSandbox(data, sync))
    await checkState(load, sandbox.url)
  } finally {
    await sandbox?.kill()
    await receiver.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { ...stats, responses: load.responses, arrivals: receiver.arrivals.length }
}

async function requireStarted(starting: Promise<SandboxProcess | string>): Promise<SandboxProcess> {
  const started = await starting
  if (typeof started === 'string') throw new Error(`The sandbox does not start: ${started}`)
  return started
}

const registerWebhook = (load: LoadGenerator, url: string, world: string, receiver: Receiver) =>
  load.call(url, world, 'POST', '/v1/webhooks', { url: receiver.url, event_type: 'asset.ready', secret: SECRET })

interface Page<T> {
  data: T[]
  next_cursor: string | null
}

async function listAll<T>(load: LoadGenerator, url: string, world: string, path: string): Promise<T[]> {
  const rows: T[] = []
  for (let cursor = ''; ; ) {
    const page = await load.call<Page<T>>(url, world, 'GET', `${path}?limit=100${cursor}`)
    rows.push(...page.data)
    if (!page.next_cursor) return rows
    cursor = `&cursor=${page.next_cursor}`
  }
}

/** Every acknowledged resource exists exactly once with its id, and nothing else exists. */
async function checkState(load: LoadGenerator, url: string): Promise<void> {
  for (const world of WORLDS) await checkWorld(load, url, world)
}

async function checkWorld(load: LoadGenerator, url: string, world: string): Promise<void> {
  const releases = await listAll<{ id: string; title: string }>(load, url, world, '/v1/releases')
  const assets = await listAll<{ id: string; filename: string; status: string }>(load, url, world, '/v1/assets')
  const made = [
    ...releases.map(({ id, title }) => ({ id, marker: title })),
    ...assets.map(({ id, filename }) => ({ id, marker: filename })),
  ].filter(({ id }) => !id.includes('_seed_'))
  const requested = [...load.requests.values()]
    .filter((request) => request.world === world)
    .map(({ response = '{}', marker }) => ({ id: JSON.parse(response).id, marker }))
  const sorted = (rows: { id: string; marker: string }[]) => rows.map(({ id, marker }) => `${marker} ${id}`).sort()
  const [actual, expected] = [sorted(made), sorted(requested)]
  const mismatches = [
    ...actual.filter((row, i) => !expected.includes(row) || actual.indexOf(row) !== i),
    ...expected.filter((row) => !actual.includes(row)),
  ]
  if (mismatches.length > 0) throw new Error(`Lost or duplicated: ${mismatches.join(', ')}`)
  const unready = assets.filter(({ id, status }) => load.ready.has(id) && status !== 'ready')
  if (unready.length > 0) throw new Error(`No longer ready: ${unready.map(({ id }) => id).join(', ')}`)
  const invariants = await load.call<{ ok: boolean }>(url, world, 'GET', '/_sandbox/invariants')
  if (!invariants.ok) throw new Error(`Invariants: ${JSON.stringify(invariants)}`)
}

/** Every event reaches a final status, is signed, and has the same body at every attempt. */
async function checkEvents(load: LoadGenerator, url: string, { arrivals }: Receiver): Promise<void> {
  for (const world of WORLDS) await load.call(url, world, 'POST', '/_sandbox/clock/advance', { until: 'idle' })
  const bodies = new Map<string, string>()
  const announced = new Set<string>()
  for (const { verdict, event, body } of arrivals) {
    if (!event || verdict === 'bad signature') throw new Error(`${verdict}: ${body}`)
    const firstBody = bodies.get(event.id) ?? `${body}`
    if (firstBody !== `${body}`) throw new Error(`${event.id} was sent as ${firstBody} and as ${body}`)
    bodies.set(event.id, firstBody)
    if (event.event_type === 'asset.ready') announced.add(event.data.asset_id as string)
  }
  const unannounced = [...load.ready].filter((id) => !announced.has(id))
  if (unannounced.length > 0) throw new Error(`No event was sent for ${unannounced.join(', ')}`)
  for (const world of WORLDS) {
    const pending = await load.call<Page<unknown>>(url, world, 'GET', '/_sandbox/events?status=pending')
    if (pending.data.length > 0) throw new Error(`Still pending: ${JSON.stringify(pending.data)}`)
  }
}

const CYCLES = 4

export const crashProof: Proof = {
  claim:
    'kill -9 under load, while worlds are put away and loaded: acknowledged changes last, nothing happens twice, events are sent, one process per directory.',
  cases: 6,
  async run({ seeds, log }) {
    const total: CrashStats = { kills: 0, responses: 0, unanswered: 0, arrivals: 0 }
    for (const seed of seeds) {
      const plan: CrashPlan = { sync: seed % 2 === 0 ? 'batch' : 'always', cycles: CYCLES }
      try {
        const stats = await runCrashCase(seed, plan)
        for (const name of ['kills', 'responses', 'unanswered', 'arrivals'] as const) total[name] += stats[name]
      } catch (error) {
        log(`with --data-sync ${plan.sync}`)
        throw new CaseFailure(seed, String((error as Error).stack ?? error))
      }
    }
    const { kills, responses, unanswered, arrivals } = total
    return [
      `${kills} kills: ${responses} responses, ${unanswered} requests without a response and retried, ${arrivals} events arrived`,
    ]
  },
}

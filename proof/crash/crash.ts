import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReceiver, type Receiver } from '../../src/webhooks/receiver.js'
import { CaseFailed, type Proof } from '../runner/proof.js'
import { createRandom } from '../runner/random.js'
import { createLoad, type Load } from './load.js'
import { type Started, start, startOneOf } from './process.js'

const SECRET = 'whsec_of_the_crash'
const WRITERS = 6

export interface CrashPlan {
  sync: 'always' | 'batch'
  /** How often it is killed. */
  cycles: number
  /** What is done to the directory behind its back after each kill, to see whether that would be noticed. */
  meddle?(data: string): void
}

export interface CrashFacts {
  kills: number
  answers: number
  unanswered: number
  arrivals: number
}

/** Kills a sandbox under load, again and again, and starts it on what it left. Throws when that shows. */
export async function runCrash(seed: number, { sync, cycles, meddle }: CrashPlan): Promise<CrashFacts> {
  const data = mkdtempSync(join(tmpdir(), 'mds-crash-'))
  const random = createRandom(seed)
  const receiver = await createReceiver({
    secret: SECRET,
    respond: (_, count) => (count % 7 === 0 ? { status: 500 } : count % 11 === 0 ? undefined : { status: 200 }),
  })
  const load = createLoad(random)
  const facts: CrashFacts = { kills: 0, answers: 0, unanswered: 0, arrivals: 0 }
  let started: Started | undefined
  try {
    for (let cycle = 0; cycle <= cycles; cycle++) {
      // Whoever was killed left its lock behind, and more than one may want it.
      started = await startOneOf(cycle === 0 ? 1 : 1 + (cycle % 2), data, sync)
      const { url, kill } = started
      if (cycle === 0) await register(load, url, receiver)
      facts.unanswered += [...load.wishes.values()].filter(({ answer }) => answer === undefined).length
      await load.retry(url)
      await check(load, url)
      if (cycle === cycles) break
      const last = load.answers + 30 + random.below(120)
      let killing: Promise<void> | undefined
      await load.run(url, WRITERS, () => {
        if (load.answers >= last) killing ??= kill()
      })
      await killing
      meddle?.(data)
      facts.kills++
    }
    await checkEvents(load, started?.url as string, receiver)
    const code = await started?.stop()
    if (code !== 0) throw new Error(`It ends with ${code}.`)
    started = await only(start(data, sync))
    await check(load, started.url)
  } finally {
    await started?.kill()
    await receiver.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { ...facts, answers: load.answers, arrivals: receiver.arrivals.length }
}

async function only(starting: Promise<Started | string>): Promise<Started> {
  const started = await starting
  if (typeof started === 'string') throw new Error(`It does not start: ${started}`)
  return started
}

const register = (load: Load, url: string, receiver: Receiver) =>
  load.call(url, 'POST', '/v1/webhooks', { url: receiver.url, event_type: 'asset.ready', secret: SECRET })

interface Page<T> {
  data: T[]
  next_cursor: string | null
}

async function all<T>(load: Load, url: string, path: string): Promise<T[]> {
  const rows: T[] = []
  for (let cursor = ''; ; ) {
    const page = await load.call<Page<T>>(url, 'GET', `${path}?limit=100${cursor}`)
    rows.push(...page.data)
    if (!page.next_cursor) return rows
    cursor = `&cursor=${page.next_cursor}`
  }
}

/** Everything that was answered is there, once, as it was answered, and nothing else. */
async function check(load: Load, url: string): Promise<void> {
  const releases = await all<{ id: string; title: string }>(load, url, '/v1/releases')
  const assets = await all<{ id: string; filename: string; status: string }>(load, url, '/v1/assets')
  const made = [
    ...releases.map(({ id, title }) => ({ id, marker: title })),
    ...assets.map(({ id, filename }) => ({ id, marker: filename })),
  ].filter(({ id }) => !id.includes('_seed_'))
  const wanted = [...load.wishes.values()].map(({ answer = '{}', marker }) => ({ id: JSON.parse(answer).id, marker }))
  const sorted = (rows: { id: string; marker: string }[]) => rows.map(({ id, marker }) => `${marker} ${id}`).sort()
  const [is, should] = [sorted(made), sorted(wanted)]
  const wrong = [
    ...is.filter((row, i) => !should.includes(row) || is.indexOf(row) !== i),
    ...should.filter((row) => !is.includes(row)),
  ]
  if (wrong.length > 0) throw new Error(`Lost, or there twice: ${wrong.join(', ')}`)
  const unready = assets.filter(({ id, status }) => load.ready.has(id) && status !== 'ready')
  if (unready.length > 0) throw new Error(`Not ready any more: ${unready.map(({ id }) => id).join(', ')}`)
  const invariants = await load.call<{ ok: boolean }>(url, 'GET', '/_sandbox/invariants')
  if (!invariants.ok) throw new Error(`Invariants: ${JSON.stringify(invariants)}`)
}

/** Every event comes to its end, is signed, and is the same whenever it is sent. */
async function checkEvents(load: Load, url: string, { arrivals }: Receiver): Promise<void> {
  await load.call(url, 'POST', '/_sandbox/clock/advance', { until: 'idle' })
  const bodies = new Map<string, string>()
  const told = new Set<string>()
  for (const { verdict, event, body } of arrivals) {
    if (!event || verdict === 'bad signature') throw new Error(`${verdict}: ${body}`)
    const known = bodies.get(event.id) ?? `${body}`
    if (known !== `${body}`) throw new Error(`${event.id} was sent as ${known} and as ${body}`)
    bodies.set(event.id, known)
    if (event.event_type === 'asset.ready') told.add(event.data.asset_id as string)
  }
  const untold = [...load.ready].filter((id) => !told.has(id))
  if (untold.length > 0) throw new Error(`Nobody was told of ${untold.join(', ')}`)
  const pending = await load.call<Page<unknown>>(url, 'GET', '/_sandbox/events?status=pending')
  if (pending.data.length > 0) throw new Error(`Still under way: ${JSON.stringify(pending.data)}`)
}

const CYCLES = 4

export const proof: Proof = {
  claim:
    'kill -9 under load: what was answered lasts, nothing happens twice, every event is sent, one process per directory.',
  cases: 6,
  async run({ seeds, say }) {
    const total: CrashFacts = { kills: 0, answers: 0, unanswered: 0, arrivals: 0 }
    for (const seed of seeds) {
      const plan: CrashPlan = { sync: seed % 2 === 0 ? 'batch' : 'always', cycles: CYCLES }
      try {
        const facts = await runCrash(seed, plan)
        for (const name of ['kills', 'answers', 'unanswered', 'arrivals'] as const) total[name] += facts[name]
      } catch (fault) {
        say(`with --data-sync ${plan.sync}`)
        throw new CaseFailed(seed, String((fault as Error).stack ?? fault))
      }
    }
    const { kills, answers, unanswered, arrivals } = total
    return [
      `${kills} kills: ${answers} answers, ${unanswered} requests left unanswered and tried again, ${arrivals} events arrived`,
    ]
  },
}

import type { Asset, Delivery, Statement } from '../../src/index.js'
import { withoutWords } from './assets.js'
import type { Client } from './client.js'
import { difference } from './differences.js'
import { isClosed } from './payouts.js'
import { scenarioOf } from './scenarios.js'
import { DAY, fingerprintOf, type Happening, type Model, monthOf, stripped, withoutReasons } from './state.js'

/** The whole of a list, page by page. */
export async function readAll<T>(client: Client, path: string, limit = 100): Promise<T[]> {
  const rows: T[] = []
  const join = path.includes('?') ? '&' : '?'
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: T[]; next_cursor: string | null; has_more: boolean } = await client.get(
      `${path}${join}limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    rows.push(...page.data)
    if (page.has_more !== (page.next_cursor !== null)) throw new Error(`${path}: has_more and next_cursor disagree`)
    cursor = page.next_cursor
  }
  return rows
}

const byId = <T extends { id: string }>(newestFirst: T[]) => new Map(newestFirst.reverse().map((row) => [row.id, row]))

/** A model of a fresh world: what its seeds brought is known by looking. */
export async function learn(client: Client, tier: Model['tier'], scenario: string): Promise<Model> {
  const model: Model = {
    tier,
    scenario,
    now: Date.parse(scenarioOf(scenario).start ?? '2025-01-01T00:00:00Z'),
    stores: await readAll(client, '/v1/stores'),
    licensed: new Set((await readAll<{ code: string }>(client, '/v1/stores/territories')).map(({ code }) => code)),
    releases: byId(await readAll(client, '/v1/releases')),
    tracks: byId(await readAll(client, '/v1/tracks')),
    assets: byId(await readAll(client, '/v1/assets')),
    deliveries: new Map(),
    payouts: new Map(),
    submitted: new Map(),
    chosen: new Map(),
    agenda: [],
    events: [],
    answers: new Map(),
    tokens: new Map(),
    statements: new Map(),
  }
  for (const release of model.releases.values())
    if (release.status !== 'draft') model.submitted.set(fingerprintOf(release), release.id)
  return model
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY']

/** Reads the statements: one per month and currency, each closed when its month is over, and then for good the same. */
export async function readStatements(client: Client, model: Model): Promise<string | undefined> {
  const read = await readAll<Statement>(client, '/v1/statements')
  const known = new Map(read.map((statement) => [statement.id, statement]))
  const names = read.map(({ period, currency }) => `${period} ${currency}`)
  for (const currency of CURRENCIES)
    if (!names.includes(`${monthOf(model.now)} ${currency}`)) return `There is no open statement in ${currency}.`
  if (new Set(names).size < names.length) return 'A month has two statements in one currency.'
  for (const statement of read) {
    const status = isClosed(model, statement) ? 'closed' : 'open'
    if (statement.status !== status) return `The statement of ${statement.period} should be ${status}.`
  }
  for (const before of model.statements.values())
    if (before.status === 'closed') {
      const changed = difference(before, known.get(before.id))
      if (changed !== undefined) return `The closed statement of ${before.period} has changed: ${changed}.`
    }
  model.statements = known
  return undefined
}

/** What the endpoint's log shows of an event. */
const happening = ({ event_type, created_at, data }: Happening): Happening => ({
  event_type,
  created_at,
  data: 'stores' in data ? { ...data, stores: stripped(data.stores as Delivery['stores']) } : data,
})

/**
 * Compares all that a client can see with what it should be. Says what differs first. Statements are added up again from
 * the month on in which the step began: those before were looked at already.
 */
export async function look(client: Client, model: Model, began: number): Promise<string | undefined> {
  const newest = <T>(rows: Iterable<T>) => [...rows].reverse()
  const page = async (name: string) => (await client.get(`/v1/${name}?limit=100`)).data
  const orders = newest(model.deliveries.values()).map(({ wire }) => wire)
  const log: (Happening & { id: string })[] = (await client.get('/_sandbox/events')).data
  const seen: Record<string, [expected: unknown, came: unknown]> = {
    releases: [newest(model.releases.values()), await page('releases')],
    tracks: [newest(model.tracks.values()), await page('tracks')],
    assets: [newest(model.assets.values()), ((await page('assets')) as Asset[]).map(withoutWords)],
    deliveries: [orders, ((await page('deliveries')) as Delivery[]).map(withoutReasons)],
    payouts: [newest(model.payouts.values()), await page('payouts')],
    events: [
      model.events.filter(({ created_at }) => Date.parse(created_at) >= model.now - 30 * DAY),
      log.map(happening),
    ],
  }
  for (const [name, [expected, came]] of Object.entries(seen)) {
    const found = difference(expected, came)
    if (found !== undefined) return `Afterwards, of the ${name}, ${found}.`
  }
  if (new Set(log.map(({ id }) => id)).size < log.length) return 'Afterwards two events have one id.'
  return violations(client, `?from=${monthOf(Math.min(began, model.now))}`)
}

export async function violations(client: Client, query = ''): Promise<string | undefined> {
  const { ok, checks } = await client.get(`/_sandbox/invariants${query}`)
  if (ok) return undefined
  const broken = (checks as { name: string; violations: string[] }[]).filter((check) => check.violations.length > 0)
  return `Afterwards it does not hold any more: ${broken.map(({ name, violations }) => `${name} (${violations})`).join('; ')}.`
}

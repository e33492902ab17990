import type { Asset, Delivery, Statement } from '../../src/index.js'
import type { Client } from './client.js'
import { findDifference } from './find-difference.js'
import { withoutFailureReason } from './reference/assets.js'
import { isClosed } from './reference/payouts.js'
import { scenarioOf } from './reference/scenarios.js'
import {
  DAY,
  fingerprintOf,
  type Model,
  type ModelEvent,
  monthOf,
  withoutReasons,
  withoutRejectionReasons,
} from './reference/state.js'

/** All items of a list, page by page. */
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

/** The model of a fresh world. The seed catalogue is read from the sandbox. */
export async function createModel(client: Client, tier: Model['tier'], scenario: string): Promise<Model> {
  const model: Model = {
    tier,
    scenario,
    now: Date.parse(scenarioOf(scenario).start ?? '2025-01-01T00:00:00Z'),
    stores: await readAll(client, '/v1/stores'),
    licensedTerritories: new Set(
      (await readAll<{ code: string }>(client, '/v1/stores/territories')).map(({ code }) => code),
    ),
    releases: byId(await readAll(client, '/v1/releases')),
    tracks: byId(await readAll(client, '/v1/tracks')),
    assets: byId(await readAll(client, '/v1/assets')),
    deliveries: new Map(),
    payouts: new Map(),
    submittedFingerprints: new Map(),
    scenarioByRelease: new Map(),
    agenda: [],
    events: [],
    storedResponses: new Map(),
    tokens: new Map(),
    statements: new Map(),
  }
  for (const release of model.releases.values())
    if (release.status !== 'draft') model.submittedFingerprints.set(fingerprintOf(release), release.id)
  return model
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY']

/** Reads the statements: one per month and currency, closed when the month ends, unchanged afterwards. */
export async function checkStatements(client: Client, model: Model): Promise<string | undefined> {
  const statements = await readAll<Statement>(client, '/v1/statements')
  const byId = new Map(statements.map((statement) => [statement.id, statement]))
  const names = statements.map(({ period, currency }) => `${period} ${currency}`)
  for (const currency of CURRENCIES)
    if (!names.includes(`${monthOf(model.now)} ${currency}`)) return `There is no open statement in ${currency}.`
  if (new Set(names).size < names.length) return 'A month has two statements in one currency.'
  for (const statement of statements) {
    const status = isClosed(model, statement) ? 'closed' : 'open'
    if (statement.status !== status) return `The statement of ${statement.period} should be ${status}.`
  }
  for (const previous of model.statements.values())
    if (previous.status === 'closed') {
      const changed = findDifference(previous, byId.get(previous.id))
      if (changed !== undefined) return `The closed statement of ${previous.period} has changed: ${changed}.`
    }
  model.statements = byId
  return undefined
}

/** What the event log shows of an event. */
const loggedEvent = ({ event_type, created_at, data }: ModelEvent): ModelEvent => ({
  event_type,
  created_at,
  data: 'stores' in data ? { ...data, stores: withoutRejectionReasons(data.stores as Delivery['stores']) } : data,
})

/**
 * Compares everything that a client can see with the model and describes the first difference. Statements are checked
 * from the month in which the step began: earlier ones have been checked already.
 */
export async function compareState(client: Client, model: Model, startedAt: number): Promise<string | undefined> {
  const newest = <T>(rows: Iterable<T>) => [...rows].reverse()
  const page = async (name: string) => (await client.get(`/v1/${name}?limit=100`)).data
  const orders = newest(model.deliveries.values()).map(({ wire }) => wire)
  const eventLog: (ModelEvent & { id: string })[] = (await client.get('/_sandbox/events')).data
  const comparisons: Record<string, [expected: unknown, came: unknown]> = {
    releases: [newest(model.releases.values()), await page('releases')],
    tracks: [newest(model.tracks.values()), await page('tracks')],
    assets: [newest(model.assets.values()), ((await page('assets')) as Asset[]).map(withoutFailureReason)],
    deliveries: [orders, ((await page('deliveries')) as Delivery[]).map(withoutReasons)],
    payouts: [newest(model.payouts.values()), await page('payouts')],
    events: [
      model.events.filter(({ created_at }) => Date.parse(created_at) >= model.now - 30 * DAY),
      eventLog.map(loggedEvent),
    ],
  }
  for (const [name, [expected, actual]] of Object.entries(comparisons)) {
    const mismatch = findDifference(expected, actual)
    if (mismatch !== undefined) return `Afterwards, of the ${name}, ${mismatch}.`
  }
  if (new Set(eventLog.map(({ id }) => id)).size < eventLog.length) return 'Afterwards two events have one id.'
  return checkInvariants(client, `?from=${monthOf(Math.min(startedAt, model.now))}`)
}

export async function checkInvariants(client: Client, query = ''): Promise<string | undefined> {
  const { ok, checks } = await client.get(`/_sandbox/invariants${query}`)
  if (ok) return undefined
  const broken = (checks as { name: string; violations: string[] }[]).filter((check) => check.violations.length > 0)
  return `Afterwards it does not hold any more: ${broken.map(({ name, violations }) => `${name} (${violations})`).join('; ')}.`
}

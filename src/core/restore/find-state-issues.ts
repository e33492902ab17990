import { TOKEN_LIFETIME } from '../access/access-tokens.js'
import type { AgendaEntry } from '../engine/agenda.js'
import type { WorldOptions } from '../engine/create-world.js'
import { checkRowInvariants } from '../engine/invariants.js'
import type { Delivery, Dispatch, Task, Webhook } from '../engine/rows.js'
import type { Seeds } from '../engine/seed-types.js'
import type { SerializedWorld } from '../engine/serialize-world.js'
import { MAX_FAULTS } from '../engine/world-limits.js'
import { TABLE_SECTIONS } from '../engine/world-rows.js'
import { dispatchId, statusKeyOf } from '../events/dispatches.js'
import { isEnterpriseOnly } from '../events/events.js'
import { MAX_WEBHOOKS } from '../events/webhook-endpoints.js'
import { counterOf, type IdPrefix } from '../primitives/ids.js'
import { DAY, EARLIEST_START, END_OF_TIME } from '../primitives/time.js'
import { findErnIssues } from './find-ern-issues.js'
import { findMoneyIssues } from './find-money-issues.js'
import { entriesOf, type StateContext, type StateIssues } from './state-context.js'

/**
 * Finds what makes a serialized world unusable although each of its rows is valid: ids that repeat or that the counters
 * would give again, references to nothing, times that cannot be, tasks without a subject. Ends with the first issue.
 */
export function* findStateIssues(serialized: SerializedWorld, options: WorldOptions, seeds: Seeds): StateIssues {
  const context: StateContext = {
    serialized,
    options,
    seeds,
    rows: Object.fromEntries(TABLE_SECTIONS.map((section) => [section, new Map()])) as StateContext['rows'],
    stores: new Set(seeds.stores.map(({ store_id }) => store_id)),
    territories: new Set(seeds.territories.map(({ code }) => code)),
  }
  yield* findClockIssues(context)
  yield* findTableIssues(context)
  yield* findCatalogueIssues(context)
  yield* findDeliveryIssues(context)
  yield* findEventIssues(context)
  yield* findAgendaIssues(context)
  yield* findAccessIssues(context)
  yield* findErnIssues(context)
  yield* findScenarioIssues(context)
  yield* findMoneyIssues(context)
}

function* findClockIssues({ serialized: { now, start, meter } }: StateContext): StateIssues {
  // Seeded rows are older than the start.
  if (start < EARLIEST_START - 1000 * DAY || start > END_OF_TIME) yield 'world.start is not a possible time of a clock'
  if (now < start || now > END_OF_TIME) yield 'world.now is not between its start and the year 9999'
  if (meter.windowStart > now || meter.recent.some((at) => at > now)) yield 'world.meter is ahead of world.now'
}

const ID_PREFIXES: Partial<Record<(typeof TABLE_SECTIONS)[number], IdPrefix>> = {
  releases: 'rel',
  tracks: 'trk',
  assets: 'ast',
  deliveries: 'dlv',
  events: 'evt',
  webhooks: 'whk',
  payouts: 'pay',
  ernMessages: 'ern',
}

type TimedRow = { id: string; created_at?: string; updated_at?: string }

/** Ids are unique and not ahead of the counters; nothing was created or changed after `now`. */
function* findTableIssues({ serialized, options, rows }: StateContext): StateIssues {
  const { now, counters } = serialized
  const source = { seed: options.seed, key: options.key, counters: {} }
  for (const section of TABLE_SECTIONS) {
    const prefix = ID_PREFIXES[section]
    const byId = rows[section]
    for (const [i, row] of (serialized[section].rows as (TimedRow | null)[]).entries()) {
      yield undefined
      if (row === null) continue
      const path = `${section}[${i}]`
      if (byId.has(row.id)) yield `${path}.id ${row.id} is the id of an earlier row`
      byId.set(row.id, row)
      for (const field of ['created_at', 'updated_at'] as const)
        if (row[field] !== undefined && !(Date.parse(row[field]) <= now)) yield `${path}.${field} is after world.now`
      const stamp = section === 'events' ? (options.eventStamp ?? 0) : 0
      const count = prefix && counterOf(source, prefix, row.id, stamp)
      if (count !== undefined && count > (counters[prefix as string] ?? 0))
        yield `${path}.id ${row.id} would be given again: world.counters.${prefix} is ${counters[prefix as string] ?? 0}`
    }
  }
}

function* findCatalogueIssues({ serialized, rows, territories }: StateContext): StateIssues {
  const { releases, tracks, fingerprints, releaseScenarios } = serialized
  const unknownTerritory = (codes: readonly string[]) =>
    codes.find((code) => code !== 'WORLD' && !territories.has(code))
  const hasAsset = (id: string | null, type: string) =>
    id === null || (rows.assets.get(id) as { type: string } | undefined)?.type === type
  for (const [path, { artwork_asset_id, territories: codes }] of entriesOf('releases', releases.rows)) {
    yield undefined
    if (!hasAsset(artwork_asset_id, 'artwork')) yield `${path}.artwork_asset_id is not artwork of the snapshot`
    if (unknownTerritory(codes)) yield `${path}.territories: ${unknownTerritory(codes)} is not a known territory`
  }
  for (const [path, { release_id, audio_asset_id, territory }] of entriesOf('tracks', tracks.rows)) {
    yield undefined
    if (!rows.releases.has(release_id)) yield `${path}.release_id ${release_id} is not a release of the snapshot`
    if (!hasAsset(audio_asset_id, 'audio')) yield `${path}.audio_asset_id is not audio of the snapshot`
    if (unknownTerritory(territory)) yield `${path}.territory: ${unknownTerritory(territory)} is not a known territory`
  }
  for (const [i, [, release]] of fingerprints.entries()) {
    yield undefined
    if (!rows.releases.has(release)) yield `fingerprints[${i}][1] ${release} is not a release of the snapshot`
  }
  for (const [i, [release]] of releaseScenarios.entries()) {
    yield undefined
    if (!rows.releases.has(release)) yield `releaseScenarios[${i}][0] ${release} is not a release of the snapshot`
  }
}

function* findDeliveryIssues({ serialized, rows, stores, territories }: StateContext): StateIssues {
  for (const [path, delivery] of entriesOf('deliveries', serialized.deliveries.rows)) {
    yield undefined
    const { release_id, stores: orders } = delivery
    if (!rows.releases.has(release_id)) yield `${path}.release_id ${release_id} is not a release of the snapshot`
    for (const [i, { store_id, territory_codes }] of orders.entries()) {
      const where = `${path}.stores[${i}]`
      if (!stores.has(store_id)) yield `${where}.store_id ${store_id} is not a known store`
      if (orders.findIndex((order) => order.store_id === store_id) !== i)
        yield `${where}.store_id ${store_id} is the store of an earlier order`
      const unknown = territory_codes.find((code) => !territories.has(code))
      if (unknown) yield `${where}.territory_codes: ${unknown} is not a known territory`
    }
    for (const violation of checkRowInvariants({ deliveries: [delivery] })) yield `${path}: ${violation}`
  }
}

function* findEventIssues({ serialized, options, rows }: StateContext): StateIssues {
  const { webhooks, dispatches, held, agenda } = serialized
  const webhookCount = webhooks.rows.filter((row) => row !== null).length
  if (webhookCount > MAX_WEBHOOKS) yield `webhooks: ${webhookCount} are more than the ${MAX_WEBHOOKS} of a world`
  for (const [path, { url, event_type }] of entriesOf<Webhook>('webhooks', webhooks.rows)) {
    yield undefined
    const parsed = URL.canParse(url) ? new URL(url) : undefined
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
      yield `${path}.url is not an http or https URL without credentials`
    const restricted = options.tier === 'enterprise' ? undefined : event_type.find(isEnterpriseOnly)
    if (restricted) yield `${path}.event_type: ${restricted} is for enterprise accounts only`
  }
  const scheduled = new Set<string>()
  for (const { due, sequence, task } of agenda.entries) {
    yield undefined
    if (task.type === 'send-event') scheduled.add(`${dispatchId(task.subject, task.webhook_id)} ${due} ${sequence}`)
  }
  for (const [path, dispatch] of entriesOf<Dispatch>('dispatches', dispatches.rows)) {
    yield undefined
    const { id, event_id, webhook_id, statusKey, status, due, place, isUnderWay } = dispatch
    if (id !== dispatchId(event_id, webhook_id)) yield `${path}.id is not "${dispatchId(event_id, webhook_id)}"`
    if (statusKey !== statusKeyOf(webhook_id, status))
      yield `${path}.statusKey is not "${statusKeyOf(webhook_id, status)}"`
    if (!rows.events.has(event_id)) yield `${path}.event_id ${event_id} is not an event of the snapshot`
    if (!rows.webhooks.has(webhook_id) && (status === 'pending' || due !== null || isUnderWay))
      yield `${path}.webhook_id ${webhook_id} is not a webhook of the snapshot, but the event is still to be sent`
    if (place >= agenda.next) yield `${path}.place is not below world.agendaNext`
    if (due !== null && !scheduled.has(`${id} ${due} ${place}`)) yield `${path}.due: the agenda has no such entry`
    for (const violation of checkRowInvariants({ dispatches: [dispatch] })) yield `${path}: ${violation}`
  }
  for (const [i, [webhook, dispatch]] of held.entries()) {
    if (!rows.webhooks.has(webhook)) yield `held[${i}][0] ${webhook} is not a webhook of the snapshot`
    if (!dispatch.endsWith(` ${webhook}`)) yield `held[${i}][1] is not a dispatch to ${webhook}`
  }
}

/** In order and about something that exists. An outdated order task is allowed: the task itself notices. */
function* findAgendaIssues({ serialized: { agenda }, rows }: StateContext): StateIssues {
  const isAboutOrder = (delivery: unknown, storeId: string) =>
    (delivery as Delivery | undefined)?.stores.some(({ store_id }) => store_id === storeId)
  let previous: AgendaEntry<Task> | undefined
  for (const [i, entry] of agenda.entries.entries()) {
    yield undefined
    const { due, sequence, task } = entry
    const path = `agenda[${i}]`
    if (previous && (due < previous.due || (due === previous.due && sequence <= previous.sequence)))
      yield `${path} is not after the entry before it`
    if (sequence >= agenda.next) yield `${path}.sequence is not below world.agendaNext`
    if (task.type === 'process-asset' && !rows.assets.has(task.subject))
      yield `${path}.task.subject ${task.subject} is not an asset of the snapshot`
    if ('store_id' in task && !isAboutOrder(rows.deliveries.get(task.subject), task.store_id))
      yield `${path}.task is about ${task.subject} at ${task.store_id}, which the snapshot does not have`
    previous = entry
  }
}

function* findAccessIssues({ serialized: { now, tokens, answers, faults } }: StateContext): StateIssues {
  for (const [i, [, expires]] of tokens.entries()) {
    yield undefined
    if (expires > now + TOKEN_LIFETIME) yield `tokens[${i}][1] is later than a token of world.now can expire`
  }
  for (const [i, [, { at, body }]] of answers.entries()) {
    yield undefined
    if (at > now) yield `answers[${i}][1].at is after world.now`
    if (body !== '' && !isJson(body)) yield `answers[${i}][1].body is not JSON`
  }
  const ids = new Set<string>()
  if (faults.length > MAX_FAULTS) yield `faults has ${faults.length} entries; at most ${MAX_FAULTS} are allowed`
  for (const [i, { id, status, connection }] of faults.entries()) {
    yield undefined
    if (ids.size === ids.add(id).size) yield `faults[${i}].id ${id} is the id of an earlier fault`
    if (status !== undefined && connection !== undefined) yield `faults[${i}].connection can't be combined with status`
  }
}

/** Rules may name only what this sandbox has, because its responses name it too. */
function* findScenarioIssues({ serialized: { customScenarios = [] }, seeds }: StateContext): StateIssues {
  const names = new Set<string>()
  for (const [i, { name, stores }] of customScenarios.entries()) {
    yield undefined
    const path = `world.customScenarios[${i}]`
    if (names.size === names.add(name).size) yield `${path}.name ${name} is the name of an earlier scenario`
    for (const { code, outcome } of stores)
      if (code !== undefined && seeds.rejections.find((known) => known.code === code)?.outcome !== outcome)
        yield `${path}.stores has the code ${code}, which is not a rejection code of ${outcome}`
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

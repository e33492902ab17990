import type { Asset, Delivery, Release, Track, Webhook, WorldEvent } from '../../../core/engine/rows.js'
import type { World } from '../../../core/engine/world.js'
import type { ErnMessage } from '../../../core/ern/ern-rows.js'
import type { Payout } from '../../../core/money/money-state.js'
import { payoutView } from '../../../core/money/payouts.js'
import type { Refusal } from '../../../core/primitives/result.js'
import type { Table } from '../../../core/primitives/table.js'
import type { operations } from '../../../generated/control-api.js'
import { assetView } from '../../operations/assets.js'
import { deliveryView } from '../../operations/deliveries.js'
import { ernMessageView } from '../../operations/ern.js'
import { webhookView } from '../../operations/webhooks.js'
import { paginate } from '../../pagination/paginate.js'
import type { Reply } from '../../pipeline/exchange.js'
import { type AgendaEntryView, scheduledTasks } from '../agenda-view.js'
import { eventView, matchesFilter } from '../events.js'
import { eventFacts } from './event-facts.js'
import {
  assetFacts,
  deliveryFacts,
  ernMessageFacts,
  type Facts,
  payoutFacts,
  releaseFacts,
  trackFacts,
  webhookFacts,
} from './facts.js'

export type StateQuery = NonNullable<operations['listState']['parameters']['query']>
export type Filter = Exclude<keyof StateQuery, 'limit' | 'cursor'>

export interface ReadContext {
  world: World
  header(name: string): string | undefined
}

/** A collection that can be listed and, if it has items with their own pages, read. */
type Item = object | Refusal | undefined

export interface Collection {
  filters: readonly Filter[]
  /** The values of the `status` filter. */
  statuses?: readonly string[]
  list(context: ReadContext, query: StateQuery): Reply | Refusal | Promise<Reply | Refusal>
  /** Undefined if there is no such item. */
  read(context: ReadContext, id: string): Item | Promise<Item>
}

interface TableCollection<T extends { id: string }> {
  name: string
  table(world: World): Table<T>
  filters: readonly Filter[]
  statuses?: readonly string[]
  /** The fields that `q` searches, besides the id. */
  textOf?(row: T): (string | null)[]
  view(row: T, context: ReadContext): object
  facts(world: World, row: T, steps: readonly AgendaEntryView[], isItem: boolean): Facts
  /** Replaces the comparison of fields with the filters of the same name. */
  isWanted?(world: World, row: T, query: StateQuery): boolean
}

const NO_STEPS: readonly AgendaEntryView[] = []

function tableCollection<T extends { id: string }>(options: TableCollection<T>): Collection {
  const { name, table, filters, statuses, textOf, view, facts, isWanted } = options
  const itemOf = (context: ReadContext, row: T, steps: readonly AgendaEntryView[], isItem: boolean) => ({
    ...view(row, context),
    sandbox: facts(context.world, row, steps, isItem),
  })
  return {
    filters,
    ...(statuses && { statuses }),
    list(context, query) {
      const { world } = context
      const { limit: _limit, cursor: _cursor, ...given } = query
      const { q, ...fields } = given
      const text = q?.toLowerCase()
      const hasText = (row: T) =>
        text === undefined || [row.id, ...(textOf?.(row) ?? [])].some((value) => value?.toLowerCase().includes(text))
      const filter = (isWanted ? {} : fields) as Partial<T>
      const found = paginate(
        world,
        `state-${name}`,
        given,
        query,
        (limit, before) =>
          table(world).pageNewestFirst(
            filter,
            limit,
            before,
            (row) => hasText(row) && (isWanted?.(world, row, query) ?? true),
          ),
        (row) => row,
      )
      if ('ok' in found) return found
      const page = found.body as { data: T[] }
      const steps = scheduledTasks(world, new Set(page.data.map(({ id }) => id)))
      const data = page.data.map((row) => itemOf(context, row, steps.get(row.id) ?? NO_STEPS, false))
      return { ...found, body: { ...page, data } }
    },
    read(context, id) {
      const row = table(context.world).get(id)
      const steps = row && (scheduledTasks(context.world, new Set([id])).get(id) ?? NO_STEPS)
      return row && itemOf(context, row, steps as readonly AgendaEntryView[], true)
    },
  }
}

export const TABLE_COLLECTIONS = {
  releases: tableCollection<Release>({
    name: 'releases',
    table: ({ releases }) => releases,
    filters: ['q', 'status'],
    statuses: ['draft', 'submitted', 'delivered', 'rejected'],
    textOf: ({ title, upc, label, artists }) => [title, upc, label, ...artists.map((artist) => artist.name)],
    view: (release) => release,
    facts: releaseFacts,
  }),
  tracks: tableCollection<Track>({
    name: 'tracks',
    table: ({ tracks }) => tracks,
    filters: ['q', 'release_id'],
    textOf: ({ title, isrc }) => [title, isrc],
    view: (track) => track,
    facts: trackFacts,
  }),
  assets: tableCollection<Asset>({
    name: 'assets',
    table: ({ assets }) => assets,
    filters: ['q', 'type', 'status'],
    statuses: ['awaiting_upload', 'processing', 'ready', 'failed'],
    view: (asset, { header }) => assetView(asset, header),
    facts: assetFacts,
  }),
  deliveries: tableCollection<Delivery>({
    name: 'deliveries',
    table: ({ deliveries }) => deliveries,
    filters: ['q', 'status', 'release_id'],
    statuses: ['in_progress', 'delivered', 'rejected', 'action_required', 'taken_down'],
    textOf: ({ release_id, stores }) => [release_id, ...stores.map(({ store_id }) => store_id)],
    view: deliveryView,
    facts: deliveryFacts,
  }),
  webhooks: tableCollection<Webhook>({
    name: 'webhooks',
    table: ({ webhooks }) => webhooks,
    filters: ['q', 'status'],
    statuses: ['verified', 'unverified'],
    textOf: ({ url }) => [url],
    view: webhookView,
    facts: webhookFacts,
  }),
  events: tableCollection<WorldEvent>({
    name: 'events',
    table: ({ events }) => events,
    filters: ['q', 'status', 'event_type', 'webhook_id'],
    statuses: ['pending', 'delivered', 'undeliverable', 'cancelled'],
    textOf: ({ data }) => Object.values(data).map(String),
    view: (event, { world }) => eventView(world, event),
    facts: eventFacts,
    isWanted: (world, event, query) => matchesFilter(world, query as Parameters<typeof matchesFilter>[1], event),
  }),
  ern_messages: tableCollection<ErnMessage>({
    name: 'ern_messages',
    table: ({ ernMessages }) => ernMessages,
    filters: ['q', 'status', 'release_id'],
    statuses: ['received', 'accepted', 'rejected', 'superseded'],
    textOf: ({ message_id, sender, release_ids }) => [
      message_id,
      sender.party_id,
      sender.name,
      ...release_ids.map(({ value }) => value),
    ],
    view: ernMessageView,
    facts: ernMessageFacts,
  }),
  payouts: tableCollection<Payout>({
    name: 'payouts',
    table: ({ money }) => money.payouts,
    filters: ['q', 'status'],
    statuses: ['pending', 'on_hold', 'processing', 'paid', 'failed'],
    view: payoutView,
    facts: (_, payout, steps) => payoutFacts(payout, steps),
  }),
} satisfies Record<string, Collection>

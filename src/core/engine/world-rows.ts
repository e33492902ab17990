import type { SerializedWorld } from './serialize-world.js'

/**
 * A serialized world as a sequence of rows, so that it can be written and read piece by piece. The first row is `world`,
 * with everything that exists once. The others are rows of a table, where null is a gap, or entries of a list.
 */
export type WorldRow = readonly [section: string, value: unknown]

export const TABLE_SECTIONS = [
  'releases',
  'tracks',
  'assets',
  'deliveries',
  'events',
  'webhooks',
  'dispatches',
  'payouts',
  'ernMessages',
] as const

export const LIST_SECTIONS = [
  'agenda',
  'sales',
  'claims',
  'failures',
  'plays',
  'held',
  'fingerprints',
  'releaseScenarios',
  'ernReleases',
  'ernAttempts',
  'ernPurges',
  'purged',
  'tokens',
  'answers',
  'faults',
] as const

type TableSection = (typeof TABLE_SECTIONS)[number]
type ListSection = (typeof LIST_SECTIONS)[number]
export type RowSection = 'world' | TableSection | ListSection

/** The row `world`. */
export interface WorldRowValue
  extends Pick<
    SerializedWorld,
    'now' | 'start' | 'source' | 'counters' | 'meter' | 'scenario' | 'customScenarios' | 'faultsUsed'
  > {
  /** The next sequence number of the agenda. */
  agendaNext: number
  /** The position of the first row of each table. Older snapshots do not have all tables. */
  tableStarts: Partial<Record<TableSection, number>>
}

export function* toRows(serialized: SerializedWorld): Generator<WorldRow> {
  const { now, start, source, counters, meter, scenario, customScenarios, faultsUsed, agenda, sales } = serialized
  const tableStarts = Object.fromEntries(TABLE_SECTIONS.map((section) => [section, serialized[section].start]))
  const custom = customScenarios && { customScenarios }
  yield [
    'world',
    { now, start, source, counters, meter, scenario, ...custom, faultsUsed, agendaNext: agenda.next, tableStarts },
  ]
  for (const section of TABLE_SECTIONS) for (const row of serialized[section].rows) yield [section, row]
  for (const entry of agenda.entries) yield ['agenda', entry]
  for (const sale of sales) yield ['sales', sale.offer ? { ...sale, offer: withoutTrackDetails(sale.offer) } : sale]
  for (const section of LIST_SECTIONS)
    if (section !== 'agenda' && section !== 'sales') for (const entry of serialized[section]) yield [section, entry]
}

/** In memory an offer shares the rows of its tracks. Only two of their fields are needed. */
function withoutTrackDetails({ tracks, ...offer }: NonNullable<SerializedWorld['sales'][number]['offer']>) {
  return { ...offer, tracks: tracks.map(({ isrc, territory }) => ({ isrc, territory })) }
}

export interface RowCollector {
  /** Returns the row's index in its section, or undefined if the section is unknown or out of order. */
  add(section: string, value: unknown): number | undefined
  /** Undefined if there was no row `world`. The content of the rows is as valid as the caller made sure it is. */
  finish(): SerializedWorld | undefined
}

/** The inverse of `toRows`. */
export function createRowCollector(): RowCollector {
  let single: WorldRowValue | undefined
  const lists = new Map<string, unknown[]>([...TABLE_SECTIONS, ...LIST_SECTIONS].map((section) => [section, []]))
  const list = (section: string) => lists.get(section) as unknown[]
  return {
    add(section, value) {
      if (section === 'world' && !single) {
        single = value as WorldRowValue
        return 0
      }
      const rows = single && lists.get(section)
      return rows && rows.push(value) - 1
    },
    finish() {
      if (!single) return undefined
      const { agendaNext, tableStarts, ...rest } = single
      const tables = TABLE_SECTIONS.map((section) => [
        section,
        { start: tableStarts[section] ?? 0, rows: list(section) },
      ])
      return {
        ...rest,
        ...Object.fromEntries(tables),
        ...Object.fromEntries(LIST_SECTIONS.map((section) => [section, list(section)])),
        agenda: { next: agendaNext, entries: list('agenda') },
      } as SerializedWorld
    },
  }
}

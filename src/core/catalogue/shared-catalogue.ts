import type { Asset, Release, Track } from '../engine/rows.js'
import type { Seeds } from '../engine/seed-types.js'
import { createPositionIndex } from '../primitives/position-index.js'
import type { SharedRows } from '../primitives/table.js'
import { DAY, formatDate, formatInstant, HOUR } from '../primitives/time.js'

/** The rows of the seeds' catalogue. Worlds that start in the same hour share them. */
export interface SharedCatalogue {
  releases: SharedRows<Release>
  tracks: SharedRows<Track>
  assets: SharedRows<Asset>
}

export const CATALOGUE_INDEXES = {
  releases: ['status', 'upc'],
  tracks: ['release_id', 'isrc'],
  assets: ['type', 'status', 'filename', 'checksum_sha256', 'md5', 'sha1'],
} as const

/** How many hours are remembered per catalogue. Worlds keep the rows of older ones. */
const MAX_REMEMBERED_HOURS = 4

type CatalogueOfHour = (hour: number) => SharedCatalogue
const cataloguesBySeeds = new WeakMap<Seeds, CatalogueOfHour>()

export const shareCatalogue = (seeds: Seeds, start: number): SharedCatalogue =>
  prepareCatalogue(seeds)(Math.floor(start / HOUR))

/** Builds the indexes, so that the first world does not have to wait for it. */
export function prepareCatalogue(seeds: Seeds): CatalogueOfHour {
  let catalogueOf = cataloguesBySeeds.get(seeds)
  if (!catalogueOf) cataloguesBySeeds.set(seeds, (catalogueOf = createCatalogueOfHour(seeds)))
  return catalogueOf
}

function createCatalogueOfHour({ catalogue }: Seeds): CatalogueOfHour {
  const shareAssets = prepareRows(
    catalogue.assets,
    CATALOGUE_INDEXES.assets,
    ({ hours_before_start, id, type, ...asset }, start): Asset => ({
      id,
      type,
      status: 'ready',
      ...asset,
      failure_reason: null,
      ...timestamps(start, hours_before_start),
    }),
    { status: 'ready' },
  )
  const shareReleases = prepareRows(
    catalogue.releases,
    CATALOGUE_INDEXES.releases,
    ({ hours_before_start, days_to_release, id, title, artists, ...rest }, start): Release => {
      const release_date = formatDate(start + days_to_release * DAY)
      return { id, title, artists, release_date, ...rest, ...timestamps(start, hours_before_start) }
    },
  )
  const shareTracks = prepareRows(
    catalogue.tracks,
    CATALOGUE_INDEXES.tracks,
    ({ hours_before_start, ...track }, start): Track => ({ ...track, ...timestamps(start, hours_before_start) }),
  )
  const remembered = new Map<number, SharedCatalogue>()
  return (hour) => {
    let shared = remembered.get(hour)
    if (shared) return shared
    const start = hour * HOUR
    shared = { releases: shareReleases(start), tracks: shareTracks(start), assets: shareAssets(start) }
    remembered.set(hour, shared)
    for (const oldest of remembered.keys()) if (remembered.size > MAX_REMEMBERED_HOURS) remembered.delete(oldest)
    return shared
  }
}

function timestamps(start: number, hoursBefore: number) {
  const created = formatInstant(start - hoursBefore * HOUR)
  return { created_at: created, updated_at: created }
}

/** Ids and indexes do not depend on the start of a world. Rows do, and are built when they are first read. */
function prepareRows<Seed extends { id: string; hours_before_start: number }, T extends { id: string }>(
  seeds: readonly Seed[],
  indexedFields: readonly string[],
  build: (seed: Seed, start: number) => T,
  constants: Record<string, unknown> = {},
): (start: number) => SharedRows<T> {
  // Lists depend on the order of rows.
  const oldestFirst = [...seeds].sort((a, b) => b.hours_before_start - a.hours_before_start)
  const positions = new Map(oldestFirst.map(({ id }, position) => [id, position]))
  const indexes = new Map(indexedFields.map((field) => [field, createPositionIndex()]))
  for (const [field, index] of indexes)
    for (const [position, seed] of oldestFirst.entries())
      index.add(constants[field] ?? (seed as Record<string, unknown>)[field], position)
  return (start) => {
    const rows: T[] = new Array(oldestFirst.length)
    return {
      size: oldestFirst.length,
      positionOf: (id) => positions.get(id),
      rowAt: (position) => (rows[position] ??= build(oldestFirst[position] as Seed, start)),
      indexes,
    }
  }
}

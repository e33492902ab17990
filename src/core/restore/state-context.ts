import type { WorldOptions } from '../engine/create-world.js'
import type { Seeds } from '../engine/seed-types.js'
import type { SerializedWorld } from '../engine/serialize-world.js'
import type { TABLE_SECTIONS } from '../engine/world-rows.js'

/** What the checks need: the serialized world, its ids, and what the sandbox knows. */
export interface StateContext {
  serialized: SerializedWorld
  options: WorldOptions
  seeds: Seeds
  /** By table, the rows by id. */
  rows: Record<(typeof TABLE_SECTIONS)[number], Map<string, unknown>>
  stores: ReadonlySet<string>
  territories: ReadonlySet<string>
}

/** An issue such as `tracks[2].release_id is not a release of the snapshot`, or undefined to let other work run. */
export type StateIssues = Generator<string | undefined>

/** Rows that are not gaps, with their paths. */
export function* entriesOf<T>(section: string, rows: readonly (T | null)[]): Generator<[path: string, row: T]> {
  for (const [i, row] of rows.entries()) if (row !== null) yield [`${section}[${i}]`, row]
}

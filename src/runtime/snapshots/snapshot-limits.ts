const MEBIBYTE = 1024 * 1024

/** The longest file that export writes and import reads, so that every export can be imported. */
export const MAX_SNAPSHOT_BYTES = 512 * MEBIBYTE
export const SNAPSHOT_TOO_LARGE = 'A snapshot file has at most 512 MiB (536,870,912 bytes).'

/** Without a data directory: of all imported snapshots that are kept in memory. */
export const MAX_IMPORTED_BYTES = 512 * MEBIBYTE
export const IMPORTS_TOO_LARGE =
  'Imported snapshots can have at most 512 MiB (536,870,912 bytes) in total. Delete some first, or start the sandbox with --data.'

/** The longest row is a sale of 9,999 tracks with all their territories. */
export const MAX_LINE_BYTES = 16 * MEBIBYTE

/** An import is refused when it fills the heap to this share of its limit. */
export const MAX_USED_HEAP = 0.7
/** V8's limit includes the space for young objects, which rows outlive. It grew in Node.js 24 (V8 13). */
export const YOUNG_SPACE_BYTES = (Number.parseInt(process.versions.v8, 10) >= 13 ? 192 : 48) * MEBIBYTE

export const MAX_SNAPSHOTS_PER_WORLD = 100

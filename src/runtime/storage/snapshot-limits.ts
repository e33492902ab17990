export const MAX_SNAPSHOT_BYTES = 64 * 1024 * 1024
export const SNAPSHOT_TOO_LARGE = 'A snapshot holds at most 64 MiB (67,108,864 bytes).'

/** `always` syncs to disk before the response. `batch` writes before the response and syncs shortly after. */
export const DATA_SYNC_MODES = ['always', 'batch'] as const
export type DataSyncMode = (typeof DATA_SYNC_MODES)[number]

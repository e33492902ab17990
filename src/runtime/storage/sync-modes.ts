/** `always`: on the disk before the answer. `batch`: in the system's hands before the answer, on the disk soon after. */
export const DATA_SYNC_MODES = ['always', 'batch'] as const
export type DataSyncMode = (typeof DATA_SYNC_MODES)[number]

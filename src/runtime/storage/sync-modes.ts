/** `always`: on the disk before the answer. `batch`: in the system's hands before the answer, on the disk soon after. */
export const DATA_SYNC = ['always', 'batch'] as const
export type DataSync = (typeof DATA_SYNC)[number]

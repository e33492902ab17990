/** Months are numbered from year 0, in UTC. */
export function monthOf(ms: number): number {
  const date = new Date(ms)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export const monthStart = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1)

/** `2025-01` */
export const periodOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`

/** The period must be valid. */
export const parsePeriod = (period: string): number => Number(period.slice(0, 4)) * 12 + Number(period.slice(5)) - 1

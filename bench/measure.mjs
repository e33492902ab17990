import { readdirSync, readFileSync } from 'node:fs'

/** CPU seconds of a process with all its threads, in nanosecond steps. Linux only. */
export function cpuSeconds(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, n) => sum + n, 0) / 1e9
  } catch {
    return undefined
  }
}

/** Resident memory of a process in bytes. Linux only. */
export function residentBytes(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return undefined
  }
}

/** The value below which the given share of the values lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const [lower, upper] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  return lower + (upper - lower) * (position % 1)
}
export const median = (values) => quantile(values, 0.5)

/** Reverses the order in every other round, so that no server is always first. */
export const alternateOrder = (servers, round) => (round % 2 === 0 ? servers : [...servers].reverse())

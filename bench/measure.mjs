import { readFileSync } from 'node:fs'

/** Seconds of CPU that a process has used, with all of its threads, where the system tells (Linux). */
export function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}

/** Bytes of a process that are in memory, where the system tells (Linux). */
export function residentBytes(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return undefined
  }
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Every other round goes through the rivals the other way round, so that no one always comes first. */
export const inOrder = (rivals, round) => (round % 2 === 0 ? rivals : [...rivals].reverse())

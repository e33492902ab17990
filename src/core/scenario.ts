import { parseDuration } from './time.js'

/** How the outside world behaves, as a file in scenarios/ tells it. */
export interface Scenario {
  name: string
  summary: string
  assets: { processing: string }
}

/** Milliseconds of a scenario's duration. */
export function duration(text: string): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new Error(`${text} is not a duration`)
  return ms
}

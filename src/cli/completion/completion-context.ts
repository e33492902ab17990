import type { LiveIds } from './live-ids.js'

/** What a shell offers at one position; nothing if the possible values are unknown. */
export interface Candidates {
  words: readonly string[]
  includesFiles: boolean
  /** What a running sandbox is asked for, with `mds-sandbox completion ids`. */
  ids: LiveIds | undefined
}

export const isEmpty = ({ words, includesFiles, ids }: Candidates): boolean =>
  words.length === 0 && !includesFiles && ids === undefined

/** A command or subcommand such as `snapshot export`, and what may follow it. */
export interface CompletionContext {
  /** The words typed so far; empty for the bare command line. */
  commandPath: string
  subcommands: readonly (readonly [name: string, description: string])[]
  /** `valueCandidates` is undefined for a switch, which takes no value. */
  flags: readonly { name: string; help: string; valueCandidates: Candidates | undefined }[]
  operands: readonly Candidates[]
}

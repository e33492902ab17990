/** What a shell can offer at one place; nothing where it can't know. */
export interface Candidates {
  words: readonly string[]
  includesFiles: boolean
}

export const isEmpty = ({ words, includesFiles }: Candidates): boolean => words.length === 0 && !includesFiles

/** One row of words that can be typed, such as `snapshot export`, and what may follow. */
export interface CompletionContext {
  /** The words that lead here; none at all at the start. */
  commandPath: string
  /** What may stand here as the next word, and what it does. */
  subcommands: readonly (readonly [word: string, does: string])[]
  flags: readonly { name: string; help: string; valueCandidates: Candidates | undefined }[]
  /** What may stand here beside the flags, one after another. */
  operands: readonly Candidates[]
}

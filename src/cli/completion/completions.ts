/** What a shell can offer at one place; nothing where it can't know. */
export interface Offer {
  words: readonly string[]
  files: boolean
}

export const isEmpty = ({ words, files }: Offer): boolean => words.length === 0 && !files

/** One row of words that can be typed, such as `snapshot export`, and what may follow. */
export interface Place {
  /** The words that lead here; none at all at the start. */
  path: string
  /** What may stand here as the next word, and what it does. */
  words: readonly (readonly [word: string, does: string])[]
  flags: readonly { name: string; help: string; value: Offer | undefined }[]
  /** What may stand here beside the flags, one after another. */
  operands: readonly Offer[]
}

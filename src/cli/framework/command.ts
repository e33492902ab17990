import type { Flags } from './flags.js'

export const GROUPS = ['Serve', 'Drive a running sandbox', 'Webhooks', 'Other'] as const
export type Group = (typeof GROUPS)[number]

/** What can be typed after `mds-sandbox`, and what it does. Small words are typed as they are, capital ones stand for something. */
export type Usage = readonly [call: string, does: string]

export interface Command {
  /** Where it stands in the help; among the others when left out. */
  group?: Group
  usage: readonly Usage[]
  /** Loaded when it is needed: no command waits for the code of another. */
  load(): Promise<Loaded>
}

/** What a shell may offer for the words of a usage that stand for something. */
export type Choices = Record<string, readonly string[]>

export interface Loaded {
  /** What every verb of it takes. */
  flags: Flags
  /** What each verb takes, where they differ; the verb of the bare command is empty. */
  verbs?: Record<string, { flags: Flags; choices?: Choices | undefined }>
  choices?: Choices
  run(argv: string[], env: NodeJS.ProcessEnv, usage: readonly Usage[]): Promise<void>
}

/** `snapshot fork NAME WORLD` is the verb `fork` of the command `snapshot`, with two operands. */
export function parseUsage([call]: Usage): { name: string; verb: string; operands: string[]; least: number } {
  const [name = '', ...words] = call.split(' ')
  const verb = words[0] !== undefined && /^[a-z]/.test(words[0]) ? words[0] : ''
  const rest = words.slice(verb === '' ? 0 : 1).filter((word) => /^\[?[A-Z]+\]?$/.test(word))
  return {
    name,
    verb,
    operands: rest.map((word) => word.replaceAll(/[[\]]/g, '')),
    least: rest.filter((word) => !word.startsWith('[')).length,
  }
}

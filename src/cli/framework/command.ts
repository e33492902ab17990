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
  load(): Promise<LoadedCommand>
}

/** What a shell may offer for the words of a usage that stand for something. */
export type OperandChoices = Record<string, readonly string[]>

export interface LoadedCommand {
  /** What every verb of it takes. */
  flags: Flags
  /** What each verb takes, where they differ; the verb of the bare command is empty. */
  subcommands?: Record<string, { flags: Flags; choices?: OperandChoices | undefined }>
  choices?: OperandChoices
  run(argv: string[], env: NodeJS.ProcessEnv, usage: readonly Usage[]): Promise<void>
}

/** `snapshot fork NAME WORLD` is the verb `fork` of the command `snapshot`, with two operands. */
export function parseUsage([syntax]: Usage): {
  name: string
  subcommand: string
  operands: string[]
  minOperands: number
} {
  const [name = '', ...words] = syntax.split(' ')
  const subcommand = words[0] !== undefined && /^[a-z]/.test(words[0]) ? words[0] : ''
  const rest = words.slice(subcommand === '' ? 0 : 1).filter((word) => /^\[?[A-Z]+\]?$/.test(word))
  return {
    name,
    subcommand,
    operands: rest.map((word) => word.replaceAll(/[[\]]/g, '')),
    minOperands: rest.filter((word) => !word.startsWith('[')).length,
  }
}

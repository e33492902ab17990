import type { Flags } from './flags.js'

export const GROUPS = ['Serve', 'Control a running sandbox', 'Webhooks', 'DDEX messages', 'Other'] as const
export type Group = (typeof GROUPS)[number]

/** Lower-case words of the syntax are typed as they are. Upper-case words are placeholders. */
export type Usage = readonly [syntax: string, description: string]

export interface Command {
  /** The section of the help; `Other` by default. */
  group?: Group
  usage: readonly Usage[]
  /** Imports the command's code, so that no command loads the code of another. */
  load(): Promise<LoadedCommand>
}

/** The values of a placeholder that a shell can complete. */
export type OperandChoices = Record<string, readonly string[]>

export interface LoadedCommand {
  /** The flags that all subcommands take. */
  flags: Flags
  /** The flags of each subcommand, if they differ. The key of the bare command is empty. */
  subcommands?: Record<string, { flags: Flags; choices?: OperandChoices | undefined }>
  choices?: OperandChoices
  run(argv: string[], env: NodeJS.ProcessEnv, usage: readonly Usage[]): Promise<void>
}

/** `snapshot fork NAME WORLD` is the subcommand `fork` of the command `snapshot`, with two operands. */
export function parseUsage([syntax]: Usage): {
  name: string
  subcommand: string
  operands: string[]
  minOperands: number
  /** The last operand may be given more than once: `FILE...`. */
  isVariadic: boolean
} {
  const [name = '', ...words] = syntax.split(' ')
  const subcommand = words[0] !== undefined && /^[a-z]/.test(words[0]) ? words[0] : ''
  const rest = words.slice(subcommand === '' ? 0 : 1).filter((word) => /^\[?[A-Z]+\]?(?:\.\.\.)?$/.test(word))
  return {
    name,
    subcommand,
    operands: rest.map((word) => word.replaceAll(/[[\].]/g, '')),
    minOperands: rest.filter((word) => !word.startsWith('[')).length,
    isVariadic: rest.at(-1)?.endsWith('...') ?? false,
  }
}

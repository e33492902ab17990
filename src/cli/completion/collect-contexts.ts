import { type Command, parseUsage } from '../framework/command.js'
import type { Flag, Flags } from '../framework/flags.js'
import type { Candidates, CompletionContext } from './completion-context.js'
import { LIVE_FLAGS, LIVE_OPERANDS, type LiveIds } from './live-ids.js'

/** The contexts of all commands. The empty name stands for the command line without a command. */
export async function collectContexts(commands: Record<string, Command>): Promise<CompletionContext[]> {
  const contexts: CompletionContext[] = []
  for (const [name, { usage, load }] of Object.entries(commands)) {
    const { flags, subcommands = {}, choices = {} } = await load()
    const usages = usage.map((usageRow) => ({ ...parseUsage(usageRow), description: usageRow[1] }))
    const bareUsage = usages.find(({ subcommand }) => subcommand === '')
    const operandCandidates = (row: (typeof usages)[number] | undefined) =>
      repeatLast(row?.operands ?? [], row?.isVariadic ?? false).map((operand) =>
        candidatesFor(
          operand,
          subcommands[row?.subcommand ?? '']?.choices?.[operand] ?? choices[operand],
          LIVE_OPERANDS[`${name} ${row?.subcommand} ${operand}`],
        ),
      )
    contexts.push({
      commandPath: name,
      subcommands:
        name === ''
          ? Object.entries(commands).flatMap(([commandName, { usage }]) =>
              commandName === '' ? [] : [[commandName, usage[0]?.[1] ?? '']],
            )
          : usages.flatMap(({ subcommand, description }) => (subcommand === '' ? [] : [[subcommand, description]])),
      flags: flagCompletions(subcommands['']?.flags ?? flags),
      operands: name === '' ? [] : operandCandidates(bareUsage),
    })
    for (const row of usages)
      if (name !== '' && row.subcommand !== '')
        contexts.push({
          commandPath: `${name} ${row.subcommand}`,
          subcommands: [],
          flags: flagCompletions(subcommands[row.subcommand]?.flags ?? flags),
          operands: operandCandidates(row),
        })
  }
  return contexts
}

/** How many values of a variadic operand are completed. */
const MAX_REPETITIONS = 10

const repeatLast = (operands: readonly string[], isVariadic: boolean): string[] => [
  ...operands,
  ...(isVariadic ? Array.from({ length: MAX_REPETITIONS - 1 }, () => operands.at(-1) as string) : []),
]

const candidatesFor = (placeholder: string, words: readonly string[] = [], ids?: LiveIds): Candidates => ({
  words,
  ids,
  includesFiles: placeholder.split('|').some((word) => word === 'FILE' || word === 'DIR'),
})

const flagCompletions = (flags: Flags): CompletionContext['flags'] => [
  ...Object.entries(flags).map(([name, { placeholder, help, choices }]: [string, Flag<unknown>]) => ({
    name: `--${name}`,
    help,
    valueCandidates:
      placeholder === undefined ? undefined : candidatesFor(placeholder, choices, LIVE_FLAGS[`--${name}`]),
  })),
  { name: '--help', help: 'Print the help', valueCandidates: undefined },
  { name: '--version', help: 'Print the version', valueCandidates: undefined },
]

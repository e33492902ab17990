import { type Command, type LoadedCommand, parseUsage } from '../framework/command.js'
import { type Flag, type Flags, parseArguments, parseChoice, UsageError } from '../framework/flags.js'
import { renderBashCompletion } from './bash.js'
import type { Candidates, CompletionContext } from './completion-context.js'
import { renderFishCompletion } from './fish.js'
import { renderZshCompletion } from './zsh.js'

const SHELLS = { bash: renderBashCompletion, zsh: renderZshCompletion, fish: renderFishCompletion }
const SHELL_NAMES = Object.keys(SHELLS) as (keyof typeof SHELLS)[]

/** `mds-sandbox completion bash|zsh|fish`: a script that is made of the tables that the help is made of. */
export const createCompletionCommand = (commands: Record<string, Command>): LoadedCommand => ({
  flags: {},
  choices: { SHELL: SHELL_NAMES },
  async run(argv) {
    const [shell] = parseArguments({}, argv, {}, 1).operands
    if (shell === undefined) throw new UsageError(`completion needs a shell: ${SHELL_NAMES.join(', ')}.`)
    const render = SHELLS[parseChoice('SHELL', shell, SHELL_NAMES)]
    process.stdout.write(render(await collectContexts(commands)))
  },
})

/** All places of all commands; the nameless one is the server's. */
export async function collectContexts(commands: Record<string, Command>): Promise<CompletionContext[]> {
  const contexts: CompletionContext[] = []
  for (const [name, { usage, load }] of Object.entries(commands)) {
    const { flags, subcommands = {}, choices = {} } = await load()
    const usages = usage.map((usageRow) => ({ ...parseUsage(usageRow), description: usageRow[1] }))
    const bareUsage = usages.find(({ subcommand }) => subcommand === '')
    const operandCandidates = (row: (typeof usages)[number] | undefined) =>
      (row?.operands ?? []).map((operand) =>
        candidatesFor(operand, subcommands[row?.subcommand ?? '']?.choices?.[operand] ?? choices[operand]),
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

const candidatesFor = (placeholder: string, words: readonly string[] = []): Candidates => ({
  words,
  includesFiles: placeholder.split('|').some((word) => word === 'FILE' || word === 'DIR'),
})

const flagCompletions = (flags: Flags): CompletionContext['flags'] => [
  ...Object.entries(flags).map(([name, { placeholder, help, choices }]: [string, Flag<unknown>]) => ({
    name: `--${name}`,
    help,
    valueCandidates: placeholder === undefined ? undefined : candidatesFor(placeholder, choices),
  })),
  { name: '--help', help: 'Print this', valueCandidates: undefined },
  { name: '--version', help: 'Print the version', valueCandidates: undefined },
]

import { type Command, GROUPS, type OperandChoices, parseUsage } from './command.js'
import { describeFlags, type Flags } from './flags.js'

function formatUsage(rows: Command['usage'], width = syntaxWidth(rows)): string {
  return rows.map(([syntax, description]) => `  mds-sandbox ${syntax.padEnd(width)}  ${description}`).join('\n')
}

const syntaxWidth = (rows: Command['usage']) => Math.max(...rows.map(([syntax]) => syntax.length))

export async function formatHelp(version: string, serveCommand: Command, commands: Command[]): Promise<string> {
  const all = [serveCommand, ...commands]
  const width = syntaxWidth(all.flatMap((command) => command.usage))
  const groups = GROUPS.map((title) => {
    const rows = all.filter(({ group = 'Other' }) => group === title).flatMap((command) => command.usage)
    return `${title}:\n${formatUsage(rows, width)}\n`
  })
  return `mds-sandbox ${version}: a local stand-in for the Music Distribution Service

${groups.join('\n')}
Flags:
${describeFlags((await serveCommand.load()).flags)}

Every flag is also an environment variable (MDS_PORT, MDS_RATE_LIMIT, ...); the flag wins.
Commands have flags of their own: mds-sandbox COMMAND --help.
`
}

/** Of one verb, if that is one; otherwise of all, with the flags that are only for some apart. */
export async function formatCommandHelp(name: string, command: Command, subcommand = ''): Promise<string> {
  const { flags, subcommands = {}, choices } = await command.load()
  const rows = command.usage.filter((row) => parseUsage(row).subcommand === subcommand)
  if (subcommand !== '' && rows.length > 0)
    return formatPage(rows, subcommands[subcommand]?.flags ?? flags, subcommands[subcommand]?.choices ?? choices)
  if (Object.keys(subcommands).join() === '') return formatPage(command.usage, subcommands['']?.flags ?? flags, choices)
  const subcommandSections = Object.entries(subcommands).flatMap(([subcommandName, { flags: all }]) => {
    const ownFlags = Object.fromEntries(Object.entries(all).filter(([flag]) => !(flag in flags)))
    return Object.keys(ownFlags).length === 0
      ? []
      : [`\n${`Flags of ${name} ${subcommandName}`.trim()}:\n${describeFlags(ownFlags, false)}\n`]
  })
  return formatPage(command.usage, flags) + subcommandSections.join('')
}

/** Words that stand for something are explained where there is a list of what they can be. */
function formatPage(rows: Command['usage'], flags: Flags, choices: OperandChoices = {}): string {
  const operandChoices = Object.entries(choices).filter(([word]) =>
    rows.some((row) => parseUsage(row).operands.includes(word)),
  )
  const choiceLines = operandChoices.map(([word, options]) => `\n${word} is one of ${options.join(', ')}.\n`)
  return `Usage:\n${formatUsage(rows)}\n${choiceLines.join('')}\nFlags:\n${describeFlags(flags)}\n`
}

import { type Choices, type Command, GROUPS, parseUsage } from './command.js'
import { describeFlags, type Flags } from './flags.js'

function usage(rows: Command['usage'], width = widthOf(rows)): string {
  return rows.map(([call, does]) => `  mds-sandbox ${call.padEnd(width)}  ${does}`).join('\n')
}

const widthOf = (rows: Command['usage']) => Math.max(...rows.map(([call]) => call.length))

export async function help(version: string, server: Command, commands: Command[]): Promise<string> {
  const all = [server, ...commands]
  const width = widthOf(all.flatMap((command) => command.usage))
  const groups = GROUPS.map((title) => {
    const rows = all.filter(({ group = 'Other' }) => group === title).flatMap((command) => command.usage)
    return `${title}:\n${usage(rows, width)}\n`
  })
  return `mds-sandbox ${version}: a local stand-in for the Music Distribution Service

${groups.join('\n')}
Flags:
${describeFlags((await server.load()).flags)}

Every flag is also an environment variable (MDS_PORT, MDS_RATE_LIMIT, ...); the flag wins.
Commands have flags of their own: mds-sandbox COMMAND --help.
`
}

/** Of one verb, if that is one; otherwise of all, with the flags that are only for some apart. */
export async function commandHelp(name: string, command: Command, verb = ''): Promise<string> {
  const { flags, verbs = {}, choices } = await command.load()
  const rows = command.usage.filter((row) => parseUsage(row).verb === verb)
  if (verb !== '' && rows.length > 0) return page(rows, verbs[verb]?.flags ?? flags, verbs[verb]?.choices ?? choices)
  if (Object.keys(verbs).join() === '') return page(command.usage, verbs['']?.flags ?? flags, choices)
  const special = Object.entries(verbs).flatMap(([of, { flags: all }]) => {
    const own = Object.fromEntries(Object.entries(all).filter(([flag]) => !(flag in flags)))
    return Object.keys(own).length === 0
      ? []
      : [`\n${`Flags of ${name} ${of}`.trim()}:\n${describeFlags(own, false)}\n`]
  })
  return page(command.usage, flags) + special.join('')
}

/** Words that stand for something are explained where there is a list of what they can be. */
function page(rows: Command['usage'], flags: Flags, choices: Choices = {}): string {
  const words = Object.entries(choices).filter(([word]) => rows.some((row) => parseUsage(row).operands.includes(word)))
  const lists = words.map(([word, options]) => `\n${word} is one of ${options.join(', ')}.\n`)
  return `Usage:\n${usage(rows)}\n${lists.join('')}\nFlags:\n${describeFlags(flags)}\n`
}

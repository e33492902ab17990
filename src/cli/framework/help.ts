import { type Command, GROUPS, type OperandChoices, parseUsage, type Usage } from './command.js'
import type { Flags } from './flags.js'
import { wrapList, wrapText } from './wrap.js'

/** The help of the whole command line. */
export async function formatHelp(
  version: string,
  serveCommand: Command,
  commands: readonly Command[],
  width: number,
): Promise<string> {
  const paragraph = (text: string) => wrapText(text, width).join('\n')
  const groups = GROUPS.map((title) => {
    const rows = commands.filter(({ group = 'Other' }) => group === title).flatMap(({ usage }) => usage)
    return `${title}:\n${wrapList(rows, width)}\n`
  })
  return `${paragraph(`mds-sandbox ${version}: a local stand-in for the Music Distribution Service`)}

Usage:
${wrapList(
  [
    ['mds-sandbox [flags]', 'start a sandbox; the same as serve'],
    ['mds-sandbox COMMAND [flags]', 'run a command'],
  ],
  width,
)}

${groups.join('\n')}
Flags of serve:
${formatFlags((await serveCommand.load()).flags, width)}

${paragraph('Every flag of serve is also an environment variable, such as MDS_RATE_LIMIT. The flag wins.')}
${paragraph('For the flags of a command, run mds-sandbox COMMAND --help.')}
`
}

/** The help of one subcommand, or of all subcommands of a command with the flags that only some of them take. */
export async function formatCommandHelp(
  name: string,
  command: Command,
  subcommand: string,
  width: number,
): Promise<string> {
  const { flags, subcommands = {}, choices } = await command.load()
  const rows = command.usage.filter((row) => parseUsage(row).subcommand === subcommand)
  if (subcommand !== '' && rows.length > 0)
    return formatPage(rows, subcommands[subcommand]?.flags ?? flags, subcommands[subcommand]?.choices ?? choices, width)
  if (Object.keys(subcommands).join() === '')
    return formatPage(command.usage, subcommands['']?.flags ?? flags, choices, width)
  const subcommandSections = Object.entries(subcommands).flatMap(([subcommandName, { flags: all }]) => {
    const ownFlags = Object.fromEntries(Object.entries(all).filter(([flag]) => !(flag in flags)))
    return Object.keys(ownFlags).length === 0
      ? []
      : [`\n${`Flags of ${name} ${subcommandName}`.trim()}:\n${formatFlags(ownFlags, width, false)}\n`]
  })
  return formatPage(command.usage, flags, {}, width) + subcommandSections.join('')
}

function formatPage(usage: readonly Usage[], flags: Flags, choices: OperandChoices = {}, width: number): string {
  const rows = usage.map(([syntax, description]) => [`mds-sandbox ${syntax}`, description] as const)
  const choiceParagraphs = Object.entries(choices)
    .filter(([word]) => usage.some((row) => parseUsage(row).operands.includes(word)))
    .map(([word, options]) => `\n${wrapText(`${word} is one of ${options.join(', ')}.`, width).join('\n')}\n`)
  return `Usage:\n${wrapList(rows, width)}\n${choiceParagraphs.join('')}\nFlags:\n${formatFlags(flags, width)}\n`
}

function formatFlags(flags: Flags, width: number, includesCommonFlags = true): string {
  const rows = Object.entries(flags).map(([name, { placeholder, help, defaultValue, defaultText }]) => {
    const shownDefault =
      defaultText ?? (typeof defaultValue === 'string' || typeof defaultValue === 'number' ? defaultValue : undefined)
    return [
      `--${name}${placeholder ? ` ${placeholder}` : ''}`,
      shownDefault === undefined ? help : `${help} (default\u00a0${shownDefault})`,
    ] as const
  })
  if (includesCommonFlags) rows.push(['--help', 'Print this help'], ['--version', 'Print the version'])
  return wrapList(rows, width)
}

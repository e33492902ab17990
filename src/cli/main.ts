import { COMMANDS, findCommand, printHelp, printVersion, serveCommand } from './commands.js'
import { UsageError } from './framework/parse-arguments.js'

const argv = process.argv.slice(2)
const commandName = argv[0] !== undefined && argv[0] !== '' && !argv[0].startsWith('-') ? argv[0] : undefined

// Arguments after -- belong to the command that run starts.
const separator = argv.indexOf('--')
const flags = separator < 0 ? argv : argv.slice(0, separator)

async function run(): Promise<void> {
  if (flags.includes('--version') || flags.includes('-v')) return printVersion()
  const command = commandName === undefined ? serveCommand : findCommand(commandName)
  if (flags.includes('--help') || flags.includes('-h')) return printHelp(commandName, argv[1])
  const ownArguments = commandName === undefined ? argv : argv.slice(1)
  return (await command.load()).run(ownArguments, process.env, command.usage)
}

try {
  await run()
} catch (error) {
  const isUsageError = error instanceof UsageError
  const hasOwnHelp = commandName !== undefined && commandName !== 'help' && Object.hasOwn(COMMANDS, commandName)
  const commandLine = hasOwnHelp ? `mds-sandbox ${commandName}` : 'mds-sandbox'
  const hint =
    isUsageError && error.isAboutFlags
      ? `Run ${commandLine} --help for all ${hasOwnHelp ? 'flags' : 'commands and flags'}.\n`
      : ''
  process.stderr.write(`mds-sandbox: ${(error as Error).message}\n${hint}`)
  process.exitCode = isUsageError ? 2 : 1
}

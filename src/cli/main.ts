import manifest from '../../package.json' with { type: 'json' }
import { suggest } from '../core/primitives/suggest.js'
import { CONTROL_COMMANDS } from './control/control-commands.js'
import type { Command } from './framework/command.js'
import { UsageError } from './framework/flags.js'

const serveCommand: Command = {
  group: 'Serve',
  usage: [['[flags]', 'serve until Ctrl+C']],
  load: () => import('./serve/serve.js').then(({ serveFlags, serve }) => ({ flags: serveFlags, run: serve })),
}

const COMMANDS: Record<string, Command> = {
  scenarios: {
    group: 'Serve',
    usage: [
      ['scenarios', 'list the scenarios'],
      ['scenarios show NAME', 'what a scenario says, and what happens when'],
      ['scenarios check FILE', 'check a scenario of your own'],
    ],
    load: () =>
      import('./scenarios/scenarios.js').then(({ scenarios, SCENARIO_NAMES }) => ({
        flags: {},
        run: scenarios,
        choices: { NAME: SCENARIO_NAMES },
      })),
  },
  ...CONTROL_COMMANDS,
  receive: {
    group: 'Webhooks',
    usage: [['receive', 'receive events, and say what a careful handler makes of them']],
    load: () =>
      import('./webhooks/receive.js').then(({ receiveFlags, receive }) => ({ flags: receiveFlags, run: receive })),
  },
  events: {
    group: 'Webhooks',
    usage: [
      ['events', 'list the events of a running sandbox'],
      ['events export', 'the same as a recording, one event a line'],
    ],
    load: () => import('./webhooks/events.js').then(({ eventsFlags, events }) => ({ flags: eventsFlags, run: events })),
  },
  replay: {
    group: 'Webhooks',
    usage: [['replay FILE', 'send a recording to any receiver, signed anew']],
    load: () => import('./webhooks/replay.js').then(({ replayFlags, replay }) => ({ flags: replayFlags, run: replay })),
  },
  rerun: {
    usage: [['rerun FILE', 'play the journal of a run again, and say which answers differ; exit code 0 or 1']],
    load: () => import('./rerun/rerun.js').then(({ rerunFlags, rerun }) => ({ flags: rerunFlags, run: rerun })),
  },
  probe: {
    group: 'Webhooks',
    usage: [['probe URL', 'find out whether a webhook handler does what it should; exit code 0 or 1']],
    load: () => import('./webhooks/probe.js').then(({ probeFlags, probe }) => ({ flags: probeFlags, run: probe })),
  },
  health: {
    usage: [['health', 'ask a running sandbox for its health; exit code 0 or 1']],
    load: () => import('./control/health.js').then(({ healthFlags, health }) => ({ flags: healthFlags, run: health })),
  },
  completion: {
    usage: [['completion SHELL', 'print what makes bash, zsh or fish complete these commands']],
    load: () =>
      import('./completion/completion.js').then(({ createCompletionCommand }) =>
        createCompletionCommand({ '': serveCommand, ...COMMANDS }),
      ),
  },
}

function findCommand(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command
  const suggestion = suggest(name, Object.keys(COMMANDS))
  throw new UsageError(
    `There is no command ${JSON.stringify(name)}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
  )
}

const [commandName = ''] = process.argv.slice(2)
const isCommand = commandName !== '' && !commandName.startsWith('-')

async function run(argv: string[]): Promise<void> {
  if (argv.includes('--version') || argv.includes('-v')) return void process.stdout.write(`${manifest.version}\n`)
  const command = isCommand ? findCommand(commandName) : serveCommand
  if (argv.includes('--help') || argv.includes('-h')) {
    const { formatHelp, formatCommandHelp } = await import('./framework/help.js')
    const text = isCommand
      ? formatCommandHelp(commandName, command, argv[1])
      : formatHelp(manifest.version, serveCommand, Object.values(COMMANDS))
    return void process.stdout.write(await text)
  }
  return (await command.load()).run(isCommand ? argv.slice(1) : argv, process.env, command.usage)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isUsageError = error instanceof UsageError
  const commandLine = isCommand && Object.hasOwn(COMMANDS, commandName) ? `mds-sandbox ${commandName}` : 'mds-sandbox'
  const hint = isUsageError && error.isAboutFlags ? `Run ${commandLine} --help for all flags.\n` : ''
  process.stderr.write(`mds-sandbox: ${(error as Error).message}\n${hint}`)
  process.exitCode = isUsageError ? 2 : 1
}

import manifest from '../../package.json' with { type: 'json' }
import { closest } from '../core/primitives/suggest.js'
import { DRIVING } from './drive/drive-commands.js'
import type { Command } from './framework/command.js'
import { UsageError } from './framework/flags.js'

const server: Command = {
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
      import('./serve/scenarios.js').then(({ scenarios, names }) => ({
        flags: {},
        run: scenarios,
        choices: { NAME: names },
      })),
  },
  ...DRIVING,
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
    load: () => import('./serve/health.js').then(({ healthFlags, health }) => ({ flags: healthFlags, run: health })),
  },
  completion: {
    usage: [['completion SHELL', 'print what makes bash, zsh or fish complete these commands']],
    load: () =>
      import('./completion/completion.js').then(({ createCompletion }) =>
        createCompletion({ '': server, ...COMMANDS }),
      ),
  },
}

function find(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command
  const meant = closest(name, Object.keys(COMMANDS))
  throw new UsageError(`There is no command ${JSON.stringify(name)}.${meant ? ` Did you mean ${meant}?` : ''}`)
}

const [first = ''] = process.argv.slice(2)
const isCommand = first !== '' && !first.startsWith('-')

async function run(argv: string[]): Promise<void> {
  if (argv.includes('--version') || argv.includes('-v')) return void process.stdout.write(`${manifest.version}\n`)
  const command = isCommand ? find(first) : server
  if (argv.includes('--help') || argv.includes('-h')) {
    const { help, commandHelp } = await import('./framework/help.js')
    const text = isCommand
      ? commandHelp(first, command, argv[1])
      : help(manifest.version, server, Object.values(COMMANDS))
    return void process.stdout.write(await text)
  }
  return (await command.load()).run(isCommand ? argv.slice(1) : argv, process.env, command.usage)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const wrongUse = error instanceof UsageError
  const whose = isCommand && Object.hasOwn(COMMANDS, first) ? `mds-sandbox ${first}` : 'mds-sandbox'
  const hint = wrongUse && error.isAboutFlags ? `Run ${whose} --help for all flags.\n` : ''
  process.stderr.write(`mds-sandbox: ${(error as Error).message}\n${hint}`)
  process.exitCode = wrongUse ? 2 : 1
}

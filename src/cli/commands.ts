import manifest from '../../package.json' with { type: 'json' }
import { suggest } from '../core/primitives/suggest.js'
import { CONTROL_COMMANDS } from './control/control-command-list.js'
import type { Command, LoadedCommand } from './framework/command.js'
import { parseArguments, UsageError } from './framework/parse-arguments.js'

const loadServe = (): Promise<LoadedCommand> =>
  import('./serve/serve.js').then(({ serveFlags, serve }) => ({ flags: serveFlags, run: serve }))

/** Also runs when no command is given. */
export const serveCommand: Command = {
  group: 'Serve',
  usage: [['serve [flags]', 'start a sandbox; Ctrl+C stops it']],
  load: loadServe,
}

export const COMMANDS: Record<string, Command> = {
  serve: serveCommand,
  start: {
    group: 'Serve',
    usage: [['start [flags]', 'the same as serve']],
    load: loadServe,
  },
  run: {
    group: 'Serve',
    usage: [
      [
        'run [flags] -- COMMAND...',
        'run a command, such as npm test, with a sandbox of its own; returns its exit code',
      ],
    ],
    load: () => import('./serve/run.js').then(({ runFlags, run }) => ({ flags: runFlags, run })),
  },
  scenarios: {
    group: 'Serve',
    usage: [
      ['scenarios', 'list the built-in scenarios'],
      ['scenarios show NAME', 'print a scenario and its timetable'],
      ['scenarios check FILE', 'check a custom scenario'],
      ['scenarios new NAME', 'write a scenario with comments to edit'],
    ],
    load: () =>
      import('./scenarios/scenarios.js').then(({ scenarios, scenariosFlags, SCENARIO_NAMES }) => ({
        flags: {},
        subcommands: {
          show: { flags: scenariosFlags, choices: { NAME: SCENARIO_NAMES } },
          check: { flags: scenariosFlags },
          new: { flags: {} },
        },
        run: scenarios,
      })),
  },
  fixtures: {
    group: 'Serve',
    usage: [
      ['fixtures init DIR', 'write an example of fixtures to edit'],
      ['fixtures check PATH...', 'check fixtures; exit code 0 or 1'],
      ['fixtures export', 'write the catalogue of a running sandbox as fixtures'],
      ['fixtures generate', 'write a catalogue of any size'],
    ],
    load: () =>
      import('./fixtures/fixtures.js').then(({ fixtures, fixturesSubcommands }) => ({
        flags: {},
        subcommands: fixturesSubcommands,
        run: fixtures,
      })),
  },
  ...CONTROL_COMMANDS,
  receive: {
    group: 'Webhooks',
    usage: [['receive', 'receive events, and check their signatures and order']],
    load: () =>
      import('./webhooks/receive.js').then(({ receiveFlags, receive }) => ({ flags: receiveFlags, run: receive })),
  },
  events: {
    group: 'Webhooks',
    usage: [
      ['events', 'list the events of a running sandbox, or follow them'],
      ['events export', 'print them as a recording, one event per line'],
    ],
    load: () => import('./webhooks/events.js').then(({ eventsFlags, events }) => ({ flags: eventsFlags, run: events })),
  },
  replay: {
    group: 'Webhooks',
    usage: [['replay FILE', 'send a recording to a receiver, with new signatures']],
    load: () => import('./webhooks/replay.js').then(({ replayFlags, replay }) => ({ flags: replayFlags, run: replay })),
  },
  rerun: {
    usage: [['rerun FILE', 'repeat the run of a journal, and report which responses differ; exit code 0 or 1']],
    load: () => import('./rerun/rerun.js').then(({ rerunFlags, rerun }) => ({ flags: rerunFlags, run: rerun })),
  },
  report: {
    usage: [
      ['report', 'judge the client of a running sandbox or of a journal; exit code 0 or 1'],
      ['report merge FILE...', 'judge the JSON reports of several jobs together'],
    ],
    load: () => import('./report/report.js').then(({ reportFlags, report }) => ({ flags: reportFlags, run: report })),
  },
  probe: {
    group: 'Webhooks',
    usage: [['probe URL', 'check a webhook handler; exit code 0 or 1']],
    load: () => import('./webhooks/probe.js').then(({ probeFlags, probe }) => ({ flags: probeFlags, run: probe })),
  },
  ern: {
    group: 'DDEX messages',
    usage: [
      ['ern check FILE...', 'check ERN messages without a sandbox; exit code 0 or 1'],
      ['ern send FILE...', 'send ERN messages to a running sandbox (enterprise); exit code 0 or 1'],
      ['ern export RELEASE', 'print a release of a running sandbox as an ERN message (enterprise)'],
    ],
    load: () => import('./ern/ern.js').then(({ ern }) => ern),
  },
  mcp: {
    usage: [['mcp', 'offer the sandbox to an AI assistant as tools (Model Context Protocol, stdio)']],
    load: () => import('./mcp/mcp.js').then(({ mcpFlags, mcp }) => ({ flags: mcpFlags, run: mcp })),
  },
  health: {
    usage: [['health', 'check that a sandbox runs; exit code 0 or 1']],
    load: () => import('./control/health.js').then(({ healthFlags, health }) => ({ flags: healthFlags, run: health })),
  },
  completion: {
    usage: [
      ['completion SHELL', 'print a completion script for bash, zsh, fish or powershell'],
      ['completion ids KIND', 'print ids of a running sandbox, for the completion script'],
    ],
    load: () =>
      import('./completion/completion.js').then(({ createCompletionCommand }) =>
        createCompletionCommand({ '': serveCommand, ...COMMANDS }),
      ),
  },
  help: {
    usage: [['help [COMMAND] [SUBCOMMAND]', 'print this help, or the help of a command']],
    load: async () => ({
      flags: {},
      choices: { COMMAND: Object.keys(COMMANDS) },
      async run(argv) {
        await printHelp(...(parseArguments({}, argv, {}, 2).operands as [string?, string?]))
      },
    }),
  },
  version: {
    usage: [['version', 'print the version']],
    load: async () => ({
      flags: {},
      async run(argv) {
        parseArguments({}, argv, {}, 0)
        printVersion()
      },
    }),
  },
}

export function findCommand(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command
  const suggestion = suggest(name, Object.keys(COMMANDS))
  throw new UsageError(
    `There is no command ${JSON.stringify(name)}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
  )
}

export const printVersion = (): void => void process.stdout.write(`${manifest.version}\n`)

/** The help of a command, or of the whole command line. */
export async function printHelp(name?: string, subcommand = ''): Promise<void> {
  const command = name === undefined ? undefined : findCommand(name)
  const { formatHelp, formatCommandHelp } = await import('./framework/help.js')
  const { lineWidth } = await import('./framework/wrap.js')
  const width = lineWidth(process.stdout)
  process.stdout.write(
    name !== undefined && command
      ? await formatCommandHelp(name, command, subcommand, width)
      : await formatHelp(manifest.version, serveCommand, Object.values(COMMANDS), width),
  )
}

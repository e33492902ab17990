import type { Command, LoadedCommand } from '../framework/command.js'
import { parseArguments, parseChoice, UsageError } from '../framework/parse-arguments.js'
import { keyFlag, urlFlag } from '../framework/sandbox-client.js'
import { renderBashCompletion } from './bash.js'
import { collectContexts } from './collect-contexts.js'
import { renderFishCompletion } from './fish.js'
import { LIVE_IDS, printLiveIds } from './live-ids.js'
import { renderPowerShellCompletion } from './powershell.js'
import { renderZshCompletion } from './zsh.js'

const SHELLS = {
  bash: renderBashCompletion,
  zsh: renderZshCompletion,
  fish: renderFishCompletion,
  powershell: renderPowerShellCompletion,
}
const SHELL_NAMES = Object.keys(SHELLS) as (keyof typeof SHELLS)[]

/** `mds-sandbox completion SHELL`: a script generated from the same tables as the help. */
export const createCompletionCommand = (commands: Record<string, Command>): LoadedCommand => ({
  flags: {},
  subcommands: {
    '': { flags: {}, choices: { SHELL: SHELL_NAMES } },
    ids: { flags: { url: urlFlag, key: keyFlag }, choices: { KIND: LIVE_IDS } },
  },
  async run(argv, env) {
    if (argv[0] === 'ids') {
      const [, kind = '', ...flags] = argv
      return printLiveIds(parseChoice('KIND', kind, LIVE_IDS), flags, env)
    }
    const [shell] = parseArguments({}, argv, {}, 1).operands
    if (shell === undefined) throw new UsageError(`completion needs a shell: ${SHELL_NAMES.join(', ')}.`)
    const render = SHELLS[parseChoice('SHELL', shell, SHELL_NAMES)]
    process.stdout.write(render(await collectContexts(commands)))
  },
})

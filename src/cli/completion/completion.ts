import type { Command, LoadedCommand } from '../framework/command.js'
import { parseArguments, parseChoice, UsageError } from '../framework/parse-arguments.js'
import { renderBashCompletion } from './bash.js'
import { collectContexts } from './collect-contexts.js'
import { renderFishCompletion } from './fish.js'
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
  choices: { SHELL: SHELL_NAMES },
  async run(argv) {
    const [shell] = parseArguments({}, argv, {}, 1).operands
    if (shell === undefined) throw new UsageError(`completion needs a shell: ${SHELL_NAMES.join(', ')}.`)
    const render = SHELLS[parseChoice('SHELL', shell, SHELL_NAMES)]
    process.stdout.write(render(await collectContexts(commands)))
  },
})

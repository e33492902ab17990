import { suggest } from '../../core/primitives/suggest.js'
import type { LoadedCommand } from '../framework/command.js'
import { UsageError } from '../framework/parse-arguments.js'
import { check, checkFlags } from './check.js'
import { exportFlags, exportRelease } from './export.js'
import { send, sendFlags } from './send.js'

const SUBCOMMANDS = {
  check: { flags: checkFlags, run: check },
  send: { flags: sendFlags, run: send },
  export: { flags: exportFlags, run: exportRelease },
}

/** `mds-sandbox ern check|send|export` */
export const ern: LoadedCommand = {
  flags: {},
  subcommands: SUBCOMMANDS,
  async run([name = '', ...argv], env) {
    if (Object.hasOwn(SUBCOMMANDS, name)) return SUBCOMMANDS[name as keyof typeof SUBCOMMANDS].run(argv, env)
    const suggestion = suggest(name, Object.keys(SUBCOMMANDS))
    const given = name === '' ? '' : `, not ${JSON.stringify(name)}`
    throw new UsageError(`ern takes check, send or export${given}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`)
  },
}

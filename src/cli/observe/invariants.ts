import type { components } from '../../generated/control-api.js'
import { defineAction, defineControlCommand } from '../control/define-control-command.js'
import type { Flag } from '../framework/flags.js'
import { sanitize } from '../framework/terminal.js'

type Schemas = components['schemas']

const fromFlag: Flag<string | undefined> = {
  placeholder: 'MONTH',
  help: 'The first month whose statements are recalculated, such as 2025-01 (default: all)',
  defaultValue: undefined,
  parse: (given) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(given) ? given : { allowed: 'a month such as 2025-01' }),
}

/** `mds-sandbox invariants` */
export const invariants = defineControlCommand({
  '': defineAction({ from: fromFlag }, async ({ values, client, printResponse, paint }) => {
    const query = values.from === undefined ? '' : `?from=${values.from}`
    // Without a timeout: a long history takes time.
    const response = await client.call<Schemas['Invariants']>('GET', `/_sandbox/invariants${query}`, undefined, 0)
    printResponse(response, ({ checks }) =>
      checks.flatMap(({ name, ok, violations }) => [
        `${ok ? paint('green', '✓') : paint('red', '✗')} ${name}`,
        ...violations.map((violation) => `    ${sanitize(violation, 500)}`),
      ]),
    )
    if (!response.body.ok) process.exitCode = 1
  }),
})

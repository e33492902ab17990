import type { components } from '../../generated/control-api.js'
import { textFlag } from '../framework/flags.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type Entry = components['schemas']['EventLogEntry']

/** `mds-sandbox changelog publish TEXT` */
export const changelog = defineControlCommand({
  publish: defineAction(
    { date: textFlag('The date of the entry (default: the current date of the world)', 'DATE') },
    async ({ values: { date }, operands: [summary], client, printResponse }) => {
      const entry = { summary, ...(date !== undefined && { date }) }
      printResponse(await client.call<Entry>('POST', '/_sandbox/changelog', entry), ({ id, deliveries: { length } }) =>
        length === 0
          ? `Published ${id}. No endpoint subscribes to api.changelog.published`
          : `Published ${id} to ${length} ${length === 1 ? 'endpoint' : 'endpoints'}`,
      )
    },
  ),
})

import type { components } from '../../generated/control-api.js'
import { text } from '../framework/flags.js'
import { action, drive } from './drive-command.js'

type Entry = components['schemas']['EventLogEntry']

/** `mds-sandbox changelog publish TEXT` */
export const changelog = drive({
  publish: action(
    { date: text("The entry's date; the world's present day when left out", 'DATE') },
    async ({ values: { date }, operands: [summary], client, tell }) => {
      const entry = { summary, ...(date !== undefined && { date }) }
      tell(await client.call<Entry>('POST', '/_sandbox/changelog', entry), ({ id, deliveries: { length } }) =>
        length === 0
          ? `Published ${id}. No endpoint takes api.changelog.published`
          : `Published ${id} to ${length} ${length === 1 ? 'endpoint' : 'endpoints'}`,
      )
    },
  ),
})

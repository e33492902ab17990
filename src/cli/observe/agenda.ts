import type { components } from '../../generated/control-api.js'
import { defineAction, defineControlCommand } from '../control/define-control-command.js'
import { integerFlag } from '../framework/flags.js'
import { formatTable } from '../framework/table.js'

type Schemas = components['schemas']

/** `mds-sandbox agenda` */
export const agenda = defineControlCommand({
  '': defineAction(
    { limit: integerFlag('How many entries are printed', 'N', 20, 1, 1000) },
    async ({ values, client, printResponse }) =>
      printResponse(
        await client.call<Schemas['Agenda']>('GET', `/_sandbox/agenda?limit=${values.limit}`),
        formatAgenda,
      ),
  ),
})

function formatAgenda({ data, total }: Schemas['Agenda']): string[] {
  if (total === 0) return ['Nothing is scheduled.']
  const rows = data.map(({ due, task, subject, store_id, webhook_id, outcome }) => [
    due,
    task,
    subject,
    store_id ?? webhook_id ?? '',
    outcome ?? '',
  ])
  const more = total - data.length
  return [...formatTable(rows), ...(more > 0 ? [`and ${more} more`] : [])]
}

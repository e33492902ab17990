import type { components } from '../../generated/control-api.js'
import { formatTable } from '../framework/table.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type Schemas = components['schemas']

/** `mds-sandbox worlds` */
export const worlds = defineControlCommand({
  '': defineAction({}, async ({ client, printResponse }) =>
    printResponse(await client.call<Schemas['Worlds']>('GET', '/_sandbox/worlds'), ({ data }) =>
      formatTable(
        data.map(({ api_key, scenario, clock }) => [api_key, scenario, `${clock.mode} clock at ${clock.now}`]),
      ),
    ),
  ),
})

/** `mds-sandbox reset` */
export const reset = defineControlCommand({
  '': defineAction({}, async ({ client, printResponse }) =>
    printResponse(
      await client.call<Schemas['World']>('POST', '/_sandbox/reset'),
      ({ world, clock }) => `${world} is reset to its seed, its clock at ${clock.now}`,
    ),
  ),
})

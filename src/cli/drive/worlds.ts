import type { components } from '../../generated/control-api.js'
import { action, columns, drive } from './drive-command.js'

type Schemas = components['schemas']

/** `mds-sandbox worlds` */
export const worlds = drive({
  '': action({}, async ({ client, tell }) =>
    tell(await client.call<Schemas['Worlds']>('GET', '/_sandbox/worlds'), ({ data }) =>
      columns(data.map(({ api_key, scenario, clock }) => [api_key, scenario, `${clock.mode} clock at ${clock.now}`])),
    ),
  ),
})

/** `mds-sandbox reset` */
export const reset = drive({
  '': action({}, async ({ client, tell }) =>
    tell(
      await client.call<Schemas['World']>('POST', '/_sandbox/reset'),
      ({ world, clock }) => `${world} is back at its seed, its clock at ${clock.now}`,
    ),
  ),
})

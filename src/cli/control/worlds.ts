import type { components } from '../../generated/control-api.js'
import { choiceFlag, type Flag, textFlag } from '../framework/flags.js'
import { formatTable } from '../framework/table.js'
import { sanitize } from '../framework/terminal.js'
import { defineAction, defineControlCommand } from './define-control-command.js'
import { writeDownload } from './write-download.js'

type Schemas = components['schemas']

const tierFlag = choiceFlag('The tier of the world', ['standard', 'enterprise'], 'standard')

const clockFlag = {
  ...choiceFlag(
    'Whether the clock of the world moves by itself (default: as in the sandbox)',
    ['live', 'manual'],
    'live',
  ),
  defaultValue: undefined,
} as Flag<'live' | 'manual' | undefined>

const seedFlag: Flag<number | undefined> = {
  placeholder: 'N',
  help: 'The seed of generated ids (default: as in the sandbox)',
  defaultValue: undefined,
  parse: (given) => (/^\d{1,15}$/.test(given) ? Number(given) : { allowed: 'a whole number' }),
}

const createFlags = {
  tier: tierFlag,
  scenario: textFlag('The scenario of the world (default: as in the sandbox)', 'NAME'),
  clock: clockFlag,
  start: textFlag('The initial time, such as 2025-01-01T00:00:00Z', 'INSTANT'),
  seed: seedFlag,
}

/** `mds-sandbox worlds [create|delete|files]` */
export const worlds = defineControlCommand({
  '': defineAction({}, async ({ client, printResponse }) =>
    printResponse(await client.call<Schemas['Worlds']>('GET', '/_sandbox/worlds'), ({ data }) =>
      formatTable(
        data.map(({ api_key, scenario, clock }) => [api_key, scenario, `${clock.mode} clock at ${clock.now}`]),
      ),
    ),
  ),

  create: defineAction(createFlags, async ({ values, operands: [name], client, printResponse }) => {
    const { tier, scenario, seed, clock: mode, start } = values
    const clock = { ...(mode && { mode }), ...(start && { start }) }
    const world = {
      tier,
      name,
      ...(scenario !== undefined && { scenario }),
      ...(seed !== undefined && { seed }),
      ...(Object.keys(clock).length > 0 && { clock }),
    }
    printResponse(
      await client.call<Schemas['WorldSummary']>('POST', '/_sandbox/worlds', world),
      ({ api_key, clock }) => `Created ${api_key}, its clock at ${clock.now}`,
    )
  }),

  delete: defineAction({ tier: tierFlag }, async ({ values, operands: [name = ''], client, printResponse }) =>
    printResponse(
      await client.call('DELETE', `/_sandbox/worlds/${values.tier}/${encodeURIComponent(name)}`),
      () => `Removed ${values.tier}/${sanitize(name)}`,
    ),
  ),

  files: defineAction({}, async ({ operands: [tier = '', name = '', path = ''], values: { json }, client, print }) => {
    const target = `/_sandbox/worlds/${encodeURIComponent(tier)}/${encodeURIComponent(name)}/files`
    await client.download(target, (content) => writeDownload(content, path))
    print(
      json
        ? JSON.stringify({ tier, name, file: path })
        : `Wrote the files of ${tier}/${name} to ${path}. They contain the secrets of webhook endpoints`,
    )
  }),
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

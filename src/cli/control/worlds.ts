import type { components } from '../../generated/control-api.js'
import { formatTable } from '../framework/table.js'
import { defineAction, defineControlCommand } from './define-control-command.js'
import { writeDownload } from './write-download.js'

type Schemas = components['schemas']

/** `mds-sandbox worlds [files]` */
export const worlds = defineControlCommand({
  '': defineAction({}, async ({ client, printResponse }) =>
    printResponse(await client.call<Schemas['Worlds']>('GET', '/_sandbox/worlds'), ({ data }) =>
      formatTable(
        data.map(({ api_key, scenario, clock }) => [api_key, scenario, `${clock.mode} clock at ${clock.now}`]),
      ),
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

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { components } from '../../generated/control-api.js'
import { MAX_SNAPSHOT_BYTES, SNAPSHOT_TOO_LARGE } from '../../runtime/snapshots/snapshot-limits.js'
import { booleanFlag } from '../framework/flags.js'
import { UsageError } from '../framework/parse-arguments.js'
import { formatTable } from '../framework/table.js'
import { sanitize } from '../framework/terminal.js'
import { defineAction, defineControlCommand } from './define-control-command.js'
import { writeDownload } from './write-download.js'

type Schemas = components['schemas']

const SNAPSHOTS_PATH = '/_sandbox/snapshots'
const snapshotPath = (name: string) => `${SNAPSHOTS_PATH}/${encodeURIComponent(name)}`

/** The length of a readable file. */
async function measureFile(path: string): Promise<number> {
  try {
    const file = await open(path, 'r')
    const stats = await file.stat().finally(() => file.close())
    if (stats.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    return stats.size
  } catch (error) {
    throw new UsageError(`${sanitize(path)} can't be read: ${(error as NodeJS.ErrnoException).code}.`, false)
  }
}

/** `mds-sandbox snapshot [save|restore|delete|fork|export|import]` */
export const snapshot = defineControlCommand({
  '': defineAction({}, async ({ client, printResponse }) =>
    printResponse(await client.call<Schemas['Snapshots']>('GET', SNAPSHOTS_PATH), ({ data }) =>
      data.length === 0
        ? 'No snapshots yet. Save one: mds-sandbox snapshot save NAME'
        : formatTable(data.map(({ name, saved_at, clock }) => [name, `clock at ${clock}`, `saved ${saved_at}`])),
    ),
  ),

  save: defineAction({}, async ({ operands: [name = ''], client, printResponse }) =>
    printResponse(
      await client.call<Schemas['Snapshot']>('POST', SNAPSHOTS_PATH, { name }),
      ({ clock }) => `Saved ${name}, its clock at ${clock}`,
    ),
  ),

  restore: defineAction({}, async ({ operands: [name = ''], client, printResponse }) =>
    printResponse(
      await client.call<Schemas['World']>('POST', `${snapshotPath(name)}/restore`),
      ({ world, clock }) => `Restored ${world} from ${name}, its clock at ${clock.now}`,
    ),
  ),

  delete: defineAction({}, async ({ operands: [name = ''], client, printResponse }) =>
    printResponse(await client.call('DELETE', snapshotPath(name)), () => `Deleted ${name}`),
  ),

  fork: defineAction(
    { replace: booleanFlag('Replace an existing world') },
    async ({ operands: [name = '', world], values: { replace }, client, printResponse }) => {
      const body = { name: world, ...(replace && { replace }) }
      printResponse(
        await client.call<Schemas['WorldSummary']>('POST', `${snapshotPath(name)}/fork`, body),
        ({ api_key }) => `Created ${world} from ${name}. Its key is ${api_key}`,
      )
    },
  ),

  export: defineAction({}, async ({ operands: [name = '', path = ''], values: { json }, client, print }) => {
    await client.download(snapshotPath(name), (content) => writeDownload(content, path))
    print(
      json
        ? JSON.stringify({ name, file: path })
        : `Wrote ${name} to ${path}. The file contains the secrets of webhook endpoints`,
    )
  }),

  import: defineAction({}, async ({ operands: [path = ''], client, printResponse }) => {
    const length = await measureFile(path)
    // The sandbox would refuse it and close the connection, possibly before its response is read.
    if (length > MAX_SNAPSHOT_BYTES) throw new Error(`${sanitize(path)}: ${SNAPSHOT_TOO_LARGE}`)
    printResponse(
      await client.upload<Schemas['Snapshot']>(
        `${SNAPSHOTS_PATH}/import`,
        createReadStream(path),
        'application/x-ndjson',
        length,
      ),
      ({ name, clock }) => `Imported ${name}, its clock at ${clock}. Use it: mds-sandbox snapshot restore ${name}`,
    )
  }),
})

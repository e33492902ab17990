import type { components } from '../../generated/control-api.js'
import { MAX_SNAPSHOT_BYTES, SNAPSHOT_TOO_LARGE } from '../../runtime/storage/snapshot-limits.js'
import { UsageError } from '../framework/parse-arguments.js'
import { formatTable } from '../framework/table.js'
import { sanitize } from '../framework/terminal.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type Schemas = components['schemas']

const SNAPSHOTS_PATH = '/_sandbox/snapshots'
const snapshotPath = (name: string) => `${SNAPSHOTS_PATH}/${encodeURIComponent(name)}`

/** lowdb writes a file atomically. Only export and import load it. */
async function openFile(path: string) {
  const { JSONFile } = await import('lowdb/node')
  return new JSONFile<Schemas['SnapshotFile']>(path)
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

  fork: defineAction({}, async ({ operands: [name = '', world], client, printResponse }) =>
    printResponse(
      await client.call<Schemas['WorldSummary']>('POST', `${snapshotPath(name)}/fork`, { name: world }),
      ({ api_key }) => `Created ${world} from ${name}. Its key is ${api_key}`,
    ),
  ),

  export: defineAction({}, async ({ operands: [name = '', path = ''], client, printResponse }) => {
    const response = await client.call<Schemas['SnapshotFile']>('GET', snapshotPath(name))
    const file = await openFile(path)
    await file.write(response.body).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`FILE can't be ${sanitize(path)}: ${error.code}.`, false)
    })
    printResponse(response, () => `Wrote ${name} to ${path}. The file contains the secrets of webhook endpoints`)
  }),

  import: defineAction({}, async ({ operands: [path = ''], client, printResponse }) => {
    const file = await openFile(path)
    const content = await file.read().catch((error: NodeJS.ErrnoException) => {
      if (error instanceof SyntaxError)
        throw new Error(`${sanitize(path)} is not JSON. The file is damaged, or is not a snapshot.`)
      throw new UsageError(`${sanitize(path)} can't be read: ${error.code}.`, false)
    })
    // lowdb returns null for a missing file.
    if (content === null) throw new UsageError(`${sanitize(path)} can't be read: ENOENT.`, false)
    // The sandbox would refuse it and close the connection, possibly before its response is read.
    if (Buffer.byteLength(JSON.stringify(content)) > MAX_SNAPSHOT_BYTES)
      throw new Error(`${sanitize(path)}: ${SNAPSHOT_TOO_LARGE}`)
    printResponse(
      await client.call<Schemas['Snapshot']>('POST', `${SNAPSHOTS_PATH}/import`, content),
      ({ name, clock }) => `Imported ${name}, its clock at ${clock}. Use it: mds-sandbox snapshot restore ${name}`,
    )
  }),
})

import type { components } from '../../generated/control-api.js'
import { LARGEST_SNAPSHOT, TOO_LARGE } from '../../runtime/storage/snapshot-limits.js'
import { UsageError } from '../framework/flags.js'
import { clean } from '../framework/terminal.js'
import { action, columns, drive } from './drive-command.js'

type Schemas = components['schemas']

const HERE = '/_sandbox/snapshots'
const pathOf = (name: string) => `${HERE}/${encodeURIComponent(name)}`

/** Only export and import touch a file. What they write replaces the old file at once, or not at all. */
async function openFile(path: string) {
  const { JSONFile } = await import('lowdb/node')
  return new JSONFile<Schemas['SnapshotFile']>(path)
}

/** `mds-sandbox snapshot [save|restore|delete|fork|export|import]` */
export const snapshot = drive({
  '': action({}, async ({ client, tell }) =>
    tell(await client.call<Schemas['Snapshots']>('GET', HERE), ({ data }) =>
      data.length === 0
        ? 'None yet. Save one: mds-sandbox snapshot save NAME'
        : columns(data.map(({ name, saved_at, clock }) => [name, `clock at ${clock}`, `saved ${saved_at}`])),
    ),
  ),

  save: action({}, async ({ operands: [name = ''], client, tell }) =>
    tell(
      await client.call<Schemas['Snapshot']>('POST', HERE, { name }),
      ({ clock }) => `Saved ${name}, its clock at ${clock}`,
    ),
  ),

  restore: action({}, async ({ operands: [name = ''], client, tell }) =>
    tell(
      await client.call<Schemas['World']>('POST', `${pathOf(name)}/restore`),
      ({ world, clock }) => `${world} is as it was in ${name}, its clock at ${clock.now}`,
    ),
  ),

  delete: action({}, async ({ operands: [name = ''], client, tell }) =>
    tell(await client.call('DELETE', pathOf(name)), () => `Removed ${name}`),
  ),

  fork: action({}, async ({ operands: [name = '', world], client, tell }) =>
    tell(
      await client.call<Schemas['WorldSummary']>('POST', `${pathOf(name)}/fork`, { name: world }),
      ({ api_key }) => `${world} begins with ${name}. Its key is ${api_key}`,
    ),
  ),

  export: action({}, async ({ operands: [name = '', path = ''], client, tell }) => {
    const answer = await client.call<Schemas['SnapshotFile']>('GET', pathOf(name))
    const file = await openFile(path)
    await file.write(answer.body).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`FILE can't be ${clean(path)}: ${error.code}.`, false)
    })
    tell(answer, () => `Wrote ${name} to ${path}. Secrets of webhook endpoints are in it`)
  }),

  import: action({}, async ({ operands: [path = ''], client, tell }) => {
    const file = await openFile(path)
    const content = await file.read().catch((error: NodeJS.ErrnoException) => {
      if (error instanceof SyntaxError) throw new Error(`${clean(path)} is not JSON: it is damaged, or no snapshot.`)
      throw new UsageError(`${clean(path)} can't be read: ${error.code}.`, false)
    })
    // lowdb takes a file that is not there for one that is still to be written.
    if (content === null) throw new UsageError(`${clean(path)} can't be read: it is not there.`, false)
    // A sandbox that says so hangs up, and may do that before it was heard.
    if (Buffer.byteLength(JSON.stringify(content)) > LARGEST_SNAPSHOT) throw new Error(`${clean(path)}: ${TOO_LARGE}`)
    tell(
      await client.call<Schemas['Snapshot']>('POST', `${HERE}/import`, content),
      ({ name, clock }) => `Imported ${name}, its clock at ${clock}. Use it: mds-sandbox snapshot restore ${name}`,
    )
  }),
})

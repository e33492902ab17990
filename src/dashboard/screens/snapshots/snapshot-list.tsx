import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { EmptyState, FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { TableFrame } from '../../components/table-frame.js'
import { TableHead } from '../../components/table-head.js'
import { useAction } from '../../components/use-action.js'
import { ApiError, call, post, send } from '../../data/api.js'
import { hrefOf } from '../../data/router.js'
import { settings } from '../../data/settings.js'
import type { Snapshot } from '../../data/types.js'
import type { Resource } from '../../data/use-resource.js'
import { apiKey } from '../../data/world.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { curlPost } from '../../text/curl-command.js'
import { saveFile } from '../../text/download.js'
import { instantText } from '../../text/format.js'
import { ForkDialog } from './fork-dialog.js'

const saveCommand = () => curlPost('/_sandbox/snapshots', '{"name": "before-takedown"}')

interface SnapshotListProps {
  snapshots: Resource<Snapshot[]>
  onChange: () => void
}

/** The snapshots of the world, with everything that can be done with one. */
export function SnapshotList({ snapshots: { data, error }, onChange }: SnapshotListProps) {
  const forked = useSignal<string | undefined>(undefined)
  if (error && !data) return <FailureState error={error} onRetry={onChange} />
  return (
    <div class="page">
      <SaveAndImport onChange={onChange} />
      {data?.length === 0 && (
        <EmptyState title="This world has no snapshots" command={saveCommand()}>
          <p>Save the world above, or from a test:</p>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <TableFrame label="Table of snapshots">
          <table class="table">
            <caption>Snapshots of this world, newest first</caption>
            <TableHead columns={['Name', 'World time', 'Saved', 'Actions']} />
            <tbody>
              {data.map((snapshot, i) => (
                <SnapshotRow
                  key={snapshot.name}
                  snapshot={snapshot}
                  older={data[i + 1]}
                  onChange={onChange}
                  onFork={() => (forked.value = snapshot.name)}
                />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {forked.value !== undefined && <ForkDialog snapshot={forked.value} onClose={() => (forked.value = undefined)} />}
    </div>
  )
}

interface SnapshotRowProps {
  snapshot: Snapshot
  older: Snapshot | undefined
  onChange: () => void
  onFork: () => void
}

function SnapshotRow({ snapshot: { name, clock, saved_at }, older, onChange, onFork }: SnapshotRowProps) {
  const { isBusy, run } = useAction()
  const asked = useSignal<'restore' | 'remove' | undefined>(undefined)
  const close = () => (asked.value = undefined)
  const path = `/_sandbox/snapshots/${name}`
  const restore = async () => {
    await post(`${path}/restore`)
    return `The world is as it was at ${instantText(clock)}.`
  }
  const download = async () => {
    const response = await send('GET', path)
    if (!response.ok) throw new Error(`The export was answered with ${response.status}.`)
    saveFile(await response.blob(), `${name}.ndjson`, 'application/x-ndjson')
    return undefined
  }
  const remove = async () => {
    await call('DELETE', path)
    onChange()
    return `The snapshot ${name} was removed.`
  }
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <time dateTime={clock}>{instantText(clock)}</time>
      </td>
      <td>
        <time dateTime={saved_at}>{instantText(saved_at)}</time>
      </td>
      <td>
        <div class="snapshots-actions">
          <Button disabled={isBusy} label={`Restore ${name}`} onClick={() => (asked.value = 'restore')}>
            Restore…
          </Button>
          <Button disabled={isBusy} label={`Fork ${name}`} onClick={onFork}>
            Fork
          </Button>
          <Button disabled={isBusy} label={`Download ${name}`} onClick={() => void run(download)}>
            Download
          </Button>
          {older && (
            <Link href={hrefOf({ parts: ['compare'], filters: { a: older.name, b: name } })}>
              Compare with {older.name}
            </Link>
          )}
          <Button kind="danger" disabled={isBusy} label={`Remove ${name}`} onClick={() => (asked.value = 'remove')}>
            Remove…
          </Button>
        </div>
        {asked.value === 'restore' && (
          <FormDialog title={`Restore ${name}`} submitText="Restore" isDangerous onSubmit={restore} onClose={close}>
            <p>
              The world becomes what it was at {instantText(clock)}. Everything that happened in it since then is lost.
              Save a snapshot first if you want to return.
            </p>
          </FormDialog>
        )}
        {asked.value === 'remove' && (
          <FormDialog title={`Remove ${name}`} submitText="Remove" isDangerous onSubmit={remove} onClose={close}>
            <p>The snapshot is deleted. The world does not change.</p>
          </FormDialog>
        )}
      </td>
    </tr>
  )
}

function SaveAndImport({ onChange }: { onChange: () => void }) {
  const name = useSignal('')
  const { isBusy, run } = useAction()
  const save = async () => {
    await post('/_sandbox/snapshots', { name: name.value })
    onChange()
    return `The world is saved as ${name.value}.`
  }
  const importFile = async (file: File) => {
    const response = await fetch(`${settings.root}/_sandbox/snapshots/import`, {
      method: 'POST',
      headers: { 'X-API-Key': apiKey.peek(), 'Content-Type': 'application/octet-stream' },
      body: file,
    })
    const answer = await response.json()
    if (!response.ok) {
      const { code, message, details } = answer.error
      throw new ApiError(response.status, code, message, details)
    }
    onChange()
    return `The snapshot ${answer.name} was imported. Restore or fork it to use it.`
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void run(save)
  }
  return (
    <form class="form-row" onSubmit={submit}>
      <label>
        Name of the new snapshot
        <input
          class="input"
          required
          pattern="[a-z0-9][a-z0-9\-]{0,62}"
          title="1 to 63 lower-case letters, digits and hyphens"
          placeholder="before-takedown"
          autocomplete="off"
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
      <button type="submit" class="button button-primary" disabled={isBusy}>
        Save the world
      </button>
      <label>
        Import a file
        <input
          class="input"
          type="file"
          accept=".ndjson,.json"
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void run(() => importFile(file))
          }}
        />
      </label>
    </form>
  )
}

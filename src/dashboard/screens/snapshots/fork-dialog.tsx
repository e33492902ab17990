import { useSignal } from '@preact/signals'
import { Dialog } from '../../components/dialog.js'
import { post } from '../../data/api.js'
import { hrefOf, navigate } from '../../data/router.js'
import { currentWorld } from '../../data/world.js'

interface ForkDialogProps {
  /** Undefined to fork the world as it is now. */
  snapshot?: string
  onClose: () => void
}

/** Asks for the name of the new world, and opens it. */
export function ForkDialog({ snapshot, onClose }: ForkDialogProps) {
  const world = currentWorld.value
  const name = useSignal(`${world.name}-fork`.slice(0, 63))
  const replace = useSignal(false)
  const error = useSignal('')
  const isBusy = useSignal(false)
  async function submit(event: Event) {
    event.preventDefault()
    isBusy.value = true
    try {
      // A fork of the present is a fork of a snapshot that is saved now and kept under the name of the new world.
      if (snapshot === undefined) await post('/_sandbox/snapshots', { name: name.value })
      const body = { name: name.value, ...(replace.value && { replace: true }) }
      await post(`/_sandbox/snapshots/${snapshot ?? name.value}/fork`, body)
      onClose()
      navigate(hrefOf({ world: { tier: world.tier, name: name.value }, screen: 'activity' }))
    } catch (failure) {
      error.value = (failure as Error).message
      isBusy.value = false
    }
  }
  return (
    <Dialog title={snapshot === undefined ? 'Fork the world as it is now' : `Fork ${snapshot}`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          Name of the new world
          <input
            class="input"
            required
            pattern="[a-z0-9][a-z0-9\-]{0,62}"
            title="1 to 63 lower-case letters, digits and hyphens"
            autocomplete="off"
            aria-describedby="fork-error"
            value={name.value}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </label>
        <label class="snapshots-replace check">
          <input
            type="checkbox"
            checked={replace.value}
            onChange={({ currentTarget }) => (replace.value = currentTarget.checked)}
          />
          Replace a world that has this name
        </label>
        <button type="submit" class="button button-primary" disabled={isBusy.value}>
          Fork
        </button>
        <p id="fork-error" class="form-error" role="alert">
          {error.value}
        </p>
      </form>
    </Dialog>
  )
}

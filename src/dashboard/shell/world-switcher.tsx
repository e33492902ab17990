import { useSignal } from '@preact/signals'
import { Button } from '../components/button.js'
import { CopyableValue } from '../components/code-block.js'
import { Dialog } from '../components/dialog.js'
import { get } from '../data/api.js'
import { hrefOf, navigate } from '../data/router.js'
import { settings } from '../data/settings.js'
import type { WorldSummary } from '../data/types.js'
import { useResource } from '../data/use-resource.js'
import { apiKey, keyOf, parseKey, type WorldName, worldId } from '../data/world.js'

/** Shows the world of the page and opens a dialog to choose another. */
export function WorldSwitcher() {
  const isOpen = useSignal(false)
  return (
    <div class="world-switcher">
      <span class="label">World</span>
      <Button onClick={() => (isOpen.value = true)} label={`World ${worldId.value}. Choose another`}>
        {worldId.value}
      </Button>
      {isOpen.value && <WorldDialog onClose={() => (isOpen.value = false)} />}
    </div>
  )
}

function WorldDialog({ onClose }: { onClose: () => void }) {
  const text = useSignal('')
  const error = useSignal('')
  const worlds = useResource('worlds', () => get<{ data: WorldSummary[] }>('/_sandbox/worlds')).value

  function open(world: WorldName) {
    onClose()
    navigate(hrefOf({ world, screen: 'activity' }))
  }

  function submit(event: Event) {
    event.preventDefault()
    const given = text.value.trim()
    const world = parseKey(given) ?? parseKey(`sk_sandbox_standard_${given}`)
    if (world) open(world)
    else error.value = 'Enter a key such as sk_sandbox_standard_job-42, or the name of a standard world such as job-42.'
  }

  const demo = [settings.keys.standard, settings.keys.enterprise].flatMap((key) => parseKey(key) ?? [])
  const known = (worlds.data?.data ?? []).map(({ tier, world }): WorldName => ({ tier, name: world }))
  const keys = new Set([...known, ...demo].map(keyOf))
  return (
    <Dialog title="Choose a world" onClose={onClose}>
      <p class="muted">
        Every key has its own world. This page shows the world of <CopyableValue value={apiKey.value} label="the key" />
      </p>
      <ul class="world-list">
        {[...keys].map((key) => {
          const world = parseKey(key) as WorldName
          const id = `${world.tier}/${world.name}`
          return (
            <li key={key}>
              <Button pressed={id === worldId.value} onClick={() => open(world)}>
                {id}
              </Button>
            </li>
          )
        })}
      </ul>
      <form onSubmit={submit}>
        <label>
          Key or name
          <input
            class="input"
            value={text.value}
            autocomplete="off"
            spellcheck={false}
            aria-describedby="world-error"
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <button type="submit" class="button button-primary">
          Open
        </button>
        <p id="world-error" class="form-error" role="alert">
          {error.value}
        </p>
      </form>
    </Dialog>
  )
}

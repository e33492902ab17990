type Handler = () => void

/** By key, the handlers, the latest last. Only the latest is called, so that an open pane takes precedence. */
const handlers = new Map<string, Handler[]>()

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

window.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (document.querySelector('dialog[open]')) return
  if (event.key === 'Escape' && isTyping(event)) return (event.target as HTMLElement).blur()
  if (isTyping(event)) return
  const handler = handlers.get(event.key)?.at(-1)
  if (!handler) return
  event.preventDefault()
  handler()
})

/** Calls the handler when the key is pressed outside of fields, until the returned function is called. */
export function onShortcut(key: string, handler: Handler): () => void {
  const list = handlers.get(key) ?? []
  handlers.set(key, [...list, handler])
  return () =>
    handlers.set(
      key,
      (handlers.get(key) ?? []).filter((other) => other !== handler),
    )
}

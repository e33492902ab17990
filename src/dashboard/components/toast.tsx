import { signal } from '@preact/signals'
import { ApiError } from '../data/api.js'

interface ToastMessage {
  id: number
  text: string
  tone: 'info' | 'danger'
}

const SHOWN_MS = 6000
const messages = signal<readonly ToastMessage[]>([])
let lastId = 0

export function showToast(text: string, tone: ToastMessage['tone'] = 'info'): void {
  const id = ++lastId
  messages.value = [...messages.value, { id, text, tone }].slice(-3)
  setTimeout(() => dismiss(id), tone === 'danger' ? 2 * SHOWN_MS : SHOWN_MS)
}

/** Shows why an action failed, with the details of the answer. */
export function showError(error: unknown): void {
  const details =
    error instanceof ApiError ? error.details.map(({ field = '', issue }) => `${field} ${issue}`.trim()) : []
  showToast([error instanceof Error ? error.message : String(error), ...details].join(' '), 'danger')
}

const dismiss = (id: number) => {
  messages.value = messages.value.filter((message) => message.id !== id)
}

/** The region in which short messages appear. Screen readers announce them. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {messages.value.map(({ id, text, tone }) => (
        <div key={id} class={`toast toast-${tone}`}>
          <span>{text}</span>
          <button type="button" class="button button-quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}

import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Dialog } from '../components/dialog.js'
import { showToast } from '../components/toast.js'
import { ApiError } from '../data/api.js'
import { visibleText } from '../text/format.js'

interface FormDialogProps {
  title: string
  submitText: string
  /** Returns the message that says what was done. An error is shown in the form, with its details. */
  onSubmit: (data: FormData) => Promise<string>
  onClose: () => void
  isDangerous?: boolean
  children?: ComponentChildren
}

/** A form in a dialog, which closes when the submission succeeds. */
export function FormDialog({ title, submitText, onSubmit, onClose, isDangerous, children }: FormDialogProps) {
  const error = useSignal<Error | undefined>(undefined)
  const isBusy = useSignal(false)

  async function submit(event: Event) {
    event.preventDefault()
    isBusy.value = true
    error.value = undefined
    try {
      const message = await onSubmit(new FormData(event.currentTarget as HTMLFormElement))
      onClose()
      showToast(message)
    } catch (thrown) {
      error.value = thrown as Error
    } finally {
      isBusy.value = false
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {children}
        <div role="alert">{error.value && <FormError error={error.value} />}</div>
        <button
          type="submit"
          class={`button ${isDangerous ? 'button-danger' : 'button-primary'}`}
          disabled={isBusy.value}
        >
          {submitText}
        </button>
      </form>
    </Dialog>
  )
}

function FormError({ error }: { error: Error }) {
  const details = error instanceof ApiError ? error.details : []
  return (
    <div class="notice notice-danger">
      <p>{visibleText(error.message)}</p>
      {details.length > 0 && (
        <ul>
          {details.map(({ field, issue }) => (
            <li key={`${field} ${issue}`}>
              {field && <code>{visibleText(field)}</code>} {visibleText(issue)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { showError, showToast } from './toast.js'

/** Runs something that a person asked for: `isBusy` until it ends, then a message with its result or its error. */
export function useAction() {
  const isBusy = useSignal(false)
  async function run(action: () => Promise<string | undefined>): Promise<boolean> {
    isBusy.value = true
    try {
      const message = await action()
      if (message !== undefined) showToast(message)
      return true
    } catch (error) {
      showError(error)
      return false
    } finally {
      isBusy.value = false
    }
  }
  return { isBusy: isBusy.value, run }
}

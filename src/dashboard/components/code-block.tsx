import { useSignal } from '@preact/signals'
import { visibleText } from '../text/format.js'
import { Button } from './button.js'
import { showError, showToast } from './toast.js'

const MAX_SHOWN = 50_000

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(`Copied ${what}.`)
  } catch {
    showError(new Error('The browser did not allow copying. Select the text instead.'))
  }
}

interface CodeBlockProps {
  text: string
  /** What the text is, such as "the response body". */
  label: string
  wrap?: boolean
}

/** Text in a monospaced font that can be copied. Invisible characters are shown as escapes. */
export function CodeBlock({ text, label, wrap = true }: CodeBlockProps) {
  const isComplete = useSignal(text.length <= MAX_SHOWN)
  const shown = isComplete.value ? text : text.slice(0, MAX_SHOWN)
  return (
    <div class="code-block">
      <div class="code-actions">
        <Button kind="quiet" label={`Copy ${label}`} onClick={() => void copyText(text, label)}>
          Copy
        </Button>
      </div>
      <section aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre class={wrap ? 'wrap' : ''} tabIndex={0}>
          <code>{visibleText(shown)}</code>
        </pre>
      </section>
      {!isComplete.value && (
        <Button onClick={() => (isComplete.value = true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  )
}

/** A short value such as an id, with a button that copies it. */
export function CopyableValue({ value, label = value }: { value: string; label?: string }) {
  return (
    <span class="copyable">
      <code>{visibleText(value)}</code>
      <Button kind="quiet" label={`Copy ${label}`} onClick={() => void copyText(value, label)}>
        Copy
      </Button>
    </span>
  )
}

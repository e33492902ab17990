import type { ComponentChildren } from 'preact'

interface ButtonProps {
  children: ComponentChildren
  onClick: () => void
  /** The accessible name, if the content is not one. */
  label?: string
  kind?: 'normal' | 'primary' | 'danger' | 'quiet'
  disabled?: boolean
  /** For buttons that open or toggle something. */
  expanded?: boolean
  pressed?: boolean
  title?: string
}

export function Button({ children, onClick, label, kind = 'normal', disabled, expanded, pressed, title }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button button-${kind}`}
      aria-label={label}
      aria-expanded={expanded}
      aria-pressed={pressed}
      disabled={disabled}
      title={title}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

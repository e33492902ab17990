import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../components/button.js'
import { ErrorBoundary } from '../components/error-boundary.js'
import { onShortcut } from './shortcuts.js'

interface DetailPaneProps {
  title: ComponentChildren
  /** Identifies what is shown. The pane gets the focus when it changes. */
  id: string
  onClose: () => void
  actions?: ComponentChildren
  children: ComponentChildren
}

/** The details of the item that is open, beside the list. Esc closes it. */
export function DetailPane({ title, id, onClose, actions, children }: DetailPaneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => onShortcut('Escape', onClose), [onClose])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id])
  return (
    <section class="detail-pane" aria-label="Details">
      <div class="detail-header">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div class="actions">
          {actions}
          <Button kind="quiet" label="Close details" title="Close (Esc)" onClick={onClose}>
            ×
          </Button>
        </div>
      </div>
      <div class="detail-content">
        <ErrorBoundary what="This item" key={id}>
          {children}
        </ErrorBoundary>
      </div>
    </section>
  )
}

/** Names and values. Entries whose value is undefined or null are left out. */
export function FieldList({ fields }: { fields: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="field-list">
      {fields
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

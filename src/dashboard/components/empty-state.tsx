import type { ComponentChildren } from 'preact'
import { CodeBlock } from './code-block.js'

interface EmptyStateProps {
  title: string
  children?: ComponentChildren
  /** The command that fills the list. */
  command?: string
}

export function EmptyState({ title, children, command }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <h2>{title}</h2>
      {children}
      {command !== undefined && <CodeBlock text={command} label="the command" />}
    </div>
  )
}

/** What to show when data could not be loaded. */
export function FailureState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div class="empty-state" role="alert">
      <h2>This could not be loaded</h2>
      <p>{error.message}</p>
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

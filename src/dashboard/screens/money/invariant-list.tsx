import { Button } from '../../components/button.js'
import { FailureState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import type { Invariants } from '../../data/types.js'
import type { Resource } from '../../data/use-resource.js'
import { visibleText } from '../../text/format.js'

/** The conditions that must hold in every world, with their violations. */
export function InvariantList({ resource, onRetry }: { resource: Resource<Invariants>; onRetry: () => void }) {
  const { data, error } = resource
  if (error && !data) return <FailureState error={error} onRetry={onRetry} />
  return (
    <div class="page">
      <p class="muted">
        The sandbox recalculates these from its state. A violation is a bug in the sandbox, not in your client.
      </p>
      <p>
        <Button onClick={onRetry}>Check again</Button>
      </p>
      <ul class="money-checks">
        {data?.checks.map(({ name, ok, violations }) => (
          <li key={name}>
            <StatusBadge status={ok ? '✓ holds' : '✗ violated'} tone={ok ? 'success' : 'danger'} /> {visibleText(name)}
            {violations.length > 0 && (
              <ul>
                {violations.map((violation) => (
                  <li key={violation}>{visibleText(violation)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

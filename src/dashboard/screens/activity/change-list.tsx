import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { hrefOf } from '../../data/router.js'
import type { Change } from '../../data/types.js'

/** What a request or a task changed. Each id leads to everything that happened to the resource. */
export function ChangeList({ changes, total }: { changes: readonly Change[]; total: number }) {
  if (total === 0) return null
  return (
    <section>
      <h3>Changed</h3>
      <ul class="change-list">
        {changes.map(({ collection, id, change, from, to }) => (
          <li key={`${collection} ${id}`}>
            <span class="muted">
              {collection} {change}
            </span>{' '}
            <Link href={hrefOf({ screen: 'activity', filters: { q: id } })}>
              <code>{id}</code>
            </Link>{' '}
            {from && (
              <>
                <StatusBadge status={from} /> →{' '}
              </>
            )}
            {to && <StatusBadge status={to} />}
          </li>
        ))}
      </ul>
      {total > changes.length && <p class="muted">and {total - changes.length} more</p>}
    </section>
  )
}

import { EmptyState, FailureState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { filters, setFilter } from '../../data/router.js'
import type { Snapshot } from '../../data/types.js'
import { type Resource, useResource } from '../../data/use-resource.js'
import { visibleText } from '../../text/format.js'
import { compareSnapshots, type TableDifference } from './compare-snapshots.js'

const SHOWN_ROWS = 100
const SHOWN_CHARACTERS = 300

interface ComparisonProps {
  snapshots: Resource<Snapshot[]>
  onRetry: () => void
}

/** Two snapshots of the world, chosen by the URL, and what differs. */
export function Comparison({ snapshots: { data, error }, onRetry }: ComparisonProps) {
  const { a = '', b = '' } = filters.value
  if (error && !data) return <FailureState error={error} onRetry={onRetry} />
  if (!data) return null
  const names = data.map(({ name }) => name)
  return (
    <div class="page">
      {names.length < 2 ? (
        <EmptyState title="A comparison needs two snapshots">
          <p>Save one before and one after the step that you want to look at.</p>
        </EmptyState>
      ) : (
        <>
          <div class="form-row">
            <SnapshotChoice name="a" label="Before" value={a} names={names} />
            <SnapshotChoice name="b" label="After" value={b} names={names} />
          </div>
          {a && b && <Differences a={a} b={b} />}
        </>
      )}
    </div>
  )
}

interface SnapshotChoiceProps {
  name: string
  label: string
  value: string
  names: readonly string[]
}

const SnapshotChoice = ({ name, label, value, names }: SnapshotChoiceProps) => (
  <label>
    {label}
    <select class="input" value={value} onChange={({ currentTarget }) => setFilter(name, currentTarget.value)}>
      {['', ...names].map((option) => (
        <option key={option} value={option} selected={option === value}>
          {option || 'Choose a snapshot'}
        </option>
      ))}
    </select>
  </label>
)

function Differences({ a, b }: { a: string; b: string }) {
  const resource = useResource(`${a} ${b}`, () => compareSnapshots(a, b))
  const { data, error } = resource.value
  if (error) return <FailureState error={error} onRetry={resource.refresh} />
  if (!data) return <p role="status">Comparing…</p>
  if (data.length === 0) return <EmptyState title="The snapshots are equal" />
  return (
    <>
      {data.map((difference) => (
        <TableSection key={difference.table} difference={difference} />
      ))}
    </>
  )
}

const shorten = (text: string) =>
  visibleText(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)

function TableSection({ difference: { table, added, removed, changed } }: { difference: TableDifference }) {
  const total = added.length + removed.length + changed.length
  return (
    <section aria-label={`Differences in ${table}`}>
      <h2>
        {table} {added.length > 0 && <StatusBadge status={`${added.length} added`} tone="success" />}{' '}
        {removed.length > 0 && <StatusBadge status={`${removed.length} removed`} tone="danger" />}{' '}
        {changed.length > 0 && <StatusBadge status={`${changed.length} changed`} tone="info" />}
      </h2>
      <ul class="snapshots-rows">
        {added.slice(0, SHOWN_ROWS).map((key) => (
          <li key={key}>
            <span class="muted">added</span> <code>{shorten(key)}</code>
          </li>
        ))}
        {removed.slice(0, SHOWN_ROWS).map((key) => (
          <li key={key}>
            <span class="muted">removed</span> <code>{shorten(key)}</code>
          </li>
        ))}
        {changed.slice(0, SHOWN_ROWS).map(({ key, fields }) => (
          <li key={key}>
            <span class="muted">changed</span> <code>{shorten(key)}</code>
            <ul>
              {fields.map(({ field, before, after }) => (
                <li key={field}>
                  {field}: <del>{shorten(before)}</del> <ins>{shorten(after)}</ins>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {total > SHOWN_ROWS && <p class="muted">At most {SHOWN_ROWS} rows of each kind are shown.</p>}
    </section>
  )
}

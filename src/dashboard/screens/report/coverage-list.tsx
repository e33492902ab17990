import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { filters } from '../../data/router.js'
import type { ClientReport } from '../../data/types.js'
import { FilterBar, SelectFilter } from '../../list/filter-bar.js'
import { visibleText } from '../../text/format.js'

type Coverage = ClientReport['coverage']
type Dimension = Coverage[keyof Coverage]

const TITLES: Record<keyof Coverage, readonly [title: string, covered: string]> = {
  operations: ['Operations', 'called with success'],
  outcomes: ['Outcomes of the operations that were called', 'such as success, refused and throttled'],
  error_codes: ['Error codes', 'met, and the client acted upon them'],
  events: ['Events', 'sent and acknowledged'],
  states: ['States', 'reached, and seen by a read or an event'],
  rejection_codes: ['Rejection codes', 'met in a delivery'],
  scenarios: ['Scenarios', 'requests were sent while it was in use'],
}

const LISTS = { missing: 'Missing', partial: 'Only met', covered: 'Covered' } as const
const SHOW_OPTIONS = { '': 'Everything', missing: 'Missing', partial: 'Only met', covered: 'Covered' }
const SHOWN_ITEMS = 40

/** What the client exercised of the API, by dimension. There is no total: most clients never meet many of the errors. */
export function CoverageList({ coverage }: { coverage: Coverage }) {
  return (
    <div class="split-list">
      <FilterBar label="Filter the coverage">
        <SelectFilter name="show" label="Show" options={SHOW_OPTIONS} />
        <SelectFilter name="scope" label="Scope" options={{ '': 'This world', all: 'All worlds' }} />
      </FilterBar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="page" tabIndex={0} aria-label="Coverage">
        {Object.entries(TITLES).map(([name, [title, covered]]) => (
          <DimensionSection key={name} title={title} hint={covered} dimension={coverage[name as keyof Coverage]} />
        ))}
      </section>
    </div>
  )
}

interface DimensionSectionProps {
  title: string
  hint: string
  dimension: Dimension
}

function DimensionSection({ title, hint, dimension }: DimensionSectionProps) {
  const { show } = filters.value
  const total = dimension.covered.length + dimension.partial.length + dimension.missing.length
  return (
    <section class="report-dimension" aria-label={title}>
      <h2>{title}</h2>
      <p>
        <strong>
          {dimension.covered.length} of {total}
        </strong>{' '}
        <span class="muted">{hint}</span>
      </p>
      <div class="report-meter" aria-hidden="true">
        <span class="report-covered" style={{ flexGrow: dimension.covered.length }} />
        <span class="report-partial" style={{ flexGrow: dimension.partial.length }} />
        <span style={{ flexGrow: dimension.missing.length }} />
      </div>
      {Object.entries(LISTS)
        .filter(([list]) => !show || show === list)
        .map(([list, text]) => (
          <ItemRow key={list} title={text} items={dimension[list as keyof Dimension]} />
        ))}
    </section>
  )
}

function ItemRow({ title, items }: { title: string; items: readonly string[] }) {
  const isComplete = useSignal(false)
  if (items.length === 0) return null
  const shown = isComplete.value ? items : items.slice(0, SHOWN_ITEMS)
  return (
    <div class="report-items">
      <h3>
        {title} <span class="muted">{items.length.toLocaleString('en')}</span>
      </h3>
      <ul>
        {shown.map((item) => (
          <li key={item}>
            <code>{visibleText(item)}</code>
          </li>
        ))}
        {shown.length < items.length && (
          <li>
            <Button onClick={() => (isComplete.value = true)}>
              Show {(items.length - shown.length).toLocaleString('en')} more
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

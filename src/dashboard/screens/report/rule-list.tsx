import { EmptyState } from '../../components/empty-state.js'
import { filters, hrefOf, navigate } from '../../data/router.js'
import type { ClientReport, RuleVerdict } from '../../data/types.js'
import { FilterBar, SelectFilter, TextFilter } from '../../list/filter-bar.js'
import { VirtualList } from '../../list/virtual-list.js'
import { visibleText } from '../../text/format.js'
import { RuleBadge } from './rule-badge.js'
import { RuleDetail } from './rule-detail.js'

const SEVERITIES = ['error', 'warning', 'note']
const RESULTS = ['broken', 'not_tried', 'kept']
const RESULT_OPTIONS = { '': 'Any', broken: 'Broken', not_tried: 'Not tried', kept: 'Kept' }
const SCOPE_OPTIONS = { '': 'This world', all: 'All worlds' }

/** Broken rules first, the worst of them at the top. */
const inOrder = (rules: readonly RuleVerdict[]) =>
  [...rules].sort(
    (a, b) =>
      RESULTS.indexOf(a.result) - RESULTS.indexOf(b.result) ||
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  )

const marksOf = (rules: readonly RuleVerdict[]): string[] => [
  ...new Set(rules.flatMap(({ evidence }) => evidence.flatMap(({ mark }) => mark ?? []))),
]

/** Every rule with its result, and the evidence of the one that is open. */
export function RuleList({ report, selected }: { report: ClientReport; selected: string | undefined }) {
  const { q = '', result, mark } = filters.value
  const { rules, notes } = report
  const search = q.toLowerCase()
  const shown = inOrder(rules).filter(
    (rule) =>
      (!result || rule.result === result) &&
      (!mark || rule.evidence.some((piece) => piece.mark === mark)) &&
      `${rule.id} ${rule.title}`.toLowerCase().includes(search),
  )
  const open = rules.find(({ id }) => id === selected)
  const count = (wanted: string) => rules.filter((rule) => rule.result === wanted).length
  const marks = marksOf(rules)
  const close = () => navigate(hrefOf({ filters: filters.peek() }))
  return (
    <div class="split" data-open={selected !== undefined}>
      <div class="split-list report-list">
        <div>
          <FilterBar label="Filter the rules">
            <TextFilter name="q" label="Search" placeholder="Name or words of a rule" />
            <SelectFilter name="result" label="Result" options={RESULT_OPTIONS} />
            {marks.length > 0 && (
              <SelectFilter
                name="mark"
                label="Mark"
                options={{ '': 'Any', ...Object.fromEntries(marks.map((name) => [name, visibleText(name)])) }}
              />
            )}
            <SelectFilter name="scope" label="Scope" options={SCOPE_OPTIONS} />
            <span class="muted count" role="status">
              {count('broken')} broken, {count('kept')} kept, {count('not_tried')} not tried
            </span>
          </FilterBar>
          {notes.map((note) => (
            <p key={note} class="report-note muted">
              {visibleText(note)}
            </p>
          ))}
        </div>
        {shown.length === 0 ? (
          <EmptyState title="No rule matches the filters" />
        ) : (
          <VirtualList
            items={shown}
            label="Rules, broken ones first"
            rowHeight={48}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => hrefOf({ parts: [id], filters: filters.value })}
            renderRow={(rule) => <RuleRow rule={rule} />}
            selected={selected}
          />
        )}
      </div>
      {selected !== undefined && (
        <RuleDetail id={selected} rule={open} hasLinks={filters.value.scope !== 'all'} onClose={close} />
      )}
    </div>
  )
}

const RuleRow = ({ rule }: { rule: RuleVerdict }) => (
  <>
    <span class="report-result">
      <RuleBadge rule={rule} />
    </span>
    <span class="what report-row">
      <span>{rule.title}</span>
      <span class="muted">
        {rule.severity}, <code>{rule.id}</code>
      </span>
    </span>
    {rule.count > 0 && <span class="muted">{rule.count.toLocaleString('en')}×</span>}
  </>
)

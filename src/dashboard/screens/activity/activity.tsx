import { EmptyState, FailureState } from '../../components/empty-state.js'
import { entries, isLoaded, loadError } from '../../data/activity-store.js'
import { filters, hrefOf, navigate, parts } from '../../data/router.js'
import type { ActivityEntry } from '../../data/types.js'
import { FilterBar, SelectFilter, TextFilter } from '../../list/filter-bar.js'
import { VirtualList } from '../../list/virtual-list.js'
import { curlGet } from '../../text/curl-command.js'
import { countText } from '../../text/format.js'
import type { Screen } from '../screen.js'
import { ActivityDetail } from './activity-detail.js'
import { ActivityRow } from './activity-row.js'
import { KIND_TITLES, keyOfEntry, matchesFilters } from './entries.js'

const ROW_HEIGHT = 32

const KIND_OPTIONS = { '': 'Everything', ...KIND_TITLES }
const OUTCOME_OPTIONS = { '': 'Any', failed: 'Failed', warnings: 'With warnings', fault: 'With a fault' }
const PLANE_OPTIONS = { '': 'Both', service: 'API', control: 'Control plane' }

const firstCommand = () => curlGet('/v1/releases')

function Activity() {
  const all = entries.value
  const shown = all.filter((entry) => matchesFilters(entry, filters.value))
  const [wanted] = parts.value
  const selected = wanted === 'latest' ? all[0] && keyOfEntry(all[0]) : wanted
  const hrefOfEntry = (entry: ActivityEntry) => hrefOf({ parts: [keyOfEntry(entry)], filters: filters.value })
  const close = () => navigate(hrefOf({ filters: filters.peek() }))
  return (
    <div class="split" data-open={selected !== undefined}>
      <div class="split-list">
        <FilterBar label="Filter the activity">
          <TextFilter name="q" label="Search" placeholder="Path, operation, id, code …" />
          <SelectFilter name="kind" label="Kind" options={KIND_OPTIONS} />
          <SelectFilter name="outcome" label="Outcome" options={OUTCOME_OPTIONS} />
          <SelectFilter name="plane" label="Requests to" options={PLANE_OPTIONS} />
          <span class="muted count" role="status">
            {shown.length === all.length
              ? countText(all.length, 'entry').replace('entrys', 'entries')
              : `${shown.length.toLocaleString('en')} of ${all.length.toLocaleString('en')}`}
          </span>
        </FilterBar>
        {loadError.value && all.length === 0 ? (
          <FailureState error={loadError.value} />
        ) : all.length === 0 && isLoaded.value ? (
          <EmptyState title="Nothing has happened yet" command={firstCommand()}>
            <p>Requests, events and clock moves appear here as they happen. Send the first request:</p>
          </EmptyState>
        ) : shown.length === 0 && isLoaded.value ? (
          <EmptyState title="No entry matches the filters">
            <p>
              <a href={hrefOf({})}>Show everything</a>
            </p>
          </EmptyState>
        ) : (
          <VirtualList
            items={shown}
            label="Activity, newest first"
            rowHeight={ROW_HEIGHT}
            keyOf={keyOfEntry}
            hrefOf={hrefOfEntry}
            renderRow={(entry) => <ActivityRow entry={entry} />}
            selected={selected}
          />
        )}
      </div>
      {selected !== undefined && (
        <ActivityDetail id={selected} entry={all.find((entry) => keyOfEntry(entry) === selected)} onClose={close} />
      )}
    </div>
  )
}

export const activityScreen: Screen = { name: 'activity', title: 'Activity', component: Activity }

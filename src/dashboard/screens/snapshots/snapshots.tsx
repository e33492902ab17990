import { SubNavigation } from '../../components/sub-navigation.js'
import { get } from '../../data/api.js'
import { parts } from '../../data/router.js'
import type { Snapshot } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import type { Screen } from '../screen.js'
import { Comparison } from './comparison.js'
import { ForkHere } from './fork-here.js'
import { Journal } from './journal.js'
import { SnapshotList } from './snapshot-list.js'

const PAGES = { '': 'Snapshots', compare: 'Compare', fork: 'Fork', journal: 'Journal' }

function Snapshots() {
  const [part] = parts.value
  const resource = useResource(
    'snapshots',
    async () => (await get<{ data: Snapshot[] }>('/_sandbox/snapshots')).data,
    (entry) => entry.kind === 'request' && entry.plane === 'control',
  )
  return (
    <div class="page-frame">
      <SubNavigation label="Snapshots and journal" pages={PAGES} />
      {part === 'journal' ? (
        <Journal />
      ) : part === 'compare' ? (
        <Comparison snapshots={resource.value} onRetry={resource.refresh} />
      ) : part === 'fork' ? (
        <ForkHere snapshots={resource.value} onRetry={resource.refresh} />
      ) : (
        <SnapshotList snapshots={resource.value} onChange={resource.refresh} />
      )}
    </div>
  )
}

export const snapshotsScreen: Screen = { name: 'snapshots', title: 'Snapshots and journal', component: Snapshots }

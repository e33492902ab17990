import { Button } from '../../components/button.js'
import { CodeBlock } from '../../components/code-block.js'
import { EmptyState, FailureState } from '../../components/empty-state.js'
import { Link } from '../../components/link.js'
import { StatusBadge } from '../../components/status-badge.js'
import { useAction } from '../../components/use-action.js'
import { call, get } from '../../data/api.js'
import { filters, hrefOf, navigate } from '../../data/router.js'
import type { ScenarioDefinition, ScenarioState } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { DetailPane } from '../../list/detail-pane.js'
import { FilterBar, TextFilter } from '../../list/filter-bar.js'
import { VirtualList } from '../../list/virtual-list.js'
import { visibleText } from '../../text/format.js'
import { TimetableView } from './timetable-view.js'

async function loadScenarios() {
  const [{ data }, current] = await Promise.all([
    get<{ data: ScenarioDefinition[] }>('/_sandbox/scenarios'),
    get<ScenarioState>('/_sandbox/scenario'),
  ])
  return { scenarios: data, current }
}

/** All scenarios, and what happens in the one that is open. */
export function ScenarioList({ selected }: { selected: string | undefined }) {
  const resource = useResource(
    'scenarios',
    loadScenarios,
    (entry) => entry.kind === 'reset' || (entry.kind === 'request' && entry.operation === 'useScenario'),
  )
  const { data, error } = resource.value
  const { q = '' } = filters.value
  const search = q.toLowerCase()
  const shown = (data?.scenarios ?? []).filter(({ name, summary }) =>
    `${name} ${summary}`.toLowerCase().includes(search),
  )
  const open = data?.scenarios.find(({ name }) => name === selected)
  const close = () => navigate(hrefOf({ filters: filters.peek() }))
  if (error && !data) return <FailureState error={error} onRetry={resource.refresh} />
  return (
    <div class="split" data-open={selected !== undefined}>
      <div class="split-list">
        <FilterBar label="Filter the scenarios">
          <TextFilter name="q" label="Search" placeholder="Name or summary" />
        </FilterBar>
        {data && shown.length === 0 ? (
          <EmptyState title="No scenario matches the search" />
        ) : (
          <VirtualList
            items={shown}
            label="Scenarios"
            rowHeight={48}
            keyOf={({ name }) => name}
            hrefOf={({ name }) => hrefOf({ parts: [name], filters: filters.value })}
            renderRow={({ name, summary, source }) => (
              <span class="what scenario-row">
                <span>
                  <strong>{visibleText(name)}</strong>{' '}
                  {name === data?.current.name && <StatusBadge status="in use" tone="success" />}{' '}
                  {source === 'custom' && <StatusBadge status="custom" tone="neutral" />}
                </span>
                <span class="muted">{visibleText(summary)}</span>
              </span>
            )}
            selected={selected}
          />
        )}
      </div>
      {data && selected !== undefined && (
        <DetailPane
          id={selected}
          title={visibleText(selected)}
          onClose={close}
          actions={open && <UseScenario name={open.name} isUsed={open.name === data.current.name} />}
        >
          {open ? (
            <ScenarioContent scenario={open} />
          ) : (
            <EmptyState title={`There is no scenario called ${visibleText(selected)}`} />
          )}
        </DetailPane>
      )}
    </div>
  )
}

function UseScenario({ name, isUsed }: { name: string; isUsed: boolean }) {
  const { isBusy, run } = useAction()
  const use = async () => {
    await call('PUT', '/_sandbox/scenario', { body: { name } })
    return `The world uses ${name}. Its store rules apply from the next delivery on.`
  }
  return (
    <Button kind="primary" disabled={isBusy || isUsed} onClick={() => void run(use)}>
      {isUsed ? 'In use' : 'Use it'}
    </Button>
  )
}

const ScenarioContent = ({
  scenario: { name, summary, timetable, expect, text },
}: {
  scenario: ScenarioDefinition
}) => (
  <>
    <p>{visibleText(summary)}</p>
    <TimetableView timetable={timetable} />
    {expect.length > 0 && (
      <>
        <h3>A run that uploads, submits and delivers</h3>
        <ol class="scenario-steps">
          {expect.map((step, i) => (
            <li key={i}>{step}</li>
          ))}
        </ol>
      </>
    )}
    {text !== null && (
      <>
        <h3>File</h3>
        <CodeBlock text={text} label="the scenario file" />
        <p>
          <Link href={hrefOf({ parts: ['edit'], filters: { from: name } })}>Edit a copy of it</Link>
        </p>
      </>
    )}
  </>
)

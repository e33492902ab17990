import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { EmptyState, FailureState } from '../../components/empty-state.js'
import { SubNavigation } from '../../components/sub-navigation.js'
import { call, get } from '../../data/api.js'
import { filters, parts } from '../../data/router.js'
import type { ClientReport } from '../../data/types.js'
import { useResource } from '../../data/use-resource.js'
import { currentWorld } from '../../data/world.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { TextField, textOf } from '../../forms/form-fields.js'
import { curlGet } from '../../text/curl-command.js'
import { saveFile } from '../../text/download.js'
import { countText, visibleText } from '../../text/format.js'
import type { Screen } from '../screen.js'
import { CoverageList } from './coverage-list.js'
import { RuleList } from './rule-list.js'

const PAGES = { '': 'Rules', coverage: 'Coverage' }

const apiCommand = () => curlGet('/v1/releases')

/** The verdict on the client of the world. It is loaded again after every request and every attempt to send an event. */
function Report() {
  const [part] = parts.value
  const { scope } = filters.value
  const resource = useResource(
    `report ${scope}`,
    () => get<ClientReport>('/_sandbox/report', { scope }),
    ({ kind }) => kind !== 'event' && kind !== 'change',
  )
  const { data, error } = resource.value
  return (
    <div class="page-frame">
      <SubNavigation label="Client report" pages={PAGES} keptFilters={{ scope }}>
        {data && <ReportActions report={data} onRefresh={resource.refresh} />}
      </SubNavigation>
      {error && !data ? (
        <FailureState error={error} onRetry={resource.refresh} />
      ) : !data ? null : part === 'coverage' ? (
        <CoverageList coverage={data.coverage} />
      ) : data.requests + data.excluded + data.attempts === 0 ? (
        <EmptyState title="The client has not sent anything yet" command={apiCommand()}>
          <p>
            The report says which rules of good behaviour your client keeps and breaks, and what it exercises of the
            API. It judges every request to the API since the sandbox started. Run your tests, or send a request:
          </p>
        </EmptyState>
      ) : (
        <RuleList report={data} selected={part} />
      )}
    </div>
  )
}

/** What was judged, and what can be done with the report. */
function ReportActions({ report, onRefresh }: { report: ClientReport; onRefresh: () => void }) {
  const isMarking = useSignal(false)
  const { requests, excluded, attempts, clock } = report
  const facts = [
    countText(requests, 'request'),
    excluded > 0 && `${excluded.toLocaleString('en')} left out`,
    countText(attempts, 'event attempt'),
    `${clock} clock`,
  ]
  return (
    <div class="report-actions">
      <span class="muted" role="status">
        {facts.filter(Boolean).join(', ')}
      </span>
      <Button onClick={() => (isMarking.value = true)}>Set a mark…</Button>
      <Button
        onClick={() =>
          saveFile(JSON.stringify(report, null, 2), `${currentWorld.value.name}-report.json`, 'application/json')
        }
      >
        Download JSON
      </Button>
      <Button onClick={onRefresh}>Load again</Button>
      {isMarking.value && <MarkDialog onClose={() => (isMarking.value = false)} />}
    </div>
  )
}

async function setMark(data: FormData): Promise<string> {
  const name = textOf(data, 'name') ?? ''
  const exclude = data.get('exclude') !== null
  await call('PUT', '/_sandbox/report/mark', { body: { name, exclude } })
  return exclude
    ? 'Requests are left out of the report until the next mark.'
    : `Evidence from now on names “${visibleText(name)}”.`
}

const MarkDialog = ({ onClose }: { onClose: () => void }) => (
  <FormDialog title="Set a mark" submitText="Set the mark" onSubmit={setMark} onClose={onClose}>
    <p class="muted">
      A mark names what you test from now on. Evidence names it, and a request is not taken for a retry of a request
      under another mark.
    </p>
    <TextField name="name" label="Name" placeholder="delivers a release" required />
    <label class="checkbox">
      <input type="checkbox" name="exclude" /> Leave requests out of the report until the next mark
    </label>
  </FormDialog>
)

export const reportScreen: Screen = { name: 'report', title: 'Client report', component: Report }

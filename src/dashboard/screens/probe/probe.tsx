import { useSignal } from '@preact/signals'
import { EmptyState } from '../../components/empty-state.js'
import { StatusBadge } from '../../components/status-badge.js'
import { ApiError, post } from '../../data/api.js'
import { filters, setFilter } from '../../data/router.js'
import type { ProbeReport } from '../../data/types.js'
import { visibleText } from '../../text/format.js'
import type { Screen } from '../screen.js'

const probeCommand = (url: string | undefined) =>
  `npx mds-sandbox probe ${url || 'http://127.0.0.1:4011'} --secret SECRET`

/** Sends events that are right and wrong to a handler, and lists how it answered. The URL is part of the page's URL, the secret is not. */
function Probe() {
  const { url = '' } = filters.value
  const secret = useSignal('')
  const isRunning = useSignal(false)
  const report = useSignal<ProbeReport | undefined>(undefined)
  const error = useSignal<Error | undefined>(undefined)

  async function submit(event: Event) {
    event.preventDefault()
    isRunning.value = true
    report.value = undefined
    error.value = undefined
    try {
      report.value = await post<ProbeReport>('/_sandbox/probe', { url, secret: secret.value })
    } catch (failure) {
      error.value = failure as Error
    } finally {
      isRunning.value = false
    }
  }

  return (
    <div class="page">
      <form class="form-row" onSubmit={(event) => void submit(event)}>
        <label class="probe-url">
          URL of your handler
          <input
            class="input"
            type="url"
            required
            placeholder="http://127.0.0.1:3000/webhooks"
            value={url}
            onInput={({ currentTarget }) => setFilter('url', currentTarget.value)}
          />
        </label>
        <label>
          Its secret
          <input
            class="input"
            type="password"
            required
            autocomplete="off"
            value={secret.value}
            onInput={({ currentTarget }) => (secret.value = currentTarget.value)}
          />
        </label>
        <button type="submit" class="button button-primary" disabled={isRunning.value}>
          Probe
        </button>
      </form>
      <div role="status">
        {isRunning.value && 'Sending events. This takes up to a minute…'}
        {report.value?.reachable && <span class="visually-hidden">The probe has ended.</span>}
      </div>
      {error.value && <ProbeFailure error={error.value} />}
      {report.value && <Checklist report={report.value} />}
      {!report.value && !error.value && !isRunning.value && (
        <EmptyState title="No handler was probed" command={probeCommand(url)}>
          <p>
            The probe sends valid events, wrong signatures, duplicates, unknown types and a large event to your handler,
            and shows what it should have done. Nothing in the world changes. In CI, use the command:
          </p>
        </EmptyState>
      )}
    </div>
  )
}

const ProbeFailure = ({ error }: { error: Error }) => (
  <section class="notice notice-danger" role="alert">
    <p>The probe could not run. {error.message}</p>
    {error instanceof ApiError && error.details.length > 0 && (
      <ul>
        {error.details.map(({ field, issue }) => (
          <li key={issue}>
            {field} {visibleText(issue)}
          </li>
        ))}
      </ul>
    )}
  </section>
)

function Checklist({ report: { reachable, reason, passed, total, checks } }: { report: ProbeReport }) {
  if (!reachable)
    return (
      <section class="notice notice-danger" role="alert">
        <p>The handler can't be reached: {reason}.</p>
      </section>
    )
  return (
    <section aria-label="Checklist">
      <h2>
        {passed} of {total} checks passed
      </h2>
      <ul class="probe-checks">
        {checks.map(({ check, does, passed: hasPassed, reason: why, warning, answers_ms }) => (
          <li key={check}>
            <StatusBadge status={hasPassed ? '✓ passed' : '✗ failed'} tone={hasPassed ? 'success' : 'danger'} />
            <span>
              <strong>{check}</strong> {does}
              {why && <span class="form-error">: {visibleText(why)}</span>}
              {warning && <span class="probe-warning">. Warning: {visibleText(warning)}</span>}
            </span>
            <span class="muted">{answers_ms.map((ms) => `${ms} ms`).join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const probeScreen: Screen = { name: 'probe', title: 'Probe', component: Probe }

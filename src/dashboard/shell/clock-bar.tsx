import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Dialog } from '../components/dialog.js'
import { useAction } from '../components/use-action.js'
import { connection } from '../data/activity-store.js'
import { get, post } from '../data/api.js'
import type { Advanced, Agenda, Clock, ScenarioState } from '../data/types.js'
import { useResource } from '../data/use-resource.js'
import { countText, distanceText, instantText } from '../text/format.js'
import { AgendaItem } from './agenda-item.js'

interface ClockState {
  clock: Clock
  agenda: Agenda
  scenario: ScenarioState
  /** When the answer arrived: a live clock runs on from there. */
  loadedAt: number
}

const SHOWN_TASKS = 3

async function loadClock(): Promise<ClockState> {
  const [clock, agenda, scenario] = await Promise.all([
    get<Clock>('/_sandbox/clock'),
    get<Agenda>('/_sandbox/agenda', { limit: SHOWN_TASKS }),
    get<ScenarioState>('/_sandbox/scenario'),
  ])
  return { clock, agenda, scenario, loadedAt: Date.now() }
}

/** The world's time, what happens next, and the buttons that move the clock. It is part of every screen. */
export function ClockBar() {
  const resource = useResource('clock', loadClock, () => true)
  const tick = useSignal(Date.now())
  const { isBusy, run } = useAction()
  const isChoosing = useSignal(false)
  const { data, error } = resource.value
  const isLive = data?.clock.mode === 'live'
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setInterval(() => (tick.value = Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isLive])
  const now = useComputed(() => {
    const state = resource.value.data
    if (!state) return undefined
    const passed = state.clock.mode === 'live' ? Math.max(0, tick.value - state.loadedAt) : 0
    return Date.parse(state.clock.now) + passed
  })

  async function advance(body: object) {
    const isDone = await run(async () => {
      const { now: reached, steps } = await post<Advanced>('/_sandbox/clock/advance', body)
      return `The clock is at ${instantText(reached)}. ${countText(steps.length, 'task')} ran.`
    })
    if (isDone) isChoosing.value = false
    resource.refresh()
  }

  const instant = now.value === undefined ? undefined : new Date(now.value).toISOString()
  return (
    <section class="clock-bar" aria-label="Clock">
      <div class="clock-now">
        <span class="label">{isLive ? 'Live clock' : 'Manual clock'}</span>
        <time dateTime={instant}>{instant ? instantText(instant) : error ? 'unknown' : '…'}</time>
      </div>
      <fieldset class="clock-actions" disabled={isBusy || !data}>
        <legend class="visually-hidden">Move the clock</legend>
        <Button onClick={() => void advance({ duration: '1h' })} label="+1 h, advance by one hour">
          +1 h
        </Button>
        <Button onClick={() => void advance({ duration: '1d' })} label="+1 d, advance by one day">
          +1 d
        </Button>
        <Button onClick={() => void advance({ until: 'idle' })} title="Advance until nothing is scheduled">
          Until idle
        </Button>
        <Button onClick={() => (isChoosing.value = true)}>To…</Button>
      </fieldset>
      <div class="clock-next">
        <span class="label">
          Next{data && data.agenda.total > SHOWN_TASKS && `, ${data.agenda.total.toLocaleString('en')} scheduled`}
        </span>
        {data && data.agenda.data.length > 0 ? (
          <ol>
            {data.agenda.data.map((entry, i) => (
              <li key={`${entry.due} ${entry.task} ${entry.subject} ${i}`}>
                <AgendaItem entry={entry} now={now.value ?? 0} />
              </li>
            ))}
          </ol>
        ) : (
          <span class="muted">{data ? 'Nothing is scheduled' : error?.message}</span>
        )}
      </div>
      <div class="clock-scenario">
        <span class="label">Scenario</span>
        <span title={data?.scenario.summary}>{data?.scenario.name ?? '…'}</span>
      </div>
      <Connection />
      {isChoosing.value && instant && (
        <InstantDialog
          now={instant}
          onClose={() => (isChoosing.value = false)}
          onChoose={(to) => void advance({ to })}
        />
      )}
    </section>
  )
}

const CONNECTION_TEXTS = { connecting: 'Connecting…', live: 'Live', reconnecting: 'Reconnecting…' }

const Connection = () => (
  <div class={`connection connection-${connection.value}`} role="status">
    {CONNECTION_TEXTS[connection.value]}
  </div>
)

interface InstantDialogProps {
  now: string
  onClose: () => void
  onChoose: (instant: string) => void
}

function InstantDialog({ now, onClose, onChoose }: InstantDialogProps) {
  const text = useSignal(now.slice(0, 19))
  const to = Date.parse(`${text.value}Z`)
  const isValid = to >= Date.parse(`${now.slice(0, 19)}Z`)
  const submit = (event: Event) => {
    event.preventDefault()
    if (isValid) onChoose(new Date(Math.max(to, Date.parse(now))).toISOString())
  }
  return (
    <Dialog title="Move the clock" onClose={onClose}>
      <form onSubmit={submit}>
        <label>
          To this instant (UTC)
          <input
            class="input"
            type="datetime-local"
            step={1}
            min={now.slice(0, 19)}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <p class="muted">{isValid ? distanceText(Date.parse(now), to) : 'The clock only moves forward.'}</p>
        <button type="submit" class="button button-primary" disabled={!isValid}>
          Advance
        </button>
      </form>
    </Dialog>
  )
}

import { checkInvariants } from '../../core/engine/invariants.js'
import type { StoreOrder } from '../../core/engine/rows.js'
import { parsePeriod } from '../../core/money/months.js'
import { invalidField, refuseWithIssues } from '../../core/primitives/result.js'
import { END_OF_TIME, formatInstant, parseDuration, parseInstant } from '../../core/primitives/time.js'
import type { ClientObservers } from '../../runtime/journal/client-observers.js'
import type { Snapshots } from '../../runtime/snapshots/saved-snapshots.js'
import { runInSlices } from '../../runtime/time-slices.js'
import type { Sender } from '../../webhooks/sender.js'
import type { ControlOperations } from '../pipeline/exchange.js'
import { activityOperations } from './activity.js'
import { agendaEntryView } from './agenda-view.js'
import { advanceUntil, conditionOperations } from './conditions.js'
import { eventOperations } from './events.js'
import type { StartupSettings } from './export-journal.js'
import { createFaultOperations } from './faults.js'
import { createJournalOperations } from './journal.js'
import { createSnapshotOperations } from './snapshots.js'
import { stateOperations } from './state/state.js'
import { createProbeOperation } from './tools/probe.js'
import { receiverOperations } from './tools/receiver.js'
import { createReportOperations } from './tools/report.js'
import { createScenarioOperations } from './tools/scenarios.js'
import { clockView, createWorldOperations } from './worlds.js'

const storeStatusView = ({ store_id, status, rejection_code, rejection_reason }: StoreOrder) => ({
  store_id,
  status,
  ...(rejection_code !== undefined && { rejection_code }),
  ...(rejection_reason !== undefined && { rejection_reason }),
})

/** The contract's default and maximum. */
const MAX_AGENDA_ENTRIES = 1000

export interface ControlOptions extends StartupSettings {
  snapshots: Snapshots
  clientObservers: ClientObservers | undefined
  sender: Sender
  /** The operationIds of the service's API. */
  operations: readonly string[]
  wall: () => number
}

export const createControlOperations = ({
  version,
  scenarios,
  strict,
  egress,
  snapshots,
  clientObservers,
  sender,
  operations,
  fixtures,
  wall,
}: ControlOptions): ControlOperations => ({
  ...createWorldOperations(scenarios, snapshots),
  ...createSnapshotOperations(snapshots, wall),
  ...createFaultOperations(operations),
  ...createScenarioOperations(scenarios, { operations, seeds: fixtures.seeds }),
  ...createProbeOperation(sender, version, wall),
  ...createJournalOperations({ version, scenarios, strict, egress, fixtures }),
  ...activityOperations,
  ...stateOperations,
  ...createReportOperations(clientObservers),
  ...receiverOperations,

  getClock: {
    run: ({ world }) => ({ status: 200, body: clockView(world) }),
  },

  advanceClock: {
    async run({ world, body }) {
      if (body.until !== undefined) return advanceUntil(world, body.until)
      const { now } = world.state
      const field = body.to === undefined ? 'duration' : 'to'
      const target = body.to === undefined ? now + (parseDuration(body.duration ?? '') ?? 0) : parseInstant(body.to)
      if (target === undefined)
        return refuseWithIssues([invalidField(field, 'must be an instant such as 2027-03-05T00:00:00Z')])
      if (target < now)
        return refuseWithIssues([
          invalidField(field, `must not be before ${formatInstant(now)}: the clock only moves forward`),
        ])
      if (target >= END_OF_TIME)
        return refuseWithIssues([invalidField(field, `must not be after ${formatInstant(END_OF_TIME)}`)])
      // An advance that waits for another one continues from where that one ends.
      const { now: reached, steps } = await world.advance((from) =>
        body.to === undefined ? from + (target - now) : Math.max(from, target),
      )
      return { status: 200, body: { now: formatInstant(reached), steps }, longList: 'steps' }
    },
  },

  getAgenda: {
    run({ world: { state }, query: { limit = MAX_AGENDA_ENTRIES } }) {
      const entries = state.agenda.first(limit)
      const data = entries.map((entry) => agendaEntryView(state, entry))
      return { status: 200, body: { data, total: state.agenda.size } }
    },
  },

  ...conditionOperations,
  ...eventOperations,

  simulateDelivery: {
    run({ world, body }) {
      const done = world.execute({ type: 'simulate-delivery', input: body })
      if (!done.ok) return done
      const { id: delivery_id, status, stores } = done.value
      return { status: 200, body: { delivery_id, status, stores: stores.map(storeStatusView) } }
    },
  },

  simulateAsset: {
    run({ world, body }) {
      const done = world.execute({ type: 'simulate-asset', id: body.asset_id, outcome: body.outcome })
      return done.ok ? { status: 200, body: { asset_id: done.value.id, status: done.value.status } } : done
    },
  },

  simulatePayout: {
    run({ world, body }) {
      const done = world.execute({ type: 'simulate-payout', input: body })
      if (!done.ok) return done
      const { id: payout_id, status, hold_reason } = done.value
      return { status: 200, body: { payout_id, status, ...(hold_reason && { hold_reason }) } }
    },
  },

  simulatePlays: {
    run({ world, body }) {
      const done = world.execute({ type: 'set-plays', input: body })
      return done.ok ? { status: 200, body: done.value } : done
    },
  },

  getInvariants: {
    async run({ world, query: { from } }) {
      const checking = checkInvariants(world.state, from === undefined ? undefined : parsePeriod(from))
      const checks = await runInSlices(checking)
      return { status: 200, body: { ok: checks.every(({ ok }) => ok), checks } }
    },
  },

  resetWorld: {
    run({ world }) {
      world.reset()
      const { name, account } = world.state
      return { status: 200, body: { world: name, tier: account.tier, clock: clockView(world) } }
    },
  },

  getReady: {
    run: () => ({ status: 200, body: { status: 'ready' } }),
  },

  getHealth: {
    run: () => ({ status: 200, body: { status: 'ok', version } }),
  },
})

import fc from 'fast-check'
import { SCENARIOS } from '../reference/scenarios.js'
import type { Model } from '../reference/state.js'
import * as api from './api-commands.js'
import { type Command, hasDeliveryStatus, pickId, selector, UNKNOWN } from './command.js'

/** Repeats an earlier call with the same idempotency key. */
const retry = fc.nat(5).map(
  (n): Command =>
    (_, { keyedCalls }) => {
      const call = keyedCalls.at(-1 - (n % Math.max(1, keyedCalls.length)))
      return call ? { call } : { advance: { duration: '0s' } }
    },
)

const DURATIONS = [
  '1s',
  '2m',
  '1h',
  '1ms',
  '30m',
  '59m59s',
  '3h17m',
  '11h',
  '24h',
  '23h59m59s',
  '48h',
  '72h',
  '9d',
  '31d',
]
const advance = fc.constantFrom(...DURATIONS).map(
  (duration): Command =>
    () => ({ advance: { duration } }),
)
const advanceUntilIdle: Command = () => ({ advance: { until: 'idle' } })
const advanceUntilStatus = fc
  .record({ selector, wanted: fc.constantFrom('delivered', 'rejected', 'action_required', 'taken_down' as const) })
  .map(
    ({ selector, wanted }): Command =>
      (model) => {
        const delivery = pickId(
          model.deliveries,
          { ...selector, index: selector.index % UNKNOWN },
          hasDeliveryStatus('in_progress'),
        )
        if (!model.deliveries.has(delivery)) return { advance: { duration: '0s' } }
        return { advance: { until: { delivery, status: wanted } } }
      },
  )

const save = fc.nat(1).map(
  (n): Command =>
    () => ({ save: `snapshot-${n}` }),
)
const restore = fc.nat(1).map(
  (n): Command =>
    (_, { snapshots }) => {
      const name = snapshots[n % Math.max(1, snapshots.length)]
      return name === undefined ? { save: 'snapshot-0' } : { restore: name }
    },
)
const reset: Command = () => ({ reset: true })
const requestToken: Command = () => ({ requestToken: true })
const useToken = fc.nat(3).map(
  (n): Command =>
    (_, { tokens }) => {
      const token = tokens.at(-1 - (n % Math.max(1, tokens.length)))
      return token === undefined ? { requestToken: true } : { useToken: token }
    },
)
const STATUS_FILTERS = {
  releases: ['draft', 'submitted', 'rejected'],
  deliveries: ['in_progress', 'delivered'],
  tracks: [],
}
const listPages = fc
  .record({
    list: fc.constantFrom('releases', 'deliveries', 'tracks' as const),
    limit: fc.integer({ min: 1, max: 5 }),
    n: fc.nat(3),
  })
  .map(
    ({ list, limit, n }): Command =>
      () => {
        const filter = STATUS_FILTERS[list][n]
        return { listPages: list, limit, ...(filter !== undefined && { status: filter }) }
      },
  )

/** All commands, weighted towards those that make progress. */
const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: api.createRelease },
  { weight: 2, arbitrary: api.duplicateRelease },
  { weight: 5, arbitrary: api.updateRelease },
  { weight: 3, arbitrary: api.changeRights },
  { weight: 3, arbitrary: api.correctRelease },
  { weight: 2, arbitrary: api.correctTrack },
  { weight: 4, arbitrary: api.completeDraft },
  { weight: 6, arbitrary: api.submitRelease },
  { weight: 6, arbitrary: api.createTrack },
  { weight: 2, arbitrary: api.createTracks },
  { weight: 3, arbitrary: api.updateTrack },
  { weight: 3, arbitrary: api.createAsset },
  { weight: 4, arbitrary: api.uploadAsset },
  { weight: 10, arbitrary: api.createDelivery },
  { weight: 6, arbitrary: api.resubmitDelivery },
  { weight: 6, arbitrary: api.takedownDelivery },
  { weight: 6, arbitrary: api.createPayout },
  { weight: 3, arbitrary: api.releasePayout },
  { weight: 3, arbitrary: api.simulatePayout },
  { weight: 7, arbitrary: retry },
  { weight: 10, arbitrary: advance },
  { weight: 3, arbitrary: fc.constant(advanceUntilIdle) },
  { weight: 4, arbitrary: advanceUntilStatus },
  { weight: 2, arbitrary: save },
  { weight: 2, arbitrary: restore },
  { weight: 1, arbitrary: fc.constant(reset) },
  { weight: 1, arbitrary: fc.constant(requestToken) },
  { weight: 2, arbitrary: useToken },
  { weight: 2, arbitrary: listPages },
)

export interface Case {
  tier: Model['tier']
  scenario: string
  commands: Command[]
}

/** Uniformly distributed lengths from 0 to 90, so that a failing case can be shrunk to a few steps. */
export const caseArbitrary: fc.Arbitrary<Case> = fc.noBias(
  fc.record({
    tier: fc.constantFrom<Model['tier'][]>('standard', 'enterprise'),
    scenario: fc.constantFrom(...Object.keys(SCENARIOS)),
    commands: fc.array(commandArbitrary, { maxLength: 90, size: 'max' }),
  }),
)

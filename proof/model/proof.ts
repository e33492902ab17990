import fc from 'fast-check'
import { createSandbox } from '../../src/index.js'
import { CaseFailure, type Proof } from '../runner/proof.js'
import type { Fetch } from './client.js'
import { caseArbitrary } from './commands/case-arbitrary.js'
import { type Counts, Mismatch, runCase } from './run-case.js'

/** Runs the case of a seed. Returns the failure, shrunk to the fewest steps that were found within `maxRuns` runs. */
export async function tryCase(
  fetch: Fetch,
  seed: number,
  { counts, maxRuns = 500 }: { counts?: Counts; maxRuns?: number } = {},
): Promise<string | undefined> {
  let runs = 0
  const property = fc.asyncProperty(caseArbitrary, async (testCase) => {
    // If the limit interrupts the shrinking, the shortest case so far is reported.
    if (++runs <= maxRuns) await runCase(fetch, testCase, counts)
  })
  const { failed, errorInstance } = await fc.check(property, { seed, numRuns: 1 })
  if (!failed) return undefined
  if (errorInstance instanceof Mismatch) return errorInstance.message
  throw errorInstance
}

/** Outcomes that a full run must reach. Otherwise the cases are too shallow. */
const EXPECTED_OUTCOMES = [
  ...['createRelease 201', 'createRelease duplicate_submission', 'createRelease territory_not_supported'],
  ...['updateRelease 200', 'updateRelease asset_not_ready', 'updateRelease not_found'],
  ...['submitRelease 200', 'submitRelease invalid_state', 'submitRelease missing_required_field'],
  ...['submitRelease asset_not_ready', 'submitRelease replayed'],
  ...['createTrack 201', 'createTrack invalid_state', 'createTrack invalid_isrc_format', 'createTracks 201'],
  ...['updateTrack 200', 'uploadAsset 200', 'uploadAsset invalid_state', 'process-asset'],
  ...['createDelivery 201', 'createDelivery duplicate_submission', 'createDelivery territory_not_supported'],
  ...['createDelivery invalid_state', 'createDelivery replayed', 'createDelivery idempotency_key_reused'],
  ...[
    'resubmitDelivery 200',
    'resubmitDelivery invalid_state',
    'takedownDelivery 202',
    'takedownDelivery invalid_state',
  ],
  ...['ingest-order', 'review-order', 'confirm-takedown', 'process-payout', 'settle-payout'],
  ...['createPayout 201', 'createPayout invalid_state', 'createPayout validation_failed', 'createPayout replayed'],
  ...['releasePayout 200', 'releasePayout payout_on_hold', 'simulatePayout 200'],
  ...['restore', 'reset', 'requestToken', 'useToken', 'listPages'],
]

export const modelProof: Proof = {
  claim: 'Whatever the order of calls, every response and the resulting state match a model of the specification.',
  cases: 150,
  async run({ seeds, isFullRun }) {
    const counts: Counts = new Map()
    let tried = 0
    const sandbox = await createSandbox({ listen: false, clock: 'manual' })
    try {
      for (const seed of seeds) {
        const mismatch = await tryCase(sandbox.fetch, seed, { counts })
        if (mismatch !== undefined) throw new CaseFailure(seed, mismatch)
        tried++
      }
    } finally {
      await sandbox.close()
    }
    const missing = EXPECTED_OUTCOMES.filter((outcome) => !counts.has(outcome))
    if (isFullRun() && missing.length > 0) throw new Error(`No case reached these outcomes: ${missing.join(', ')}`)
    const steps = counts.get('steps') ?? 0
    return [`${tried} cases, ${steps} steps, ${counts.size - 1} kinds of outcomes`]
  },
}

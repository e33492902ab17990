// The walk-through of README.md. A test compares its requests with the commands there.

/** A value from the response of an earlier step. */
class Saved {
  constructor(step, name) {
    this.step = step
    this.name = name
  }
}
const saved = (step, name) => new Saved(step, name)

/** Replaces every saved value in a body or a parameter. */
export function mapSaved(value, map) {
  if (value instanceof Saved) return map(value)
  if (Array.isArray(value)) return value.map((item) => mapSaved(item, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapSaved(inner, map)]))
}

const RELEASE = saved('createRelease', 'releaseId')
const DELIVERY = saved('createDelivery', 'deliveryId')

/**
 * `example` names the operation's example in the contract that is the body. `expected` and `saves` have JSON Pointers
 * into the response.
 */
export const STEPS = [
  {
    id: 'createRelease',
    operation: 'createRelease',
    title: 'Create a release',
    example: 'smallest',
    status: 201,
    expected: { '/status': 'draft' },
    saves: { releaseId: '/id' },
  },
  {
    id: 'createTrack',
    operation: 'createTrack',
    title: 'Add a track',
    body: { release_id: RELEASE, title: 'Paper Boats', audio_asset_id: 'ast_seed_audio_01' },
    status: 201,
    expected: { '/track_number': 1 },
  },
  {
    id: 'submitTooEarly',
    operation: 'submitRelease',
    title: 'Submit the release too early',
    path: { release_id: RELEASE },
    status: 422,
    expected: { '/error/code': 'missing_required_field', '/error/details/0/field': 'artwork_asset_id' },
  },
  {
    id: 'setArtwork',
    operation: 'updateRelease',
    title: 'Set the artwork',
    path: { release_id: RELEASE },
    example: 'artwork',
    status: 200,
    expected: { '/artwork_asset_id': 'ast_seed_artwork_01' },
  },
  {
    id: 'submitRelease',
    operation: 'submitRelease',
    title: 'Submit the release',
    path: { release_id: RELEASE },
    status: 200,
    expected: { '/review_status': 'pending' },
  },
  {
    id: 'createDelivery',
    operation: 'createDelivery',
    title: 'Deliver the release to a store',
    body: { release_id: RELEASE, store_ids: ['store_lumenwave'], territory_codes: ['DE', 'FR'] },
    status: 201,
    expected: { '/status': 'in_progress' },
    saves: { deliveryId: '/id' },
  },
  {
    id: 'advanceClock',
    operation: 'advanceClock',
    title: 'Advance the clock until nothing is scheduled',
    body: { until: 'idle' },
    status: 200,
    expected: { '/reached': true },
  },
  {
    id: 'getDelivery',
    operation: 'getDelivery',
    title: 'Read the delivery',
    path: { delivery_id: DELIVERY },
    status: 200,
    expected: { '/status': 'delivered', '/stores/0/status': 'delivered' },
  },
]

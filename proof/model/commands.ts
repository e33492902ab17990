import fc from 'fast-check'
import type { Asset, Payout, Release } from '../../src/index.js'
import { type Aim, aim, type Command, calling, choose, given, hasStore, rarely, stands, status } from './aiming.js'
import { isClosed } from './payouts.js'
import { SCENARIOS } from './scenarios.js'
import { DAY, iso, type Model } from './state.js'

const scenario = rarely(fc.constantFrom(...Object.keys(SCENARIOS).filter((name) => name !== 'legacy-sunset')))
const territories = fc.constantFrom<(string[] | undefined)[]>(
  undefined,
  ['WORLD'],
  ['DE', 'FR'],
  ['CA', 'MX', 'US'],
  ['JP'],
  ['KP'],
  ['DE', 'WORLD'],
  ['de'],
)
const title = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('Paper Lanterns', 'Ninety Days', 'Ode [sandbox:rejection]') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(500), 'x'.repeat(501), ' ') },
)
/** Days from now, or a date that others have as well. */
const date = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('2027-03-05', '2025-06-01') },
  { weight: 2, arbitrary: fc.constantFrom(1, 0, -1, 40) },
  { weight: 1, arbitrary: fc.constant('2027-02-30') },
)
const dated = (model: Model, value: string | number) =>
  typeof value === 'string' ? value : iso(model.now + value * DAY).slice(0, 10)
const label = rarely(fc.constantFrom('Driftwood Audio', 'Ninth Pier Audio', ' '))
const artists = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Release['artists']>([{ name: 'Mira Solane', role: 'main' }]) },
  { weight: 1, arbitrary: fc.constantFrom<Release['artists'][]>([{ name: 'Odd Kettle', role: 'featured' }]) },
)
const upc = rarely(fc.constantFrom('036000291452', '859900000012', '036000291453'))

export const createRelease = calling(
  fc.record({ title: fc.option(title, { nil: undefined, freq: 12 }), artists, date, label, upc, territories }),
  (model, { date, ...fields }) => ({
    op: 'createRelease',
    body: given({ ...fields, release_date: dated(model, date) }),
  }),
)

const isAsset =
  (type: string, ...wanted: string[]) =>
  (asset: Asset) =>
    asset.type === type && wanted.includes(asset.status)

export const updateRelease = calling(
  fc.record({
    aim,
    title: rarely(title),
    date: rarely(date),
    label,
    territories: rarely(territories),
    artwork: fc.option(aim, { nil: undefined }),
    state: rarely(fc.constantFrom('submitted', 'delivered')),
    scenario,
  }),
  (model, { aim, date, artwork, state, scenario, ...fields }) => ({
    op: 'updateRelease',
    id: choose(model.releases, aim, status('draft')),
    body: given({
      ...fields,
      release_date: date === undefined ? undefined : dated(model, date),
      artwork_asset_id: artwork && choose(model.assets, artwork, isAsset('artwork', 'ready')),
      status: state,
    }),
    ...given({ scenario }),
  }),
)

/** A release with the UPC, label and date of another. */
export const twin = calling(aim, (model, aim) => {
  const { title, artists, upc, label, release_date } = model.releases.get(
    choose(model.releases, aim, status('submitted', 'delivered')),
  ) ?? { title: 'Of nothing', artists: [], release_date: '2027-03-05' }
  return { op: 'createRelease', body: given({ title, artists, upc, label, release_date }) }
})

/** Rights and labels that change after a store has said no. */
export const rework = calling(
  fc.record({ aim, territories: fc.constantFrom<string[][]>(['DE', 'FR'], ['CA', 'MX', 'US'], ['WORLD']), label }),
  (model, { aim, ...fields }) => ({
    op: 'updateRelease',
    id: choose(model.releases, aim, ({ id }) => isRefused(model, id)),
    body: given(fields),
  }),
)
const isRefused = (model: Model, release: string) =>
  [...model.deliveries.values()].some(
    (order) => order.wire.release_id === release && hasStore('rejected', 'action_required')(order),
  )

/** What turns a draft into one that can be submitted, but for its tracks. */
export const correct = calling(aim, (model, aim) => ({
  op: 'updateRelease',
  id: choose(model.releases, aim, status('draft')),
  body: { artwork_asset_id: 'ast_seed_artwork_01', release_date: dated(model, 40) },
}))

export const submitRelease = calling(fc.record({ aim, scenario }), (model, { aim, scenario }) => {
  const hasAll = (release: Release) =>
    release.status === 'draft' &&
    release.artwork_asset_id !== null &&
    [...model.tracks.values()].some((track) => track.release_id === release.id)
  return { op: 'submitRelease', id: choose(model.releases, aim, hasAll), ...given({ scenario }) }
})

const track = fc.record({
  aim,
  title: fc.option(title, { nil: undefined, freq: 15 }),
  isrc: rarely(fc.constantFrom('QZ-K3V-25-00001', 'QZK3V2500002', 'QZ-K3V-25-1', 'qz-k3v-25-00001')),
  audio: fc.option(aim, { nil: undefined, freq: 8 }),
  territory: rarely(territories),
  track_number: rarely(fc.constantFrom(1, 2, 7, 0, 10_000)),
})
type TrackArgs = typeof track extends fc.Arbitrary<infer T> ? T : never
const audioOf = (model: Model, audio: Aim | undefined) =>
  audio && choose(model.assets, audio, isAsset('audio', 'ready', 'processing', 'awaiting_upload'))
const newTrack = (model: Model, { aim, audio, ...fields }: TrackArgs) =>
  given({
    ...fields,
    release_id: choose(model.releases, aim, status('draft', 'rejected')),
    audio_asset_id: audioOf(model, audio),
  })
export const createTrack = calling(track, (model, args) => ({ op: 'createTrack', body: newTrack(model, args) }))
export const createTracks = calling(fc.array(track, { minLength: 1, maxLength: 3 }), (model, list) => ({
  op: 'createTracks',
  body: { tracks: list.map((args) => newTrack(model, args)) },
}))
export const updateTrack = calling(
  fc.record({
    aim,
    title: rarely(title),
    audio: fc.option(aim, { nil: undefined }),
    track_number: rarely(fc.constantFrom(1, 2, 3)),
  }),
  (model, { aim, audio, ...fields }) => ({
    op: 'updateTrack',
    id: choose(model.tracks, aim, ({ release_id }) => model.releases.get(release_id)?.status === 'draft'),
    body: given({ ...fields, audio_asset_id: audioOf(model, audio) }),
  }),
)

export const createAsset = calling(
  fc.constantFrom(
    ...[
      { type: 'audio' as const, content_type: 'audio/wav' },
      { type: 'audio' as const, content_type: 'audio/flac' },
    ],
    ...[
      { type: 'artwork' as const, content_type: 'image/png' },
      { type: 'artwork' as const, content_type: 'audio/wav' },
    ],
  ),
  (_, fields) => ({ op: 'createAsset', body: { ...fields, filename: 'a file' } }),
)
const content = fc.constantFrom('audio/wav', 'audio/flac', 'image/png', 'small', 'wide', 'junk')
export const uploadAsset = fc.record({ aim, content: rarely(content) }).map(
  ({ aim, content }): Command =>
    (model) => {
      const id = choose(model.assets, aim, status('awaiting_upload'))
      const declared = model.assets.get(id)?.content_type ?? 'audio/wav'
      const usual = declared === 'image/jpeg' ? 'junk' : declared
      return { call: { op: 'uploadAsset', id, content: content ?? usual } }
    },
)

const STORES = ['lumenwave', 'quorvane', 'pernickel', 'velostrand', 'kumorigo', 'marembola', 'amberhoard']
const stores = fc.oneof(
  { weight: 4, arbitrary: fc.subarray(STORES.slice(0, 3), { minLength: 1 }) },
  { weight: 3, arbitrary: fc.shuffledSubarray(STORES, { minLength: 1, maxLength: 3 }) },
  { weight: 2, arbitrary: fc.constantFrom<string[][]>(['marembola'], ['velostrand'], ['nowhere']) },
)
const codes = fc.oneof<fc.WeightedArbitrary<string[]>[]>(
  { weight: 4, arbitrary: fc.constantFrom<string[][]>(['WORLDWIDE'], ['DE'], ['US']) },
  { weight: 1, arbitrary: fc.constantFrom<string[][]>(['DE', 'FR'], ['JP'], ['KP'], ['WORLD'], ['WORLDWIDE', 'DE']) },
)
export const createDelivery = calling(
  fc.record({ aim, stores, codes, scenario }),
  (model, { aim, stores, codes, scenario }) => ({
    op: 'createDelivery',
    body: {
      release_id: choose(model.releases, aim, status('submitted', 'delivered')),
      store_ids: stores.map((name) => `store_${name}`),
      territory_codes: codes,
    },
    ...given({ scenario }),
  }),
)

const selection = rarely(fc.subarray([...STORES.slice(0, 3), 'amberhoard'], { minLength: 1, maxLength: 2 }))
const selecting = (names: string[] | undefined) =>
  names ? { body: { store_ids: names.map((name) => `store_${name}`) } } : {}
export const resubmitDelivery = calling(fc.record({ aim, selection }), (model, { aim, selection }) => ({
  op: 'resubmitDelivery',
  id: choose(model.deliveries, aim, hasStore('rejected', 'action_required')),
  ...selecting(selection),
}))
export const takedownDelivery = calling(fc.record({ aim, selection }), (model, { aim, selection }) => ({
  op: 'takedownDelivery',
  id: choose(model.deliveries, aim, stands('delivered')),
  ...selecting(selection),
}))

export const createPayout = calling(
  fc.record({
    currency: fc.constantFrom('JPY', 'USD', 'EUR'),
    from: fc.nat(3),
    count: fc.integer({ min: 1, max: 3 }),
    odd: rarely(fc.constantFrom('open', 'unknown', 'another currency', 'twice')),
    scenario,
  }),
  (model, { currency, from, count, odd, scenario }) => {
    const all = [...model.statements.values()]
    const closed = all.filter((one) => one.currency === currency && isClosed(model, one)).map(({ id }) => id)
    const ids = closed.slice(from, from + count)
    if (odd === 'open') ids.push(all.find((one) => one.currency === currency && !isClosed(model, one))?.id ?? '')
    if (odd === 'unknown') ids.push('stm_nowhere')
    if (odd === 'another currency')
      ids.push(all.find((one) => one.currency === 'GBP' && isClosed(model, one))?.id ?? '')
    if (odd === 'twice') ids.push(ids[0] as string)
    return { op: 'createPayout', body: { statement_ids: ids }, ...given({ scenario }) }
  },
)
export const releasePayout = calling(aim, (model, aim) => ({
  op: 'releasePayout',
  id: choose(model.payouts, aim, status('pending')),
}))
const outcome = fc.constantFrom<Payout['status'][]>('pending', 'failed', 'paid', 'on_hold', 'processing')
export const simulatePayout = fc.record({ aim, outcome }).map(
  ({ aim, outcome }): Command =>
    (model) => {
      const payout_id = choose(model.payouts, aim, status('on_hold'))
      return { call: { op: 'simulatePayout', body: { payout_id, outcome } } }
    },
)

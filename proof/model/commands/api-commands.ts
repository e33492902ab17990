import fc from 'fast-check'
import type { Asset, Payout, Release } from '../../../src/index.js'
import { isClosed } from '../reference/payouts.js'
import { SCENARIOS } from '../reference/scenarios.js'
import { DAY, iso, type Model } from '../reference/state.js'
import {
  apiCall,
  type Command,
  hasStatus,
  hasStoreStatus,
  pickId,
  rarely,
  type Selector,
  selector,
  withoutUndefined,
} from './command.js'

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
/** Days from now, or a date that several releases share. */
const date = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('2027-03-05', '2025-06-01') },
  { weight: 2, arbitrary: fc.constantFrom(1, 0, -1, 40) },
  { weight: 1, arbitrary: fc.constant('2027-02-30') },
)
const toDate = (model: Model, value: string | number) =>
  typeof value === 'string' ? value : iso(model.now + value * DAY).slice(0, 10)
const label = rarely(fc.constantFrom('Driftwood Audio', 'Ninth Pier Audio', ' '))
const artists = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Release['artists']>([{ name: 'Mira Solane', role: 'main' }]) },
  { weight: 1, arbitrary: fc.constantFrom<Release['artists'][]>([{ name: 'Odd Kettle', role: 'featured' }]) },
)
const upc = rarely(fc.constantFrom('036000291452', '859900000012', '036000291453'))

export const createRelease = apiCall(
  fc.record({ title: fc.option(title, { nil: undefined, freq: 12 }), artists, date, label, upc, territories }),
  (model, { date, ...fields }) => ({
    op: 'createRelease',
    body: withoutUndefined({ ...fields, release_date: toDate(model, date) }),
  }),
)

const isAsset =
  (type: string, ...wanted: string[]) =>
  (asset: Asset) =>
    asset.type === type && wanted.includes(asset.status)

export const updateRelease = apiCall(
  fc.record({
    selector,
    title: rarely(title),
    date: rarely(date),
    label,
    territories: rarely(territories),
    artwork: fc.option(selector, { nil: undefined }),
    isArtworkReady: fc.nat(3).map((n) => n > 0),
    newStatus: rarely(fc.constantFrom('submitted', 'delivered', 'draft', 'rejected')),
    scenario,
  }),
  (model, { selector, date, artwork, isArtworkReady, newStatus, scenario, ...fields }) => ({
    op: 'updateRelease',
    id: pickId(model.releases, selector, hasStatus('draft')),
    body: withoutUndefined({
      ...fields,
      release_date: date === undefined ? undefined : toDate(model, date),
      artwork_asset_id:
        artwork &&
        pickId(
          model.assets,
          artwork,
          isArtworkReady ? isAsset('artwork', 'ready') : isAsset('artwork', 'awaiting_upload', 'processing', 'failed'),
        ),
      status: newStatus,
    }),
    ...withoutUndefined({ scenario }),
  }),
)

/** A release with the UPC, label and date of another. */
export const duplicateRelease = apiCall(selector, (model, selector) => {
  const { title, artists, upc, label, release_date } = model.releases.get(
    pickId(model.releases, selector, hasStatus('submitted', 'delivered')),
  ) ?? { title: 'Of nothing', artists: [], release_date: '2027-03-05' }
  return { op: 'createRelease', body: withoutUndefined({ title, artists, upc, label, release_date }) }
})

/** Changes of territories and labels after a store has rejected a release. */
export const changeRights = apiCall(
  fc.record({ selector, territories: fc.constantFrom<string[][]>(['DE', 'FR'], ['CA', 'MX', 'US'], ['WORLD']), label }),
  (model, { selector, ...fields }) => ({
    op: 'updateRelease',
    id: pickId(model.releases, selector, ({ id }) => hasRefusal(model, id)),
    body: withoutUndefined(fields),
  }),
)

/** What a store that said no may want changed. */
export const correctRelease = apiCall(
  fc.record({ selector, title: rarely(title), cover: fc.integer({ min: 1, max: 6 }) }),
  (model, { selector, cover, ...fields }) => ({
    op: 'updateRelease',
    id: pickId(model.releases, selector, ({ id }) => hasRefusal(model, id)),
    body: withoutUndefined({ ...fields, artwork_asset_id: `ast_seed_artwork_0${cover}` }),
  }),
)
export const correctTrack = apiCall(
  fc.record({ selector, audio: fc.integer({ min: 1, max: 9 }) }),
  (model, { selector, audio }) => ({
    op: 'updateTrack',
    id: pickId(model.tracks, selector, ({ release_id }) => hasRefusal(model, release_id)),
    body: { audio_asset_id: `ast_seed_audio_0${audio}` },
  }),
)

const hasRefusal = (model: Model, release: string) =>
  [...model.deliveries.values()].some(
    (delivery) => delivery.wire.release_id === release && hasStoreStatus('rejected', 'action_required')(delivery),
  )

/** Completes a draft for submission, except for its tracks. */
export const completeDraft = apiCall(selector, (model, selector) => ({
  op: 'updateRelease',
  id: pickId(model.releases, selector, hasStatus('draft')),
  body: { artwork_asset_id: 'ast_seed_artwork_01', release_date: toDate(model, 40) },
}))

export const submitRelease = apiCall(fc.record({ selector, scenario }), (model, { selector, scenario }) => {
  const isComplete = (release: Release) =>
    release.status === 'draft' &&
    release.artwork_asset_id !== null &&
    [...model.tracks.values()].some((track) => track.release_id === release.id)
  return { op: 'submitRelease', id: pickId(model.releases, selector, isComplete), ...withoutUndefined({ scenario }) }
})

const track = fc.record({
  selector,
  title: fc.option(title, { nil: undefined, freq: 15 }),
  isrc: rarely(fc.constantFrom('QZ-K3V-25-00001', 'QZK3V2500002', 'QZ-K3V-25-1', 'qz-k3v-25-00001')),
  audio: fc.option(selector, { nil: undefined, freq: 8 }),
  territory: rarely(territories),
  track_number: rarely(fc.constantFrom(1, 2, 7, 0, 10_000)),
})
type TrackArgs = typeof track extends fc.Arbitrary<infer T> ? T : never
const audioOf = (model: Model, audio: Selector | undefined) =>
  audio && pickId(model.assets, audio, isAsset('audio', 'ready', 'processing', 'awaiting_upload'))
const newTrack = (model: Model, { selector, audio, ...fields }: TrackArgs) =>
  withoutUndefined({
    ...fields,
    release_id: pickId(model.releases, selector, hasStatus('draft', 'rejected')),
    audio_asset_id: audioOf(model, audio),
  })
export const createTrack = apiCall(track, (model, args) => ({ op: 'createTrack', body: newTrack(model, args) }))
export const createTracks = apiCall(fc.array(track, { minLength: 1, maxLength: 3 }), (model, list) => ({
  op: 'createTracks',
  body: { tracks: list.map((args) => newTrack(model, args)) },
}))
export const updateTrack = apiCall(
  fc.record({
    selector,
    title: rarely(title),
    audio: fc.option(selector, { nil: undefined }),
    track_number: rarely(fc.constantFrom(1, 2, 3)),
  }),
  (model, { selector, audio, ...fields }) => ({
    op: 'updateTrack',
    id: pickId(model.tracks, selector, ({ release_id }) => model.releases.get(release_id)?.status === 'draft'),
    body: withoutUndefined({ ...fields, audio_asset_id: audioOf(model, audio) }),
  }),
)

export const createAsset = apiCall(
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
export const uploadAsset = fc.record({ selector, content: rarely(content) }).map(
  ({ selector, content }): Command =>
    (model) => {
      const id = pickId(model.assets, selector, hasStatus('awaiting_upload'))
      const declared = model.assets.get(id)?.content_type ?? 'audio/wav'
      const usual = declared === 'image/jpeg' ? 'junk' : declared
      return { call: { op: 'uploadAsset', id, content: content ?? usual } }
    },
)

const STORES = ['lumenwave', 'quorvane', 'pernickel', 'velostrand', 'kumorigo', 'marembola', 'amberhoard']
const stores = fc.oneof(
  { weight: 4, arbitrary: fc.subarray(STORES.slice(0, 3), { minLength: 1 }) },
  { weight: 3, arbitrary: fc.shuffledSubarray(STORES, { minLength: 1, maxLength: 3 }) },
  { weight: 2, arbitrary: fc.constantFrom<string[][]>(['marembola'], ['velostrand'], ['plattenkrug'], ['nowhere']) },
)
const codes = fc.oneof<fc.WeightedArbitrary<string[]>[]>(
  { weight: 4, arbitrary: fc.constantFrom<string[][]>(['WORLDWIDE'], ['DE'], ['US']) },
  { weight: 1, arbitrary: fc.constantFrom<string[][]>(['DE', 'FR'], ['JP'], ['KP'], ['WORLD'], ['WORLDWIDE', 'DE']) },
)
export const createDelivery = apiCall(
  fc.record({ selector, stores, codes, scenario }),
  (model, { selector, stores, codes, scenario }) => ({
    op: 'createDelivery',
    body: {
      release_id: pickId(model.releases, selector, hasStatus('submitted', 'delivered')),
      store_ids: stores.map((name) => `store_${name}`),
      territory_codes: codes,
    },
    ...withoutUndefined({ scenario }),
  }),
)

const selection = rarely(fc.subarray([...STORES.slice(0, 3), 'amberhoard'], { minLength: 1, maxLength: 2 }))
const storeSelection = (names: string[] | undefined) =>
  names ? { body: { store_ids: names.map((name) => `store_${name}`) } } : {}
export const resubmitDelivery = apiCall(fc.record({ selector, selection }), (model, { selector, selection }) => ({
  op: 'resubmitDelivery',
  id: pickId(model.deliveries, selector, hasStoreStatus('rejected', 'action_required')),
  ...storeSelection(selection),
}))
export const takedownDelivery = apiCall(fc.record({ selector, selection }), (model, { selector, selection }) => ({
  op: 'takedownDelivery',
  id: pickId(model.deliveries, selector, hasStoreStatus('delivered')),
  ...storeSelection(selection),
}))

export const createPayout = apiCall(
  fc.record({
    currency: fc.constantFrom('JPY', 'USD', 'EUR'),
    from: fc.nat(3),
    count: fc.integer({ min: 1, max: 3 }),
    defect: rarely(fc.constantFrom('open', 'unknown', 'another currency', 'twice')),
    scenario,
  }),
  (model, { currency, from, count, defect, scenario }) => {
    const all = [...model.statements.values()]
    const closed = all.filter((one) => one.currency === currency && isClosed(model, one)).map(({ id }) => id)
    const ids = closed.slice(from, from + count)
    if (defect === 'open') ids.push(all.find((one) => one.currency === currency && !isClosed(model, one))?.id ?? '')
    if (defect === 'unknown') ids.push('stm_nowhere')
    if (defect === 'another currency')
      ids.push(all.find((one) => one.currency === 'GBP' && isClosed(model, one))?.id ?? '')
    if (defect === 'twice') ids.push(ids[0] as string)
    return { op: 'createPayout', body: { statement_ids: ids }, ...withoutUndefined({ scenario }) }
  },
)
export const releasePayout = apiCall(selector, (model, selector) => ({
  op: 'releasePayout',
  id: pickId(model.payouts, selector, hasStatus('pending')),
}))
const outcome = fc.constantFrom<Payout['status'][]>('pending', 'failed', 'paid', 'on_hold', 'processing')
export const simulatePayout = fc.record({ selector, outcome }).map(
  ({ selector, outcome }): Command =>
    (model) => {
      const payout_id = pickId(model.payouts, selector, hasStatus('on_hold'))
      return { call: { op: 'simulatePayout', body: { payout_id, outcome } } }
    },
)

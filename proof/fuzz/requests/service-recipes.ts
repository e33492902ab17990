import type { Node } from '../checks/contract.js'
import { ernRecipes } from './ern-recipes.js'
import {
  type BaseRequest,
  createCatalogue,
  type RecipeContext,
  randomIsrc,
  randomLetters,
  randomTitle,
  randomUpc,
  releaseBody,
  runDue,
  STORES,
} from './recipes.js'

const WAV = Buffer.concat([Buffer.from('RIFF$\0\0\0WAVEfmt '), Buffer.alloc(64)])

/**
 * Valid requests for every operation of the service. Each call creates fresh resources, because a request may use
 * them up.
 */
export function serviceRecipes(context: RecipeContext): Record<string, () => Promise<BaseRequest[]>> {
  const { random, perform, baseRequest, tier, driver } = context
  const catalogue = createCatalogue(context)
  const claimed = new Set<string>()

  /** A valid cursor, if the list has more than one item. */
  const nextCursor = async (id: string, path = {}) => {
    const { next_cursor } = await perform(id, { path, query: { limit: '1' } })
    return next_cursor === null ? {} : { cursor: next_cursor as string }
  }
  const list =
    (
      id: string,
      filters: Record<string, string>[] = [],
      path: () => Promise<Record<string, string>> = async () => ({}),
    ) =>
    async (): Promise<BaseRequest[]> => {
      const pathValues = await path()
      return [
        ...filters.map((query) => baseRequest(id, 200, { path: pathValues, query })),
        baseRequest(id, 200, { path: pathValues, query: { limit: String(1 + random.below(100)) } }),
        baseRequest(id, 200, { path: pathValues, query: { limit: '1', ...(await nextCursor(id, pathValues)) } }),
      ]
    }
  const track = (release_id: string) => ({
    release_id,
    title: randomTitle(random),
    isrc: randomIsrc(random),
    audio_asset_id: 'ast_seed_audio_01',
    territory: ['DE', 'FR'],
    track_number: 1 + random.below(9999),
  })
  const releaseOf = async (delivery_id: string) =>
    (await perform('getDelivery', { path: { delivery_id } })).release_id as string
  /** Gives a track of a release audio without content. */
  const withUnreadyAudio = async (release_id: string) => {
    const { data } = await perform('listTracks', { query: { release_id } })
    const body = { audio_asset_id: await catalogue.asset() }
    await perform('updateTrack', { path: { track_id: (data as Node[])[0]?.id as string }, body })
    return release_id
  }
  /** A closed statement that no payout has claimed. */
  const unclaimedStatement = async () => {
    const currency = random.pick(['USD', 'EUR', 'GBP'])
    const { data } = await perform('listStatements', { query: { status: 'closed', currency, limit: '100' } })
    const found = (data as Node[]).find(({ id, net_amount }) => !claimed.has(id as string) && Number(net_amount) > 1)
    if (found) claimed.add(found.id as string)
    return found?.id as string | undefined
  }
  const payout = async () => {
    const id = await unclaimedStatement()
    return id === undefined
      ? undefined
      : ((await perform('createPayout', { body: { statement_ids: [id] } })).id as string)
  }
  /** An endpoint with an undeliverable event. */
  const undeliverableEvents = async () => {
    const webhook_id = await catalogue.webhook('fails')
    await perform('simulateAsset', { body: { asset_id: await catalogue.asset(), outcome: 'ready' } })
    await runDue(driver, '3h')
    const { data } = await perform('listWebhookEvents', { path: { webhook_id }, query: { status: 'undeliverable' } })
    return { webhook_id, event_ids: (data as { event: { id: string } }[]).map(({ event }) => event.id) }
  }
  const client = { client_id: driver.key.replace('sk_sandbox', 'client'), client_secret: driver.key }

  return {
    createRelease: async () => {
      const { same } = await catalogue.duplicatePair()
      const body = {
        ...releaseBody(random),
        label: randomTitle(random),
        upc: randomUpc(random),
        territories: ['DE', 'FR'],
      }
      return [
        baseRequest('createRelease', 201, { body }),
        baseRequest('createRelease', 409, { body: { ...body, ...same } }),
      ]
    },
    listReleases: list('listReleases', [{ status: 'draft' }]),
    getRelease: async () => [baseRequest('getRelease', 200, { path: { release_id: await catalogue.draft() } })],
    async updateRelease() {
      const { artists: _, ...body } = {
        ...releaseBody(random),
        label: randomTitle(random),
        territories: ['DE', 'FR'],
        artwork_asset_id: 'ast_seed_artwork_01',
      }
      return [
        baseRequest('updateRelease', 200, { path: { release_id: await catalogue.draft() }, body }),
        // Before the sunset this submits the release; afterwards it is refused.
        baseRequest('updateRelease', undefined, {
          path: { release_id: await catalogue.ready() },
          body: { status: 'submitted' },
        }),
        baseRequest('updateRelease', undefined, {
          path: { release_id: await catalogue.submitted() },
          body: { status: 'submitted' },
        }),
        baseRequest('updateRelease', undefined, {
          path: { release_id: (await catalogue.duplicatePair()).release_id },
          body: { status: 'submitted' },
        }),
        baseRequest('updateRelease', 422, {
          path: { release_id: await catalogue.draft() },
          body: { status: 'submitted' },
        }),
        baseRequest('updateRelease', 409, {
          path: { release_id: await catalogue.draft() },
          body: {
            artwork_asset_id: (
              await perform('createAsset', { body: { type: 'artwork', filename: 'a.png', content_type: 'image/png' } })
            ).id,
          },
        }),
      ]
    },
    async submitRelease() {
      const late = await catalogue.ready()
      await perform('updateRelease', { path: { release_id: late }, body: { release_date: '2020-02-02' } })
      const { release_id: second } = await catalogue.duplicatePair()
      return [
        baseRequest('submitRelease', 200, { path: { release_id: await catalogue.ready() } }),
        baseRequest('submitRelease', 422, { path: { release_id: await catalogue.draft() } }),
        baseRequest('submitRelease', 422, { path: { release_id: late } }),
        baseRequest('submitRelease', 409, { path: { release_id: await catalogue.submitted() } }),
        baseRequest('submitRelease', 409, { path: { release_id: second } }),
        baseRequest('submitRelease', 409, { path: { release_id: await catalogue.ready({}, await catalogue.asset()) } }),
      ]
    },
    createTrack: async () => [
      baseRequest('createTrack', 201, { body: track(await catalogue.draft()) }),
      baseRequest('createTrack', 409, { body: track(await catalogue.submitted()) }),
    ],
    listTracks: list('listTracks', [{ release_id: 'rel_seed_01' }]),
    createTracks: async () => {
      const release_id = await catalogue.draft()
      const sent = track(await catalogue.submitted())
      return [
        baseRequest('createTracks', 201, {
          body: { tracks: [track(release_id), { release_id, title: randomTitle(random) }] },
        }),
        baseRequest('createTracks', 409, { body: { tracks: [sent] } }),
      ]
    },
    getTrack: async () => [baseRequest('getTrack', 200, { path: { track_id: await catalogue.track() } })],
    async updateTrack() {
      const { release_id: _, ...body } = track('')
      return [baseRequest('updateTrack', 200, { path: { track_id: await catalogue.track() }, body })]
    },
    createAsset: async () => [
      baseRequest('createAsset', 201, {
        body: { type: 'audio', filename: `${randomLetters(random, 5)}.wav`, content_type: 'audio/wav' },
      }),
      baseRequest('createAsset', 201, { body: { type: 'artwork', filename: 'é😀.png', content_type: 'image/png' } }),
    ],
    listAssets: list('listAssets', [{ type: 'audio', status: 'ready' }]),
    getAsset: async () => [baseRequest('getAsset', 200, { path: { asset_id: await catalogue.asset() } })],
    async uploadAsset() {
      const asset_id = await catalogue.asset()
      const other = { asset_id: await catalogue.asset() }
      return [
        baseRequest('uploadAsset', 200, { path: { asset_id }, body: WAV }),
        baseRequest('uploadAsset', 409, { path: { asset_id }, body: WAV }),
        baseRequest('uploadAsset', 400, { path: other }),
        baseRequest('uploadAsset', 415, {
          path: other,
          body: WAV,
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        }),
        baseRequest('uploadAsset', 413, {
          path: other,
          body: WAV,
          headers: { 'content-length': String(257 * 1024 * 1024) },
        }),
      ]
    },
    async createDelivery() {
      const release_id = await catalogue.submitted()
      const body = { release_id, store_ids: STORES.slice(0, 2), territory_codes: ['DE', 'FR'] }
      return [
        baseRequest('createDelivery', 201, { body }),
        baseRequest('createDelivery', 409, { body }),
        baseRequest('createDelivery', 409, { body: { ...body, release_id: await catalogue.draft() } }),
        baseRequest('createDelivery', 409, {
          body: { ...body, release_id: await withUnreadyAudio(await catalogue.submitted()) },
        }),
      ]
    },
    listDeliveries: list('listDeliveries', [{ status: 'delivered' }, { release_id: 'rel_seed_01' }]),
    getDelivery: async () => [baseRequest('getDelivery', 200, { path: { delivery_id: await catalogue.delivery() } })],
    async resubmitDelivery() {
      const gone = await perform('getDelivery', {
        path: { delivery_id: await catalogue.delivery('rejected', ['store_velostrand']) },
      })
      const release_id = gone.release_id as string
      await perform('updateRelease', { path: { release_id }, body: { territories: ['US'] } })
      const [unready, silent] = [await catalogue.delivery('rejected'), await catalogue.delivery('rejected')]
      await withUnreadyAudio(await releaseOf(unready))
      await perform('createTrack', { body: { release_id: await releaseOf(silent), title: randomTitle(random) } })
      return [
        baseRequest('resubmitDelivery', 200, {
          path: { delivery_id: await catalogue.delivery('rejected') },
          body: { store_ids: STORES.slice(0, 1) },
        }),
        baseRequest('resubmitDelivery', 200, { path: { delivery_id: await catalogue.delivery('action_required') } }),
        baseRequest('resubmitDelivery', 409, { path: { delivery_id: await catalogue.delivery('delivered') } }),
        // The release's territories no longer include those of the store.
        baseRequest('resubmitDelivery', 422, { path: { delivery_id: gone.id as string } }),
        baseRequest('resubmitDelivery', 409, { path: { delivery_id: unready } }),
        baseRequest('resubmitDelivery', 422, { path: { delivery_id: silent } }),
      ]
    },
    takedownDelivery: async () => [
      baseRequest('takedownDelivery', 202, {
        path: { delivery_id: await catalogue.delivery('delivered') },
        body: { store_ids: STORES.slice(0, 1) },
      }),
      baseRequest('takedownDelivery', 202, { path: { delivery_id: await catalogue.delivery('delivered') } }),
      baseRequest('takedownDelivery', 409, { path: { delivery_id: await catalogue.delivery() } }),
    ],
    async createWebhook() {
      const body = {
        url: 'http://127.0.0.1:9/ok',
        event_type: ['asset.ready', 'ping'],
        secret: randomLetters(random, 12),
      }
      return [
        baseRequest('createWebhook', 201, { body }),
        baseRequest('createWebhook', tier === 'standard' ? 403 : 201, {
          body: { ...body, event_type: 'api.changelog.published' },
        }),
      ]
    },
    listWebhooks: list('listWebhooks'),
    getWebhook: async () => [baseRequest('getWebhook', 200, { path: { webhook_id: await catalogue.webhook() } })],
    async updateWebhook() {
      const path = { webhook_id: await catalogue.webhook() }
      const body = { url: 'http://127.0.0.1:9/ok/2', event_type: ['asset.ready'], secret: randomLetters(random, 12) }
      return [
        baseRequest('updateWebhook', 200, { path, body }),
        baseRequest('updateWebhook', tier === 'standard' ? 403 : 200, {
          path,
          body: { event_type: ['api.changelog.published'] },
        }),
      ]
    },
    deleteWebhook: async () => [baseRequest('deleteWebhook', 204, { path: { webhook_id: await catalogue.webhook() } })],
    pingWebhook: async () => [
      baseRequest('pingWebhook', 200, { path: { webhook_id: await catalogue.webhook() } }),
      baseRequest('pingWebhook', 200, { path: { webhook_id: await catalogue.webhook('never') } }),
    ],
    listWebhookEvents: list('listWebhookEvents', [{ status: 'pending' }], async () => ({
      webhook_id: (await undeliverableEvents()).webhook_id,
    })),
    async redeliverEvents() {
      const { webhook_id, event_ids } = await undeliverableEvents()
      return [
        baseRequest('redeliverEvents', 202, { path: { webhook_id }, body: { event_ids } }),
        baseRequest('redeliverEvents', undefined, { path: { webhook_id } }),
        baseRequest('redeliverEvents', 409, { path: { webhook_id: await catalogue.webhook('never') } }),
      ]
    },
    listStores: list('listStores', [{ territory: 'DE' }]),
    listTerritories: list('listTerritories'),
    listRoyalties: list('listRoyalties', [
      { period: '2024-11', currency: 'USD', store_id: 'store_lumenwave', release_id: 'rel_seed_01' },
      { page: '2', per_page: '5' },
    ]),
    listStatements: list('listStatements', [{ status: 'closed', period: '2024-11', currency: 'EUR' }]),
    async getStatement() {
      const { data } = await perform('listStatements')
      return [baseRequest('getStatement', 200, { path: { statement_id: random.pick(data as Node[]).id as string } })]
    },
    listLineItems: list('listLineItems', [], async () => {
      const { data } = await perform('listStatements')
      return { statement_id: random.pick(data as Node[]).id as string }
    }),
    async createPayout() {
      const id = await unclaimedStatement()
      const { data } = await perform('listStatements', { query: { status: 'open' } })
      const open = (data as Node[])[0]?.id ?? 'nowhere'
      return [
        ...(id === undefined ? [] : [baseRequest('createPayout', 201, { body: { statement_ids: [id] } })]),
        baseRequest('createPayout', undefined, { body: { statement_ids: [open] } }),
      ]
    },
    listPayouts: list('listPayouts', [{ status: 'pending' }]),
    async getPayout() {
      const payout_id = await payout()
      return payout_id === undefined ? [] : [baseRequest('getPayout', 200, { path: { payout_id } })]
    },
    async releasePayout() {
      const [payout_id, held] = [await payout(), await payout()]
      if (payout_id === undefined || held === undefined) return []
      await perform('simulatePayout', { body: { payout_id: held, outcome: 'on_hold' } })
      return [
        baseRequest('releasePayout', 200, { path: { payout_id } }),
        baseRequest('releasePayout', 409, { path: { payout_id } }),
        baseRequest('releasePayout', 409, { path: { payout_id: held } }),
      ]
    },
    ...ernRecipes(context),
    createToken: async () => [
      baseRequest('createToken', tier === 'enterprise' ? 200 : 400, {
        body: { grant_type: 'client_credentials', ...client },
      }),
      baseRequest('createToken', 401, {
        body: { grant_type: 'client_credentials', ...client, client_secret: 'wrong' },
      }),
      baseRequest('createToken', 400, { body: { grant_type: 'password', ...client } }),
    ],
  }
}

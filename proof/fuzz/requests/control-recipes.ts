import { type BaseRequest, createCatalogue, type RecipeContext, randomLetters } from './recipes.js'

/** Valid requests for every operation of the control plane. */
export function controlRecipes(context: RecipeContext): Record<string, () => Promise<BaseRequest[]>> {
  const { random, perform, baseRequest, tier, driver } = context
  const catalogue = createCatalogue(context)
  const read =
    (id: string, query = {}) =>
    async () => [baseRequest(id, 200, { query })]
  const name = () => `${tier[0]}${randomLetters(random, 8)}`
  const snapshot = async () => (await perform('saveSnapshot', { body: { name: name() } })).name as string
  const world = async () => {
    const body = { tier, name: name(), clock: { mode: 'manual' } }
    return (await perform('createWorld', { body })).world as string
  }
  const fault = async () =>
    (await perform('addFault', { body: { operation: 'getAsset', status: 503, times: 1 } })).id as string
  const payout = async () => {
    const { data } = await perform('listPayouts', { query: { status: 'pending' } })
    return ((data as { id: string }[])[0]?.id ?? 'nowhere') as string
  }

  return {
    getClock: read('getClock'),
    async advanceClock() {
      const delivery = await catalogue.delivery()
      const now = driver.sandbox.world(driver.key)?.state.now ?? 0
      return [
        baseRequest('advanceClock', 200, { body: { duration: '1h30m' } }),
        baseRequest('advanceClock', 200, { body: { to: new Date(now + 7_200_000).toISOString() } }),
        baseRequest('advanceClock', 200, { body: { until: { delivery, status: 'delivered' } } }),
        baseRequest('advanceClock', 200, { body: { until: { event: 'asset.ready', data: { type: 'audio' } } } }),
      ]
    },
    async checkCondition() {
      const asset = await catalogue.asset()
      return [
        baseRequest('checkCondition', 200, { body: { until: { asset, status: 'ready' } } }),
        baseRequest('checkCondition', 200, { body: { until: { event: 'ping', status: 'delivered' } } }),
      ]
    },
    getAgenda: read('getAgenda'),
    getEvents: read('getEvents', { event_type: 'ping', status: 'delivered', limit: '5' }),
    streamEvents: read('streamEvents', { event_type: 'ping' }),
    publishChangelog: async () => [
      baseRequest('publishChangelog', tier === 'enterprise' ? 201 : 403, {
        body: { date: '2025-03-01', summary: randomLetters(random, 9) },
      }),
    ],
    getScenario: read('getScenario'),
    listScenarios: read('listScenarios'),
    checkScenario: async () => [
      baseRequest('checkScenario', 200, { body: { text: `name: ${randomLetters(random, 5)}` } }),
      baseRequest('checkScenario', 200, { body: { text: 'stores: [' } }),
    ],
    // Nothing listens at this port.
    runProbe: async () => [baseRequest('runProbe', 200, { body: { url: 'http://127.0.0.1:9/', secret: 'whsec_any' } })],
    receiveEvent: async () => [
      baseRequest('receiveEvent', 200, {
        path: { mode: 'accept' },
        body: { id: 'evt_any', event_type: 'asset.ready', created_at: '2025-01-01T00:00:00.000Z', data: {} },
      }),
    ],
    useScenario: async () => [baseRequest('useScenario', 200, { body: { name: 'happy-path' } })],
    simulateDelivery: async () => [
      baseRequest('simulateDelivery', 200, {
        body: {
          delivery_id: await catalogue.delivery(),
          store_id: 'store_lumenwave',
          outcome: 'rejected',
          rejection_code: 'artwork_too_small',
          rejection_reason: 'So.',
        },
      }),
      baseRequest('simulateDelivery', 409, {
        body: { delivery_id: await catalogue.delivery('delivered'), outcome: 'rejected' },
      }),
    ],
    simulateAsset: async () => [
      baseRequest('simulateAsset', 200, { body: { asset_id: await catalogue.asset(), outcome: 'ready' } }),
      baseRequest('simulateAsset', 409, { body: { asset_id: 'ast_seed_audio_01', outcome: 'failed' } }),
    ],
    async simulatePlays() {
      const body = { store_id: 'store_lumenwave', track_id: await catalogue.track(), plays: 1 + random.below(1000) }
      return [
        baseRequest('simulatePlays', 200, { body }),
        baseRequest('simulatePlays', 200, { body: { ...body, period: '9990-12' } }),
      ]
    },
    async simulatePayout() {
      const payout_id = await payout()
      return [
        baseRequest('simulatePayout', undefined, {
          body: { payout_id, outcome: 'on_hold', hold_reason: 'compliance_review' },
        }),
        baseRequest('simulatePayout', undefined, { body: { payout_id, outcome: 'paid' } }),
        baseRequest('simulatePayout', undefined, { body: { payout_id, outcome: 'pending' } }),
      ]
    },
    getInvariants: read('getInvariants'),
    resetWorld: async () => [baseRequest('resetWorld', 200)],
    listRequests: read('listRequests', { operation: 'createRelease', status: '201', limit: '3' }),
    async getRequest() {
      await catalogue.draft()
      const { data } = await perform('listRequests', { query: { limit: '1' } })
      return [
        baseRequest('getRequest', 200, {
          path: { request_id: (data as { request_id: string }[])[0]?.request_id ?? '' },
        }),
      ]
    },
    listActivity: read('listActivity', { kind: 'request', subject: 'rel_seed_01', limit: '3' }),
    streamActivity: read('streamActivity'),
    listState: async () => [
      baseRequest('listState', 200, {
        path: { collection: 'releases' },
        query: { status: 'draft', q: 'a', limit: '5' },
      }),
      baseRequest('listState', 200, { path: { collection: 'statements' }, query: { period: '2024-11', limit: '2' } }),
      baseRequest('listState', 400, { path: { collection: 'line_items' } }),
      baseRequest('listState', 404, { path: { collection: 'line_items' }, query: { statement_id: 'stm_nowhere' } }),
    ],
    getState: async () => [
      baseRequest('getState', 200, { path: { collection: 'deliveries', id: await catalogue.delivery() } }),
      baseRequest('getState', 200, { path: { collection: 'releases', id: 'rel_seed_01' } }),
    ],
    getWebhookSecret: async () => [
      baseRequest('getWebhookSecret', 200, { path: { webhook_id: await catalogue.webhook() } }),
    ],
    getJournal: read('getJournal'),
    getReport: read('getReport', { scope: 'all' }),
    setMark: async () => [baseRequest('setMark', 200, { body: { name: randomLetters(random, 9), exclude: true } })],
    listWorlds: read('listWorlds'),
    // Only worlds with --data have files.
    getWorldFiles: async () => [baseRequest('getWorldFiles', 409, { path: { tier, name: await world() } })],
    getWorld: async () => [baseRequest('getWorld', 200, { path: { tier, name: await world() } })],
    async createWorld() {
      const body = {
        tier,
        name: name(),
        seed: random.below(1000),
        scenario: 'rejection',
        clock: { mode: 'live', start: '2025-06-01T00:00:00Z', speed: 60 },
      }
      return [baseRequest('createWorld', 201, { body }), baseRequest('createWorld', 409, { body })]
    },
    deleteWorld: async () => [baseRequest('deleteWorld', 204, { path: { tier, name: await world() } })],
    listFaults: read('listFaults'),
    addFault: async () => [
      baseRequest('addFault', 201, {
        body: { operation: 'getAsset', status: 503, delay: '10ms', times: 1, probability: 0 },
      }),
      baseRequest('addFault', 201, { body: { operation: 'getAsset', connection: 'reset', times: 1, probability: 0 } }),
    ],
    clearFaults: async () => [baseRequest('clearFaults', 204)],
    removeFault: async () => [baseRequest('removeFault', 204, { path: { fault_id: await fault() } })],
    listSnapshots: read('listSnapshots'),
    saveSnapshot: async () => [baseRequest('saveSnapshot', 201, { body: { name: name() } })],
    async importSnapshot() {
      const { text } = (await perform('exportSnapshot', { path: { snapshot: await snapshot() } })) as { text: string }
      return [
        baseRequest('importSnapshot', 201, { body: Buffer.from(text) }),
        baseRequest('importSnapshot', 422, { body: Buffer.from(text.slice(0, -9)) }),
        baseRequest('importSnapshot', 413, {
          body: Buffer.from('x'),
          headers: { 'content-length': String(513 * 1024 * 1024) },
        }),
      ]
    },
    exportSnapshot: async () => [baseRequest('exportSnapshot', 200, { path: { snapshot: await snapshot() } })],
    deleteSnapshot: async () => [baseRequest('deleteSnapshot', 204, { path: { snapshot: await snapshot() } })],
    restoreSnapshot: async () => [baseRequest('restoreSnapshot', 200, { path: { snapshot: await snapshot() } })],
    async forkSnapshot() {
      const [path, existing] = [{ snapshot: await snapshot() }, await world()]
      return [
        baseRequest('forkSnapshot', 201, { path, body: { tier, name: name() } }),
        baseRequest('forkSnapshot', 201, { path, body: { tier, name: existing, replace: true } }),
        baseRequest('forkSnapshot', 409, { path, body: { tier, name: await world() } }),
      ]
    },
    getReady: read('getReady'),
    getHealth: read('getHealth'),
  }
}

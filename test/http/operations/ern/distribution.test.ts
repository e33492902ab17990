import { describe, expect, test } from 'vitest'
import { channel, deal, newRelease, purge, titles } from '../../../ern/message-builder.js'
import { jpeg, wav } from '../../../support/media-files.js'
import { type Client, startSandbox } from '../../../support/test-sandbox.js'
import { advance, describeIssues, importMessage, listOf, readyAsset, upload } from './ern-client.js'

const { fresh } = await startSandbox()
const releaseOf = async (client: Client, id: string) => (await client.get(`/v1/releases/${id}`)).body
const messageOf = async (client: Client, id: string) => (await client.get(`/v1/ern/messages/${id}`)).body
const deliveriesOf = (client: Client, id: string) => listOf(client, `/v1/deliveries?release_id=${id}`)
const ordersOf = async (client: Client, id: string): Promise<string[]> =>
  (await deliveriesOf(client, id)).flatMap(({ stores }) =>
    stores.map(({ store_id, status }: { store_id: string; status: string }) => `${store_id} ${status}`),
  )
const eventsOf = async (client: Client) => listOf(client, '/_sandbox/events?limit=100')

const recordings = [{ uri: 'muted-quarry.wav' }, { uri: 'patient-orchard.wav' }]
const otherResources =
  '<Image><ResourceReference>ACover</ResourceReference><Type>FrontCoverImage</Type><TechnicalDetails><File><URI>muted-quarry-cover.jpg</URI></File></TechnicalDetails></Image>'

/** A message whose files are seeded, so that they are ready. */
const ready = (n: number, options: Parameters<typeof newRelease>[0] = {}) =>
  newRelease({
    messageId: `MSG-${n}`,
    created: `2024-12-01T00:00:0${n}Z`,
    recordings,
    otherResources,
    deals: deal({ extra: channel('store_lumenwave') }),
    ...options,
  })

const purged = (n: number) => purge({ messageId: `MSG-${n}`, created: `2024-12-01T00:00:0${n}Z` })

describe('automatic delivery', () => {
  test('submits and delivers at once if everything is ready', async () => {
    const client = fresh('enterprise')
    const { release_id, delivery_ids } = await importMessage(client, ready(1))
    expect((await releaseOf(client, release_id)).status).toBe('submitted')
    const [delivery] = await deliveriesOf(client, release_id)
    expect(delivery_ids).toEqual([delivery.id])
    expect(delivery).toMatchObject({ status: 'in_progress', territory_codes: ['WORLDWIDE'] })
    await advance(client, '72h')
    expect((await releaseOf(client, release_id)).status).toBe('delivered')
    const events = (await eventsOf(client)).map(({ event_type, data }) => `${event_type} ${data.status}`)
    expect(events).toEqual([
      'ern.message.processed accepted',
      'release.status.changed submitted',
      'release.status.changed delivered',
      'delivery.completed delivered',
    ])
  })

  test('waits for the last asset', async () => {
    const client = fresh('enterprise')
    const message = await importMessage(client, newRelease({ created: '2024-12-01T00:00:00Z' }))
    const { release_id, resources } = message
    expect([(await releaseOf(client, release_id)).status, message.delivery_ids]).toEqual(['draft', []])
    const contents = [wav(), wav(100), jpeg(3000)]
    for (const [i, { asset_id }] of resources.entries()) {
      expect((await releaseOf(client, release_id)).status).toBe('draft')
      await upload(client, asset_id, contents[i] as Buffer)
    }
    expect((await releaseOf(client, release_id)).status).toBe('submitted')
    const deliveries = await deliveriesOf(client, release_id)
    expect((await messageOf(client, message.id)).delivery_ids).toEqual(deliveries.map(({ id }) => id))
  })

  test('continues when the simulator makes the last asset ready', async () => {
    const client = fresh('enterprise')
    const { release_id, resources } = await importMessage(client, newRelease({ created: '2024-12-01T00:00:00Z' }))
    for (const { asset_id } of resources) await client.post('/_sandbox/simulate/asset', { asset_id, outcome: 'ready' })
    expect((await releaseOf(client, release_id)).status).toBe('submitted')
  })

  const stores: [string, string, string[], string[]][] = [
    [
      'all stores that serve every territory',
      deal(),
      ['store_lumenwave', 'store_quorvane', 'store_pernickel'],
      ['WORLDWIDE'],
    ],
    [
      'all stores that serve one country',
      deal({ territories: ['KR'] }),
      ['store_lumenwave', 'store_quorvane', 'store_pernickel', 'store_kumorigo'],
      ['KR'],
    ],
    [
      'the addressed stores',
      deal({ extra: channel('store_kumorigo') + channel('store_lumenwave') }),
      ['store_lumenwave', 'store_kumorigo'],
      ['WORLDWIDE'],
    ],
    [
      'an addressed store, in the territories that it serves',
      deal({ territories: ['JP', 'US'], extra: channel('store_kumorigo') }),
      ['store_kumorigo'],
      ['JP'],
    ],
    [
      'known stores only',
      deal({ extra: channel('store_lumenwave') + channel('store_unknown') + channel('store_quorvane', 'X') }),
      ['store_lumenwave'],
      ['WORLDWIDE'],
    ],
  ]
  test.each(stores)('goes to %s', async (_name, deals, storeIds, codes) => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1, { deals }))
    const deliveries = await deliveriesOf(client, release_id)
    expect(deliveries).toHaveLength(1)
    expect(deliveries[0].territory_codes).toEqual(codes)
    expect(deliveries[0].stores.map(({ store_id }: { store_id: string }) => store_id)).toEqual(storeIds)
  })

  test('stores with different territories get deliveries of their own', async () => {
    const client = fresh('enterprise')
    const deals =
      deal({ territories: ['DE'], extra: channel('store_lumenwave') }) +
      deal({ territories: ['FR'], extra: channel('store_quorvane') })
    const { release_id, delivery_ids } = await importMessage(client, ready(1, { deals }))
    expect(delivery_ids).toHaveLength(2)
    const deliveries = await deliveriesOf(client, release_id)
    expect(
      deliveries.map(({ territory_codes, stores: [store] }) => [store.store_id, ...territory_codes]).sort(),
    ).toEqual([
      ['store_lumenwave', 'DE'],
      ['store_quorvane', 'FR'],
    ])
  })

  test('orders no store if all channels are unknown', async () => {
    const client = fresh('enterprise')
    const message = await importMessage(client, ready(1, { deals: deal({ extra: channel('a', 'b') }) }))
    expect(describeIssues(message)).toContain('channel_unknown DealList')
    expect((await releaseOf(client, message.release_id)).status).toBe('submitted')
    expect(await deliveriesOf(client, message.release_id)).toEqual([])
  })

  test('does not submit a release whose date has passed', async () => {
    const client = fresh('enterprise')
    const message = await importMessage(client, ready(1, { releaseDate: '2025-01-01' }))
    expect(describeIssues(message)).toEqual(['release_date_passed ReleaseList/Release'])
    expect((await releaseOf(client, message.release_id)).status).toBe('draft')
    const corrected = await importMessage(client, ready(2, { releaseDate: '2025-01-02' }))
    expect(describeIssues(corrected)).toEqual([])
    expect((await releaseOf(client, message.release_id)).status).toBe('submitted')
  })

  test('none changes only the catalogue, until a message with auto follows', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1), '?delivery=none')
    expect((await releaseOf(client, release_id)).status).toBe('draft')
    expect((await importMessage(client, ready(2), '?delivery=none')).outcome).toBe('unchanged')
    const automatic = await importMessage(client, ready(3))
    expect([automatic.outcome, automatic.delivery_ids.length]).toEqual(['updated', 1])
    expect((await releaseOf(client, release_id)).status).toBe('submitted')
    const ended = await importMessage(client, ready(4, { deals: null }), '?delivery=none')
    await advance(client, '72h')
    expect([ended.outcome, await ordersOf(client, release_id)]).toEqual(['unchanged', ['store_lumenwave delivered']])
  })

  test('a new release without a deal stays a draft, and a deal distributes it', async () => {
    const client = fresh('enterprise')
    const message = await importMessage(client, ready(1, { deals: null }))
    expect(describeIssues(message)).toEqual(['no_deal'])
    expect(await releaseOf(client, message.release_id)).toMatchObject({ status: 'draft', territories: ['WORLD'] })
    expect((await importMessage(client, ready(2))).outcome).toBe('updated')
    expect((await releaseOf(client, message.release_id)).status).toBe('submitted')
  })

  test('a message that says the same orders nothing', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1))
    await advance(client, '72h')
    const events = (await eventsOf(client)).length
    const again = await importMessage(client, ready(2))
    expect([again.outcome, again.delivery_ids]).toEqual(['unchanged', []])
    expect(await deliveriesOf(client, release_id)).toHaveLength(1)
    expect((await eventsOf(client)).slice(events).map(({ event_type }) => event_type)).toEqual([
      'ern.message.processed',
    ])
  })

  test('a further store gets its own delivery', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1))
    const deals = deal({ extra: channel('store_lumenwave') + channel('store_quorvane') })
    const more = await importMessage(client, ready(2, { deals }))
    expect([more.outcome, more.delivery_ids.length]).toEqual(['updated', 1])
    expect((await ordersOf(client, release_id)).sort()).toEqual(['store_lumenwave pending', 'store_quorvane pending'])
  })
})

describe('an update', () => {
  test('resubmits to the stores that rejected or flagged', async () => {
    const client = fresh('enterprise')
    const deals = deal({ extra: channel('store_lumenwave') + channel('store_quorvane') })
    const header = { 'x-sandbox-scenario': 'action-required' }
    const { release_id } = await importMessage(client, ready(1, { deals }), '', header)
    await advance(client, '72h')
    expect((await ordersOf(client, release_id)).every((order) => order.endsWith(' action_required'))).toBe(true)
    const same = await importMessage(client, ready(2, { deals }))
    expect([same.outcome, (await ordersOf(client, release_id))[0]]).toEqual([
      'unchanged',
      'store_lumenwave action_required',
    ])
    const corrected = await importMessage(client, ready(3, { deals, title: titles('Corrected') }))
    expect([corrected.outcome, corrected.delivery_ids]).toEqual(['updated', []])
    await advance(client, '72h')
    expect(await ordersOf(client, release_id)).toEqual(['store_lumenwave delivered', 'store_quorvane delivered'])
  })

  test('resubmits when its new assets are ready', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1), '', { 'x-sandbox-scenario': 'action-required' })
    await advance(client, '72h')
    const updated = await importMessage(
      client,
      ready(2, { title: titles('Corrected'), recordings: [{ uri: 'new.wav' }, { uri: 'patient-orchard.wav' }] }),
    )
    expect(await ordersOf(client, release_id)).toEqual(['store_lumenwave action_required'])
    await upload(client, updated.resources[0].asset_id, wav())
    expect(await ordersOf(client, release_id)).toEqual(['store_lumenwave pending'])
  })

  test('takes stores without any territory down; the others keep the territories of their orders', async () => {
    const client = fresh('enterprise')
    const stores = channel('store_lumenwave') + channel('store_kumorigo')
    const { release_id } = await importMessage(client, ready(1, { deals: deal({ extra: stores }) }))
    await advance(client, '72h')
    const before = (await deliveriesOf(client, release_id))[0].stores[0].territory_codes
    const updated = await importMessage(client, ready(2, { deals: deal({ territories: ['DE'], extra: stores }) }))
    expect(updated.outcome).toBe('updated')
    expect((await releaseOf(client, release_id)).territories).toEqual(['DE'])
    expect(await ordersOf(client, release_id)).toEqual(['store_lumenwave delivered', 'store_kumorigo takedown_pending'])
    expect((await deliveriesOf(client, release_id))[0].stores[0].territory_codes).toEqual(before)
  })

  test('takes a store down that is no longer addressed', async () => {
    const client = fresh('enterprise')
    const deals = deal({ extra: channel('store_lumenwave') + channel('store_quorvane') })
    const { release_id } = await importMessage(client, ready(1, { deals }))
    await advance(client, '72h')
    await importMessage(client, ready(2))
    expect(await ordersOf(client, release_id)).toEqual(['store_lumenwave delivered', 'store_quorvane takedown_pending'])
  })
})

describe('a takedown', () => {
  const ended = deal({ period: '<StartDate>2024-01-01</StartDate><EndDate>2024-12-31</EndDate>' })
  const all = deal({
    extra: channel('store_lumenwave') + channel('store_pernickel') + channel('store_amberhoard'),
  })

  test.each([
    ['without a DealList', null],
    ['with ended deals', ended],
  ])('follows from a message %s', async (_name, deals) => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1, { deals: all }))
    await advance(client, '72h')
    const message = await importMessage(client, ready(2, { deals }))
    expect(message).toMatchObject({ status: 'accepted', outcome: 'taken_down', release_id })
    const codes = describeIssues(message).map((issue) => issue.split(' ')[0])
    expect(codes).toEqual(expect.arrayContaining(['no_deal', 'takedown_deferred', 'store_keeps']))
    expect(await ordersOf(client, release_id)).toEqual([
      'store_lumenwave takedown_pending',
      'store_pernickel ingesting',
      'store_amberhoard delivered',
    ])
    // The store that was still working takes it down when it has delivered it.
    await advance(client, '24h')
    expect((await ordersOf(client, release_id))[1]).toBe('store_pernickel takedown_pending')
    await advance(client, '72h')
    expect(await ordersOf(client, release_id)).toEqual([
      'store_lumenwave taken_down',
      'store_pernickel taken_down',
      'store_amberhoard delivered',
    ])
    expect((await client.get(`/v1/releases/${release_id}`)).body.territories).toEqual(['WORLD'])
  })

  test('that waits for a store ends with a new deal', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1))
    expect((await importMessage(client, ready(2, { deals: null }))).outcome).toBe('taken_down')
    await importMessage(client, ready(3))
    await advance(client, '72h')
    expect(await ordersOf(client, release_id)).toEqual(['store_lumenwave delivered'])
  })

  test('happens once, and a new deal delivers again', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1))
    await advance(client, '72h')
    await importMessage(client, ready(2, { deals: null }))
    await advance(client, '72h')
    expect((await importMessage(client, ready(3, { deals: null }))).outcome).toBe('unchanged')
    const again = await importMessage(client, ready(4))
    expect([again.outcome, again.delivery_ids.length]).toEqual(['updated', 1])
    expect(await ordersOf(client, release_id)).toEqual(['store_lumenwave pending', 'store_lumenwave taken_down'])
  })

  test('of a purge covers all stores, and the release can be created anew meanwhile', async () => {
    const client = fresh('enterprise')
    const { release_id } = await importMessage(client, ready(1, { deals: all }))
    await advance(client, '72h')
    const message = await importMessage(client, purged(2))
    const codes = describeIssues(message).map((issue) => issue.split(' ')[0])
    expect(codes).toEqual(['takedown_deferred', 'store_keeps'])
    expect((await client.get(`/v1/releases/${release_id}`)).status).toBe(404)
    const anew = await importMessage(client, ready(3, { deals: all }))
    expect([anew.outcome, anew.delivery_ids.length]).toEqual(['created', 1])
    await advance(client, '200h')
    expect(await ordersOf(client, release_id)).toEqual([
      'store_lumenwave taken_down',
      'store_pernickel taken_down',
      'store_amberhoard delivered',
    ])
    const events = await eventsOf(client)
    const afterPurge = events.slice(events.findIndex(({ data }) => data.outcome === 'purged'))
    expect(
      afterPurge.filter(
        ({ event_type, data }) => event_type === 'release.status.changed' && data.release_id === release_id,
      ),
    ).toEqual([])
    const [delivery] = await deliveriesOf(client, release_id)
    expect((await client.post(`/v1/deliveries/${delivery.id}/resubmit`, {})).status).toBe(409)
    expect((await client.get('/_sandbox/invariants')).body.ok).toBe(true)
  })
})

describe('scenarios', () => {
  test('ern-rejection rejects the first message about a release', async () => {
    const client = fresh('enterprise')
    await client.send(
      'PUT',
      '/_sandbox/scenario',
      { 'x-api-key': client.key, 'content-type': 'application/json' },
      '{"name":"ern-rejection"}',
    )
    const first = await importMessage(client, ready(1))
    expect(first).toMatchObject({ status: 'rejected', outcome: null, release_id: null, error_count: 1 })
    expect(describeIssues(first)).toEqual(['scenario ReleaseList/Release'])
    const { text } = await client.get(`/v1/ern/messages/${first.id}/acknowledgement`)
    expect(text).toContain('<MessageStatus>ResourceCorrupt</MessageStatus>')
    expect(text).toContain('<ProposedActionType>ResendXmlAndResources</ProposedActionType>')
    expect(text).toContain('<ResourceReference>ACover</ResourceReference>')
    expect([...text.matchAll(/<MessageStatus/g)]).toHaveLength(1)
    expect((await importMessage(client, ready(2))).outcome).toBe('created')
    const other = await importMessage(client, ready(3, { releaseId: '<ICPN>036000291452</ICPN>' }))
    expect(other.status).toBe('rejected')
  })

  test('the header holds for the message and for its delivery', async () => {
    const client = fresh('enterprise')
    expect((await importMessage(client, ready(1), '', { 'x-sandbox-scenario': 'ern-rejection' })).status).toBe(
      'rejected',
    )
    const { release_id } = await importMessage(client, ready(2), '', { 'x-sandbox-scenario': 'rejection' })
    await advance(client, '72h')
    expect((await releaseOf(client, release_id)).status).toBe('rejected')
  })

  test('the tag of the title holds too', async () => {
    const client = fresh('enterprise')
    const tagged = (n: number, name: string) => ready(n, { title: titles(`Night Ferry [sandbox:${name}]`) })
    expect((await importMessage(client, tagged(1, 'ern-rejection'))).status).toBe('rejected')
    const { release_id } = await importMessage(client, tagged(2, 'rejection'))
    await advance(client, '72h')
    expect((await releaseOf(client, release_id)).status).toBe('rejected')
  })
})

test('an asset that is ready already is used by a message that comes later', async () => {
  const client = fresh('enterprise')
  await readyAsset(client, 'track-1.wav', wav())
  await readyAsset(client, 'track-2.wav', wav(100))
  await readyAsset(client, 'cover.jpg', jpeg(3000))
  const { release_id } = await importMessage(client, newRelease({ created: '2024-12-01T00:00:00Z' }))
  expect((await releaseOf(client, release_id)).status).toBe('submitted')
})

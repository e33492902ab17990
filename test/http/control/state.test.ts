import { describe, expect, test } from 'vitest'
import { wav } from '../../support/media-files.js'
import { type Client, startSandbox, validRelease } from '../../support/test-sandbox.js'
import { advanceClock, registerWebhook, SECRET, startReceiver, triggerEvent } from '../../support/webhook-receiver.js'

const { fresh } = await startSandbox()
const read = async (api: Client, path: string) => (await api.get(`/_sandbox/state/${path}`)).body

describe('every collection', () => {
  const counterparts = {
    releases: '/v1/releases',
    tracks: '/v1/tracks',
    assets: '/v1/assets',
    stores: '/v1/stores',
    statements: '/v1/statements',
    royalties: '/v1/royalties',
    webhooks: '/v1/webhooks',
    deliveries: '/v1/deliveries',
    payouts: '/v1/payouts',
  }

  test('has the items of the API with a sandbox object', async () => {
    const api = fresh()
    await registerWebhook(api, (await startReceiver()).url)
    await advanceClock(api, '60d')
    for (const [collection, path] of Object.entries(counterparts)) {
      const [state, service] = [await read(api, `${collection}?limit=20`), await api.get(`${path}?limit=20`)]
      const items = state.data.map(({ sandbox, ...item }: { sandbox: object }) => {
        expect(sandbox, collection).toBeTypeOf('object')
        return item
      })
      expect(items, collection).toEqual(service.body.data)
      const [first] = service.body.data
      if (first?.id !== undefined && collection !== 'royalties') {
        const { sandbox: _sandbox, ...item } = await read(api, `${collection}/${first.id}`)
        expect(item, collection).toEqual((await api.get(`${path}/${first.id}`)).body)
      }
    }
  })

  test('is paged newest first, and refuses filters that it does not have', async () => {
    const api = fresh()
    const page = await read(api, 'releases?limit=3')
    const rest = await read(api, `releases?limit=1000&cursor=${page.next_cursor}`)
    expect([...page.data, ...rest.data]).toEqual((await read(api, 'releases?limit=1000')).data)
    const refused = await api.get('/_sandbox/state/releases?store_id=store_lumenwave')
    expect(refused.status).toBe(400)
    expect(refused.body.error.details).toEqual([
      { field: 'store_id', issue: 'is not a filter of releases; it has q, status' },
    ])
    const misspelt = await api.get('/_sandbox/state/releases?status=drfat')
    expect(misspelt.body.error.details[0].issue).toContain('did you mean draft?')
    expect((await api.get('/_sandbox/state/nothing')).status).toBe(400)
    expect((await api.get('/_sandbox/state/releases/rel_no')).status).toBe(404)
  })

  test('can be searched', async () => {
    const api = fresh()
    const { body } = await api.post('/v1/releases', { ...validRelease, title: 'Zephyr & Söhne' })
    expect((await read(api, 'releases?q=s%C3%B6hne')).data.map(({ id }: { id: string }) => id)).toEqual([body.id])
  })
})

describe('the sandbox object', () => {
  test('of a release tells what a submission needs, as the submission itself does', async () => {
    const api = fresh()
    const release = (await api.post('/v1/releases', { ...validRelease, release_date: '2024-01-01' })).body
    const refused = await api.post(`/v1/releases/${release.id}/submit`)
    const { submission } = (await read(api, `releases/${release.id}`)).sandbox
    expect(submission.ready).toBe(false)
    const issues = submission.checks.flatMap((check: { issues: object[] }) => check.issues)
    expect(issues).toEqual(expect.arrayContaining(refused.body.error.details))
    expect(issues).toHaveLength(refused.body.error.details.length)
    expect(
      submission.checks.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name),
    ).toEqual(['tracks', 'artwork', 'release_date'])
  })

  test('of a delivery has its plan, the possible outcomes and the wanted correction', async () => {
    const api = fresh()
    const audio = (await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })).body
    await api.send('PUT', `/v1/assets/${audio.id}/content`, { 'x-api-key': api.key }, wav())
    const artwork = (await api.post('/v1/assets', { type: 'artwork', filename: 'a.jpg', content_type: 'image/jpeg' }))
      .body
    const pending = await read(api, `assets/${audio.id}`)
    expect(pending.sandbox).toMatchObject({ outcomes: ['ready', 'failed'], next_steps: [{ task: 'process-asset' }] })
    for (const { id } of [audio, artwork])
      await api.post('/_sandbox/simulate/asset', { asset_id: id, outcome: 'ready' })
    const title = 'Paper Lanterns [sandbox:rejection]'
    const release = (await api.post('/v1/releases', { ...validRelease, title })).body
    await api.patch(`/v1/releases/${release.id}`, { artwork_asset_id: artwork.id })
    await api.post('/v1/tracks', { release_id: release.id, title: 'One', track_number: 1, audio_asset_id: audio.id })
    const before = (await read(api, `releases/${release.id}`)).sandbox
    expect(before).toMatchObject({ scenario: { name: 'rejection', source: 'title' }, submission: { ready: true } })
    expect((await read(api, `assets/${audio.id}`)).sandbox.used_by).toHaveLength(1)
    await api.post(`/v1/releases/${release.id}/submit`)
    const [store] = (await api.get('/v1/stores')).body.data
    const delivery = (
      await api.post('/v1/deliveries', {
        release_id: release.id,
        store_ids: [store.store_id],
        territory_codes: ['WORLDWIDE'],
      })
    ).body
    const planned = (await read(api, `deliveries/${delivery.id}`)).sandbox
    expect(planned).toMatchObject({ scenario: { name: 'rejection' }, release_title: title })
    expect(planned.next_steps.map(({ task }: { task: string }) => task)).toEqual(['ingest-order', 'review-order'])
    expect(planned.stores[0].next_steps).toEqual(planned.next_steps)
    // The outcomes are those that the simulator accepts.
    for (const outcome of ['delivered', 'rejected', 'action_required', 'taken_down']) {
      const snapshot = await api.post('/_sandbox/snapshots', { name: 'before' })
      expect(snapshot.status).toBe(201)
      const { status } = await api.post('/_sandbox/simulate/delivery', { delivery_id: delivery.id, outcome })
      expect(status === 200, outcome).toBe(planned.outcomes.includes(outcome))
      const after = (await read(api, `deliveries/${delivery.id}`)).sandbox
      for (const next of ['delivered', 'rejected', 'action_required', 'taken_down']) {
        await api.post('/_sandbox/snapshots', { name: 'after' })
        const again = await api.post('/_sandbox/simulate/delivery', { delivery_id: delivery.id, outcome: next })
        expect(again.status === 200, `${outcome}, then ${next}`).toBe(after.outcomes.includes(next))
        await api.post('/_sandbox/snapshots/after/restore')
      }
      await api.post('/_sandbox/snapshots/before/restore')
    }
    await advanceClock(api, '30d')
    const [facts] = (await read(api, `deliveries/${delivery.id}`)).sandbox.stores
    expect(facts).toMatchObject({ can_resubmit: true, correction: { corrected: false } })
    expect(facts.correction.wants).toContain('artwork')
    const other = (await api.post('/v1/assets', { type: 'artwork', filename: 'b.jpg', content_type: 'image/jpeg' }))
      .body
    await api.post('/_sandbox/simulate/asset', { asset_id: other.id, outcome: 'ready' })
    await api.patch(`/v1/releases/${release.id}`, { artwork_asset_id: other.id })
    expect((await read(api, `deliveries/${delivery.id}`)).sandbox.stores[0].correction.corrected).toBe(true)
  })

  test('of a webhook says why it is unverified and counts its events; the secret is a read of its own', async () => {
    const api = fresh()
    const broken = await startReceiver({ respond: () => ({ status: 204 }) })
    const hook = (await registerWebhook(api, broken.url)).body
    const item = await api.get(`/_sandbox/state/webhooks/${hook.id}`)
    expect(item.body.sandbox.reason).toBe('The ping was answered with 204. The endpoint must answer it with 200.')
    expect(item.text).not.toContain(SECRET)
    expect(await read(api, `webhooks/${hook.id}/secret`)).toEqual({ webhook_id: hook.id, secret: SECRET })
    const works = (await registerWebhook(api, (await startReceiver()).url)).body
    await triggerEvent(api)
    await advanceClock(api)
    expect((await read(api, `webhooks/${works.id}`)).sandbox).toMatchObject({
      reason: null,
      event_counts: { delivered: 1, pending: 0 },
    })
    const { data } = await read(api, `events?webhook_id=${works.id}&event_type=asset.ready&status=delivered`)
    expect(data).toHaveLength(1)
    expect(JSON.parse(data[0].sandbox.body)).toMatchObject({ id: data[0].id, event_type: 'asset.ready' })
  })

  test('of money leads from statements to records, lines and payouts', async () => {
    const api = fresh()
    await advanceClock(api, '60d')
    const [open] = (await read(api, 'statements?status=open&limit=1')).data
    expect(open.sandbox.reason).toMatch(/^is open; it closes at/)
    const [closed] = (await read(api, 'statements?status=closed&limit=1')).data
    expect(closed.sandbox).toEqual({ reason: null, payout_id: null })
    const payout = (await api.post('/v1/payouts', { statement_ids: [closed.id] })).body
    expect((await read(api, `statements/${closed.id}`)).sandbox.payout_id).toBe(payout.id)
    expect((await read(api, `payouts/${payout.id}`)).sandbox).toMatchObject({
      planned_outcome: 'paid',
      outcomes: ['on_hold', 'processing', 'paid', 'failed'],
      next_steps: [{ task: 'process-payout' }],
    })
    const records = (await read(api, `royalties?statement_id=${closed.id}&limit=1000`)).data
    expect(new Set(records.map((record: { statement_id: string }) => record.statement_id))).toEqual(
      new Set([closed.id]),
    )
    const lines = await read(api, `line_items?statement_id=${closed.id}&limit=5`)
    expect(lines.data.length).toBe(5)
    expect((await api.get('/_sandbox/state/line_items')).status).toBe(400)
    expect((await api.get('/_sandbox/state/royalties/roy_1')).status).toBe(404)
  })
})

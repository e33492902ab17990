import { SERVICE_DPID } from '../../src/ern/message/party-ids.js'
import { createSandbox } from '../../src/index.js'
import { createReceiver } from '../../src/webhooks/receiver.js'
import { deal, newRelease, purge } from '../../test/ern/message-builder.js'
import type { Random } from '../runner/random.js'

const SCENARIOS = [
  'happy-path',
  'rejection',
  'action-required',
  'out-of-order-events',
  'duplicate-events',
  'payout-on-hold',
]
const EVENT_TYPES = ['asset.ready', 'release.status.changed', 'delivery.completed']

/** Exports a world with rows in every section, at a moment that the random numbers decide. */
export async function exportSampleWorld(random: Random): Promise<string> {
  const scenario = random.pick(SCENARIOS)
  const sandbox = await createSandbox({ listen: false, clock: 'manual', scenario })
  const receiver = await createReceiver({ secret: 'whsec_sample' })
  try {
    const { fetch } = sandbox.world('enterprise', 'sample')
    let keys = 0
    // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
    const call = async (method: string, path: string, body?: unknown): Promise<any> => {
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': `7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2${String(++keys).padStart(3, '0')}`,
      }
      const response = await fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      return response.json()
    }
    const advance = (duration: string) => call('POST', '/_sandbox/clock/advance', { duration })
    await call('POST', '/v1/webhooks', { url: receiver.url, secret: 'whsec_sample', event_type: EVENT_TYPES })
    await call('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', event_type: EVENT_TYPES })
    await call('POST', '/_sandbox/faults', { operation: 'getAsset', status: 503, times: 3 })
    const form = `grant_type=client_credentials&client_id=client_enterprise_sample&client_secret=sk_sandbox_enterprise_sample`
    await fetch('/v1/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    })
    const send = (xml: string) =>
      fetch('/v1/ern/messages', { method: 'POST', headers: { 'content-type': 'application/xml' }, body: xml })
    const created = '2024-12-01T00:00:00Z'
    await send(newRelease({ created }))
    await send(newRelease({ created, messageId: 'BAD', releaseDate: 'x' }))
    const seeded = `<ProprietaryId Namespace="${SERVICE_DPID}">rel_seed_02</ProprietaryId><ICPN>036000291452</ICPN>`
    await send(purge({ created, messageId: 'PURGE', releaseId: seeded }))
    await advance('5m')
    const asset = await call('POST', '/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
    await fetch(`/v1/assets/${asset.id}/content`, { method: 'PUT', body: 'RIFF----WAVE' })
    const artists = [{ name: 'Walker', role: 'main' }]
    const { id: release_id } = await call('POST', '/v1/releases', { title: 'W', artists, release_date: '2030-01-01' })
    await call('PATCH', `/v1/releases/${release_id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
    await call('POST', '/v1/tracks', { release_id, title: 'W', audio_asset_id: 'ast_seed_audio_01' })
    await fetch(`/v1/releases/${release_id}/submit`, { method: 'POST', headers: { 'x-sandbox-scenario': scenario } })
    const store_ids = ['store_lumenwave', 'store_pernickel']
    const order = { release_id, store_ids, territory_codes: ['DE', 'US'] }
    const { id: deliveryId } = await call('POST', '/v1/deliveries', order)
    await advance(`${random.below(200)}h`)
    const { data } = await call('GET', '/v1/statements?status=closed')
    const statement_ids = [data.at(-1).id]
    const { id: payout_id } = await call('POST', '/v1/payouts', { statement_ids })
    if (random.percent(50)) {
      await call('POST', '/_sandbox/simulate/payout', { payout_id, outcome: 'failed' })
      await call('POST', '/v1/payouts', { statement_ids })
    }
    if (random.percent(50)) await call('POST', `/v1/deliveries/${deliveryId}/takedown`)
    await call('POST', '/v1/deliveries', { release_id: 'rel_seed_07', store_ids, territory_codes: ['WORLDWIDE'] })
    await advance(`${random.below(30)}h`)
    await send(
      newRelease({ created: '2024-12-02T00:00:00Z', messageId: 'LAST', deals: random.percent(50) ? null : deal() }),
    )
    await call('POST', '/_sandbox/snapshots', { name: 'sample' })
    return await (await fetch('/_sandbox/snapshots/sample')).text()
  } finally {
    await sandbox.close()
    await receiver.close()
  }
}

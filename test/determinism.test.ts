import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSandbox, valid } from './support/api.js'
import { wav } from './support/files.js'

// The upload_url names the host by which the server was called; the port is another one every time.
const HOST = { host: 'mds.test' }
const KEY = (i: number) => ({ 'idempotency-key': `7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c1${i}` })

/** A run through everything that makes ids, times or cursors; its digest stands for all of its bytes. */
async function digest(seed: number): Promise<string> {
  const { client } = await startSandbox({ seed })
  const api = client('sk_sandbox_enterprise_digest')
  const transcript = createHash('sha256')
  const note = ({ status, text, headers }: Awaited<ReturnType<typeof api.get>>) => {
    const { date: _date, ...rest } = headers
    transcript.update(JSON.stringify([status, text, Object.entries(rest).sort()]))
  }
  for (let i = 0; i < 5; i++) {
    note(await api.post('/v1/releases', { ...valid, title: `No ${i}` }))
    note(await api.post('/v1/releases', { ...valid, title: 7 }))
    note(await api.post('/_sandbox/clock/advance', { duration: `${i}h` }))
    note(await api.get('/v1/releases?limit=2'))
    note(await api.patch('/v1/releases/rel_seed_06', { label: `Label ${i}` }))
    const release = await api.post('/v1/releases', valid)
    note(await api.post('/v1/tracks', { release_id: release.body.id, title: 'T', audio_asset_id: 'ast_seed_audio_01' }))
    note(await api.patch(`/v1/releases/${release.body.id}`, { artwork_asset_id: 'ast_seed_artwork_01' }))
    note(await api.post(`/v1/releases/${release.body.id}/submit`, undefined, KEY(i)))
    note(await api.post(`/v1/releases/${release.body.id}/submit`, undefined, KEY(i)))
    const asset = await api.post('/v1/assets', { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }, HOST)
    note(asset)
    note(await api.send('PUT', `/v1/assets/${asset.body.id}/content`, { 'x-api-key': api.key, ...HOST }, wav()))
    const form =
      'grant_type=client_credentials&client_id=client_enterprise_digest&client_secret=sk_sandbox_enterprise_digest'
    note(await api.send('POST', '/v1/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }, form))
  }
  return transcript.digest('hex')
}

test('the same seed and calls give the same bytes, another seed gives others', async () => {
  const [first, again, other] = [await digest(1), await digest(1), await digest(2)]
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

/**
 * Keeps what a release promises, so that later versions are tested against it: the contract (test/released/openapi.yaml),
 * and a data directory, a snapshot and the answers of a world (test/released/VERSION). `npm version` runs it.
 * With a DIRECTORY it writes only the data, to that directory.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from 'mds-sandbox'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const [, , directory] = process.argv
const target = directory ?? join(root, 'test/released', version)

/** Reads whose answers must stay the same when a later version opens the data. */
const READS = [
  '/v1/releases?limit=100',
  '/v1/tracks?limit=100',
  '/v1/assets?limit=100',
  '/v1/deliveries',
  '/v1/webhooks',
  '/v1/payouts',
  '/v1/statements?limit=100',
  '/_sandbox/agenda',
  '/_sandbox/events',
]

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

const data = join(tmpdir(), `mds-release-${process.pid}`)
const sandbox = await createSandbox({ data, clock: 'manual', listen: false })
const key = 'sk_sandbox_enterprise_released'

async function call(method, path, body) {
  const response = await sandbox.fetch(
    new Request(sandbox.url + path, {
      method,
      headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
    }),
  )
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}
const callJson = async (...request) => (await call(...request)).json()

// A little of everything that a world stores, some of it before and some after a saved snapshot.
const release = await callJson('POST', '/v1/releases', {
  title: 'Kept Promises',
  artists: [{ name: 'The Archivists', role: 'main' }],
  release_date: '2025-03-01',
  territories: ['WORLD'],
})
const { id: release_id } = release
await callJson('PATCH', `/v1/releases/${release_id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
await callJson('POST', '/v1/tracks', { release_id, title: 'First', audio_asset_id: 'ast_seed_audio_01' })
await callJson('POST', `/v1/releases/${release_id}/submit`)
await callJson('POST', '/_sandbox/snapshots', { name: 'submitted' })
await callJson('POST', '/_sandbox/faults', { operation: 'createTrack', status: 503, times: 2 })
await callJson('POST', '/v1/assets', { type: 'audio', filename: 'late.wav', content_type: 'audio/wav' })
await callJson('POST', '/v1/deliveries', {
  release_id,
  store_ids: ['store_lumenwave', 'store_velostrand'],
  territory_codes: ['WORLDWIDE'],
})
await callJson('POST', '/_sandbox/clock/advance', { duration: '30h' })
await callJson('PUT', '/_sandbox/scenario', { name: 'takedown' })

const answers = {}
for (const path of READS) answers[path] = await callJson('GET', path)
const snapshot = await (await call('GET', '/_sandbox/snapshots/submitted')).text()
// The log of a world can only be replayed by the version that wrote it. A stop replaces it by a snapshot.
await sandbox.close()
cpSync(data, join(target, 'data'), { recursive: true })
writeFileSync(join(target, 'snapshot.ndjson'), snapshot)
writeFileSync(join(target, 'answers.json'), `${JSON.stringify({ key, answers }, null, 1)}\n`)
if (directory === undefined) cpSync(join(root, 'openapi.yaml'), join(root, 'test/released/openapi.yaml'))
rmSync(data, { recursive: true, force: true })
console.log(`Recorded version ${version} in ${target}.`)

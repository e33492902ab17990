import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/composition/create-sandbox.js'
import { closeAfterTests } from '../../support/close-after-test.js'
import { copyDirectory } from '../../support/data-directories.js'

const released = join(import.meta.dirname, '../../released')
const recordings = readdirSync(released, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

// Recorded by scripts/record-release.mjs with the version that the folder names.
describe.each(recordings)('data that was written by %s', (name) => {
  const folder = join(released, name)
  const { key, answers } = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'))
  const start = async (data?: string) =>
    closeAfterTests(await createSandbox({ data, clock: 'manual', listen: false, dataSync: 'batch' }))
  const read = async (sandbox: Sandbox, path: string) =>
    (await sandbox.fetch(new Request(sandbox.url + path, { headers: { 'X-API-Key': key } }))).json()

  test('is opened with everything that it had', async () => {
    const sandbox = await start(copyDirectory(join(folder, 'data')))
    for (const path of Object.keys(answers)) expect(await read(sandbox, path), path).toMatchObject(answers[path])
    expect(await read(sandbox, '/_sandbox/snapshots')).toMatchObject({ data: [{ name: 'submitted' }] })
    expect(await read(sandbox, '/_sandbox/faults')).toMatchObject({ data: [{ operation: 'createTrack' }] })
    expect(await read(sandbox, '/_sandbox/invariants')).toMatchObject({ ok: true })
  })

  test('can be imported from a snapshot file', async () => {
    const sandbox = await start()
    const request = (path: string, body?: Buffer) =>
      sandbox.fetch(
        new Request(sandbox.url + path, {
          method: 'POST',
          headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/x-ndjson' }) },
          ...(body && { body: new Uint8Array(body) }),
        }),
      )
    const imported = await request('/_sandbox/snapshots/import', readFileSync(join(folder, 'snapshot.ndjson')))
    expect(imported.status).toBe(201)
    expect((await request('/_sandbox/snapshots/submitted/restore')).status).toBe(200)
    expect(await read(sandbox, '/v1/tracks')).toMatchObject({ data: answers['/v1/tracks?limit=100'].data.slice(0, 20) })
  })
})

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSnapshotFile, signSnapshotFile } from '../../proof/import/snapshot-file.js'
import { createSandbox } from '../../src/composition/create-sandbox.js'
import { closeAfterTests } from '../support/close-after-test.js'
import { formatRequest, sendRaw } from '../support/raw-http.js'
import { createTemporaryDirectory } from '../support/temporary-directory.js'

/** A directory beside a secret file that must not be read or changed. */
const parent = createTemporaryDirectory()
const SECRET = 'never to be seen'
mkdirSync(join(parent, 'beside'))
writeFileSync(join(parent, 'secret.json'), SECRET)
writeFileSync(join(parent, 'beside', 'secret.json'), SECRET)
const data = join(parent, 'data')

/** All files outside the data directory, with their content. */
const outside = () =>
  (readdirSync(parent, { recursive: true, encoding: 'utf8' }) as string[])
    .filter((path) => path !== 'data' && !path.startsWith('data/'))
    .sort()
    .map((path) => {
      const full = join(parent, path)
      return [path, statSync(full).isFile() ? readFileSync(full, 'utf8') : '']
    })
const before = outside()

const sandbox = closeAfterTests(await createSandbox({ clock: 'manual', data }))
const world = sandbox.world('standard', 'paths')
await world.snapshot('kept')
/** Without the index of the worlds, which is written in the background. */
const inside = () =>
  (readdirSync(data, { recursive: true, encoding: 'utf8' }) as string[])
    .filter((file) => !file.startsWith('worlds.index'))
    .sort()

/** Path traversal sequences, raw and encoded. */
const WAYS_OUT = [
  '..',
  '../secret.json',
  '../../secret.json',
  '..%2fsecret.json',
  '..%2Fsecret.json',
  '%2e%2e/secret.json',
  '%2e%2e%2fsecret.json',
  '%2E%2E%5Csecret.json',
  '%252e%252e%252fsecret.json',
  '..%252fsecret.json',
  '..%c0%afsecret.json',
  '..%ef%bc%8fsecret.json',
  '..%e2%88%95secret.json',
  '%ef%bc%8e%ef%bc%8e/secret.json',
  '....//secret.json',
  '..;/secret.json',
  '.%00./secret.json',
  'kept%00.json',
  'kept.json',
  'kept%20',
  'kept/.',
  'kept/../kept',
  encodeURIComponent(join(parent, 'secret.json')),
  encodeURIComponent('C:\\secret.json'),
  encodeURIComponent('\\\\server\\share'),
  encodeURIComponent('file:///etc/passwd'),
  '%2fetc%2fpasswd',
  '~root',
  'CON',
]

const PLACES: [method: string, target: (way: string) => string][] = [
  ['GET', (way) => `/${way}`],
  ['GET', (way) => `/docs/${way}`],
  ['GET', (way) => `/docs/viewer.js/${way}`],
  ['GET', (way) => `/docs/${way}.md`],
  ['GET', (way) => `/openapi.json/${way}`],
  ['GET', (way) => `/_sandbox/${way}`],
  ['GET', (way) => `/_sandbox/docs/${way}`],
  ['GET', (way) => `/_sandbox/snapshots/${way}`],
  ['DELETE', (way) => `/_sandbox/snapshots/${way}`],
  ['POST', (way) => `/_sandbox/snapshots/${way}/restore`],
  ['POST', (way) => `/_sandbox/snapshots/${way}/fork`],
  ['DELETE', (way) => `/_sandbox/worlds/standard/${way}`],
  ['GET', (way) => `/v1/assets/${way}`],
  ['PUT', (way) => `/v1/assets/${way}/content`],
]

describe('no request target reads a file', () => {
  for (const [method, target] of PLACES)
    test(`${method} ${target('…')}`, async () => {
      const files = inside()
      for (const way of WAYS_OUT) {
        const headers = [
          ['Host', '127.0.0.1'],
          ['X-API-Key', world.apiKey],
          ['Connection', 'close'],
        ] as const
        const [answer] = await sendRaw(sandbox.port, formatRequest(`${method} ${target(way)}`, headers))
        expect([way, [400, 404, 405, 415, 422].includes(answer?.status ?? 0), answer?.status]).toEqual([
          way,
          true,
          answer?.status,
        ])
        expect(answer?.body).not.toContain(SECRET)
      }
      expect([inside(), outside()]).toEqual([files, before])
    })
})

describe('no name writes outside the data directory', () => {
  const NAMES = [
    ...WAYS_OUT.map((way) => decode(way)),
    '.',
    '',
    ' ',
    'a/b',
    'a\\b',
    'a\0b',
    'a.json',
    '-',
    'a'.repeat(64),
    'a'.repeat(100_000),
    'Ａ',
  ]
  const BODIES: [what: string, method: string, path: string, body: (name: string) => object][] = [
    ['of a snapshot', 'POST', '/_sandbox/snapshots', (name) => ({ name })],
    ['of a world', 'POST', '/_sandbox/worlds', (name) => ({ tier: 'standard', name })],
    ['of a tier', 'POST', '/_sandbox/worlds', (name) => ({ tier: name, name: 'a' })],
    ['of a fork', 'POST', '/_sandbox/snapshots/kept/fork', (name) => ({ name })],
    ['of a scenario', 'PUT', '/_sandbox/scenario', (name) => ({ name })],
    [
      'of the scenario of a world',
      'POST',
      '/_sandbox/worlds',
      (name) => ({ tier: 'standard', name: 'b', scenario: name }),
    ],
  ]
  for (const [what, method, path, body] of BODIES)
    test(what, async () => {
      const files = inside()
      for (const name of NAMES) {
        const headers = { 'content-type': 'application/json' }
        const answer = await world.fetch(path, { method, headers, body: JSON.stringify(body(name)) })
        expect([name.slice(0, 50), [400, 422].includes(answer.status)]).toEqual([name.slice(0, 50), true])
        expect(await answer.text()).not.toContain(SECRET)
      }
      expect([inside(), outside()]).toEqual([files, before])
    })

  test('the name in an imported snapshot file', async () => {
    const { header, rows } = parseSnapshotFile(await (await world.fetch('/_sandbox/snapshots/kept')).text())
    const files = inside()
    for (const name of NAMES) {
      const body = signSnapshotFile({ header: { ...header, name }, rows })
      const answer = await world.fetch('/_sandbox/snapshots/import', { method: 'POST', body })
      expect([name.slice(0, 50), answer.status]).toEqual([name.slice(0, 50), 422])
    }
    expect([inside(), outside()]).toEqual([files, before])
    const body = signSnapshotFile({ header: { ...header, name: 'another' }, rows })
    expect((await world.fetch('/_sandbox/snapshots/import', { method: 'POST', body })).status).toBe(201)
    expect(inside()).toEqual([...files, `snapshots/${world.apiKey}.another.ndjson`].sort())
  })
})

function decode(way: string): string {
  try {
    return decodeURIComponent(way)
  } catch {
    return way
  }
}

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/composition/create-sandbox.js'
import { copyDirectory, worldFile } from '../../support/data-directories.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'
import { createClientFor, validRelease } from '../../support/test-sandbox.js'

const KEY = 'sk_sandbox_standard_hurt'
const open: Sandbox[] = []
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close()
})

async function start(data: string) {
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream
  const sandbox = await createSandbox({ clock: 'manual', data, logTo })
  open.push(sandbox)
  const hurt = await createClientFor(sandbox, KEY)
  const other = await createClientFor(sandbox, 'sk_sandbox_standard_well')
  return { sandbox, hurt, other, log: () => lines.join('') }
}

/** A directory with two worlds of three releases each. `kill`: the process does not close its logs. */
async function prepare(end: 'kill' | 'stop') {
  const data = createTemporaryDirectory()
  const { sandbox, hurt, other } = await start(data)
  for (let i = 0; i < 3; i++) for (const api of [hurt, other]) await api.post('/v1/releases', validRelease)
  // The index confirms the records within a second; closing writes it at once.
  if (end === 'kill')
    await expect
      .poll(() => readFileSync(join(data, 'worlds.index'), 'utf8'), { timeout: 15_000 })
      .toMatch(/"records":3/)
  else await sandbox.close()
  return copyDirectory(data)
}

const log = (data: string) => worldFile(data, KEY, '.journal')
const snapshot = (data: string) => worldFile(data, KEY, '.snapshot')

/** Replaces text and repairs the checksum of the record, so that only its meaning is wrong. */
function forge(path: string, start: number, change: (json: string) => string) {
  let checksum = start
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const forged = lines.map((line) => {
    const text = change(line.slice(9))
    checksum = crc32(text, checksum)
    return `${checksum.toString(16).padStart(8, '0')} ${text}\n`
  })
  writeFileSync(path, forged.join(''))
}

type Damage = [what: string, end: 'kill' | 'stop', bend: (data: string) => void, reason: RegExp]
const damages: Damage[] = [
  [
    'a record in the middle of the log',
    'kill',
    (data) => writeFileSync(log(data), readFileSync(log(data), 'utf8').replace('Paper', 'Piper')),
    /\.journal is damaged at line 1 \(byte 0\)/,
  ],
  [
    'the last record of the log, which was written whole',
    'kill',
    (data) => {
      const text = readFileSync(log(data), 'utf8')
      const at = text.lastIndexOf('Paper')
      writeFileSync(log(data), `${text.slice(0, at)}Piper${text.slice(at + 5)}`)
    },
    /\.journal is damaged at line 3 /,
  ],
  [
    'a log that replays differently',
    'kill',
    (data) => {
      const start = crc32(readFileSync(snapshot(data)))
      forge(log(data), start, (json) => json.replace(/"ids":(\d+)/, (_, ids) => `"ids":${Number(ids) + 7}`))
    },
    /\.journal: line 1 creates a different number of ids/,
  ],
  [
    'a log that was deleted',
    'kill',
    (data) => rmSync(log(data)),
    /\.journal is missing or empty: it has 0 of at least 3/,
  ],
  [
    'a log that was emptied',
    'kill',
    (data) => truncateSync(log(data), 0),
    /\.journal is missing or empty: it has 0 of at least 3/,
  ],
  [
    'a log that was cut at the end of a record',
    'kill',
    (data) => {
      const [first, second] = readFileSync(log(data), 'utf8').split('\n')
      writeFileSync(log(data), `${first}\n${second}\n`)
    },
    /\.journal was cut off: it has 2 of at least 3 records/,
  ],
  [
    'the log of another world',
    'kill',
    (data) => writeFileSync(log(data), readFileSync(worldFile(data, 'sk_sandbox_standard_well', '.journal'))),
    /\.journal is damaged at line 1 /,
  ],
  ['a snapshot that was deleted', 'stop', (data) => rmSync(snapshot(data)), /\.snapshot is missing/],
  [
    'a snapshot that was emptied',
    'stop',
    (data) => truncateSync(snapshot(data), 0),
    /\.snapshot is not a snapshot: it is empty/,
  ],
  [
    'a snapshot that was cut at the end of a row',
    'stop',
    (data) => {
      const lines = readFileSync(snapshot(data), 'utf8').split('\n')
      writeFileSync(snapshot(data), `${lines.slice(0, -2).join('\n')}\n`)
    },
    /\.snapshot is incomplete: it ends after line \d+/,
  ],
  [
    'a changed row of a snapshot',
    'stop',
    (data) => writeFileSync(snapshot(data), readFileSync(snapshot(data), 'utf8').replace('rel_seed_01', 'rel_seed_91')),
    /\.snapshot is damaged: its checksum does not match/,
  ],
  [
    'a directory in the place of a file',
    'stop',
    (data) => {
      const path = snapshot(data)
      rmSync(path)
      mkdirSync(path)
    },
    /\.snapshot: EISDIR/,
  ],
]

describe('one damaged world does not harm the others', () => {
  test.each(damages)('%s', async (_, end, bend, reason) => {
    const data = await prepare(end)
    bend(data)
    const { sandbox, hurt, other, log } = await start(data)
    const count = async () => (await other.get('/v1/releases?limit=100')).body.data.length
    const before = await count()
    for (const path of ['/v1/releases', '/_sandbox/clock']) {
      const answer = await hurt.get(path)
      expect([answer.status, answer.body.error.code]).toEqual([503, 'service_unavailable'])
      expect(answer.body.error.message).toMatch(/^The world standard\/hurt can't be loaded: /)
      expect(answer.body.error.message).toMatch(reason)
    }
    expect(log()).toMatch(reason)
    const listed = (await other.get('/_sandbox/worlds')).body
    expect(listed.data).toMatchObject([{ world: 'well', state: 'loaded' }])
    expect(listed.damaged).toMatchObject([{ world: 'hurt', tier: 'standard', api_key: KEY }])
    expect(listed.damaged[0].reason).toMatch(reason)
    const status = (await other.get('/_sandbox/worlds/standard/hurt')).body
    expect(status).toMatchObject({ state: 'damaged', reason: listed.damaged[0].reason })

    // Its files can be downloaded as they are.
    const files = () => readdirSync(join(data, 'worlds')).filter((name) => name.startsWith(`${KEY}.`))
    const archive = join(createTemporaryDirectory(), 'hurt.tar')
    const response = await fetch(`${sandbox.url}/_sandbox/worlds/standard/hurt/files`, {
      headers: { 'x-api-key': 'sk_sandbox_standard_well' },
    })
    if (status.files.length > 0) {
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-tar'])
      writeFileSync(archive, Buffer.from(await response.arrayBuffer()))
      const extracted = createTemporaryDirectory()
      execFileSync('tar', ['xf', archive, '-C', extracted])
      const names = files().filter((name) => statSync(join(data, 'worlds', name)).isFile())
      expect(readdirSync(join(extracted, 'worlds')).sort()).toEqual(names)
      for (const name of names)
        expect(readFileSync(join(extracted, 'worlds', name))).toEqual(readFileSync(join(data, 'worlds', name)))
    } else expect(response.status).toBe(409)

    // It can be removed, and begins again.
    expect(
      (await other.send('DELETE', '/_sandbox/worlds/standard/hurt', { 'x-api-key': 'sk_sandbox_standard_well' }))
        .status,
    ).toBe(204)
    expect(readdirSync(join(data, 'worlds')).filter((name) => name.startsWith(KEY))).toEqual([])
    expect((await hurt.get('/v1/releases')).status).toBe(200)
    expect(await count()).toBe(before)
  })

  test('it is loaded after its files were restored', async () => {
    const data = await prepare('stop')
    const path = snapshot(data)
    const bytes = readFileSync(path)
    writeFileSync(path, 'damaged')
    const { hurt } = await start(data)
    expect((await hurt.get('/v1/releases')).status).toBe(503)
    writeFileSync(path, bytes)
    await expect.poll(async () => (await hurt.get('/v1/releases')).status, { timeout: 10_000 }).toBe(200)
  }, 20_000)

  // The superuser may read every file.
  test.skipIf(process.getuid?.() === 0)('a file that may not be read', async () => {
    const data = await prepare('stop')
    chmodSync(snapshot(data), 0)
    const { hurt, other } = await start(data)
    expect((await hurt.get('/v1/releases')).body.error.message).toMatch(/EACCES.*\.snapshot/)
    expect((await other.get('/v1/releases')).status).toBe(200)
  })
})

describe('the index of worlds', () => {
  test.each([
    ['is missing', (path: string) => rmSync(path), /worlds\.index is missing\. It is rebuilt/],
    [
      'is damaged',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"records"', '"recards"')),
      /worlds\.index is damaged at line 1 \(byte 0\)\. It is rebuilt/,
    ],
  ])('%s: the worlds are found without it, with a warning', async (_, bend, words) => {
    const data = await prepare('stop')
    bend(join(data, 'worlds.index'))
    const { hurt, other, log } = await start(data)
    expect(log()).toMatch(words)
    expect((await other.get('/_sandbox/worlds')).body.data).toHaveLength(2)
    expect((await hurt.get('/v1/releases?limit=100')).status).toBe(200)
  })
})

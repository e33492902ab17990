import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findDifferences } from '../../../src/cli/rerun/compare-responses.js'
import { JournalFileError, parseJournal } from '../../../src/cli/rerun/parse-journal.js'
import { rerunJournal } from '../../../src/cli/rerun/rerun-journal.js'
import { runCli } from '../../support/cli.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'
import { registerWebhook, startReceiver, triggerEvent } from '../../support/webhook-receiver.js'

const folder = mkdtempSync(join(tmpdir(), 'mds-rerun-'))
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const rerun = (args: string[], input?: string) => runCli(['rerun', ...args], { MDS_SPEED: '1' }, input).ended

const { fresh } = await startSandbox()
const api = fresh()
const receiver = await startReceiver()
await registerWebhook(api, receiver.url)
await api.post('/v1/releases', validRelease)
await triggerEvent(api)
await api.post('/_sandbox/clock/advance', { duration: '1h' })
await api.get('/v1/stores?limit=1')
const journal = (await api.get('/_sandbox/journal')).text
const lines = journal.trimEnd().split('\n')
const FILE = write('run.ndjson', journal)
/** The journal with one changed line. */
const changed = (type: string, change: (line: Record<string, unknown>) => void) => {
  const all = lines.map((line) => JSON.parse(line))
  change(all.find((line) => line.operation === type || line.type === type))
  return `${all.map((line) => JSON.stringify(line)).join('\n')}\n`
}

test('reports that all responses are the same, and sends nothing', async () => {
  const { length } = receiver.arrivals
  expect(await rerun([FILE])).toEqual({ code: 0, stdout: '6 requests, all responses are the same\n', stderr: '' })
  expect(receiver.arrivals).toHaveLength(length)
})

test('reads from stdin, and prints JSON', async () => {
  const { code, stdout } = await rerun(['-', '--json'], journal)
  expect([code, JSON.parse(stdout)]).toEqual([0, { requests: 6, different: 0, unrecorded: [], missed: [] }])
})

describe('a response that differs', () => {
  const text = changed('createRelease', (line) => {
    line.status = 202
    Object.assign(line.answer as object, { title: 'Something else', label: undefined, extra: [1] })
  })

  test('is printed with its request, the paths and both values', async () => {
    const { code, stdout } = await rerun([write('changed.ndjson', text)])
    expect(stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
      '#2 createRelease  POST /v1/releases',
      '  status  202 → 201',
      '  title  "Something else" → "Paper Lanterns"',
      '  extra  [1] → nothing',
      '  label  nothing → "Saltbrook Recordings"',
      '',
      '6 requests, 1 response differs',
      '',
    ])
    expect(code).toBe(1)
  })

  test('is printed as JSON with --json', async () => {
    const { code, stdout } = await rerun(['--json', write('changed-too.ndjson', text)])
    const [first, last] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(first).toMatchObject({ number: 2, operation: 'createRelease', status: [202, 201] })
    expect(first.differences[1]).toEqual({ path: 'title', recorded: 'Something else', now: 'Paper Lanterns' })
    expect([last.different, code]).toEqual([1, 1])
  })
})

test('reports events that are only in the rerun or only in the journal', async () => {
  const text = changed('attempt', (line) => void (line.event_id = 'evt_never'))
  const { code, stdout } = await rerun([write('unsent.ndjson', text)])
  expect(stdout).toMatch(/^not recorded, sent now {2}ping evt_\w+ to whk_\w+$/m)
  expect(stdout).toMatch(/^recorded, not sent now {2}evt_never to whk_\w+$/m)
  expect(stdout).toContain('"verified" → "unverified"')
  expect(code).toBe(1)
})

describe('an unusable journal is refused with the reason and exit code 2', () => {
  const FILES: [what: string, text: string, message: RegExp][] = [
    ['nothing', '', /is not a journal\. Export one with GET \/_sandbox\/journal\./],
    ['no JSON', 'hello\n', /is not a journal/],
    ['another kind of JSON', '{"format":1,"world":{}}\n', /is not a journal/],
    ['a newer format', changed('header', (line) => void (line.format = 2)), /has format 2.*Use a newer mds-sandbox/],
    ['a header without a seed', changed('header', (line) => void delete line.seed), /first line.*seed is missing/],
    ['an unknown scenario', changed('header', (line) => void (line.scenario = 'nope')), /scenario nope/],
    ['a line that is torn', `${journal.slice(0, -40)}\n`, /Line \d+ of .*torn.* is damaged: it is not a JSON object/],
    ['a field that is wrong', changed('createRelease', (line) => void (line.now = 'soon')), /now must be an instant/],
    ['a record of no kind', changed('event', (line) => void (line.type = 'x')), /no record of type "x"/],
    ['a part', lines.slice(0, -2).join('\n'), /is incomplete: it has \d+ of \d+ records.*--force/],
    [
      'a run of which the beginning is gone',
      changed('header', (line) =>
        Object.assign(line, { complete: false, missing: ['the first 7 records were dropped'] }),
      ),
      /is incomplete: the first 7 records were dropped/,
    ],
  ]
  for (const [what, text, message] of FILES)
    test(what, async () => {
      const { code, stdout, stderr } = await rerun([
        write(`${what.replaceAll(' ', '-').replace('a-line-that-is-', '')}.ndjson`, text),
      ])
      expect(stderr).toMatch(message)
      expect([code, stdout]).toEqual([2, ''])
    })

  test('no file, a missing file, two files', async () => {
    expect(await rerun([])).toMatchObject({ code: 2, stderr: expect.stringContaining('rerun needs a FILE') })
    expect(await rerun(['/nope/x'])).toMatchObject({ code: 2, stderr: expect.stringContaining('ENOENT') })
    expect(await rerun([FILE, FILE])).toMatchObject({ code: 2, stderr: expect.stringContaining('Unexpected argument') })
  })
})

test('--force reruns an incomplete journal', async () => {
  const { code, stdout } = await rerun(['--force', write('part.ndjson', lines.slice(0, -1).join('\n'))])
  expect([code, stdout]).toEqual([0, '5 requests, all responses are the same\n'])
})

test('the version of the recorder is printed if it differs', async () => {
  const text = changed('header', (line) => void (line.version = '0.0.9'))
  const { code, stdout } = await rerun([write('older.ndjson', text)])
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Recorded by mds-sandbox 0\.0\.9, rerun by .*\n6 requests, all responses are the same\n$/),
  ])
})

test('every damaged file is refused with a reason', async () => {
  const damages = Array.from({ length: 200 }, (_, i) => {
    const at = Math.floor((journal.length * i) / 200)
    return `${journal.slice(0, at)}${['', '}', '"', 'null', '\n', '\u0000'][i % 6]}${journal.slice(at + (i % 7))}`
  })
  let played = 0
  for (const text of damages) {
    try {
      const run = parseJournal(text, 'it')
      if (played++ < 10) await rerunJournal(run)
    } catch (error) {
      expect(error).toBeInstanceOf(JournalFileError)
    }
  }
  expect(played).toBeGreaterThan(0)
})

describe('comparing two responses', () => {
  const strict = { toleranceMs: 0, ignoredPaths: [] }
  const paths = (recorded: unknown, now: unknown, options = strict as Parameters<typeof findDifferences>[2]) =>
    findDifferences(recorded, now, options).map(({ path }) => path)

  test('lists the paths that differ', () => {
    expect(paths({ a: [1, { b: 2 }], c: null }, { a: [1, { b: 3 }, 4], c: {} })).toEqual(['a[1].b', 'a[2]', 'c'])
    expect(paths(null, { a: 1 })).toEqual([''])
    expect(paths([], {})).toEqual([''])
  })
  test('ignores redacted values', () => expect(paths({ secret: '***' }, { secret: 'x' })).toEqual([]))
  test('tolerates small differences of instants with a live clock', () => {
    const at = (ms: string) => ({ at: `2025-01-01T00:00:00.${ms}Z`, day: '2025-01-01' })
    expect(paths(at('000'), at('090'), { toleranceMs: 100, ignoredPaths: [] })).toEqual([])
    expect(paths(at('000'), at('200'), { toleranceMs: 100, ignoredPaths: [] })).toEqual(['at'])
    expect(paths(at('000'), at('001'))).toEqual(['at'])
  })
  test('lists at most 20 differences', () => expect(paths(Array(50).fill(1), Array(50).fill(2))).toHaveLength(20))
})

test('stops after a request, and writes a snapshot of the world as it was then', async () => {
  const world = fresh()
  const first = await world.post('/v1/releases', validRelease)
  const second = await world.post('/v1/releases', { ...validRelease, title: 'Later' })
  const file = write('until.ndjson', (await world.get('/_sandbox/journal')).text)
  const snapshot = join(folder, 'at-request.ndjson')
  const until = first.headers['x-request-id'] as string
  const { code, stdout } = await rerun([file, '--until', until, '--snapshot', snapshot])
  expect([code, stdout]).toEqual([0, '1 request, all responses are the same\n'])
  const other = fresh()
  const headers = { 'x-api-key': other.key, 'content-type': 'application/octet-stream' }
  const imported = await other.send('POST', '/_sandbox/snapshots/import', headers, readFileSync(snapshot))
  expect([imported.status, imported.body.name]).toEqual([201, 'rerun'])
  await other.post('/_sandbox/snapshots/rerun/restore')
  expect((await other.get(`/v1/releases/${first.body.id}`)).body).toEqual(first.body)
  expect((await other.get(`/v1/releases/${second.body.id}`)).status).toBe(404)
  expect(await rerun([file, '--until', 'req_none'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The journal does not have the request req_none.'),
  })
})

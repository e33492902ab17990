import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordScenarioEvents } from '../../../src/cli/scenarios/scenario-events.js'
import { BUILT_IN_SCENARIO_FILES } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { createReceiver, type ReceiverOptions } from '../../../src/webhooks/receiver.js'
import { parseRecording, toRecordingLine } from '../../../src/webhooks/recording.js'
import { runCli } from '../../support/cli.js'
import { createEvent, SECRET } from '../../support/webhook-handler.js'

const folder = mkdtempSync(join(tmpdir(), 'mds-replay-'))
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const TYPES = ['asset.ready', 'release.status.changed', 'delivery.completed', 'asset.ready', 'release.status.changed']
const records = TYPES.map((type, i) => {
  const at = `2025-01-01T00:00:0${i}.000Z`
  // Not formatted as JSON.stringify does, because the bytes must not change.
  const body = JSON.stringify(createEvent(type, at), null, 1).replace('"data"', '"d\\u0061ta"')
  return { at, id: JSON.parse(body).id as string, event_type: type, body }
})
const ids = records.map(({ id }) => id)
const FILE = write('five.ndjson', `${records.map(toRecordingLine).join('')}\n`)

async function start(options: Partial<ReceiverOptions> = {}) {
  const receiver = await createReceiver({ secret: SECRET, ...options })
  onTestFinished(() => receiver.close())
  const replay = (args: string[], input?: string) =>
    runCli(['replay', ...args, '--to', receiver.url, '--secret', SECRET], { MDS_SPEED: '3600' }, input).ended
  const arrived = () => receiver.arrivals.map(({ event }) => event?.id)
  return { receiver, replay, arrived }
}

test('sends a recording byte for byte and in order, with new signatures; prints each response and a summary', async () => {
  const { receiver, replay } = await start()
  const { code, stdout } = await replay([FILE])
  expect(receiver.arrivals.map(({ body, verdict }) => [body.toString(), verdict])).toEqual(
    records.map(({ body }) => [body, 'new']),
  )
  const [head, , first, ...rest] = stdout.trimEnd().split('\n')
  expect(head).toBe(`Sending 5 events to ${receiver.url}`)
  expect(first).toMatch(/^200 +\d+ ms {2}asset\.ready {13}evt_test_\d+$/)
  expect(rest.at(-1)).toMatch(/^5 sent: 5 accepted, 0 refused, 0 failed; response time \d+ ms \(p50\), \d+ ms \(p95\)$/)
  expect(code).toBe(0)
})

test('reads from stdin, and prints JSON', async () => {
  const { replay, arrived } = await start()
  const { code, stdout } = await replay(['-', '--json'], readFileSync(FILE, 'utf8'))
  expect(arrived()).toEqual(ids)
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toEqual({
    id: ids[0],
    event_type: 'asset.ready',
    verdict: 'accepted',
    status_code: 200,
    failure: null,
    duration_ms: expect.any(Number),
  })
  expect(lines.at(-1)).toMatchObject({ sent: 5, accepted: 5, refused: 0, failed: 0 })
  expect([lines.length, code]).toEqual([6, 0])
})

test('--order reversed, --duplicate and --event-type', async () => {
  const { replay, arrived } = await start()
  await replay([FILE, '--order', 'reversed', '--duplicate', '1', '--event-type', 'asset.ready'])
  expect(arrived()).toEqual([ids[3], ids[3], ids[0], ids[0]])
})

test('the same seed shuffles the same way, another seed differently', async () => {
  const orders: string[] = []
  for (const seed of [[], ['--seed', '1'], ['--seed', '2']]) {
    const { replay, arrived } = await start()
    const { stdout } = await replay([FILE, '--order', 'shuffled', ...seed])
    expect(stdout).toContain(`, shuffled with seed ${seed[1] ?? 1}\n`)
    expect(arrived().toSorted()).toEqual(ids.toSorted())
    orders.push(arrived().join())
  }
  expect(orders[0]).toBe(orders[1])
  expect(new Set([...orders, ids.join()]).size).toBe(3)
})

test('--speed divides the pauses of the recording', async () => {
  const { receiver, replay } = await start()
  await replay([FILE, '--speed', '4x', '--order', 'reversed'])
  const times = receiver.arrivals.map(({ at }) => at)
  // Four seconds on record. Only if the first comes late on a busy machine do they seem closer than they were sent.
  expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThanOrEqual(900)
})

test('exits with 1 if an event is refused or fails', async () => {
  const { replay } = await start({
    respond: (_, count) => (count === 2 ? undefined : { status: count === 4 ? 500 : 204 }),
  })
  const { code, stdout } = await replay([FILE])
  expect(stdout).toMatch(/^connection closed +\d+ ms {2}release\.status\.changed/m)
  expect(stdout).toMatch(/^500 +\d+ ms {2}asset\.ready/m)
  expect(stdout).toMatch(/^5 sent: 3 accepted, 1 refused, 1 failed; /m)
  expect(code).toBe(1)
})

test('a redirect is not followed, and counts as refused', async () => {
  const { replay, arrived } = await start({ respond: () => ({ status: 307 }) })
  const { code, stdout } = await replay([FILE, '--event-type', 'delivery.completed'])
  expect([code, arrived().length, stdout.includes('0 accepted, 1 refused')]).toEqual([1, 1, true])
})

test('control characters of a recording are not printed', async () => {
  const { replay } = await start()
  const file = write(
    'escape.ndjson',
    toRecordingLine({ at: '2025-01-01', id: 'a\u001b[2J', event_type: '\u0007', body: '{}' }),
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is tested
  expect((await replay([file])).stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
})

describe('a usage error exits with 2 and says what to do', () => {
  const record = toRecordingLine(records[0] as (typeof records)[0])
  const TO = ['--to', 'http://127.0.0.1:1/', '--secret', 's']
  const broken = (name: string, line: string) => write(name, `${record}\n${line}\n`)
  const cases: [args: string[], message: string][] = [
    [[FILE, '--secret', 's'], 'replay needs --to: the URL of the receiver.'],
    [[FILE, '--to', 'http://127.0.0.1:1/'], 'replay needs --secret: what the receiver checks signatures with.'],
    [[FILE, '--to', 'ftp://x/', '--secret', 's'], '--to must begin with http:// or https://.'],
    [
      [FILE, ...TO, '--egress', 'strict'],
      '--to must not lead to 127.0.0.1: this sandbox sends to public addresses only (--egress strict).',
    ],
    [
      [FILE, '--to', 'http://169.254.169.254/', '--secret', 's'],
      '--to must not lead to 169.254.169.254: link-local, cloud metadata, multicast and local NAT64 addresses are blocked.',
    ],
    [TO, 'replay needs a FILE, - for stdin, or --scenario.'],
    [[FILE, '--scenario', 'rejection', ...TO], 'replay takes a FILE or --scenario, not both.'],
    [[FILE, 'more', ...TO], 'Unexpected argument "more".'],
    [['/nowhere.ndjson', ...TO], "/nowhere.ndjson can't be read: ENOENT."],
    [[FILE, ...TO, '--speed', '10'], '--speed can\'t be "10". Allowed: a speed such as 1x or 10x, or max.'],
    [[FILE, ...TO, '--order', 'random'], '--order can\'t be "random". Allowed: as-recorded, shuffled, reversed.'],
    [
      [FILE, ...TO, '--event-type', 'ping'],
      '--event-type can\'t be "ping". Allowed: asset.ready, release.status.changed, delivery.completed.',
    ],
    [['--scenario', 'rejecton', ...TO], 'There is no scenario "rejecton". Did you mean rejection?'],
    [[write('empty.ndjson', '\n'), ...TO], `There is no event in ${join(folder, 'empty.ndjson')}.`],
    ...(
      [
        ['json', '{', 'it is not a JSON object'],
        ['list', '[]', 'it is not a JSON object'],
        ['missing', '{"at":"2025-01-01","id":"e"}', 'event_type is missing'],
        ['body', '{"at":"2025-01-01","id":"e","event_type":"t","body":{}}', 'body must be a text'],
        [
          'at',
          '{"at":"soon","id":"e","event_type":"t","body":""}',
          'at must be an instant such as 2025-01-01T00:00:00Z',
        ],
      ] as const
    ).map(([name, line, why]): [string[], string] => [
      [broken(name, line), ...TO],
      `Line 3 of ${join(folder, name)} is not a record: ${why}.`,
    ]),
  ]
  for (const [args, message] of cases)
    test(message.replace(folder, ''), async () => {
      const { code, stdout, stderr } = await runCli(['replay', ...args]).ended
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `mds-sandbox: ${message}`])
    })
})

describe('--scenario', () => {
  test('sends the events that a receiver gets in the scenario, in that order', async () => {
    const { receiver, replay } = await start()
    expect((await replay(['--scenario', 'out-of-order-events'])).code).toBe(0)
    expect(receiver.arrivals.map(({ event, verdict }) => [event?.event_type, verdict])).toEqual([
      ['asset.ready', 'new'],
      ['release.status.changed', 'new'],
      ['release.status.changed', 'out of order'],
      ['delivery.completed', 'new'],
    ])
  })

  test('leaves out events with a wrong signature, and says so', async () => {
    const { receiver, replay } = await start()
    const { stdout } = await replay(['--scenario', 'flaky-webhooks'])
    expect(stdout).toContain(`Sending 4 events to ${receiver.url} (1 with a wrong signature left out)\n`)
  })

  test('takes a custom scenario from a file', async () => {
    const { replay, arrived } = await start()
    const file = write('twice.yaml', 'name: twice\nsummary: x\nwebhooks:\n  - event: asset.ready\n    duplicate: 1\n')
    await replay(['--scenario', file, '--event-type', 'asset.ready'])
    expect([arrived().length, new Set(arrived()).size]).toEqual([2, 1])
  })

  for (const { name, expect: promised = [] } of BUILT_IN_SCENARIO_FILES)
    test(`${name} sends the events of its walk-through, with the times of its clock`, async () => {
      const { records, forged } = await recordScenarioEvents(name, undefined)
      expect(records.length).toBeGreaterThan(0)
      const arrivals = promised.filter((line) => line.startsWith('arrived'))
      if (arrivals.length > 0) expect(records.length + forged).toBe(arrivals.length)
      expect(parseRecording(records.map(toRecordingLine).join(''), name)).toEqual(records)
      const times = records.map(({ at }) => at)
      expect(times).toEqual(times.toSorted())
    })
})

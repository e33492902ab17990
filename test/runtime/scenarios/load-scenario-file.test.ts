import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import openapi from '../../../openapi.yaml'
import type { Document } from '../../../src/contract/openapi-document.js'
import { createRouter } from '../../../src/contract/router.js'
import { builtInSeeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import {
  loadScenarioFile,
  parseScenario,
  ScenarioFileError,
} from '../../../src/runtime/scenarios/load-scenario-file.js'
import { toScenario } from '../../../src/runtime/scenarios/scenario-file.js'
import { createTimetable } from '../../../src/runtime/scenarios/timetable.js'

const targets = {
  operations: createRouter(openapi as Document).operations.map(({ id }) => id),
  seeds: builtInSeeds,
}
const parse = (text: string) => parseScenario(text, 'my.yaml', targets)

/** The lines of the error message; empty for a valid file. */
function errorLines(text: string): string[] {
  try {
    parse(text)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ScenarioFileError)
    return (error as Error).message.split('\n')
  }
}

const HEAD = ['name: mine', 'summary: Mine.', 'expect: []']
const file = (...lines: string[]) => [...HEAD, ...lines].join('\n')

test('reads a file that uses every field', () => {
  const text = file(
    'clock: { mode: manual, start: 2024-08-01T00:00:00Z }',
    'seed: 7',
    'limits: production',
    'stores:',
    '  - store: store_lumenwave',
    '    release: "*Remix*"',
    '    attempt: 2',
    '    outcome: rejected',
    '    code: audio_quality',
    '    reason: Too loud.',
    '    after: 1h30m',
    '  - store: [store_quorvane, store_pernickel]',
    '    outcome: action_required',
    'takedowns:',
    '  - after: 3d',
    'assets:',
    '  - type: audio',
    '    outcome: failed',
    '    reason: Broken.',
    '    after: 500ms',
    'faults:',
    '  - operation: [createDelivery, getDelivery]',
    '    status: 503',
    '    times: 2',
    '    delay: 2s',
    '  - operation: listStores',
    '    connection: reset',
    'webhooks:',
    '  - event: [asset.ready, delivery.completed]',
    '    endpoint: "*/hooks"',
    '    chance: 0.5',
    '    drop: 1',
    '    wrong_signature: 2',
    '  - duplicate: 3',
    '    delay: 10s',
    '    reorder: 1h',
    'payouts:',
    '  - currency: JPY',
    '    attempt: 2',
    '    outcome: failed',
    '    after: 2d',
    '  - outcome: on_hold',
    '    reason: compliance_review',
  )
  expect(toScenario(parse(text))).toEqual({
    name: 'mine',
    summary: 'Mine.',
    clock: { mode: 'manual', start: Date.UTC(2024, 7, 1) },
    seed: 7,
    limits: 'production',
    stores: [
      {
        stores: ['store_lumenwave'],
        release: '*Remix*',
        attempt: 2,
        outcome: 'rejected',
        code: 'audio_quality',
        reason: 'Too loud.',
        after: 5_400_000,
      },
      { stores: ['store_quorvane', 'store_pernickel'], outcome: 'action_required' },
    ],
    takedowns: [{ after: 3 * 86_400_000 }],
    assets: [{ type: 'audio', outcome: 'failed', reason: 'Broken.', after: 500 }],
    faults: [
      { operations: ['createDelivery', 'getDelivery'], status: 503, times: 2, delay: 2000 },
      { operations: ['listStores'], connection: 'reset' },
    ],
    webhooks: [
      { events: ['asset.ready', 'delivery.completed'], endpoint: '*/hooks', chance: 0.5, drop: 1, forge: 2 },
      { duplicate: 3, delay: 10_000, reorder: 3_600_000 },
    ],
    payouts: [
      { currency: 'JPY', attempt: 2, outcome: 'failed', after: 2 * 86_400_000 },
      { outcome: 'on_hold', reason: 'compliance_review' },
    ],
  })
})

test('needs only a name and a summary', () => {
  expect(toScenario(parse('name: mine\nsummary: Mine.'))).toEqual({
    name: 'mine',
    summary: 'Mine.',
    stores: [],
    takedowns: [],
    assets: [],
    faults: [],
    webhooks: [],
  })
})

describe('reports an issue with its line and column:', () => {
  const faults: [what: string, lines: string[], place: string, words: RegExp][] = [
    ['a typo in a key', ['storse: []'], '4:1', /storse is not a known field; did you mean stores\?/],
    [
      'a typo in a key of a rule',
      ['stores:', '  - outcome: delivered', '    afer: 2h'],
      '6:5',
      /stores\[0\]\.afer is not a known field; did you mean after\?/,
    ],
    [
      'an event that is held longer than it is kept',
      ['webhooks:', '  - delay: 40d'],
      '5:5',
      /webhooks\[0\]\.delay must be at most 20d: events are kept for 30 days/,
    ],
    [
      'a rule for events that says nothing',
      ['webhooks:', '  - event: asset.ready'],
      '5:5',
      /webhooks\[0\] must have a drop, wrong_signature, duplicate, delay or reorder/,
    ],
    ['a key that nothing is like', ['wibble: 1'], '4:1', /^my\.yaml:4:1 wibble is not a known field$/],
    [
      'an unknown store',
      ['stores:', '  - store: store_lumenwav', '    outcome: delivered'],
      '5:5',
      /stores\[0\]\.store store_lumenwav is not a known store/,
    ],
    [
      'an unknown store among others',
      ['stores:', '  - store: [store_lumenwave, store_x]', '    outcome: delivered'],
      '5:30',
      /stores\[0\]\.store\[1\] store_x is not a known store/,
    ],
    [
      'an unknown store in a takedown',
      ['takedowns:', '  - { after: 1d, store: store_x }'],
      '5:18',
      /takedowns\[0\]\.store store_x/,
    ],
    ['a payout without an outcome', ['payouts:', '  - currency: EUR'], '5:5', /payouts\[0\]\.outcome is required/],
    [
      'an unknown currency',
      ['payouts:', '  - outcome: paid', '    currency: EURO'],
      '6:5',
      /payouts\[0\]\.currency EURO is not a known currency; did you mean EUR\?/,
    ],
    [
      'a reason for a payout that is not held',
      ['payouts:', '  - outcome: failed', '    reason: compliance_review'],
      '6:5',
      /payouts\[0\]\.reason goes only with on_hold/,
    ],
    [
      'an unknown hold reason',
      ['payouts:', '  - outcome: on_hold', '    reason: boredom'],
      '6:5',
      /payouts\[0\]\.reason must be one of identity_verification, compliance_review/,
    ],
    [
      'a payout that takes for ever',
      ['payouts:', '  - outcome: paid', '    after: 521w'],
      '6:5',
      /payouts\[0\]\.after must be at most 520w/,
    ],
    [
      'an unknown rejection code',
      ['stores:', '  - outcome: rejected', '    code: too_good'],
      '6:5',
      /stores\[0\]\.code too_good is not a known rejection code/,
    ],
    [
      'a code that does not fit the outcome',
      ['stores:', '  - outcome: rejected', '    code: copyright_claim'],
      '6:5',
      /copyright_claim goes with action_required/,
    ],
    [
      'a code for a success',
      ['stores:', '  - outcome: delivered', '    code: audio_quality'],
      '6:5',
      /goes only with rejected or action_required/,
    ],
    [
      'until for a success',
      ['stores:', '  - outcome: delivered', '    until: corrected'],
      '6:5',
      /stores\[0\]\.until goes only with rejected or action_required/,
    ],
    [
      'until and an attempt',
      ['stores:', '  - { outcome: rejected, until: corrected, attempt: 1 }'],
      '5:26',
      /stores\[0\]\.until can't be combined with attempt/,
    ],
    [
      'an unknown reading of delivery.completed',
      ['delivery_completed: sometimes'],
      '4:1',
      /delivery_completed must be one of each-terminal-state, all-stores-answered/,
    ],
    [
      'a negative delay',
      ['stores:', '  - outcome: delivered', '    after: -2h'],
      '6:5',
      /stores\[0\]\.after must be a duration such as 72h/,
    ],
    [
      'a negative delay of a fault',
      ['faults:', '  - status: 503', '    delay: -1s'],
      '6:5',
      /faults\[0\]\.delay must be a duration/,
    ],
    ['a negative delay of a takedown', ['takedowns:', '  - after: -1d'], '5:5', /takedowns\[0\]\.after/],
    ['a negative delay of an asset', ['assets:', '  - { outcome: ready, after: -1d }'], '5:23', /assets\[0\]\.after/],
    ['a delay without a unit', ['takedowns:', '  - after: 24'], '5:5', /must be a string, not a number/],
    [
      'an unknown operation',
      ['faults:', '  - operation: deliver', '    status: 503'],
      '5:5',
      /faults\[0\]\.operation deliver is not a known operation/,
    ],
    ['a status that no fault has', ['faults:', '  - status: 404'], '5:5', /must be one of 429, 500, 503/],
    [
      'a fault without an effect',
      ['faults:', '  - operation: listStores'],
      '5:5',
      /must have a status, a connection or a delay/,
    ],
    ['no times', ['faults:', '  - { status: 503, times: 0 }'], '5:20', /must be at least 1/],
    [
      'an unknown outcome',
      ['stores:', '  - outcome: lost'],
      '5:5',
      /must be one of delivered, rejected, action_required/,
    ],
    ['attempt 0', ['stores:', '  - outcome: delivered', '    attempt: 0'], '6:5', /must be at least 1/],
    ['a rule without an outcome', ['stores:', '  - attempt: 1'], '5:5', /stores\[0\]\.outcome is required/],
    ['no list of rules', ['stores: { outcome: delivered }'], '4:1', /stores must be an array/],
    ['a clock that does not exist', ['clock: { mode: fast }'], '4:10', /must be one of live, manual/],
    ['a day that does not exist', ['clock: { start: "2024-02-30T00:00:00Z" }'], '4:10', /must be an instant/],
    ['a seed in words', ['seed: seven'], '4:1', /seed must be a/],
    ['unknown limits', ['limits: none'], '4:1', /must be one of relaxed, production, off/],
    ['a key twice', ['seed: 1', 'seed: 2'], '5:1', /unique/i],
  ]
  test.each(faults)('%s', (_, lines, place, words) => {
    const messages = errorLines(file(...lines))
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(words)
    expect(messages[0]).toMatch(new RegExp(`^my\\.yaml:${place} `))
  })

  test('a missing name and summary', () => {
    const messages = errorLines('# A comment first.\nseed: 1\n')
    expect(messages).toEqual([
      expect.stringMatching(/^my\.yaml:\d+:\d+ name is required$/),
      expect.stringMatching(/^my\.yaml:\d+:\d+ summary is required$/),
    ])
  })

  test.each([
    ['in capitals', 'Mine'],
    ['with a blank', 'my own'],
    ['with a leading hyphen', '-mine'],
    ['that leads out of the house', '../mine'],
    ['of 64 letters', 'x'.repeat(64)],
  ])('a name %s', (_, name) => {
    expect(errorLines(`name: ${JSON.stringify(name)}\nsummary: x\nexpect: []`)).toEqual([
      'my.yaml:1:1 name must be lower-case letters, digits and hyphens',
    ])
  })

  test('invalid YAML', () => {
    const messages = errorLines(file('stores: [', '  - outcome: delivered'))
    expect(messages.length).toBeGreaterThan(0)
    for (const line of messages) expect(line).toMatch(/^my\.yaml:\d+:\d+ \S/)
  })

  test.each([
    ['a star without quotes, which YAML takes for an alias', '    release: *Remix*'],
    ['an alias of nothing', '    release: *remix'],
    ['a tab for blanks', '\trelease: x'],
  ])('%s', (_, line) => {
    const messages = errorLines(file('stores:', '  - outcome: delivered', line))
    expect(messages.length).toBeGreaterThan(0)
    for (const one of messages) expect(one).toMatch(/^my\.yaml:6:\d+ \S/)
  })

  test('aliases (billion laughs)', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh'])
      bomb.push(`${to}: &${to} [${Array.from({ length: 9 }, () => `*${from}`).join(', ')}]`)
    const started = performance.now()
    const messages = errorLines(file(...bomb))
    expect(messages[0]).toMatch(/^my\.yaml:/)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('two YAML documents in one file', () => {
    expect(errorLines(`${file()}\n---\n${file()}`)[0]).toMatch(/^my\.yaml:4:1 /)
  })

  test.each([
    ['nothing', ''],
    ['a comment', '# Nothing here.'],
    ['a word', 'rejection'],
    ['a list', '- name: mine'],
    ['null', '~'],
  ])('a file that holds only %s', (_, text) => {
    const messages = errorLines(text)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(/^my\.yaml:\d+:\d+ the file must be a mapping/)
  })

  test.each([
    [
      'a delay of a thousand years',
      ['stores:', '  - outcome: delivered', '    after: 60000w'],
      /stores\[0\]\.after must be at most 520w/,
    ],
    ['an hour of wall time', ['faults:', '  - delay: 1h'], /faults\[0\]\.delay must be at most 5m/],
    ['two faults in one', ['faults:', '  - status: 503', '    connection: reset'], /either a status or a connection/],
    [
      'a reason to be ready',
      ['assets:', '  - outcome: ready', '    after: 1m', '    reason: x'],
      /assets\[0\]\.reason goes only with failed/,
    ],
    [
      'a store with a slip',
      ['stores:', '  - outcome: delivered', '    store: store_lumenwav'],
      /did you mean store_lumenwave\?/,
    ],
  ])('%s', (_, lines, expected) => {
    expect(errorLines(['name: mine', 'summary: x', ...lines].join('\n'))[0]).toMatch(expected)
  })

  test('the name of a built-in scenario', () => {
    expect(errorLines('name: rejection\nsummary: x')[0]).toMatch(
      /^my\.yaml:1:1 name is the name of a built-in scenario/,
    )
  })

  test('several issues at once', () => {
    const messages = errorLines(
      ['name: Mine', 'sumary: x', 'stores:', '  - outcome: lost', '    after: -1h', 'expect: []'].join('\n'),
    )
    expect(messages.map((line) => line.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
      'my.yaml:1:1 name',
      'my.yaml:1:1 summary',
      'my.yaml:2:1 sumary',
      'my.yaml:4:5 stores[0].outcome',
      'my.yaml:5:5 stores[0].after',
    ])
  })

  test('several unknown names at once', () => {
    const messages = errorLines(
      file(
        'stores:',
        '  - { store: store_x, outcome: rejected, code: too_good }',
        'faults:',
        '  - { operation: [a, listStores, b], status: 503 }',
      ),
    )
    expect(messages.map((line) => line.split(' ')[1])).toEqual([
      'stores[0].store',
      'stores[0].code',
      'faults[0].operation[0]',
      'faults[0].operation[2]',
    ])
  })
})

describe('a clock start is parsed or refused, never ignored', () => {
  test.each([
    ['with an offset', '2024-08-01T02:00:00+02:00'],
    ['with a blank', '2024-08-01 00:00:00Z'],
    ['in lower case', '2024-08-01t00:00:00z'],
    ['with a short offset', '2024-08-01T00:00:00+00'],
    ['at a leap second', '2016-12-31T23:59:60Z'],
  ])('%s', (_, start) => {
    const text = file(`clock: { start: "${start}" }`)
    if (errorLines(text).length === 0) expect(toScenario(parse(text)).clock?.start).toBeTypeOf('number')
  })
})

describe('conditions of store rules', () => {
  const rule = (when: string) => file(`stores: [{ when: ${when}, outcome: rejected }]`)

  test('are lists and ranges in a scenario, however they are written', () => {
    const { stores } = toScenario(parse(rule('{ title: "A*", territories: DE, tracks: 2, audio_format: flac }')))
    expect(stores[0]?.when).toEqual({
      title: 'A*',
      territories: ['DE'],
      tracks: { min: 2, max: 2 },
      audio_format: ['flac'],
    })
  })

  test('appear in the timetable', () => {
    const scenario = toScenario(parse(rule('{ label: "A*", territories: [DE, FR], tracks: { min: 2 } }')))
    expect(createTimetable(scenario, builtInSeeds).rules).toEqual([
      'every store: rejected if the label is A*, it has rights in DE or FR, it has at least 2 tracks',
    ])
  })

  test.each([
    ['{}', 'stores[0].when'],
    ['{ lable: x }', 'stores[0].when.lable is not a known field; did you mean label?'],
    ['{ territories: [DE, XX] }', 'stores[0].when.territories[1] XX is not a known territory'],
    ['{ tracks: { min: 5, max: 2 } }', 'stores[0].when.tracks must have a min that is not above its max'],
    ['{ tracks: many }', 'stores[0].when.tracks must be a number, or a range'],
    ['{ audio_format: mp3 }', 'stores[0].when.audio_format must be wav, flac, or a list of them'],
  ])('%s is refused', (when, words) => expect(errorLines(rule(when)).join('\n')).toContain(words))
})

describe('from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scenario-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('reads it', async () => {
    const path = join(folder, 'mine.yaml')
    writeFileSync(path, file())
    expect((await loadScenarioFile(path, targets)).name).toBe('mine')
  })

  test('an issue names the path as given', async () => {
    const path = join(folder, 'typo.yaml')
    writeFileSync(path, file('storse: []'))
    await expect(loadScenarioFile(path, targets)).rejects.toThrow(`${path}:4:1 storse is not a known field`)
  })

  test.each([
    ['a file that is not there', 'nowhere.yaml', 'ENOENT'],
    ['a folder', '.', 'EISDIR'],
  ])('%s is a clear error', async (_, name, code) => {
    const reading = loadScenarioFile(join(folder, name), targets)
    await expect(reading).rejects.toBeInstanceOf(ScenarioFileError)
    await expect(reading).rejects.toThrow(code)
  })
})

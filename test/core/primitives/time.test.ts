import { expect, test } from 'vitest'
import { parseDuration, parseInstant } from '../../../src/core/primitives/time.js'

const durations: [string, number | undefined][] = [
  ['72h', 259_200_000],
  ['1h30m', 5_400_000],
  ['500ms', 500],
  ['2d', 172_800_000],
  ['1w', 604_800_000],
  ['0s', 0],
  ['', undefined],
  ['72', undefined],
  ['-1h', undefined],
  ['1.5h', undefined],
  ['1h 30m', undefined],
  ['PT1H', undefined],
]
for (const [text, ms] of durations)
  test(`the duration ${JSON.stringify(text)} is ${ms ?? 'refused'}`, () => expect(parseDuration(text)).toBe(ms))

const instants: [string, string | undefined][] = [
  ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00.000Z'],
  ['2025-01-01T02:00:00+02:00', '2025-01-01T00:00:00.000Z'],
  ['2025-01-01T00:00:00.5Z', '2025-01-01T00:00:00.500Z'],
  ['2025-01-01t00:00:00z', '2025-01-01T00:00:00.000Z'],
  ['2025-01-01', '2025-01-01T00:00:00.000Z'],
  ['2025-02-30', undefined],
  ['2025-02-30T00:00:00Z', undefined],
  ['2025-01-01T00:00:00', undefined],
  ['2025-01-01T25:00:00Z', undefined],
  ['tomorrow', undefined],
]
for (const [text, iso] of instants)
  test(`the instant ${text} is ${iso ?? 'refused'}`, () => {
    const ms = parseInstant(text)
    expect(ms === undefined ? undefined : new Date(ms).toISOString()).toBe(iso)
  })

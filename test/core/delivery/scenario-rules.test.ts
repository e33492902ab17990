import { describe, expect, test } from 'vitest'
import type { ReleaseConditions, ReleaseContent } from '../../../src/core/delivery/release-conditions.js'
import {
  planAsset,
  planPayout,
  planStore,
  planTakedown,
  type Scenario,
  type StoreRule,
  scenarioFromTitle,
} from '../../../src/core/delivery/scenario-rules.js'
import { execute } from '../../../src/core/engine/commands.js'
import { matchesPattern } from '../../../src/core/primitives/match-pattern.js'
import { HOUR, MINUTE } from '../../../src/core/primitives/time.js'
import { builtInSeeds as seeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { createCoreWorld } from '../../support/core-world.js'

const scenario = (rules: Partial<Scenario>): Scenario => ({
  name: 'test',
  summary: '',
  stores: [],
  takedowns: [],
  assets: [],
  faults: [],
  ...rules,
})
const store = (store_id: string, typical_ingestion_hours = 12) => ({
  store_id,
  name: store_id,
  territories: ['DE'],
  capabilities: { audio_formats: ['wav' as const], takedown: true, preorder: true, typical_ingestion_hours },
})

describe('a title pattern', () => {
  const matching: [pattern: string, title: string][] = [
    ['Paper Lanterns', 'Paper Lanterns'],
    ['*', 'Paper Lanterns'],
    ['*', ''],
    ['**', 'x'],
    ['', ''],
    ['Paper*', 'Paper Lanterns'],
    ['Paper*', 'Paper'],
    ['*Lanterns', 'Paper Lanterns'],
    ['*er Lan*', 'Paper Lanterns'],
    ['P*L*s', 'Paper Lanterns'],
    ['a*b*b', 'abb'],
    ['a*b*b', 'aXbXbXb'],
    ['*a*a*', 'aa'],
    ['*.*', 'v1.5'],
    ['*(Remix)', 'Song (Remix)'],
    ['[a-z]*', '[a-z] is no pattern'],
    ['*😀*', 'so 😀 then'],
    ['a*\nb', 'a\n\nb'],
  ]
  test.each(matching)('%j matches %j', (pattern, title) => expect(matchesPattern(pattern, title)).toBe(true))

  const notMatching: [pattern: string, title: string][] = [
    ['Paper Lanterns', 'paper lanterns'],
    ['Paper', 'Paper Lanterns'],
    ['', 'x'],
    ['Paper*', 'A Paper'],
    ['*Lanterns', 'Lanterns II'],
    ['a*a', 'a'],
    ['ab*ba', 'aba'],
    ['a*b*b', 'ab'],
    ['*b*a*', 'ab'],
    ['a*bc*c', 'abc'],
    ['.*', 'x'],
    ['?', 'x'],
  ]
  test.each(notMatching)('%j does not match %j', (pattern, title) => expect(matchesPattern(pattern, title)).toBe(false))

  test('is matched in linear time', () => {
    const started = performance.now()
    expect(matchesPattern(`${'a*'.repeat(2000)}b`, 'a'.repeat(4000))).toBe(false)
    expect(matchesPattern(`${'*a'.repeat(250)}*b*`, 'a'.repeat(500))).toBe(false)
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('the plan of a store', () => {
  const rules: StoreRule[] = [
    { stores: ['store_a'], attempt: 2, outcome: 'delivered', after: HOUR },
    { stores: ['store_a', 'store_b'], outcome: 'rejected', code: 'audio_quality' },
    { release: '*Remix*', outcome: 'action_required', code: 'artist_in_title', reason: 'Why.', after: 5 * MINUTE },
    { attempt: 3, outcome: 'rejected', code: 'artwork_quality', after: 0 },
  ]
  const rejected = { outcome: 'rejected', code: 'audio_quality', after: 12 * HOUR }
  const flagged = { outcome: 'action_required', code: 'artist_in_title', reason: 'Why.', after: 5 * MINUTE }
  const delivered = { outcome: 'delivered', after: 12 * HOUR }
  const table: [what: string, store: string, title: string, attempt: number, plan: object][] = [
    ['follows the rule that names the store', 'store_a', 'Song', 1, rejected],
    ['follows a rule that names several stores', 'store_b', 'Song', 2, rejected],
    ['follows an earlier rule for its attempt', 'store_a', 'Song', 2, { outcome: 'delivered', after: HOUR }],
    ['follows the general rule again on a later attempt', 'store_a', 'Song', 3, rejected],
    ['follows the first matching rule, not the most specific one', 'store_b', 'Song (Remix)', 3, rejected],
    ['follows a rule for the title', 'store_c', 'Song (Remix)', 1, flagged],
    ['follows the first of two matching rules', 'store_c', 'Song (Remix)', 3, flagged],
    [
      'follows a rule for the attempt',
      'store_c',
      'Song',
      3,
      { outcome: 'rejected', code: 'artwork_quality', after: 0 },
    ],
    ['is delivered if no rule matches', 'store_c', 'Song', 1, delivered],
    ['is delivered on a later attempt if no rule matches', 'store_c', 'Song', 4, delivered],
  ]
  test.each(table)('%s', (_, id, title, attempt, plan) => {
    expect(planStore(scenario({ stores: rules }), store(id), title, attempt)).toEqual(plan)
  })

  test('takes the typical ingestion time of the store', () => {
    expect(planStore(scenario({}), store('store_a', 96), 'Song', 1)).toEqual({ outcome: 'delivered', after: 96 * HOUR })
  })

  test('follows a rule only if all its conditions match', () => {
    const rule: StoreRule = { stores: ['store_a'], release: 'Song*', attempt: 2, outcome: 'rejected' }
    const outcome = (id: string, title: string, attempt: number) =>
      planStore(scenario({ stores: [rule] }), store(id), title, attempt).outcome
    expect(outcome('store_a', 'Song 1', 2)).toBe('rejected')
    expect(outcome('store_b', 'Song 1', 2)).toBe('delivered')
    expect(outcome('store_a', 'A Song', 2)).toBe('delivered')
    expect(outcome('store_a', 'Song 1', 1)).toBe('delivered')
  })
})

describe('conditions on the content of a release', () => {
  const content: ReleaseContent = {
    title: 'Paper Lanterns',
    label: 'Saltbrook Recordings',
    artists: [
      { name: 'Mira Solane', role: 'main' },
      { name: '佐藤 美咲', role: 'featured' },
    ],
    territories: ['DE', 'FR'],
    trackCount: 3,
    audioFormats: ['wav'],
  }
  const isFollowed = (when: ReleaseConditions, given: ReleaseContent | undefined = content) =>
    planStore(scenario({ stores: [{ when, outcome: 'rejected' }] }), store('store_a'), content.title, 1, {
      ...(given && { content: given }),
    }).outcome === 'rejected'

  const met: ReleaseConditions[] = [
    { title: 'Paper*' },
    { label: 'Saltbrook*' },
    { artist: '佐藤*' },
    { territories: ['US', 'DE'] },
    { tracks: { min: 3, max: 3 } },
    { tracks: { min: 1 } },
    { audio_format: ['flac', 'wav'] },
    {
      title: '*Lanterns',
      label: '*',
      artist: 'Mira *',
      territories: ['FR'],
      tracks: { max: 9 },
      audio_format: ['wav'],
    },
  ]
  test.each(met)('%j is met', (when) => expect(isFollowed(when)).toBe(true))

  const unmet: ReleaseConditions[] = [
    { title: 'Lanterns' },
    { label: 'saltbrook*' },
    { artist: 'Solane' },
    { territories: ['US'] },
    { tracks: { min: 4 } },
    { tracks: { max: 2 } },
    { audio_format: ['flac'] },
    { title: 'Paper*', tracks: { max: 2 } },
  ]
  test.each(unmet)('%j is not met', (when) => expect(isFollowed(when)).toBe(false))

  test('are compared with the release that a delivery sends', () => {
    const rule: StoreRule = {
      when: { territories: ['CA'], tracks: { min: 2 } },
      outcome: 'rejected',
      code: 'artwork_quality',
    }
    const world = createCoreWorld({ findScenario: () => scenario({ stores: [rule] }) })
    const planOf = (release_id: string) => {
      const input = { release_id, store_ids: ['store_lumenwave'], territory_codes: ['WORLDWIDE'] }
      expect(execute(world, { type: 'create-delivery', input, scenario: 'test' })).toMatchObject({ ok: true })
      const tasks = world.agenda.serialize().entries.map(({ task }) => task)
      return tasks.findLast((task) => task.type === 'review-order')
    }
    // Two tracks with rights in Canada, Mexico and the United States; one track with worldwide rights.
    expect(planOf('rel_seed_05')).toMatchObject({ plan: { outcome: 'rejected', code: 'artwork_quality' } })
    expect(planOf('rel_seed_07')).toMatchObject({ plan: { outcome: 'delivered' } })
  })

  test('worldwide rights include every territory', () => {
    expect(isFollowed({ territories: ['JP'] }, { ...content, territories: ['WORLD'] })).toBe(true)
  })
})

describe('a takedown', () => {
  test('takes between 24 and 72 hours at every store', () => {
    for (const { capabilities } of seeds.stores) {
      const hours = planTakedown(scenario({}), { ...store('store_a'), capabilities }) / HOUR
      expect(hours).toBeGreaterThanOrEqual(24)
      expect(hours).toBeLessThanOrEqual(72)
    }
  })

  test.each([0, 1, 48, 49, 50, 97, 98, 720])(
    'takes between 24 and 72 hours at a store that takes %i hours to ingest',
    (usual) => {
      const hours = planTakedown(scenario({}), store('store_a', usual)) / HOUR
      expect(hours).toBeGreaterThanOrEqual(24)
      expect(hours).toBeLessThanOrEqual(72)
    },
  )

  test('follows the first matching rule', () => {
    const takedowns = [{ stores: ['store_a'], after: HOUR }, { after: 2 * HOUR }]
    expect(planTakedown(scenario({ takedowns }), store('store_a'))).toBe(HOUR)
    expect(planTakedown(scenario({ takedowns }), store('store_b'))).toBe(2 * HOUR)
  })
})

test('an asset follows the first rule for its type, or is ready after two minutes', () => {
  const failing = { type: 'audio', outcome: 'failed', reason: 'No.', after: HOUR } as const
  expect(planAsset(scenario({ assets: [failing] }), 'audio')).toEqual(failing)
  expect(planAsset(scenario({ assets: [failing] }), 'artwork')).toEqual({ outcome: 'ready', after: 2 * MINUTE })
  const slow = { outcome: 'ready', after: 2 * HOUR } as const
  expect(planAsset(scenario({ assets: [slow, failing] }), 'audio')).toEqual(slow)
})

test('a payout follows the first rule for its currency and attempt, or is paid after 48 hours', () => {
  const payouts = [
    { currency: 'JPY', outcome: 'on_hold', reason: 'compliance_review' },
    { attempt: 1, outcome: 'failed', after: HOUR },
    { attempt: 2, outcome: 'on_hold' },
  ] as const
  const plan = (currency: string, attempt: number) => planPayout(scenario({ payouts: [...payouts] }), currency, attempt)
  expect(planPayout(scenario({}), 'EUR', 1)).toEqual({ outcome: 'paid', after: 48 * HOUR })
  expect(plan('JPY', 1)).toEqual({ outcome: 'paid', after: 48 * HOUR, hold: 'compliance_review' })
  expect(plan('EUR', 1)).toEqual({ outcome: 'failed', after: HOUR })
  expect(plan('EUR', 2)).toEqual({ outcome: 'paid', after: 48 * HOUR, hold: 'identity_verification' })
  expect(plan('EUR', 3)).toEqual({ outcome: 'paid', after: 48 * HOUR })
})

describe('a tag in a title', () => {
  test.each<[title: string, name: string | undefined]>([
    ['[sandbox:rejection]', 'rejection'],
    ['Song [sandbox:rejection]', 'rejection'],
    ['Song [sandbox:rejection] II', 'rejection'],
    ['[sandbox:one] [sandbox:two]', 'one'],
    ['Song', undefined],
    ['Song [sandbox]', undefined],
    ['Song [sandbox:]', ''],
    ['Song [sandbox:rejection', undefined],
    ['Song (sandbox:rejection)', undefined],
    ['Song [sandbox: rejection ]', 'rejection'],
    ['Song [SANDBOX:rejection]', 'rejection'],
  ])('%j names %j', (title, name) => expect(scenarioFromTitle(title)).toBe(name))
})

import { describe, expect, test } from 'vitest'
import { execute } from '../../../src/core/engine/commands.js'
import type { World } from '../../../src/core/engine/world.js'
import type { ErrorCode } from '../../../src/core/primitives/error-catalogue.js'
import type { Result } from '../../../src/core/primitives/result.js'
import { createCoreWorld } from '../../support/core-world.js'

const refusal = (result: Result<unknown>): [ErrorCode, string[]] | 'ok' =>
  result.ok ? 'ok' : [result.code, (result.details ?? []).map(({ field = '' }) => field)]

const BEFORE_SUNSET = { start: Date.UTC(2024, 5, 1) }

/** A draft with a past date, a track without audio, and a track whose audio has no content yet. */
function addIncompleteDraft(world: World): string {
  const artists = [{ name: 'A', role: 'main' as const }]
  const release = execute(world, {
    type: 'create-release',
    input: { title: 'T', artists, release_date: '2024-01-01' },
  })
  const asset = execute(world, {
    type: 'create-asset',
    input: { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' },
  })
  if (!release.ok || !asset.ok) throw new Error('The draft could not be created.')
  const release_id = release.value.id
  const tracks = [{ audio_asset_id: asset.value.id }, {}].map((audio) => ({ release_id, title: 'T', ...audio }))
  execute(world, { type: 'create-tracks', inputs: tracks })
  return release_id
}

describe('a submission with an asset that is not ready', () => {
  const ALL = ['tracks[0].audio_asset_id', 'tracks[1].audio_asset_id', 'artwork_asset_id', 'release_date']

  test('is asset_not_ready, whatever else is missing, and details names everything', () => {
    const world = createCoreWorld()
    const id = addIncompleteDraft(world)
    expect(refusal(execute(world, { type: 'submit-release', id }))).toEqual(['asset_not_ready', ALL])
  })

  test('is asset_not_ready through PATCH too', () => {
    const world = createCoreWorld(BEFORE_SUNSET)
    const id = addIncompleteDraft(world)
    const changes = { status: 'submitted' as const }
    expect(refusal(execute(world, { type: 'update-release', id, changes }))).toEqual(['asset_not_ready', ALL])
  })

  test('outweighs an invalid field of the same PATCH', () => {
    const world = createCoreWorld(BEFORE_SUNSET)
    const id = addIncompleteDraft(world)
    const changes = { status: 'submitted' as const, territories: ['KP'], artwork_asset_id: 'ast_unknown' }
    expect(refusal(execute(world, { type: 'update-release', id, changes }))).toEqual([
      'asset_not_ready',
      ['territories[0]', 'artwork_asset_id', ...ALL.filter((field) => field !== 'artwork_asset_id')],
    ])
  })
})

describe('PATCH of status before the sunset', () => {
  const STATUSES = ['draft', 'submitted', 'delivered', 'rejected'] as const
  const RELEASES = { draft: 'rel_seed_06', submitted: 'rel_seed_05', delivered: 'rel_seed_01', rejected: 'rel_seed_03' }
  const ALLOWED = ['draft → submitted', 'rejected → submitted', 'rejected → draft']

  for (const from of STATUSES)
    for (const to of STATUSES)
      test(`${from} → ${to}`, () => {
        const world = createCoreWorld(BEFORE_SUNSET)
        const result = execute(world, { type: 'update-release', id: RELEASES[from], changes: { status: to } })
        const events = world.events.where({}).map(({ data }) => data)
        if (from === to) expect([result.ok, events]).toEqual([true, []])
        else if (ALLOWED.includes(`${from} → ${to}`))
          expect(events).toEqual([{ release_id: RELEASES[from], previous_status: from, status: to }])
        else expect([refusal(result), events]).toEqual([['invalid_state', []], []])
      })

  test('a rejected release is submitted only under the conditions of a submission', () => {
    const world = createCoreWorld(BEFORE_SUNSET)
    const changes = { status: 'submitted' as const, release_date: '2024-01-01' }
    const refused = execute(world, { type: 'update-release', id: 'rel_seed_03', changes })
    expect(refusal(refused)).toEqual(['validation_failed', ['release_date']])
  })

  test('a release that is a draft again must be submitted before a resubmission', () => {
    const world = createCoreWorld(BEFORE_SUNSET)
    const input = { release_id: 'rel_seed_05', store_ids: ['store_lumenwave'], territory_codes: ['US'] }
    const created = execute(world, { type: 'create-delivery', input, scenario: 'happy-path' })
    if (!created.ok) throw new Error(created.message)
    const { id } = created.value
    execute(world, { type: 'simulate-delivery', input: { delivery_id: id, outcome: 'rejected' } })
    execute(world, { type: 'update-release', id: 'rel_seed_05', changes: { status: 'draft' } })
    const resubmit = () => execute(world, { type: 'resubmit-delivery', id, store_ids: undefined })
    expect(refusal(resubmit())).toEqual(['invalid_state', []])
    execute(world, { type: 'submit-release', id: 'rel_seed_05' })
    expect(resubmit().ok).toBe(true)
  })
})

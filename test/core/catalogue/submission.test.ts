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
})

import { isAnnouncedContent } from '../../ern/resolve/match-asset.js'
import type { components } from '../../generated/service-api.js'
import { planAsset } from '../delivery/scenario-rules.js'
import type { Asset, OtherHashes } from '../engine/rows.js'
import { scaledDelay, type World } from '../engine/world.js'
import { refuseBeyondLimit } from '../engine/world-limits.js'
import { emit } from '../events/events.js'
import { nextId } from '../primitives/ids.js'
import { ok, type Result, refuse } from '../primitives/result.js'
import { formatInstant } from '../primitives/time.js'

export type AssetInput = components['schemas']['AssetCreate']

/** Properties of an uploaded file, computed while its bytes are streamed. The bytes themselves are not kept. */
export interface Upload extends OtherHashes {
  size_bytes: number
  checksum_sha256: string
  /** Why the content does not match the declared type; null if it does. */
  fault: string | null
}

export function createAsset(world: World, { input }: { input: AssetInput }): Result<Asset> {
  const beyondLimit = refuseBeyondLimit(world, 'assets')
  if (beyondLimit) return beyondLimit
  const now = formatInstant(world.now)
  const asset: Asset = {
    id: nextId(world, 'ast'),
    type: input.type,
    status: 'awaiting_upload',
    filename: input.filename,
    content_type: input.content_type,
    size_bytes: null,
    checksum_sha256: null,
    failure_reason: null,
    created_at: now,
    updated_at: now,
  }
  return ok(world.assets.add(asset))
}

export function findAwaitingUpload(world: World, id: string): Result<Asset> {
  const asset = world.assets.get(id)
  if (!asset) return refuse('not_found', { message: `There is no asset ${id}.` })
  if (asset.status !== 'awaiting_upload')
    return refuse('invalid_state', { message: `The asset already has content; it is ${asset.status}.` })
  return ok(asset)
}

export function receiveUpload(world: World, { id, upload }: { id: string; upload: Upload }): Result<Asset> {
  const found = findAwaitingUpload(world, id)
  if (!found.ok) return found
  const { size_bytes, checksum_sha256, md5, sha1 } = upload
  const hashes = { sha256: checksum_sha256, ...(md5 && { md5 }), ...(sha1 && { sha1 }) }
  const isAnnounced = isAnnouncedContent({ hash: found.value.announced ?? null }, hashes)
  const fault = upload.fault ?? (isAnnounced ? null : 'The content does not have the HashSum of the ERN message.')
  const plan = planAsset(world.findScenario(world.scenario.name), found.value.type)
  const failureReason = plan.outcome === 'ready' ? fault : (fault ?? plan.reason ?? 'The asset could not be processed.')
  world.agenda.schedule(world.now + scaledDelay(world, plan.after), {
    type: 'process-asset',
    subject: id,
    fault: failureReason,
  })
  const updated_at = formatInstant(world.now)
  return ok(
    world.assets.change(found.value, {
      status: 'processing',
      size_bytes,
      checksum_sha256,
      ...(md5 && { md5 }),
      ...(sha1 && { sha1 }),
      updated_at,
    }),
  )
}

export function processAsset(
  world: World,
  { subject, fault }: { subject: string; fault: string | null },
): string | undefined {
  const asset = world.assets.get(subject)
  // The simulator may already have set an outcome.
  if (asset?.status !== 'processing') return undefined
  const status = fault === null ? 'ready' : 'failed'
  world.assets.change(asset, { status, failure_reason: fault, updated_at: formatInstant(world.now) })
  if (status === 'ready') emit(world, 'asset.ready', { asset_id: asset.id, type: asset.type })
  return `processing → ${status}`
}

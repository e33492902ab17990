import { createHash } from 'node:crypto'
import type { Asset } from '../../../src/index.js'
import { type ExpectedResponse, expectNewId, refusal, refusalFor, success } from './expected-response.js'
import { assetProcessing } from './scenarios.js'
import { emit, iso, type Model, schedule } from './state.js'

export interface AssetBody {
  type: Asset['type']
  filename: string
  content_type: string
}

const TYPES = { audio: ['audio/wav', 'audio/flac'], artwork: ['image/jpeg', 'image/png'] }

export function createAsset(model: Model, { type, filename, content_type }: AssetBody): ExpectedResponse {
  if (!TYPES[type].includes(content_type))
    return refusalFor({ contract: ['validation_failed'], world: [] }) as ExpectedResponse
  return success(201, (response) => {
    const id = expectNewId('ast', response.id, model.assets)
    const asset: Asset = {
      id,
      type,
      status: 'awaiting_upload',
      filename,
      content_type: content_type as Asset['content_type'],
      size_bytes: null,
      checksum_sha256: null,
      upload_url: `http://mds.test/v1/assets/${id}/content`,
      failure_reason: null,
      created_at: iso(model.now),
      updated_at: iso(model.now),
    }
    model.assets.set(id, asset)
    return asset
  })
}

/** Files with the first bytes of real ones. Artwork must be square and at least 3000 pixels wide. */
export const CONTENTS = {
  'audio/wav': Buffer.concat([Buffer.from('RIFF\x38\0\0\0WAVEfmt '), Buffer.alloc(48)]),
  'audio/flac': Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(40)]),
  'image/png': createPng(3000, 3000),
  small: createPng(2999, 2999),
  wide: createPng(3001, 3000),
  junk: Buffer.from('not what it says'),
}

export type Content = keyof typeof CONTENTS

function createPng(width: number, height: number): Buffer {
  const file = Buffer.alloc(33)
  file.write('89504e470d0a1a0a0000000d49484452', 'hex')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function uploadAsset(model: Model, id: string, content: Content): ExpectedResponse {
  const asset = model.assets.get(id)
  if (!asset) return refusal('not_found')
  if (asset.status !== 'awaiting_upload') return refusal('invalid_state')
  return success(200, () => {
    const bytes = CONTENTS[content]
    const { isSuccessful, minutes } = assetProcessing(model.scenario, asset.type)
    const hasDeclaredType = content === asset.content_type
    schedule(model, minutes * 60_000, {
      type: 'process-asset',
      subject: id,
      isSuccessful: isSuccessful && hasDeclaredType,
    })
    return Object.assign(asset, {
      status: 'processing',
      upload_url: null,
      size_bytes: bytes.length,
      checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
      updated_at: iso(model.now),
    })
  })
}

/** The text of a failure reason is up to the sandbox. The model only knows whether there is one. */
export const ANY_REASON = 'says why'

export function processAsset(model: Model, id: string, isSuccessful: boolean): void {
  const asset = model.assets.get(id) as Asset
  asset.status = isSuccessful ? 'ready' : 'failed'
  asset.failure_reason = isSuccessful ? null : ANY_REASON
  asset.updated_at = iso(model.now)
  if (isSuccessful) emit(model, 'asset.ready', { asset_id: id, type: asset.type })
}

export const withoutFailureReason = (asset: Asset): Asset => ({
  ...asset,
  failure_reason: asset.failure_reason ? ANY_REASON : null,
})

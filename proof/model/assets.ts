import { createHash } from 'node:crypto'
import type { Asset } from '../../src/index.js'
import { processing } from './scenarios.js'
import { emit, iso, type Model, schedule } from './state.js'
import { judge, newId, refusal, success, type Verdict } from './verdict.js'

export interface AssetBody {
  type: Asset['type']
  filename: string
  content_type: string
}

const TYPES = { audio: ['audio/wav', 'audio/flac'], artwork: ['image/jpeg', 'image/png'] }

export function createAsset(model: Model, { type, filename, content_type }: AssetBody): Verdict {
  if (!TYPES[type].includes(content_type)) return judge({ contract: ['validation_failed'], world: [] }) as Verdict
  return success(201, (answered) => {
    const id = newId('ast', answered.id, model.assets)
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

/** Files that begin like real ones. A cover has to be square, and 3000 pixels at least. */
export const CONTENTS = {
  'audio/wav': Buffer.concat([Buffer.from('RIFF\x38\0\0\0WAVEfmt '), Buffer.alloc(48)]),
  'audio/flac': Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(40)]),
  'image/png': picture(3000, 3000),
  small: picture(2999, 2999),
  wide: picture(3001, 3000),
  junk: Buffer.from('not what it says'),
}

export type Content = keyof typeof CONTENTS

function picture(width: number, height: number): Buffer {
  const file = Buffer.alloc(33)
  file.write('89504e470d0a1a0a0000000d49484452', 'hex')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function uploadAsset(model: Model, id: string, content: Content): Verdict {
  const asset = model.assets.get(id)
  if (!asset) return refusal('not_found')
  if (asset.status !== 'awaiting_upload') return refusal('invalid_state')
  return success(200, () => {
    const bytes = CONTENTS[content]
    const { isGood, minutes } = processing(model.scenario, asset.type)
    const isAsDeclared = content === asset.content_type
    schedule(model, minutes * 60_000, { type: 'process-asset', subject: id, isGood: isGood && isAsDeclared })
    return Object.assign(asset, {
      status: 'processing',
      upload_url: null,
      size_bytes: bytes.length,
      checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
      updated_at: iso(model.now),
    })
  })
}

/** The reason of a failure is in the sandbox's own words: here only that there is one. */
export const FAILED = 'says why'

export function processAsset(model: Model, id: string, isGood: boolean): void {
  const asset = model.assets.get(id) as Asset
  asset.status = isGood ? 'ready' : 'failed'
  asset.failure_reason = isGood ? null : FAILED
  asset.updated_at = iso(model.now)
  if (isGood) emit(model, 'asset.ready', { asset_id: id, type: asset.type })
}

export const withoutWords = (asset: Asset): Asset => ({
  ...asset,
  failure_reason: asset.failure_reason ? FAILED : null,
})

import { createHash } from 'node:crypto'
import { findContentIssue, headSizeFor } from '../../core/catalogue/asset-content.js'
import { findAwaitingUpload } from '../../core/catalogue/assets.js'
import type { Asset } from '../../core/engine/rows.js'
import { refuse } from '../../core/primitives/result.js'
import { paginateTable } from '../pagination/paginate.js'
import type { V1Operations } from '../pipeline/exchange.js'
import { MOUNT_PATH_HEADER, publicUrlOf } from '../server/base-url.js'
import { createUploadGarbageCollector } from './upload-garbage-collection.js'

export const MAX_UPLOAD_BYTES = 256 * 1024 * 1024

/** Uploads go to the URL by which the client reached the sandbox. */
export function assetView(asset: Asset, header: (name: string) => string | undefined) {
  const { failure_reason, created_at, updated_at, md5: _md5, sha1: _sha1, announced: _announced, ...rest } = asset
  const base = publicUrlOf({ host: header('host'), [MOUNT_PATH_HEADER]: header(MOUNT_PATH_HEADER) }) ?? ''
  const upload_url = asset.status === 'awaiting_upload' ? `${base}/v1/assets/${asset.id}/content` : null
  return { ...rest, upload_url, failure_reason, created_at, updated_at }
}

export const assetOperations: Pick<V1Operations, 'createAsset' | 'listAssets' | 'getAsset' | 'uploadAsset'> = {
  createAsset: {
    run({ world, body, header }) {
      const created = world.execute({ type: 'create-asset', input: body })
      return created.ok ? { status: 201, body: assetView(created.value, header) } : created
    },
  },

  listAssets: {
    run({ world: { state }, query, header }) {
      const { type, status } = query
      const filter = { ...(type && { type }), ...(status && { status }) }
      return paginateTable(state, 'assets', state.assets, filter, query, (asset) => assetView(asset, header))
    },
  },

  getAsset: {
    run({ world, path, header }) {
      const asset = world.state.assets.get(path.asset_id)
      return asset
        ? { status: 200, body: assetView(asset, header) }
        : refuse('not_found', { message: `There is no asset ${path.asset_id}.` })
    },
  },

  uploadAsset: {
    async run({ world, path, header, streamBody, recordedUpload, recordUpload }) {
      if (/^multipart\//i.test(header('content-type') ?? ''))
        return refuse('unsupported_media_type', {
          message: 'The content is a multipart form. Send the raw bytes instead, for example with curl -T FILE.',
        })
      const { state } = world
      const found = findAwaitingUpload(state, path.asset_id)
      if (!found.ok) return found
      // ERN messages state the hash of a file, mostly with MD5.
      const hashes = { sha256: createHash('sha256'), md5: createHash('md5'), sha1: createHash('sha1') }
      const headSize = headSizeFor(found.value.content_type)
      let head: Buffer = Buffer.alloc(0)
      let size_bytes = 0
      const garbageCollector = createUploadGarbageCollector()
      const end = await streamBody(MAX_UPLOAD_BYTES, (chunk) => {
        if (head.length < headSize) head = Buffer.concat([head, chunk.subarray(0, headSize - head.length)])
        size_bytes += chunk.length
        for (const hash of Object.values(hashes)) hash.update(chunk)
        garbageCollector.countBytes(chunk.length)
      })
      if (end === 'aborted') return undefined
      // After a reset, an asset with the same id is a different asset.
      if (world.state !== state)
        return refuse('invalid_state', {
          message: 'The world was reset during the upload, so the asset no longer exists.',
        })
      if (end === 'too-large') return refuse('payload_too_large', { message: 'The content is larger than 256 MiB.' })
      if (size_bytes === 0 && !recordedUpload)
        return refuse('invalid_request', { message: 'The upload is empty. Send the content as the body.' })
      const fault = findContentIssue(found.value.content_type, head)
      const upload = recordedUpload ?? {
        size_bytes,
        checksum_sha256: hashes.sha256.digest('hex'),
        md5: hashes.md5.digest('hex'),
        sha1: hashes.sha1.digest('hex'),
        fault,
      }
      const received = world.execute({ type: 'receive-upload', id: path.asset_id, upload })
      recordUpload(upload)
      return received.ok ? { status: 200, body: assetView(received.value, header) } : received
    },
  },
}

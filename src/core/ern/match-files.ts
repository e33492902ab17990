import type { FileFacts, ResourceFacts } from '../../ern/facts/facts.js'
import { type AssetCandidate, matchAsset } from '../../ern/resolve/match-asset.js'
import { createAsset } from '../catalogue/assets.js'
import type { Asset } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import type { ErnResource } from './ern-rows.js'

/** The asset of a recording or a cover. `id` is null if there is none; a new asset has none yet. */
export interface PlannedAsset {
  id: string | null
  matched_by: ErnResource['matched_by']
  file: FileFacts | null
}

const toCandidate = ({ id, type, filename, status, checksum_sha256, md5, sha1 }: Asset): AssetCandidate => ({
  id,
  type,
  filename,
  hasFailed: status === 'failed',
  hashes: { ...(checksum_sha256 !== null && { sha256: checksum_sha256 }), ...(md5 && { md5 }), ...(sha1 && { sha1 }) },
})

/** The assets that may be the file, from old to new. */
function candidatesFor(world: World, { type, filename, hash }: FileFacts): AssetCandidate[] {
  const named = world.assets.where({ type, filename })
  // Two files of a message may have the same name, in different folders.
  const announced = hash ? named.filter((asset) => asset.announced?.value === hash.value) : []
  const hashed = hash ? world.assets.where({ type, ...hashFilter(hash) }) : []
  return [...named, ...announced, ...hashed].map(toCandidate)
}

function hashFilter({ algorithm, value }: NonNullable<FileFacts['hash']>): Partial<Asset> {
  return algorithm === 'sha256' ? { checksum_sha256: value } : { [algorithm]: value }
}

/** Finds the asset of a resource. Without a file, the present asset is kept. */
export function planAsset(world: World, { file }: ResourceFacts, present: string | null): PlannedAsset {
  if (!file) return { id: present, matched_by: null, file: null }
  // Several assets can have the same content.
  const current = world.assets.get(present ?? '')
  if (current && file.hash && matchAsset(file, [toCandidate(current)])?.matched_by === 'hash')
    return { id: current.id, matched_by: 'hash', file }
  const match = matchAsset(file, candidatesFor(world, file))
  return match ? { id: match.asset_id, matched_by: match.matched_by, file } : { id: null, matched_by: 'created', file }
}

/** Creates the assets that do not exist yet. Equal files share one. */
export function createAssetCreator(world: World) {
  const created = new Map<string, string>()
  return (planned: PlannedAsset): string | null => {
    const { file, matched_by } = planned
    if (!file) return planned.id
    if (matched_by !== 'created') {
      announce(world, world.assets.get(planned.id as string) as Asset, file)
      return planned.id
    }
    const key = keyOf(file)
    let id = created.get(key)
    if (id === undefined) {
      const { type, filename, content_type } = file
      const result = createAsset(world, { input: { type, filename, content_type } })
      if (!result.ok) throw new Error('The number of assets was checked before.')
      announce(world, result.value, file)
      created.set(key, (id = result.value.id))
    }
    return id
  }
}

const keyOf = ({ type, filename, hash }: FileFacts): string => JSON.stringify([type, filename, hash?.value ?? null])

/** How many assets the message creates. */
export const countCreated = (planned: readonly PlannedAsset[]): number =>
  new Set(planned.flatMap(({ file, matched_by }) => (file && matched_by === 'created' ? [keyOf(file)] : []))).size

/** The newest message states what the upload must be. */
function announce(world: World, asset: Asset, { hash }: FileFacts): void {
  if (asset.status === 'awaiting_upload' && hash && hash.value !== asset.announced?.value)
    world.assets.change(asset, { announced: hash })
}

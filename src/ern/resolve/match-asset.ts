import type { FileFacts, HashAlgorithm } from '../facts/facts.js'

/** An asset that a file may stand for. */
export interface AssetCandidate {
  id: string
  type: FileFacts['type']
  filename: string
  hasFailed: boolean
  /** The hashes of its content, in lower-case hexadecimal. */
  hashes: Partial<Record<HashAlgorithm, string>>
}

export interface AssetMatch {
  asset_id: string
  matched_by: 'hash' | 'filename'
}

/** Finds the asset of a file, by its hash or else by its name. The candidates are ordered from old to new. */
export function matchAsset(file: FileFacts, candidates: readonly AssetCandidate[]): AssetMatch | undefined {
  const usable = candidates.filter(({ type, hasFailed }) => type === file.type && !hasFailed)
  const { hash } = file
  const byHash = hash && usable.findLast(({ hashes }) => hashes[hash.algorithm] === hash.value)
  if (byHash) return { asset_id: byHash.id, matched_by: 'hash' }
  const byName = usable.findLast(({ filename }) => filename === file.filename)
  return byName && { asset_id: byName.id, matched_by: 'filename' }
}

/** Whether an upload is the file that a message announced. A message without a hash accepts any content. */
export const isAnnouncedContent = (
  { hash }: Pick<FileFacts, 'hash'>,
  hashes: Partial<Record<HashAlgorithm, string>>,
): boolean => hash === null || hashes[hash.algorithm] === hash.value

import type { components } from '../../generated/service-api.js'
import type { SharedRows } from '../primitives/table.js'

type Release = components['schemas']['Release']
type SharedRelease = Fingerprint & Pick<Release, 'id' | 'status'>
export type Fingerprint = Pick<Release, 'upc' | 'label' | 'release_date'>

/** The fingerprints (UPC, label, release date) of all submitted releases. */
export interface Fingerprints {
  /** Whether a release other than `exceptReleaseId` was submitted with this fingerprint. */
  has(fingerprint: Fingerprint, exceptReleaseId?: string): boolean
  /** If a submitted release is changed, its new fingerprint is added and the old one stays. */
  add(release: Fingerprint & { id: string }): void
  hasOwner(releaseId: string): boolean
  /** Frees all fingerprints of a release. */
  remove(releaseId: string): void
  serialize(): [fingerprint: string, release: string][]
}

/** Unambiguous for any label, because the UPC and the date have a fixed length. */
export const fingerprintOf = ({ upc, label, release_date }: Fingerprint): string => `${upc} ${release_date} ${label}`

/** `owners`: the release of each fingerprint. Releases of the shared rows that are not drafts count as submitted. */
export function createFingerprints(
  owners = new Map<string, string>(),
  shared?: SharedRows<SharedRelease>,
): Fingerprints {
  /** The releases of the shared rows whose fingerprints were removed. */
  const removed = new Set<string>()
  const isSubmitted = ({ id, status }: SharedRelease) => status !== 'draft' && !removed.has(id)

  /** Two releases with the same fingerprint have the same UPC. */
  function findSharedOwner(upc: string, text: string): string | undefined {
    const found = shared?.indexes.get('upc')?.find(upc)
    if (found === undefined) return undefined
    for (const position of typeof found === 'number' ? [found] : found.list) {
      const release = shared?.rowAt(position) as SharedRelease
      if (isSubmitted(release) && fingerprintOf(release) === text) return release.id
    }
    return undefined
  }

  return {
    has(fingerprint, exceptReleaseId) {
      const text = fingerprintOf(fingerprint)
      const owner = owners.get(text) ?? findSharedOwner(fingerprint.upc, text)
      return owner !== undefined && owner !== exceptReleaseId
    },
    add(release) {
      const text = fingerprintOf(release)
      if (!owners.has(text) && findSharedOwner(release.upc, text) === undefined) owners.set(text, release.id)
    },
    hasOwner(releaseId) {
      const position = shared?.positionOf(releaseId)
      const isShared = position !== undefined && isSubmitted(shared?.rowAt(position) as SharedRelease)
      return isShared || [...owners.values()].includes(releaseId)
    },
    remove(releaseId) {
      for (const [text, owner] of owners) if (owner === releaseId) owners.delete(text)
      if (shared?.positionOf(releaseId) !== undefined) removed.add(releaseId)
    },
    serialize() {
      const all = new Map<string, string>()
      for (let position = 0; position < (shared?.size ?? 0); position++) {
        const release = shared?.rowAt(position) as SharedRelease
        const text = fingerprintOf(release)
        if (isSubmitted(release) && !all.has(text)) all.set(text, release.id)
      }
      return [...all, ...owners]
    },
  }
}

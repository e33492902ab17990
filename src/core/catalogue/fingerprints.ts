import type { components } from '../../generated/service-api.js'

type Release = components['schemas']['Release']
export type Fingerprint = Pick<Release, 'upc' | 'label' | 'release_date'>

/** The fingerprints (UPC, label, release date) of all submitted releases. */
export interface Fingerprints {
  /** Whether a release other than `exceptReleaseId` was submitted with this fingerprint. */
  has(fingerprint: Fingerprint, exceptReleaseId?: string): boolean
  /** If a submitted release is changed, its new fingerprint is added and the old one stays. */
  add(release: Fingerprint & { id: string }): void
  serialize(): [fingerprint: string, release: string][]
}

/** Unambiguous for any label, because the UPC and the date have a fixed length. */
export const fingerprintOf = ({ upc, label, release_date }: Fingerprint): string => `${upc} ${release_date} ${label}`

/** `owners`: the release of each fingerprint. */
export function createFingerprints(owners = new Map<string, string>()): Fingerprints {
  return {
    has(fingerprint, exceptReleaseId) {
      const owner = owners.get(fingerprintOf(fingerprint))
      return owner !== undefined && owner !== exceptReleaseId
    },
    add(release) {
      const text = fingerprintOf(release)
      if (!owners.has(text)) owners.set(text, release.id)
    },
    serialize: () => [...owners],
  }
}

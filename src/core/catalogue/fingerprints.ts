import type { components } from '../../generated/service-api.js'

type Release = components['schemas']['Release']
export type Fingerprint = Pick<Release, 'upc' | 'label' | 'release_date'>

/** Which release submitted which UPC, label and release date. */
export interface Fingerprints {
  /** Whether another release than the excepted one has submitted it. */
  has(fingerprint: Fingerprint, exceptReleaseId?: string): boolean
  /** A fingerprint stays submitted even if its release is changed later; and then the new one is submitted too. */
  add(release: Fingerprint & { id: string }): void
  serialize(): [fingerprint: string, release: string][]
}

/** UPC and date have a fixed length, so that no label can be mistaken for a part of them. */
export const fingerprintOf = ({ upc, label, release_date }: Fingerprint): string => `${upc} ${release_date} ${label}`

export function createFingerprints(serialized: [string, string][] = []): Fingerprints {
  const owners = new Map<string, string>(serialized)
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

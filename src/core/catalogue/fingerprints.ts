import type { components } from '../../generated/service-api.js'

type Release = components['schemas']['Release']
export type Fingerprint = Pick<Release, 'upc' | 'label' | 'release_date'>

/** Which release submitted which UPC, label and release date. */
export interface Fingerprints {
  /** Whether another release than the excepted one has submitted it. */
  has(fingerprint: Fingerprint, except?: string): boolean
  /** A fingerprint stays submitted even if its release is changed later; and then the new one is submitted too. */
  remember(release: Fingerprint & { id: string }): void
  dump(): [fingerprint: string, release: string][]
}

/** UPC and date have a fixed length, so that no label can be mistaken for a part of them. */
export const fingerprintOf = ({ upc, label, release_date }: Fingerprint): string => `${upc} ${release_date} ${label}`

export function createFingerprints(dump: [string, string][] = []): Fingerprints {
  const owners = new Map<string, string>(dump)
  return {
    has(fingerprint, except) {
      const owner = owners.get(fingerprintOf(fingerprint))
      return owner !== undefined && owner !== except
    },
    remember(release) {
      const text = fingerprintOf(release)
      if (!owners.has(text)) owners.set(text, release.id)
    },
    dump: () => [...owners],
  }
}

import type { components } from './wire.js'

type Release = components['schemas']['Release']
export type Fingerprint = Pick<Release, 'upc' | 'label' | 'release_date'>

/** Which release submitted which UPC, label and release date. */
export interface Fingerprints {
  /** Whether another release than the excepted one has submitted it. */
  has(fingerprint: Fingerprint, except?: string): boolean
  /** A fingerprint stays submitted even if its release is changed later; and then the new one is submitted too. */
  remember(release: Fingerprint & { id: string }): void
}

export function createFingerprints(): Fingerprints {
  const owners = new Map<string, string>()
  const textOf = ({ upc, label, release_date }: Fingerprint) => JSON.stringify([upc, label, release_date])
  return {
    has(fingerprint, except) {
      const owner = owners.get(textOf(fingerprint))
      return owner !== undefined && owner !== except
    },
    remember(release) {
      const text = textOf(release)
      if (!owners.has(text)) owners.set(text, release.id)
    },
  }
}

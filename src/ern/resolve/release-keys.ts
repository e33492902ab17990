import { isGrid, isIcpn, normalizeIdentifier, toGtin14 } from '../checks/identifiers.js'
import type { ReleaseIdFacts } from '../facts/facts.js'

/** What identifies a release across messages. */
export interface ReleaseKeys {
  grid: string | null
  gtin14: string | null
  /** Identifiers in namespaces of others. */
  proprietary_ids: { namespace: string; value: string }[]
  /** The id of the API's release, which is a ProprietaryId in the service's namespace. */
  release_id: string | null
}

export function toReleaseKeys(ids: readonly ReleaseIdFacts[], serviceDpid: string): ReleaseKeys {
  const find = (type: ReleaseIdFacts['type']) => ids.find((id) => id.type === type)?.value
  const grid = normalizeIdentifier(find('GRid') ?? '')
  const icpn = find('ICPN') ?? ''
  const proprietary = ids.flatMap(({ type, namespace, value }) =>
    type === 'ProprietaryId' && namespace !== null ? [{ namespace, value }] : [],
  )
  return {
    grid: isGrid(grid) ? grid : null,
    gtin14: isIcpn(icpn) ? toGtin14(icpn) : null,
    proprietary_ids: proprietary.filter(({ namespace }) => namespace !== serviceDpid),
    release_id: proprietary.find(({ namespace }) => namespace === serviceDpid)?.value ?? null,
  }
}

/** The keys as strings, one for each, that are equal exactly if the keys are. */
export const keyStrings = ({ grid, gtin14, proprietary_ids }: ReleaseKeys): string[] => [
  ...(grid === null ? [] : [`grid:${grid}`]),
  ...(gtin14 === null ? [] : [`gtin:${gtin14}`]),
  ...proprietary_ids.map(({ namespace, value }) => `id:${JSON.stringify([namespace, value])}`),
]

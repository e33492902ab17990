import type { World } from '../engine/world.js'
import type { Issue } from '../primitives/result.js'

/** The release's territories for which the account has a licence. */
export function rightsFilter(
  world: World,
  { territories }: { territories: readonly string[] },
): (code: string) => boolean {
  const { licensedTerritories } = world.account
  return territories[0] === 'WORLD'
    ? (code) => licensedTerritories.has(code)
    : (code) => licensedTerritories.has(code) && territories.includes(code)
}

/** Codes that the network does not support or the account has no licence for. `WORLD` is always valid. */
export function territoryIssues(world: World, codes: unknown, field: string): Issue[] {
  if (!Array.isArray(codes)) return []
  return codes.flatMap((code: unknown, i): Issue[] => {
    // The contract's validation reports malformed codes.
    if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code) || world.account.licensedTerritories.has(code)) return []
    const isSupported = world.territories.some((territory) => territory.code === code)
    const issue = isSupported
      ? `${code} is not licensed to the organization`
      : `${code} is not supported by the distribution network`
    return [
      {
        code: 'territory_not_supported',
        field: `${field}[${i}]`,
        issue: `${issue}; GET /v1/stores/territories lists the supported territories`,
      },
    ]
  })
}

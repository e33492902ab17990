import type { World } from '../engine/world.js'
import type { Issue } from '../primitives/result.js'

/** Where a release may go: its territories within the account's licences. */
export function rightsFilter(
  world: World,
  { territories }: { territories: readonly string[] },
): (code: string) => boolean {
  const { licensedTerritories } = world.account
  return territories[0] === 'WORLD'
    ? (code) => licensedTerritories.has(code)
    : (code) => licensedTerritories.has(code) && territories.includes(code)
}

/** The codes of a list that the network or the account's licence does not cover. `WORLD` is always fine. */
export function territoryIssues(world: World, codes: unknown, field: string): Issue[] {
  if (!Array.isArray(codes)) return []
  return codes.flatMap((code: unknown, i): Issue[] => {
    // A malformed code is the contract's finding, not a territory that the network lacks.
    if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code) || world.account.licensedTerritories.has(code)) return []
    const isSupported = world.territories.some((territory) => territory.code === code)
    const issue = isSupported
      ? `${code} is not licensed to the organization`
      : `${code} is not supported by the distribution network`
    return [
      {
        code: 'territory_not_supported',
        field: `${field}[${i}]`,
        issue: `${issue}; GET /v1/stores/territories lists what is`,
      },
    ]
  })
}

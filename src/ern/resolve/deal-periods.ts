import type { DealFacts, ErnFacts, ReleaseDealFacts } from '../facts/facts.js'

/**
 * The deals by the anchors of the releases that they are about. They stay grouped: a hostile message could multiply
 * releases by deals otherwise.
 */
export function groupDeals({ deals }: ErnFacts): Map<string, ReleaseDealFacts[]> {
  const groups = new Map<string, ReleaseDealFacts[]>()
  for (const releaseDeal of deals)
    for (const reference of new Set(releaseDeal.release_references)) {
      const group = groups.get(reference)
      if (group) group.push(releaseDeal)
      else groups.set(reference, [releaseDeal])
    }
  return groups
}

/** The deals about one release. */
export const dealsOf = (groups: ReadonlyMap<string, ReleaseDealFacts[]>, reference: string): DealFacts[] =>
  (groups.get(reference) ?? []).flatMap(({ deals }) => deals)

/** A deal without periods has no end. */
export const hasEnded = ({ periods }: DealFacts, now: number): boolean =>
  periods.length > 0 && periods.every(({ end }) => end !== null && end <= now)

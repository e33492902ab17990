import type { DealFacts, ErnFacts } from '../facts/facts.js'

/** The deals by the anchors of the releases that they are about. */
export function groupDeals({ deals }: ErnFacts): Map<string, DealFacts[]> {
  const groups = new Map<string, DealFacts[]>()
  for (const deal of deals)
    for (const reference of new Set(deal.release_references)) {
      const group = groups.get(reference)
      if (group) group.push(deal)
      else groups.set(reference, [deal])
    }
  return groups
}

/** A deal without periods has no end. */
export const hasEnded = ({ periods }: DealFacts, now: number): boolean =>
  periods.length > 0 && periods.every(({ end }) => end !== null && end <= now)

/** The number of inserted, removed, replaced or swapped letters. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? (beforeLast[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return last[b.length] as number
}

/** The length of the prefix that two words share. */
function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** The candidate that a mistyped word most likely meant: a small edit distance, or the same stem with another ending. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length < 3 || word.length > 64) return undefined
  const ranked = candidates.map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
  ranked.sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  if (!best) return undefined
  // Two of four letters are too many: bash is not what tcsh meant.
  const limit = word.length <= 4 ? 1 : Math.max(2, Math.floor(word.length / 3))
  if (best.distance <= limit) return best.candidate
  const hasSameStem = commonPrefix(word, best.candidate) >= Math.max(4, word.length * 0.6)
  return hasSameStem && best.distance <= 3 ? best.candidate : undefined
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
    row = next
  }
  return row[b.length] as number
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
  if (best.distance <= Math.max(2, Math.floor(word.length / 3))) return best.candidate
  const hasSameStem = commonPrefix(word, best.candidate) >= Math.max(4, word.length * 0.6)
  return hasSameStem && best.distance <= 3 ? best.candidate : undefined
}

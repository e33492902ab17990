import type { Steps } from '../../core/primitives/steps.js'

/** A known text that was found, as a range of the searched text. */
export interface FoundText {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** All known texts have at least this length. */
const MIN_LENGTH = 4
/** Longer texts are found by their beginning. */
const MAX_COMPARED_LENGTH = 1024
const FILTER_SIZE = 2 ** 16

const hashAt = (text: string, i: number) =>
  (((text.charCodeAt(i) * 31 + text.charCodeAt(i + 1)) * 31 + text.charCodeAt(i + 2)) * 31 + text.charCodeAt(i + 3)) &
  (FILTER_SIZE - 1)

const commonPrefixLength = (a: string, b: string) => {
  let length = 0
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** Steps between two yields of the functions below. */
const STEPS_PER_YIELD = 2000

/** Sorts by code units. A merge sort that yields, because sorting many texts at once takes long. */
function* sortTexts(texts: readonly string[]): Steps<string[]> {
  let runs: string[][] = []
  for (let i = 0; i < texts.length; i += STEPS_PER_YIELD) {
    runs.push(texts.slice(i, i + STEPS_PER_YIELD).sort((a, b) => (a < b ? -1 : 1)))
    yield
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergeTexts(runs[i] as string[], runs[i + 1] ?? []))
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeTexts(a: readonly string[], b: readonly string[]): Steps<string[]> {
  const merged: string[] = []
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    const isFirst = j === b.length || (i < a.length && (a[i] as string) < (b[j] as string))
    merged.push((isFirst ? a[i++] : b[j++]) as string)
    if (merged.length % STEPS_PER_YIELD === 0) yield
  }
  return merged
}

/**
 * Finds known texts in time that is linear in the searched text, however many texts are known: a filter on the first
 * characters skips most positions, and a binary search finds the longest known text that begins at a position. Shorter
 * texts inside of a found one are not reported.
 */
export function* createTextFinder(known: Iterable<string>): Steps<(searched: string) => FoundText[]> {
  /** By its beginning, the longest text. */
  const byPrefix = new Map<string, string>()
  const filter = new Uint8Array(FILTER_SIZE)
  for (const text of known) {
    if (text.length < MIN_LENGTH) continue
    const prefix = text.slice(0, MAX_COMPARED_LENGTH)
    if ((byPrefix.get(prefix)?.length ?? 0) < text.length) byPrefix.set(prefix, text)
    filter[hashAt(prefix, 0)] = 1
    if (byPrefix.size % STEPS_PER_YIELD === 0) yield
  }
  const prefixes = yield* sortTexts([...byPrefix.keys()])

  /** By index: the longest other prefix that this one begins with, or -1. In sorted order, these form a stack. */
  const parents = new Int32Array(prefixes.length)
  const stack: number[] = []
  for (const [i, prefix] of prefixes.entries()) {
    while (stack.length > 0 && !prefix.startsWith(prefixes[stack.at(-1) as number] as string)) stack.pop()
    parents[i] = stack.at(-1) ?? -1
    stack.push(i)
    if (i % STEPS_PER_YIELD === 0) yield
  }

  function longestPrefixAt(searched: string, position: number): string | undefined {
    const rest = searched.slice(position, position + MAX_COMPARED_LENGTH)
    let [low, high] = [0, prefixes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((prefixes[middle] as string) <= rest) low = middle + 1
      else high = middle
    }
    // Every prefix that `rest` begins with is sorted before it, and is a prefix of the last one that is.
    let candidate = low - 1
    if (candidate < 0) return undefined
    const shared = commonPrefixLength(prefixes[candidate] as string, rest)
    while (candidate >= 0 && (prefixes[candidate] as string).length > shared) candidate = parents[candidate] as number
    return prefixes[candidate]
  }

  function endOf(searched: string, position: number, prefix: string): number {
    const text = byPrefix.get(prefix) as string
    let length = prefix.length
    while (length < text.length && text.charCodeAt(length) === searched.charCodeAt(position + length)) length++
    return position + length
  }

  return (searched) => {
    const found: FoundText[] = []
    if (prefixes.length === 0) return found
    let coveredEnd = 0
    for (let i = 0; i + MIN_LENGTH <= searched.length; i++) {
      if (filter[hashAt(searched, i)] === 0) continue
      const prefix = longestPrefixAt(searched, i)
      if (prefix === undefined) continue
      const end = endOf(searched, i, prefix)
      if (end <= coveredEnd) continue
      coveredEnd = end
      found.push({ start: i, end, text: searched.slice(i, end) })
      // A text that was found by its beginning is long: its inside is not searched again.
      if (prefix.length === MAX_COMPARED_LENGTH) i = end - 1
    }
    return found
  }
}

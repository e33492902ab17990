const DEFAULT_WIDTH = 80
const MIN_WIDTH = 40
/** The largest part of a line that the left column of a list takes. */
const MAX_LEFT_SHARE = 0.4

/** The width of a terminal; 80 columns for a pipe, and for a terminal that does not know its width (it reports 0). */
export const lineWidth = ({ isTTY, columns }: { isTTY?: boolean; columns?: number }): number =>
  isTTY && columns ? Math.max(MIN_WIDTH, columns) : DEFAULT_WIDTH

/** Breaks at spaces, except no-break spaces. A word that is longer than a line is broken after `|` if possible. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  const flush = () => {
    if (line !== '') lines.push(line)
    line = ''
  }
  for (let word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) flush()
    while (word.length > width) {
      const bar = word.lastIndexOf('|', width - 1) + 1
      const end = bar > 0 ? bar : width
      lines.push(word.slice(0, end))
      word = word.slice(end)
    }
    line = line === '' ? word : `${line} ${word}`
  }
  flush()
  return lines.map((each) => each.replaceAll('\u00a0', ' '))
}

/** A list of terms and their descriptions. The description of a long term starts on the line below it. */
export function wrapList(rows: readonly (readonly [term: string, description: string])[], width: number): string {
  const longest = Math.max(...rows.map(([term]) => term.length))
  const indent = Math.min(longest + 4, Math.floor(width * MAX_LEFT_SHARE))
  const lines = rows.flatMap(([term, description]) => {
    const terms = wrapText(term, width - 2).map((line) => `  ${line}`)
    const descriptions = wrapText(description, width - indent).map((line) => `${' '.repeat(indent)}${line}`)
    const fits = terms.length === 1 && term.length + 4 <= indent
    return fits
      ? [`  ${term}`.padEnd(indent) + (descriptions[0] ?? '').trimStart(), ...descriptions.slice(1)]
      : [...terms, ...descriptions]
  })
  return lines.join('\n')
}

import type { StateItem } from '../../data/types.js'

export type Issue = StateItem<'ern_messages'>['issues'][number]

/** Lines that follow each other, or the number of lines that are left out. */
export type XmlPart = { from: number; lines: XmlLine[] } | { from: number; omitted: number }

export interface XmlLine {
  number: number
  text: string
  issues: { issue: Issue; excerpt: string | undefined }[]
}

/** Messages with more lines are shown around their issues only. */
const MAX_LINES = 1000
const CONTEXT_LINES = 3
const MAX_LINE_LENGTH = 300

/** A long line is cut around a column, which counts code points from 1. */
function excerptOf(characters: string[], column: number): string {
  const start = Math.max(0, column - 1 - MAX_LINE_LENGTH / 4)
  const end = start + MAX_LINE_LENGTH
  return `${start > 0 ? '…' : ''}${characters.slice(start, end).join('')}${end < characters.length ? '…' : ''}`
}

function toLine(text: string, number: number, issues: readonly Issue[]): XmlLine {
  if (text.length <= MAX_LINE_LENGTH)
    return { number, text, issues: issues.map((issue) => ({ issue, excerpt: undefined })) }
  const characters = Array.from(text)
  return {
    number,
    text: excerptOf(characters, 1),
    issues: issues.map((issue) => ({ issue, excerpt: excerptOf(characters, issue.column) })),
  }
}

/** The lines of a document with their issues. Of a long document, those near issues, and the first ones. */
export function splitXml(xml: string, issues: readonly Issue[]): XmlPart[] {
  const texts = xml.split(/\r\n|\r|\n/)
  if (texts.at(-1) === '') texts.pop()
  const byLine = new Map<number, Issue[]>()
  for (const issue of issues) byLine.set(issue.line, [...(byLine.get(issue.line) ?? []), issue])
  const wanted = new Set<number>()
  const want = (line: number) => {
    for (let n = line - CONTEXT_LINES; n <= line + CONTEXT_LINES; n++)
      if (n >= 1 && n <= texts.length && wanted.size < MAX_LINES) wanted.add(n)
  }
  const isLong = texts.length > MAX_LINES
  if (isLong) for (const line of [1, ...byLine.keys()]) want(line)

  const parts: XmlPart[] = []
  for (let n = 1; n <= texts.length; n++) {
    const last = parts.at(-1)
    if (isLong && !wanted.has(n)) {
      if (last && 'omitted' in last) last.omitted++
      else parts.push({ from: n, omitted: 1 })
      continue
    }
    const line = toLine(texts[n - 1] as string, n, byLine.get(n) ?? [])
    if (last && 'lines' in last) last.lines.push(line)
    else parts.push({ from: n, lines: [line] })
  }
  return parts
}

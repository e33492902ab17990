/** From 1. Columns count code points. */
export interface Position {
  line: number
  column: number
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Turns offsets into positions. Increasing offsets cost one pass over the text in total. */
export function createPositionFinder(text: string): (offset: number) => Position {
  let next = 0
  let line = 1
  let column = 1
  return (offset) => {
    if (offset < next) {
      next = 0
      line = 1
      column = 1
    }
    for (const end = Math.min(offset, text.length); next < end; next++) {
      const code = text.charCodeAt(next)
      const endsLine = code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(next + 1) !== LINE_FEED)
      if (endsLine) {
        line++
        column = 1
      } else if (code < 0xdc00 || code > 0xdfff) column++
    }
    return { line, column }
  }
}

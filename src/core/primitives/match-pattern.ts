/** `*` matches any text. Linear time: the pieces between the stars are searched one after another. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [head = '', ...pieces] = pattern.split('*')
  if (pieces.length === 0) return pattern === text
  const tail = pieces.pop() as string
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false
  let at = head.length
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > text.length - tail.length) return false
    at = found + piece.length
  }
  return true
}

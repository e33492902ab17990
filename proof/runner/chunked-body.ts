/** Decodes a body with Transfer-Encoding: chunked, one character per byte. Undefined while it is incomplete. */
export function decodeChunkedBody(text: string, from: number): { body: string; end: number } | undefined {
  let body = ''
  for (let at = from; ; ) {
    const lineEnd = text.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const length = Number.parseInt(text.slice(at, lineEnd), 16)
    const end = lineEnd + 2 + length + 2
    if (end > text.length) return undefined
    if (length === 0) return { body, end }
    body += text.slice(lineEnd + 2, end - 2)
    at = end
  }
}

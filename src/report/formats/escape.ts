/** Replaces characters that could move a cursor, hide text or forge a line: evidence quotes what clients send. */
export const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')

export const escapeHtml = (text: string): string =>
  printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** For a table cell of GitHub's Markdown: no markup, no mentions, no new column. */
export const escapeMarkdown = (text: string): string =>
  escapeHtml(text).replaceAll(/[\\`*_{}[\]#+!|~@]/g, (character) => `&#${character.charCodeAt(0)};`)

/** XML 1.0 does not allow most control characters, even escaped. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`)

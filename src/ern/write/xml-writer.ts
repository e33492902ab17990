/** An element to write: its name, its attributes, and its text or children. Undefined children are left out. */
export interface XmlNode {
  name: string
  attributes: Record<string, string | undefined>
  content: string | (XmlNode | undefined)[]
}

export const node = (name: string, content: XmlNode['content'], attributes: XmlNode['attributes'] = {}): XmlNode => ({
  name,
  attributes,
  content,
})

/** Characters that XML 1.0 does not allow, even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** Replaces what no XML document can hold, lone surrogates included. */
export const replaceForbidden = (text: string): string => text.replaceAll(FORBIDDEN, '\ufffd')

export const escapeText = (text: string): string =>
  replaceForbidden(text).replaceAll(/[&<>"\r]/g, (character) => ESCAPES[character] as string)

/** Parsers turn tabs and line breaks in attributes into spaces unless they are escaped. */
export const escapeAttribute = (text: string): string =>
  escapeText(text).replaceAll(/[\t\n]/g, (blank) => `&#${blank.charCodeAt(0)};`)

/** A document in UTF-8, indented by two spaces. */
export const writeXml = (root: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root, '')}`

function writeNode({ name, attributes, content }: XmlNode, indent: string): string {
  const start = Object.entries(attributes).reduce(
    (text, [key, value]) => (value === undefined ? text : `${text} ${key}="${escapeAttribute(value)}"`),
    `${indent}<${name}`,
  )
  if (typeof content === 'string') return `${start}>${escapeText(content)}</${name}>\n`
  const children = content.flatMap((child) => (child ? [writeNode(child, `${indent}  `)] : []))
  return children.length === 0 ? `${start}/>\n` : `${start}>\n${children.join('')}${indent}</${name}>\n`
}

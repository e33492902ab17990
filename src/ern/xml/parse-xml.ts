import type { SaxesAttributeNS, SaxesParser, SaxesTagNS } from 'saxes'
import { type Encoding, nameOf } from './decode.js'
import { createPositionFinder, type Position } from './positions.js'
import { pathOf, type XmlElement } from './xml-element.js'

/** The parser reads this many characters between two yields. The slowest input takes a few milliseconds for them. */
const SLICE_LENGTH = 8 * 1024

export const LIMITS = { depth: 64, elements: 100_000, attributes: 64, nameLength: 256, textLength: 64 * 1024 }

/** The document can't be read. Thrown by the parser's handlers, because saxes itself continues after an error. */
export class XmlFault extends Error {
  constructor(
    problem: string,
    readonly position: Position,
    readonly path: string | undefined,
    /** Whether the document is well-formed so far, but no message that the reader knows. */
    readonly isUnknownRoot = false,
  ) {
    super(problem)
  }
}

type NamespaceParser = SaxesParser<{ xmlns: true; position: true }>
type ParserClass = new (options: { xmlns: true; position: true }) => NamespaceParser

const XMLNS = 'http://www.w3.org/2000/xmlns/'
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/**
 * Parses a document into a tree. Yields after each slice, so that a caller can let other work run. `checkRoot` sees the
 * root as soon as its start tag is read, and returns a problem to end the reading.
 */
export function* parseXml(
  text: string,
  encoding: Encoding,
  Parser: ParserClass,
  checkRoot: (root: XmlElement) => string | undefined,
): Generator<void, XmlElement, void> {
  const parser = new Parser({ xmlns: true, position: true })
  const positionAt = createPositionFinder(text)
  let root: XmlElement | undefined
  let current: XmlElement | undefined
  let elementCount = 0
  let depth = 0
  let tagStart: Position = { line: 1, column: 1 }
  /** The end of the latest markup outside of the root. */
  let outsideOffset = 0
  let isClosing = false

  const fail = (problem: string, position: Position, element = current): never => {
    throw new XmlFault(problem, position, element && pathOf(element))
  }

  parser.on('error', ({ message }) => {
    let offset = isClosing ? text.length : Math.max(0, parser.position - 1)
    // Found only at the end of the text, which starts after the last markup outside of the root.
    if (message.includes('text data outside')) offset = outsideOffset + text.slice(outsideOffset).search(/\S/)
    fail(describeSyntaxError(message), positionAt(offset))
  })
  parser.on('xmldecl', (declaration) => {
    const problem = declarationProblem(declaration, encoding)
    if (problem !== undefined) fail(problem, { line: 1, column: 1 })
    outsideOffset = parser.position
  })
  parser.on('comment', () => void (outsideOffset = parser.position))
  parser.on('processinginstruction', () => void (outsideOffset = parser.position))
  parser.on('doctype', () =>
    fail(
      'the document has a DOCTYPE, which is not accepted. Remove it: ERN messages have none',
      positionAt(text.indexOf('<!DOCTYPE', outsideOffset)),
    ),
  )
  parser.on('opentagstart', ({ name }) => {
    tagStart = positionAt(text.lastIndexOf('<', parser.position - 1 - name.length))
    if (name.length > LIMITS.nameLength) fail(`a name is longer than ${LIMITS.nameLength} characters`, tagStart)
    if (++elementCount > LIMITS.elements) fail(`the document has more than ${LIMITS.elements} elements`, tagStart)
    if (++depth > LIMITS.depth) fail(`elements are nested more than ${LIMITS.depth} deep`, tagStart)
  })
  parser.on('opentag', (tag) => {
    const element = toElement(tag, current, root, tagStart)
    checkAttributes(tag, fail, element)
    if (!root) {
      root = element
      const problem = checkRoot(root)
      if (problem !== undefined) throw new XmlFault(problem, tagStart, pathOf(root), true)
    }
    current?.children.push(element)
    current = element
  })
  const addText = (added: string) => {
    if (!current) return
    current.text += added
    if (current.text.length > LIMITS.textLength)
      fail(`the text is longer than ${LIMITS.textLength} characters`, current)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    current = current?.parent
    if (!current) outsideOffset = parser.position
    depth--
  })

  for (let start = 0; start < text.length; start += SLICE_LENGTH) {
    parser.write(text.slice(start, start + SLICE_LENGTH))
    yield
  }
  isClosing = true
  parser.close()
  return root as XmlElement
}

function toElement(
  { local, uri, attributes }: SaxesTagNS,
  parent: XmlElement | undefined,
  root: XmlElement | undefined,
  { line, column }: Position,
): XmlElement {
  const isOwn = !root || uri === '' || uri === root.namespace
  return {
    name: isOwn ? local : `{${uri}}${local}`,
    localName: local,
    namespace: uri,
    attributes: toMap(Object.values(attributes)),
    children: [],
    parent,
    text: '',
    line,
    column,
  }
}

function toMap(attributes: SaxesAttributeNS[]): ReadonlyMap<string, string> {
  const kept = attributes.filter(({ uri }) => uri !== XMLNS)
  if (kept.length === 0) return NO_ATTRIBUTES
  return new Map(kept.map(({ local, uri, value }) => [uri === '' ? local : `{${uri}}${local}`, value]))
}

function checkAttributes(
  { attributes }: SaxesTagNS,
  fail: (problem: string, position: Position, element: XmlElement) => never,
  element: XmlElement,
): void {
  const all = Object.values(attributes)
  if (all.length > LIMITS.attributes)
    fail(`the element has more than ${LIMITS.attributes} attributes`, element, element)
  for (const { name, value } of all) {
    if (name.length > LIMITS.nameLength) fail(`a name is longer than ${LIMITS.nameLength} characters`, element, element)
    if (value.length > LIMITS.textLength)
      fail(`an attribute is longer than ${LIMITS.textLength} characters`, element, element)
  }
}

function declarationProblem(
  { version, encoding: declared }: { version?: string; encoding?: string },
  actual: Encoding,
): string | undefined {
  if (version !== '1.0') return `the document is in XML ${version}. Send XML 1.0`
  if (declared === undefined) return undefined
  const name = declared.toUpperCase()
  if (actual === 'UTF-8' ? name === 'UTF-8' : name === 'UTF-16' || name === actual) return undefined
  return `the XML declaration says ${declared}, but the document is in ${nameOf(actual)}. Send UTF-8 and declare it`
}

/** saxes starts its messages with its own position, which counts other units. */
const describeSyntaxError = (message: string): string =>
  `not well-formed: ${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}`

import { isMap, isNode, LineCounter, parseDocument, visit } from 'yaml'
import { keysOf, type ParsedText, type TextIssue } from './parsed-text.js'

/** Parses one YAML document without aliases. `content` is what a file holds, such as `scenario`. */
export function parseYaml(text: string, content: string): ParsedText {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const issueAt = (offset: number, message: string): TextIssue => {
    const { line, col } = lineCounter.linePos(offset)
    // Both are 0 in an empty text.
    return { line: Math.max(1, line), column: Math.max(1, col), message }
  }

  /** The offset of a field, or of its nearest existing parent when the field is missing. */
  const offsetOf = (keys: (string | number)[]): number => {
    const parent = document.getIn(keys.slice(0, -1), true)
    const last = keys.at(-1)
    const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === last) : undefined
    const node = pair?.key ?? document.getIn(keys, true)
    if (isNode(node) && node.range) return node.range[0]
    return keys.length === 0 ? 0 : offsetOf(keys.slice(0, -1))
  }
  const locate = (field: string, message: string) => issueAt(offsetOf(keysOf(field)), message)

  const refuse = (issues: TextIssue[]): ParsedText => ({ value: undefined, issues, locate })
  const [, secondDocument] = text.matchAll(/^---\s/gm)
  if (secondDocument)
    return refuse([
      issueAt(secondDocument.index, `holds more than one YAML document. Put each ${content} in a file of its own.`),
    ])
  if (document.errors.length > 0) return refuse(document.errors.map(({ pos, message }) => issueAt(pos[0], message)))

  const aliases: TextIssue[] = []
  visit(document, {
    Alias(_key, { range, source }) {
      aliases.push(
        issueAt(
          range?.[0] ?? 0,
          `*${source} is a YAML alias, and ${content} files can't use aliases. If you mean a text that begins with *, put it in quotes`,
        ),
      )
    },
  })
  if (aliases.length > 0) return refuse(aliases)
  return { value: document.toJS(), issues: [], locate }
}

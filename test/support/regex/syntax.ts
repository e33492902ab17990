/** A syntax tree of a regular expression, as far as the complexity check needs it. */
export type RegexNode =
  | { type: 'set'; source: string }
  | { type: 'all'; parts: RegexNode[] }
  | { type: 'any'; choices: RegexNode[] }
  | { type: 'repeat'; node: RegexNode; min: number; max: number }
  /** These consume nothing: start, end and lookarounds. */
  | { type: 'beginning' }
  | { type: 'end' }
  | { type: 'look'; node: RegexNode }

/** Parses the source of a regular expression. Throws on features that are not regular. */
export function parseRegex(source: string): RegexNode {
  let at = 0
  const peek = () => source[at]
  const consume = (text: string) => {
    const isMatch = source.startsWith(text, at)
    if (isMatch) at += text.length
    return isMatch
  }

  function parseAlternatives(): RegexNode {
    const found = [parseSequence()]
    while (consume('|')) found.push(parseSequence())
    return found.length === 1 ? (found[0] as RegexNode) : { type: 'any', choices: found }
  }

  function parseSequence(): RegexNode {
    const parts: RegexNode[] = []
    while (at < source.length && peek() !== '|' && peek() !== ')') parts.push(parseQuantifier(parseAtom()))
    return { type: 'all', parts }
  }

  function parseQuantifier(node: RegexNode): RegexNode {
    const [text, min, comma, max] = /^\{(\d+)(,)?(\d*)\}/.exec(source.slice(at)) ?? []
    let range: [number, number] | undefined
    if (text !== undefined) {
      at += text.length
      range = [Number(min), comma === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max)]
    } else if (consume('*')) range = [0, Number.POSITIVE_INFINITY]
    else if (consume('+')) range = [1, Number.POSITIVE_INFINITY]
    else if (consume('?')) range = [0, 1]
    if (!range) return node
    consume('?')
    return { type: 'repeat', node, min: range[0], max: range[1] }
  }

  function parseAtom(): RegexNode {
    if (consume('^')) return { type: 'beginning' }
    if (consume('$')) return { type: 'end' }
    if (consume('\\b') || consume('\\B')) return { type: 'look', node: { type: 'all', parts: [] } }
    if (/^\\(?:[1-9]|k<)/.test(source.slice(at))) throw new Error('refers back to what it has found')
    if (consume('(?=') || consume('(?!') || consume('(?<=') || consume('(?<!'))
      return { type: 'look', node: parseGroup() }
    if (consume('(?:')) return parseGroup()
    const [name] = /^\(\?<\w+>/.exec(source.slice(at)) ?? []
    if (name !== undefined) at += name.length
    if (name !== undefined || consume('(')) return parseGroup()
    return { type: 'set', source: parseCharacterSet() }
  }

  function parseGroup(): RegexNode {
    const node = parseAlternatives()
    if (!consume(')')) throw new Error(`has an open group at ${at}`)
    return node
  }

  /** One character, an escape or a class. */
  function parseCharacterSet(): string {
    const [text] =
      /^(?:\[(?:[^\]\\]|\\.)*\]|\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|.)/s.exec(
        source.slice(at),
      ) as RegExpExecArray
    at += text.length
    return text
  }

  const tree = parseAlternatives()
  if (at < source.length) throw new Error(`can't be read beyond ${at}`)
  return tree
}

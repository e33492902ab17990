/** A regular expression as a tree, as far as one is needed to tell how long it may take. */
export type Node =
  | { type: 'set'; source: string }
  | { type: 'all'; parts: Node[] }
  | { type: 'any'; choices: Node[] }
  | { type: 'repeat'; node: Node; least: number; most: number }
  /** These take nothing: the beginning, the end, and a look at what stands beside. */
  | { type: 'beginning' }
  | { type: 'end' }
  | { type: 'look'; node: Node }

/** Reads the source of a regular expression. What makes it more than regular is refused. */
export function parseRegex(source: string): Node {
  let at = 0
  const peek = () => source[at]
  const take = (text: string) => {
    const isThere = source.startsWith(text, at)
    if (isThere) at += text.length
    return isThere
  }

  function choices(): Node {
    const found = [sequence()]
    while (take('|')) found.push(sequence())
    return found.length === 1 ? (found[0] as Node) : { type: 'any', choices: found }
  }

  function sequence(): Node {
    const parts: Node[] = []
    while (at < source.length && peek() !== '|' && peek() !== ')') parts.push(repeated(atom()))
    return { type: 'all', parts }
  }

  function repeated(node: Node): Node {
    const [text, least, comma, most] = /^\{(\d+)(,)?(\d*)\}/.exec(source.slice(at)) ?? []
    let range: [number, number] | undefined
    if (text !== undefined) {
      at += text.length
      range = [
        Number(least),
        comma === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most),
      ]
    } else if (take('*')) range = [0, Number.POSITIVE_INFINITY]
    else if (take('+')) range = [1, Number.POSITIVE_INFINITY]
    else if (take('?')) range = [0, 1]
    if (!range) return node
    take('?')
    return { type: 'repeat', node, least: range[0], most: range[1] }
  }

  function atom(): Node {
    if (take('^')) return { type: 'beginning' }
    if (take('$')) return { type: 'end' }
    if (take('\\b') || take('\\B')) return { type: 'look', node: { type: 'all', parts: [] } }
    if (/^\\(?:[1-9]|k<)/.test(source.slice(at))) throw new Error('refers back to what it has found')
    if (take('(?=') || take('(?!') || take('(?<=') || take('(?<!')) return { type: 'look', node: group() }
    if (take('(?:')) return group()
    const [name] = /^\(\?<\w+>/.exec(source.slice(at)) ?? []
    if (name !== undefined) at += name.length
    if (name !== undefined || take('(')) return group()
    return { type: 'set', source: set() }
  }

  function group(): Node {
    const node = choices()
    if (!take(')')) throw new Error(`has an open group at ${at}`)
    return node
  }

  /** One character, an escape or a class. */
  function set(): string {
    const [text] =
      /^(?:\[(?:[^\]\\]|\\.)*\]|\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|.)/s.exec(
        source.slice(at),
      ) as RegExpExecArray
    at += text.length
    return text
  }

  const tree = choices()
  if (at < source.length) throw new Error(`can't be read beyond ${at}`)
  return tree
}

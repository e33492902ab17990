/** What can come next in JSON text, in the words of the message. */
type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a field name in double quotes'
  | 'a field name in double quotes or }'
  | ':'
  | ', or }'
  | ', or ]'
  | 'the end'

const TOKEN =
  /[ \t\n\r]+|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?(?![\w.])|(?:true|false|null)\b)|([[\]{},:])/uy

/**
 * Where text that is not JSON stops being JSON. JSON.parse knows it too, but says it in words that change with every
 * version of Node; an answer of the sandbox must not.
 */
export function jsonFault(text: string): string {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'a value'
  const afterValue = (): Expected => (open.length === 0 ? 'the end' : open.at(-1) === '{' ? ', or }' : ', or ]')
  const takesValue = () => expected === 'a value' || expected === 'a value or ]'
  const takesName = () => expected.startsWith('a field name')

  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const [token, string, scalar, mark] = TOKEN.exec(text) ?? []
    if (token === undefined) return text[at] === '"' ? brokenString(text, at) : describe(text, at, expected)
    if (string !== undefined && takesName()) expected = ':'
    else if ((string ?? scalar) !== undefined && takesValue()) expected = afterValue()
    else if ((mark === '{' || mark === '[') && takesValue()) {
      open.push(mark)
      expected = mark === '{' ? 'a field name in double quotes or }' : 'a value or ]'
    } else if (mark === ':' && expected === ':') expected = 'a value'
    else if (mark === ',' && expected === ', or }') expected = 'a field name in double quotes'
    else if (mark === ',' && expected === ', or ]') expected = 'a value'
    else if ((mark === '}' || mark === ']') && expected.endsWith(mark)) {
      open.pop()
      expected = afterValue()
    } else if (string ?? scalar ?? mark) return describe(text, at, expected)
  }
  return describe(text, text.length, expected)
}

function brokenString(text: string, at: number): string {
  return `the string that begins ${place(text, at)} is not closed, or has a raw line break or tab or a wrong escape in it`
}

function place(text: string, at: number): string {
  const before = text.slice(0, at).split('\n')
  return `at line ${before.length}, column ${(before.at(-1) as string).length + 1}`
}

function describe(text: string, at: number, expected: Expected): string {
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0)
  if (found === '\ufeff') return `there is a byte order mark ${place(text, at)}; leave it out`
  const what = at >= text.length ? 'the body ends' : `there is ${JSON.stringify(found)}`
  return `${place(text, at)} ${what} where ${expected} is expected`
}

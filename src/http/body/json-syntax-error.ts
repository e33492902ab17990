/** What the parser expects next, as it appears in the message. */
type ExpectedToken =
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
 * Describes the first syntax error. The message of JSON.parse depends on the version of Node, and responses of the
 * sandbox must not.
 */
export function describeJsonError(text: string): string {
  const openBrackets: ('{' | '[')[] = []
  let expected: ExpectedToken = 'a value'
  const expectedAfterValue = (): ExpectedToken =>
    openBrackets.length === 0 ? 'the end' : openBrackets.at(-1) === '{' ? ', or }' : ', or ]'
  const expectsValue = () => expected === 'a value' || expected === 'a value or ]'
  const expectsName = () => expected.startsWith('a field name')

  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const [token, string, scalar, punctuation] = TOKEN.exec(text) ?? []
    if (token === undefined)
      return text[at] === '"' ? describeUnterminatedString(text, at) : describeUnexpected(text, at, expected)
    if (string !== undefined && expectsName()) expected = ':'
    else if ((string ?? scalar) !== undefined && expectsValue()) expected = expectedAfterValue()
    else if ((punctuation === '{' || punctuation === '[') && expectsValue()) {
      openBrackets.push(punctuation)
      expected = punctuation === '{' ? 'a field name in double quotes or }' : 'a value or ]'
    } else if (punctuation === ':' && expected === ':') expected = 'a value'
    else if (punctuation === ',' && expected === ', or }') expected = 'a field name in double quotes'
    else if (punctuation === ',' && expected === ', or ]') expected = 'a value'
    else if ((punctuation === '}' || punctuation === ']') && expected.endsWith(punctuation)) {
      openBrackets.pop()
      expected = expectedAfterValue()
    } else if (string ?? scalar ?? punctuation) return describeUnexpected(text, at, expected)
  }
  return describeUnexpected(text, text.length, expected)
}

function describeUnterminatedString(text: string, at: number): string {
  return `the string that begins ${formatPosition(text, at)} is not closed, or has a raw line break or tab or a wrong escape in it`
}

function formatPosition(text: string, at: number): string {
  const before = text.slice(0, at).split('\n')
  return `at line ${before.length}, column ${(before.at(-1) as string).length + 1}`
}

function describeUnexpected(text: string, at: number, expected: ExpectedToken): string {
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0)
  if (found === '\ufeff') return `there is a byte order mark ${formatPosition(text, at)}; leave it out`
  const actual = at >= text.length ? 'the body ends' : `there is ${JSON.stringify(found)}`
  return `${formatPosition(text, at)} ${actual} where ${expected} is expected`
}

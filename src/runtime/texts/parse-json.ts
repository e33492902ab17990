import { keysOf, type ParsedText, type TextIssue } from './parsed-text.js'

/** Parses JSON at full speed. Positions are looked up in the text when an issue needs them. */
export function parseJson(text: string): ParsedText {
  const locate = (field: string, message: string) => issueAt(text, offsetOf(text, keysOf(field)), message)
  try {
    return { value: JSON.parse(text), issues: [], locate }
  } catch {
    const offset = findSyntaxError(text)
    const found = offset < text.length ? `unexpected ${JSON.stringify(text[offset])}` : 'the text ends too early'
    return { value: undefined, issues: [issueAt(text, offset, `is not JSON: ${found}`)], locate }
  }
}

const SCALAR =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** The offset of the first character that can't be. The messages of `JSON.parse` do not always have it. */
function findSyntaxError(text: string): number {
  /** What closes the open objects and arrays. */
  const open: string[] = []
  let expected: 'value' | 'key' | 'separator' = 'value'
  let isFirst = false
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const letter = text[at] as string
    const closing = open.at(-1)
    if (letter === closing && (expected === 'separator' || isFirst)) {
      open.pop()
      at++
      expected = 'separator'
    } else if (expected === 'separator') {
      if (letter !== ',' || closing === undefined) return at
      at++
      expected = closing === '}' ? 'key' : 'value'
    } else if (expected === 'value' && (letter === '{' || letter === '[')) {
      open.push(letter === '{' ? '}' : ']')
      at++
      expected = letter === '{' ? 'key' : 'value'
      isFirst = true
      continue
    } else {
      SCALAR.lastIndex = at
      if (!SCALAR.test(text) || (expected === 'key' && letter !== '"')) return at
      at = SCALAR.lastIndex
      if (expected === 'key') {
        at = skipSpace(text, at)
        if (text[at] !== ':') return at
        at++
        expected = 'value'
      } else expected = 'separator'
    }
    isFirst = false
  }
  return text.length
}

function issueAt(text: string, offset: number, message: string): TextIssue {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1, message }
}

/** The offset of a field in valid JSON, or of its nearest existing parent. */
function offsetOf(text: string, keys: readonly (string | number)[]): number {
  let at = skipSpace(text, 0)
  let found = at
  for (const key of keys) {
    const child = text[at] === '{' ? findMember(text, at, String(key)) : findItem(text, at, Number(key))
    if (!child) return found
    found = child.offset
    at = child.value
  }
  return found
}

interface Child {
  /** Where an issue is shown: the key of a member, or the item. */
  offset: number
  value: number
}

function findMember(text: string, object: number, key: string): Child | undefined {
  for (let at = skipSpace(text, object + 1); text[at] === '"'; ) {
    const keyEnd = skipString(text, at)
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1)
    if (JSON.parse(text.slice(at, keyEnd)) === key) return { offset: at, value }
    at = skipComma(text, skipValue(text, value))
  }
  return undefined
}

function findItem(text: string, array: number, index: number): Child | undefined {
  if (text[array] !== '[') return undefined
  let at = skipSpace(text, array + 1)
  for (let i = 0; text[at] !== ']'; i++) {
    if (i === index) return { offset: at, value: at }
    at = skipComma(text, skipValue(text, at))
  }
  return undefined
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 32) at++
  return at
}

function skipComma(text: string, from: number): number {
  const at = skipSpace(text, from)
  return text[at] === ',' ? skipSpace(text, at + 1) : at
}

function skipString(text: string, from: number): number {
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function skipValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; ) {
    const letter = text[at] as string
    if (letter === '"') at = skipString(text, at)
    else {
      if (letter === '{' || letter === '[') depth++
      else if (letter === '}' || letter === ']') depth--
      else if (depth === 0 && letter === ',') return at
      if (depth < 0) return at
      at++
    }
    if (depth === 0 && '"}]'.includes(letter)) return at
  }
  return text.length
}

import { expect, test } from 'vitest'
import { describeJsonError } from '../../../src/http/body/json-syntax-error.js'

const STRING = 'is not closed, or has a raw line break or tab or a wrong escape in it'

const errors: [text: string, error: string][] = [
  ['', 'at line 1, column 1 the body ends where a value is expected'],
  ['{"title":', 'at line 1, column 10 the body ends where a value is expected'],
  ['{"title": "x",}', 'at line 1, column 15 there is "}" where a field name in double quotes is expected'],
  ["{'title': 1}", 'at line 1, column 2 there is "\'" where a field name in double quotes or } is expected'],
  ['{title: 1}', 'at line 1, column 2 there is "t" where a field name in double quotes or } is expected'],
  ['{"a" 1}', 'at line 1, column 6 there is "1" where : is expected'],
  ['{"a": 1 "b": 2}', 'at line 1, column 9 there is "\\"" where , or } is expected'],
  ['{\n  "a": 1,\n  "b": undefined\n}', 'at line 3, column 8 there is "u" where a value is expected'],
  ['[1, 2', 'at line 1, column 6 the body ends where , or ] is expected'],
  ['[1,]', 'at line 1, column 4 there is "]" where a value is expected'],
  ['{"a": [1}', 'at line 1, column 9 there is "}" where , or ] is expected'],
  ['{} x', 'at line 1, column 4 there is "x" where the end is expected'],
  ['01', 'at line 1, column 1 there is "0" where a value is expected'],
  ['{"a": "b}', `the string that begins at line 1, column 7 ${STRING}`],
  ['"a\nb"', `the string that begins at line 1, column 1 ${STRING}`],
  ['"\\x"', `the string that begins at line 1, column 1 ${STRING}`],
  ['\ufeff{}', 'there is a byte order mark at line 1, column 1; leave it out'],
  ['NaN', 'at line 1, column 1 there is "N" where a value is expected'],
]
for (const [text, error] of errors)
  test(`${JSON.stringify(text)}: ${error}`, () => {
    expect(() => JSON.parse(text)).toThrow()
    expect(describeJsonError(text)).toBe(error)
  })

test('finds no error in text that JSON.parse accepts', () => {
  for (const text of [
    '{}',
    '[]',
    '{"a":[1,-2.5e3,true,null,"x\\u00e9\\n\u0085"],"b":{"c":{}}}',
    ' 1 ',
    '[[],[[]]]',
    '"\u007f"',
  ]) {
    JSON.parse(text)
    expect(describeJsonError(text)).toContain('the body ends where the end is expected')
  }
})

test('takes linear time for a megabyte of invalid text', () => {
  expect(describeJsonError(`["${'\\"'.repeat(500_000)}`)).toContain('column 2')
  expect(describeJsonError('['.repeat(1_000_000))).toContain('the body ends')
})

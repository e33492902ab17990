import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { explainSlowness } from '../support/regex/complexity.js'

const ROOT = join(import.meta.dirname, '../..')
const DOCUMENTS = ['openapi.yaml', 'control.openapi.yaml', 'seeds/schema.yaml', 'scenarios/schema.json']

interface Found {
  where: string
  source: string
  flags: string
}

/** Every `pattern` of a schema, except under x-issue, where it is prose. */
function* patternsIn(node: unknown, where: string): Generator<Found> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, inner] of Object.entries(node)) {
    if (name === 'x-issue') continue
    if (name === 'pattern' && typeof inner === 'string') yield { where, source: inner, flags: 'u' }
    else yield* patternsIn(inner, `${where} ${name}`)
  }
}

/** Every regular expression in a source file, including those built from strings. */
function regexesIn(path: string, hasOnlyLiterals = false): Found[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const texts = new Map<string, string>()
  const found: Found[] = []
  const textOf = (node: ts.Node | undefined): string => {
    if (node && ts.isStringLiteralLike(node)) return node.text
    if (node && ts.isTemplateExpression(node))
      return node.head.text + node.templateSpans.map((span) => textOf(span.expression) + span.literal.text).join('')
    const known = node && ts.isIdentifier(node) ? texts.get(node.text) : undefined
    if (known === undefined)
      throw new Error(`${path} makes a regular expression of what is not known: ${node?.getText()}`)
    return known
  }
  const visit = (node: ts.Node): void => {
    const where = `${relative(ROOT, path)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteralLike(node.initializer))
      texts.set(node.name.getText(), node.initializer.text)
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ where, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if (!hasOnlyLiterals && ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      found.push({ where, source: textOf(source), flags: flags ? textOf(flags) : '' })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Superlinear expressions whose input is always short. */
const SPARED: Record<string, string> = {
  '\\[sandbox:([^\\]]{0,100})\\]': 'at most a hundred characters at each place, of a title of at most 500',
  '(\\d+)(ms|[smhdw])': 'reads only what was found to be a duration',
  '(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)$': 'reads only what was found to be an address',
  '\\/+$': 'reads only what a user types for himself',
  '\\n\\/\\/# sourceMappingURL=.*\\s*$': 'reads only what comes with the package',
  '\\n?\\/\\*# sourceMappingURL=.*\\*\\/\\s*$': 'reads only what comes with the package',
}

const slow = (found: Iterable<Found>) =>
  [...found].flatMap(({ where, source, flags }) => {
    const why = explainSlowness(source, flags)
    return why === undefined || Object.hasOwn(SPARED, source) ? [] : [`${where}: /${source}/${flags} ${why}`]
  })

describe('takes linear time for any input:', () => {
  for (const name of DOCUMENTS)
    test(`every pattern of ${name}`, () => {
      const patterns = [...patternsIn(parse(readFileSync(join(ROOT, name), 'utf8')), name)]
      expect(patterns.length).toBeGreaterThan(1)
      expect(slow(patterns)).toEqual([])
    })

  test('every regular expression of the sources', () => {
    const src = join(ROOT, 'src')
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const regexes = files.flatMap((file) => regexesIn(join(src, file)))
    expect(regexes.length).toBeGreaterThan(60)
    expect(slow(regexes)).toEqual([])
    const isThere = (source: string) =>
      regexes.some((regex) => regex.source === source && explainSlowness(source, regex.flags))
    expect(Object.keys(SPARED).filter((source) => !isThere(source))).toEqual([])
  })

  test('every format of the documents', () => {
    const path = createRequire(import.meta.url).resolve('ajv-formats/dist/formats.js')
    // Two formats of the package are superlinear, so no document may use them.
    const found = slow(regexesIn(path, true))
    expect(found.map((line) => line.replace(/^.*?: (.{12}).*$/, '$1'))).toEqual(['/^(?:https?|', '/^(?:[A-Za-z'])
    for (const name of DOCUMENTS)
      expect(readFileSync(join(ROOT, name), 'utf8')).not.toMatch(/\bformat"?: *"?(?:url|byte)\b/)
  })
})

describe('the check finds superlinear expressions', () => {
  const SLOW = [
    '(a+)+$',
    '(a*)*$',
    '(a|a)*$',
    '(a|ab|b)*$',
    '([a-z]+)*@',
    '^(\\w+\\s?)*$',
    '^a*a*$',
    '^\\s*\\w*\\s*$x',
    '\\s+$',
    'a+b',
    '^(.*)=(.*);$',
    '(?=a*)b',
    '^(a{1,5}){2,9}$',
    '(x?x?)*$',
  ]
  for (const source of SLOW) test(source, () => expect(explainSlowness(source, '')).toBeDefined())
})

describe('the check accepts linear expressions', () => {
  const LINEAR = [
    '^(a+b)+$',
    '^a*b*$',
    '^[a-z0-9][a-z0-9-]{0,62}$',
    '\\S',
    'whsec_\\w+',
    '^([0-9]{1,12}(ms|s|m|h|d|w)){1,6}$',
    '(a+)+',
  ]
  for (const source of LINEAR) test(source, () => expect(explainSlowness(source, '')).toBeUndefined())
})

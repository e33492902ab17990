import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import openapi from '../../openapi.yaml'

interface Node {
  $ref?: string
  'x-fidelity'?: string
  properties?: Record<string, Node>
}
const schemas = (openapi as { components: { schemas: Record<string, Node> } }).components.schemas
const fidelityOf = (node: Node | undefined): string | undefined =>
  node?.['x-fidelity'] ?? fidelityOf(schemas[node?.$ref?.split('/').at(-1) ?? ''])
const specified = (name: string) =>
  Object.entries(schemas[name]?.properties ?? {}).flatMap(([field, node]) =>
    fidelityOf(node) === 'specified' ? [field] : [],
  )

// The specification shows amounts and their currency on the royalty record alone; the rest has them by our choice.
test.each([
  ['RoyaltyRecord', ['gross_amount', 'net_amount', 'currency']],
  ['Statement', []],
  ['LineItem', []],
  ['Payout', ['status']],
])('%s has %j from the specification, and the rest is assumed', (name, fields) => {
  expect(specified(name)).toEqual(fields)
})

test.each(['CurrencyCode', 'PayoutStatus', 'StatementStatus', 'HoldReason', 'Period'])(
  'the values of %s are assumed',
  (name) => {
    expect(schemas[name]?.['x-fidelity']).toBe('assumed')
  },
)

describe('the register', () => {
  const register = readFileSync(join(import.meta.dirname, '../../docs/fidelity.md'), 'utf8')
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const tables = register.split(/^## /m).flatMap((text) => {
    const [header, , ...rows] = text.split('\n').filter((line) => line.startsWith('|'))
    return header === undefined ? [] : [{ title: text.split('\n')[0] as string, header, rows }]
  })

  test('has a table of contradictions and three of choices', () => {
    expect(tables.map(({ title, header }) => [title, ...cellsOf(header)])).toEqual([
      ['Where the specification contradicts itself', 'section', 'statements', 'default reading', 'reason'],
      ['Names and shapes', 'section', 'left open', 'choice', 'reason'],
      ['Operations', 'section', 'left open', 'choice', 'reason'],
      ['Behaviour', 'section', 'left open', 'choice', 'reason'],
    ])
  })

  test.each(tables)('gives a reason in every row of $title', ({ rows }) => {
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) {
      const cells = cellsOf(row)
      expect([row, cells.length, cells.every((cell) => cell !== '')]).toEqual([row, 4, true])
    }
  })

  test.each(['delivery.completed', 'WORLDWIDE', 'status', 'duplicate_submission'])(
    'names the default reading of %s among the contradictions',
    (name) => {
      expect(tables[0]?.rows.filter((row) => row.includes(`\`${name}\``)).length).toBeGreaterThan(0)
    },
  )
})

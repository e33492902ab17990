import { expect, test } from 'vitest'
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

test.each(['Currency', 'PayoutStatus', 'StatementStatus', 'HoldReason', 'Period'])(
  'the values of %s are assumed',
  (name) => {
    expect(schemas[name]?.['x-fidelity']).toBe('assumed')
  },
)

import { expect, test } from 'vitest'
import openapi from '../../openapi.yaml'
import { assertAllOperationsImplemented, createContract } from '../../src/contract/contract.js'
import type { Document } from '../../src/contract/openapi-document.js'
import { toFieldPath } from '../../src/contract/validation-issues.js'

const contract = createContract(openapi as Document)

test('document and code must define the same operations', () => {
  const complete = Object.fromEntries(contract.operations.map(({ id }) => [id, {}]))
  expect(() => assertAllOperationsImplemented(contract, complete)).not.toThrow()
  const { getRelease: _left, ...lacking } = complete
  expect(() => assertAllOperationsImplemented(contract, lacking)).toThrow(
    'getRelease is in the document but not in the code',
  )
  expect(() => assertAllOperationsImplemented(contract, { ...complete, sing: {} })).toThrow(
    'sing is in the code but not in the document',
  )
})

for (const { method, path, id } of contract.operations)
  test(`${method} ${path} routes to ${id}`, () => {
    const filled = path.replaceAll(/\{[^}]+\}/g, 'some-id')
    const match = contract.match(method, filled)
    expect(match.found && match.operation.id).toBe(id)
    const { allow } = contract.match('TRACE', filled) as { allow: string[] }
    expect(allow).toContain(method)
  })

test('a literal path takes precedence over one with a parameter', () => {
  const routes: Document = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: {
      '/a/{x}': { get: { operationId: 'any', responses: {} } },
      '/a/b': { get: { operationId: 'fixed', responses: {} } },
    },
  }
  const match = createContract(routes).match('GET', '/a/b')
  expect(match.found && match.operation.id).toBe('fixed')
})

test('a JSON pointer becomes a path with dots and brackets', () => {
  expect(toFieldPath('/artists/0/role')).toBe('artists[0].role')
  expect(toFieldPath('', 'title')).toBe('title')
  expect(toFieldPath('/tracks/3', 'isrc')).toBe('tracks[3].isrc')
  expect(toFieldPath('/a~1b/~0c')).toBe('a/b.~c')
})

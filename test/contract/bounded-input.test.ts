import { expect, test } from 'vitest'
import control from '../../control.openapi.yaml'
import service from '../../openapi.yaml'

type Schema = { [keyword: string]: unknown }
interface Parameter {
  name: string
  in: string
  schema: Schema
}
interface Operation {
  operationId: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface Document {
  paths: Record<string, { parameters?: Operation['parameters'] } & Record<string, Operation>>
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/** A pattern that is anchored at both ends and has no quantifier without an upper bound. */
function hasBoundedPattern(pattern: string): boolean {
  const outsideClasses = pattern.replaceAll(/\[(?:\\.|[^\]])*\]/g, 'x')
  return /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(outsideClasses.replaceAll(/\\./g, 'x'))
}

function isBoundedString(schema: Schema): boolean {
  if ('maxLength' in schema || 'enum' in schema || 'const' in schema) return true
  // Raw bytes have a limit of their own, and AJV accepts exactly ten characters for a date.
  if (schema.format === 'binary' || schema.format === 'date') return true
  return typeof schema.pattern === 'string' && hasBoundedPattern(schema.pattern)
}

/** Every string and list of a schema that has no maximum, by its path. */
function* findUnbounded(
  document: unknown,
  given: Schema,
  path: string,
  seen: readonly unknown[] = [],
): Generator<string> {
  const schema = resolve(document, given)
  if (seen.includes(schema)) return
  const inner = (next: unknown, name: string) =>
    findUnbounded(document, next as Schema, `${path}${name}`, [...seen, schema])
  const types = [schema.type].flat()
  if (types.includes('string') && !isBoundedString(schema)) yield path
  if (types.includes('array') && !('maxItems' in schema)) yield `${path}[]`
  if ('additionalProperties' in schema && schema.additionalProperties !== false) yield `${path}.*`
  if (schema.items) yield* inner(schema.items, '[]')
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    // Inside of a condition or a branch, a property may have no type of its own.
    yield* inner(property, `.${name}`)
  }
  for (const keyword of ['oneOf', 'anyOf', 'allOf'])
    for (const [i, branch] of ((schema[keyword] as Schema[] | undefined) ?? []).entries())
      yield* inner(branch, `(${keyword} ${i})`)
}

function resolve<T extends object>(document: unknown, value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value
  const { $ref, ...siblings } = value
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document)
  return { ...resolve(document, target as T), ...siblings }
}

function* unboundedInputs(document: Document): Generator<string> {
  for (const item of Object.values(document.paths))
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const { operationId, parameters = [], requestBody } = operation
      for (const given of [...(item.parameters ?? []), ...parameters]) {
        const parameter = resolve<Parameter>(document, given)
        yield* findUnbounded(document, parameter.schema, `${operationId} ${parameter.in} ${parameter.name}`)
      }
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        yield* findUnbounded(document, schema, `${operationId} body`)
    }
}

for (const [name, document] of Object.entries({ 'openapi.yaml': service, 'control.openapi.yaml': control }))
  test(`every text and list that a request of ${name} can send has a maximum`, () => {
    expect([...unboundedInputs(document as unknown as Document)]).toEqual([])
  })

test('the walk finds texts and lists without a maximum', () => {
  const document = {
    paths: {
      '/a': {
        parameters: [{ name: 'id', in: 'path', schema: { type: 'string', pattern: '^a+$' } }],
        post: {
          operationId: 'a',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    list: { type: 'array', items: { $ref: '#/components/Text' } },
                    bounded: { type: 'string', pattern: '^[a+]{1,3}$' },
                    either: { oneOf: [{ type: 'integer' }, { type: ['string', 'null'] }] },
                    map: { type: 'object', additionalProperties: true },
                  },
                },
              },
            },
          },
        },
      },
    },
    components: { Text: { type: 'string', minLength: 1 } },
  }
  expect([...unboundedInputs(document as unknown as Document)]).toEqual([
    'a path id',
    'a body.list[]',
    'a body.list[]',
    'a body.either(oneOf 1)',
    'a body.map.*',
  ])
})

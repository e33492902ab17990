import type { Document } from '../../src/contract/openapi-document.js'

type Node = Record<string, unknown>

/** Lists the changes of a document that can break a client of the old one. Additions are not breaking. */
export function findBreakingChanges(before: Document, after: Document): string[] {
  const found: string[] = []
  for (const [path, item] of Object.entries(before.paths ?? {}))
    for (const [method, operationBefore] of Object.entries(item ?? {})) {
      const operation = operationBefore as Node
      if (!operation.operationId) continue
      const operationAfter = (after.paths?.[path] as Node | undefined)?.[method] as Node | undefined
      const name = `${method.toUpperCase()} ${path}`
      if (!operationAfter) found.push(`${name}: operation removed`)
      else {
        const pathParameters = (node: unknown) => ((node as Node | undefined)?.parameters ?? []) as unknown[]
        const withPathParameters = (node: Node, path: unknown) => ({
          ...node,
          parameters: [...pathParameters(path), ...((node.parameters ?? []) as unknown[])],
        })
        const [mergedBefore, mergedAfter] = [
          withPathParameters(operation, item),
          withPathParameters(operationAfter, after.paths?.[path]),
        ]
        compareOperations(name, resolver(before), mergedBefore, resolver(after), mergedAfter, found)
      }
    }
  return found
}

type Resolve = (node: unknown) => Node

const resolver =
  (document: Document): Resolve =>
  (node) => {
    const { $ref, ...siblings } = (node ?? {}) as Node
    if (typeof $ref !== 'string') return (node ?? {}) as Node
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Node)[key], document)
    return { ...(target as Node), ...siblings }
  }

function compareOperations(
  name: string,
  resolveBefore: Resolve,
  operationBefore: Node,
  resolveAfter: Resolve,
  operationAfter: Node,
  found: string[],
) {
  const resolveParameters = (resolve: Resolve, node: Node) => ((node.parameters ?? []) as unknown[]).map(resolve)
  const parametersAfter = resolveParameters(resolveAfter, operationAfter)
  for (const parameter of resolveParameters(resolveBefore, operationBefore)) {
    const counterpart = parametersAfter.find((other) => other.name === parameter.name && other.in === parameter.in)
    if (!counterpart) found.push(`${name} parameter ${parameter.name}: removed`)
    else
      compareSchemas(
        `${name} parameter ${parameter.name}`,
        resolveBefore,
        parameter.schema,
        resolveAfter,
        counterpart.schema,
        'request',
        found,
      )
  }
  for (const parameter of parametersAfter) {
    const previous = resolveParameters(resolveBefore, operationBefore).find((other) => other.name === parameter.name)
    if (parameter.required && !previous?.required) found.push(`${name} parameter ${parameter.name}: newly required`)
  }
  compareContents(
    `${name} request`,
    resolveBefore,
    resolveBefore(operationBefore.requestBody),
    resolveAfter,
    resolveAfter(operationAfter.requestBody),
    'request',
    found,
  )
  if (resolveAfter(operationAfter.requestBody).required && !resolveBefore(operationBefore.requestBody).required)
    found.push(`${name} request: body newly required`)
  for (const [status, response] of Object.entries((operationBefore.responses ?? {}) as Node)) {
    const counterpart = (operationAfter.responses as Node | undefined)?.[status]
    if (!counterpart) found.push(`${name} ${status}: response removed`)
    else
      compareContents(
        `${name} ${status}`,
        resolveBefore,
        resolveBefore(response),
        resolveAfter,
        resolveAfter(counterpart),
        'response',
        found,
      )
  }
}

function compareContents(
  name: string,
  resolveBefore: Resolve,
  contentBefore: Node,
  resolveAfter: Resolve,
  contentAfter: Node,
  side: Side,
  found: string[],
) {
  for (const [type, media] of Object.entries((contentBefore.content ?? {}) as Record<string, Node>)) {
    const counterpart = (contentAfter.content as Record<string, Node> | undefined)?.[type]
    if (!counterpart) found.push(`${name}: ${type} removed`)
    else compareSchemas(name, resolveBefore, media.schema, resolveAfter, counterpart.schema, side, found)
  }
}

type Side = 'request' | 'response'

function compareSchemas(
  name: string,
  resolveBefore: Resolve,
  nodeBefore: unknown,
  resolveAfter: Resolve,
  nodeAfter: unknown,
  side: Side,
  found: string[],
) {
  const [schemaBefore, schemaAfter] = [resolveBefore(nodeBefore), resolveAfter(nodeAfter)]
  const types = (node: Node) => JSON.stringify([node.type].flat().sort())
  if (schemaBefore.type !== undefined && types(schemaBefore) !== types(schemaAfter))
    found.push(`${name}: type changed from ${types(schemaBefore)} to ${types(schemaAfter)}`)

  // Requests must accept what they accepted; responses must not contain more than they were limited to.
  const oldValues = schemaBefore.enum as unknown[] | undefined
  const newValues = schemaAfter.enum as unknown[] | undefined
  if (side === 'request' && newValues && !(oldValues ?? [undefined]).every((value) => newValues.includes(value)))
    found.push(`${name}: allowed values removed`)

  if (side === 'request') {
    const limit = (node: Node, keyword: string, fallback: number) => (node[keyword] as number | undefined) ?? fallback
    for (const keyword of ['maxLength', 'maxItems', 'maximum'])
      if (limit(schemaAfter, keyword, Infinity) < limit(schemaBefore, keyword, Infinity))
        found.push(`${name}: ${keyword} lowered`)
    for (const keyword of ['minLength', 'minItems', 'minimum'])
      if (limit(schemaAfter, keyword, -Infinity) > limit(schemaBefore, keyword, -Infinity))
        found.push(`${name}: ${keyword} raised`)
  }

  const requiredBefore = (schemaBefore.required ?? []) as string[]
  const requiredAfter = (schemaAfter.required ?? []) as string[]
  if (side === 'request')
    for (const field of requiredAfter)
      if (!requiredBefore.includes(field)) found.push(`${name}.${field}: newly required`)
  if (side === 'response')
    for (const field of requiredBefore)
      if (!requiredAfter.includes(field)) found.push(`${name}.${field}: no longer always there`)

  const properties = (schemaAfter.properties ?? {}) as Node
  for (const [field, property] of Object.entries((schemaBefore.properties ?? {}) as Node)) {
    if (!(field in properties)) found.push(`${name}.${field}: removed`)
    else compareSchemas(`${name}.${field}`, resolveBefore, property, resolveAfter, properties[field], side, found)
  }
  if (schemaBefore.items)
    compareSchemas(`${name}[]`, resolveBefore, schemaBefore.items, resolveAfter, schemaAfter.items, side, found)
}

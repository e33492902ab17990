import type { Document } from '../../src/contract/document.js'

type Node = Record<string, unknown>

/** What a client of the old document could stumble over with the new one. Additions are none of it. */
export function breakingChanges(before: Document, after: Document): string[] {
  const found: string[] = []
  for (const [path, item] of Object.entries(before.paths ?? {}))
    for (const [method, old] of Object.entries(item ?? {})) {
      const operation = old as Node
      if (!operation.operationId) continue
      const now = (after.paths?.[path] as Node | undefined)?.[method] as Node | undefined
      const name = `${method.toUpperCase()} ${path}`
      if (!now) found.push(`${name}: operation removed`)
      else {
        const shared = (node: unknown) => ((node as Node | undefined)?.parameters ?? []) as unknown[]
        const withShared = (node: Node, path: unknown) => ({
          ...node,
          parameters: [...shared(path), ...((node.parameters ?? []) as unknown[])],
        })
        const [was, is] = [withShared(operation, item), withShared(now, after.paths?.[path])]
        compareOperations(name, resolver(before), was, resolver(after), is, found)
      }
    }
  return found
}

type Resolve = (node: unknown) => Node

const resolver =
  (document: Document): Resolve =>
  (node) => {
    const { $ref, ...beside } = (node ?? {}) as Node
    if (typeof $ref !== 'string') return (node ?? {}) as Node
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Node)[key], document)
    return { ...(target as Node), ...beside }
  }

function compareOperations(name: string, was: Resolve, old: Node, is: Resolve, now: Node, found: string[]) {
  const list = (resolve: Resolve, node: Node) => ((node.parameters ?? []) as unknown[]).map(resolve)
  const next = list(is, now)
  for (const parameter of list(was, old)) {
    const same = next.find((other) => other.name === parameter.name && other.in === parameter.in)
    if (!same) found.push(`${name} parameter ${parameter.name}: removed`)
    else compareSchemas(`${name} parameter ${parameter.name}`, was, parameter.schema, is, same.schema, 'request', found)
  }
  for (const parameter of next) {
    const before = list(was, old).find((other) => other.name === parameter.name)
    if (parameter.required && !before?.required) found.push(`${name} parameter ${parameter.name}: newly required`)
  }
  compareContents(`${name} request`, was, was(old.requestBody), is, is(now.requestBody), 'request', found)
  if (is(now.requestBody).required && !was(old.requestBody).required) found.push(`${name} request: body newly required`)
  for (const [status, response] of Object.entries((old.responses ?? {}) as Node)) {
    const same = (now.responses as Node | undefined)?.[status]
    if (!same) found.push(`${name} ${status}: response removed`)
    else compareContents(`${name} ${status}`, was, was(response), is, is(same), 'response', found)
  }
}

function compareContents(name: string, was: Resolve, old: Node, is: Resolve, now: Node, side: Side, found: string[]) {
  for (const [type, media] of Object.entries((old.content ?? {}) as Record<string, Node>)) {
    const same = (now.content as Record<string, Node> | undefined)?.[type]
    if (!same) found.push(`${name}: ${type} removed`)
    else compareSchemas(name, was, media.schema, is, same.schema, side, found)
  }
}

type Side = 'request' | 'response'

function compareSchemas(
  name: string,
  was: Resolve,
  oldNode: unknown,
  is: Resolve,
  newNode: unknown,
  side: Side,
  found: string[],
) {
  const [old, now] = [was(oldNode), is(newNode)]
  const types = (node: Node) => JSON.stringify([node.type].flat().sort())
  if (old.type !== undefined && types(old) !== types(now))
    found.push(`${name}: type changed from ${types(old)} to ${types(now)}`)

  // A request must go on accepting what it accepted; a client may rely on what an answer was limited to.
  const oldValues = old.enum as unknown[] | undefined
  const newValues = now.enum as unknown[] | undefined
  if (side === 'request' && newValues && !(oldValues ?? [undefined]).every((value) => newValues.includes(value)))
    found.push(`${name}: allowed values removed`)

  if (side === 'request') {
    const limit = (node: Node, keyword: string, none: number) => (node[keyword] as number | undefined) ?? none
    for (const keyword of ['maxLength', 'maxItems', 'maximum'])
      if (limit(now, keyword, Infinity) < limit(old, keyword, Infinity)) found.push(`${name}: ${keyword} lowered`)
    for (const keyword of ['minLength', 'minItems', 'minimum'])
      if (limit(now, keyword, -Infinity) > limit(old, keyword, -Infinity)) found.push(`${name}: ${keyword} raised`)
  }

  const before = (old.required ?? []) as string[]
  const after = (now.required ?? []) as string[]
  if (side === 'request')
    for (const field of after) if (!before.includes(field)) found.push(`${name}.${field}: newly required`)
  if (side === 'response')
    for (const field of before) if (!after.includes(field)) found.push(`${name}.${field}: no longer always there`)

  const properties = (now.properties ?? {}) as Node
  for (const [field, property] of Object.entries((old.properties ?? {}) as Node)) {
    if (!(field in properties)) found.push(`${name}.${field}: removed`)
    else compareSchemas(`${name}.${field}`, was, property, is, properties[field], side, found)
  }
  if (old.items) compareSchemas(`${name}[]`, was, old.items, is, now.items, side, found)
}

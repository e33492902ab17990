import type { OpenAPIV3_1 } from 'openapi-types'

export type Document = OpenAPIV3_1.Document
export type Schema = OpenAPIV3_1.SchemaObject
type Reference = OpenAPIV3_1.ReferenceObject

/** The node itself, or what its `$ref` names. */
export function resolveRef<T extends object>(document: Document, node: T | Reference): T {
  let found: unknown = node
  while (typeof found === 'object' && found !== null && '$ref' in found && typeof found.$ref === 'string') {
    const { $ref } = found
    found = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (at, key) => (at as Record<string, unknown> | undefined)?.[unescapePointerSegment(key)],
        document,
      )
    if (found === undefined) throw new Error(`The contract refers to ${$ref}, which is not there`)
  }
  return found as T
}

/** A segment of a JSON pointer as the key that it names. */
export const unescapePointerSegment = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

import type { OpenAPIV3_1 } from 'openapi-types'

export type Document = OpenAPIV3_1.Document
export type Schema = OpenAPIV3_1.SchemaObject
type Reference = OpenAPIV3_1.ReferenceObject

/** Follows `$ref`. */
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
    if (found === undefined) throw new Error(`The document refers to ${$ref}, which does not exist`)
  }
  return found as T
}

export const unescapePointerSegment = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

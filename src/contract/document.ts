import type { OpenAPIV3_1 } from 'openapi-types'

export type Document = OpenAPIV3_1.Document
export type Schema = OpenAPIV3_1.SchemaObject
type Reference = OpenAPIV3_1.ReferenceObject

/** A node of the document with its JSON pointer, by which a validator is compiled from it. */
export interface Located<T> {
  pointer: string
  node: T
}

const escaped = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1')

export const pointerTo = (base: string, ...segments: (string | number)[]): string =>
  segments.reduce<string>((pointer, segment) => `${pointer}/${escaped(String(segment))}`, base)

/** The node itself, or what its `$ref` names. */
export function resolve<T extends object>(document: Document, located: Located<T | Reference>): Located<T> {
  let { pointer, node } = located
  while ('$ref' in node && typeof node.$ref === 'string') {
    pointer = node.$ref.slice(1)
    let target: unknown = document
    for (const segment of pointer.split('/').slice(1))
      target = (target as Record<string, unknown>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')]
    if (typeof target !== 'object' || target === null)
      throw new Error(`The contract refers to ${pointer}, which is not there`)
    node = target as T | Reference
  }
  return { pointer, node: node as T }
}

import { _, Ajv, type AnySchemaObject } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { createAjv, REQUEST_VALIDATION } from './detailed-validator.js'
import type { Document } from './openapi-document.js'
import { closeSchemas } from './schemas.js'

/** The content of `runtime/snapshots/row-schemas.yaml`. */
export interface RowSchemas {
  definitions: Record<string, AnySchemaObject>
  /** By section. */
  rows: Record<string, AnySchemaObject>
}

/** Replaces the shorthands of row schemas, and closes all objects. */
function expandSchema(schema: AnySchemaObject, shared: Record<string, AnySchemaObject>): AnySchemaObject {
  const { extends: base, omit = [], pair, ...own } = schema
  if (pair) {
    const items = pair.map((item: AnySchemaObject) => expandSchema(item, shared))
    return { type: 'array', minItems: 2, maxItems: 2, items }
  }
  const inherited = base === undefined ? {} : (shared[base] as AnySchemaObject)
  const expanded: AnySchemaObject = { ...inherited, ...own }
  if (inherited.properties || own.properties) {
    const properties = Object.entries({ ...inherited.properties, ...own.properties } as Record<string, AnySchemaObject>)
    expanded.properties = Object.fromEntries(
      properties.filter(([name]) => !omit.includes(name)).map(([name, value]) => [name, expandSchema(value, shared)]),
    )
    expanded.required = [...(inherited.required ?? []), ...(own.required ?? [])].filter((name) => !omit.includes(name))
    expanded.additionalProperties ??= false
  }
  if (typeof expanded.additionalProperties === 'object')
    expanded.additionalProperties = expandSchema(expanded.additionalProperties, shared)
  if (expanded.items) expanded.items = expandSchema(expanded.items, shared)
  return expanded
}

/** Lets references point to the shared schemas of the rows and of the contract. */
const redirectReferences = (schema: AnySchemaObject): AnySchemaObject =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string'
      ? `${value.startsWith('#/definitions/') ? 'rows' : 'contract'}${value}`
      : value,
  )

/** Documentation would be most of the compiled code. */
const withoutDocumentation = (schemas: Record<string, AnySchemaObject>): Record<string, AnySchemaObject> =>
  JSON.parse(JSON.stringify(schemas), (key, value) =>
    ['description', 'example', 'x-fidelity'].includes(key) && typeof value === 'string' ? undefined : value,
  )

/** The schemas of a section: one, or one per value of the field that `by` names. */
function variantsOf({ by, of, entry, ...schema }: AnySchemaObject): [suffix: string, schema: AnySchemaObject][] {
  if (!by) return [['', schema]]
  return Object.entries(of as Record<string, AnySchemaObject>).map(([value, variant]) => [
    ` ${value}`,
    entry ? { ...schema, properties: { ...schema.properties, [entry]: variant } } : variant,
  ])
}

/**
 * Compiles the row schemas to a module when the package is built. Unlike the validators of the contract, these keep
 * their error details: an import that is refused says where.
 */
export function compileRowValidators({ definitions, rows }: RowSchemas, document: Document): string {
  const shared = withoutDocumentation(document.components?.schemas as Record<string, AnySchemaObject>)
  const code = { source: true, esm: true, formats: _`fullFormats` }
  const ajv = createAjv(closeSchemas(shared), { ...REQUEST_VALIDATION, messages: false, code }, Ajv)
  const expandedDefinitions = Object.entries(definitions).map(([name, schema]) => [
    name,
    redirectReferences(expandSchema(schema, shared)),
  ])
  ajv.addSchema({ definitions: Object.fromEntries(expandedDefinitions) }, 'rows')
  const names: Record<string, string> = {}
  const table: [string, string][] = []
  for (const [section, schema] of Object.entries(rows))
    for (const [suffix, variant] of variantsOf(schema)) {
      const name = `row${table.length}`
      ajv.addSchema(redirectReferences(expandSchema(variant, shared)), name)
      names[name] = name
      table.push([section + suffix, name])
    }
  const selectors = Object.entries(rows).flatMap(([section, { by }]) => (by ? [[section, by]] : []))
  return `${standaloneCode.default(ajv, names)}
export const selectors = ${JSON.stringify(Object.fromEntries(selectors))}
export const validators = {${table.map(([key, name]) => `${JSON.stringify(key)}: ${name}`).join(', ')}}`
}

import { _, Ajv, type AnySchemaObject } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { createAjv, REQUEST_VALIDATION, RESPONSE_VALIDATION, type ValidationOptions } from './detailed-validator.js'
import type { Document } from './openapi-document.js'
import { createRouter } from './router.js'
import {
  acceptsAnyString,
  buildParametersSchema,
  closeSchema,
  closeSchemas,
  findEventSchema,
  toStandaloneSchema,
  withSingleValues,
} from './schemas.js'

/** Compiles schemas to named functions. Equal schemas share one function, because most error responses are the same. */
class SchemaCompiler {
  readonly #ajv: ReturnType<typeof createAjv>
  readonly #names = new Map<string, string>()
  constructor(
    readonly prefix: string,
    schemas: AnySchemaObject,
    options: ValidationOptions,
  ) {
    const formats = _`${options.dateMode === 'full' ? _`fullFormats` : _`fastFormats`}`
    // The draft-07 class supports every keyword that the documents use and generates half as much code.
    const ajvOptions = { ...options, messages: false, code: { source: true, esm: true, formats } }
    this.#ajv = createAjv(schemas, ajvOptions, Ajv)
  }

  register(schema: AnySchemaObject): string {
    const text = JSON.stringify(schema)
    let name = this.#names.get(text)
    if (!name) {
      name = `${this.prefix}${this.#names.size}`
      this.#names.set(text, name)
      this.#ajv.addSchema(schema, name)
    }
    return name
  }

  generateCode(): string {
    const names = [...this.#names.values()]
    return stripErrorDetails(standaloneCode.default(this.#ajv, Object.fromEntries(names.map((name) => [name, name]))))
  }
}

/**
 * Replaces every error object with `{}`. Callers only ask whether a value is valid, and error objects are most of the
 * generated code.
 */
function stripErrorDetails(code: string): string {
  let stripped = ''
  let from = 0
  for (const { index } of code.matchAll(/\{instancePath[:,]/g)) {
    stripped += `${code.slice(from, index)}{}`
    from = findLiteralEnd(code, index)
  }
  return stripped + code.slice(from)
}

/** The end of the object literal that starts at `at`. */
function findLiteralEnd(code: string, at: number): number {
  let depth = 0
  for (let i = at; i < code.length; i++) {
    const c = code[i]
    if (c === '"') for (i++; i < code.length && code[i] !== '"'; i++) i += code[i] === '\\' ? 1 : 0
    else if (c === '{') depth++
    else if (c === '}' && --depth === 0) return i + 1
  }
  throw new Error('The code that AJV generates has changed: an error object has no end. Adapt stripErrorDetails.')
}

const toObjectLiteral = (entries: [string | number, string][]) =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`

/**
 * Compiles the validators of a document to modules when the package is built, so that start-up does not have to run AJV.
 */
export function compileValidators(document: Document): { requests: string; responses: string; validators: string } {
  const { operations } = createRouter(document)
  const schemas = withSingleValues(document.components?.schemas ?? {})
  const requestCompiler = new SchemaCompiler('request', schemas, REQUEST_VALIDATION)
  const responseCompiler = new SchemaCompiler('response', closeSchemas(schemas), RESPONSE_VALIDATION)
  const compileResponse = (schema: unknown) =>
    `ofResponses.${responseCompiler.register(closeSchema(toStandaloneSchema(schema)))}`
  const compiled = {
    parameters: operations
      .filter(({ parameters }) => !parameters.every(acceptsAnyString))
      .map((operation): [string, string] => [
        operation.id,
        `ofRequests.${requestCompiler.register(buildParametersSchema(operation))}`,
      ]),
    bodies: operations.flatMap(({ id, body }): [string, string][] =>
      body && !body.isRaw ? [[id, `ofRequests.${requestCompiler.register(toStandaloneSchema(body.schema))}`]] : [],
    ),
    responses: operations.map(({ id, responses: documented }): [string, string] => [
      id,
      toObjectLiteral(
        [...documented].flatMap(([status, { schema }]): [number, string][] =>
          schema ? [[status, compileResponse(schema)]] : [],
        ),
      ),
    ]),
    events: Object.keys(document.webhooks ?? {}).flatMap((type): [string, string][] => {
      const schema = findEventSchema(document, type)
      return schema ? [[type, compileResponse(schema)]] : []
    }),
  }
  return {
    requests: requestCompiler.generateCode(),
    responses: responseCompiler.generateCode(),
    validators: Object.entries(compiled)
      .map(([name, entries]) => `export const ${name} = ${toObjectLiteral(entries)}`)
      .join('\n'),
  }
}

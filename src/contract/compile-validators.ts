import { _, Ajv, type AnySchemaObject } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { Document } from './document.js'
import { createRouter } from './router.js'
import { closed, closedAll, eventSchema, parametersSchema, standalone, takesAnyText } from './schemas.js'
import { ANSWERS, createAjv, REQUESTS, type Thoroughness } from './validator.js'

/** Schemas under the names of the functions that they become. Equal ones become one: most answers are the same error. */
class Compiling {
  readonly #ajv: ReturnType<typeof createAjv>
  readonly #names = new Map<string, string>()
  constructor(
    readonly prefix: string,
    schemas: AnySchemaObject,
    thoroughness: Thoroughness,
  ) {
    const formats = _`${thoroughness.dates === 'full' ? _`fullFormats` : _`fastFormats`}`
    // The plain one has all the keywords that the documents use, and writes half the code.
    const options = { ...thoroughness, messages: false, code: { source: true, esm: true, formats } }
    this.#ajv = createAjv(schemas, options, Ajv)
  }

  name(schema: AnySchemaObject): string {
    const text = JSON.stringify(schema)
    let name = this.#names.get(text)
    if (!name) {
      name = `${this.prefix}${this.#names.size}`
      this.#names.set(text, name)
      this.#ajv.addSchema(schema, name)
    }
    return name
  }

  code(): string {
    const names = [...this.#names.values()]
    return withoutReasons(standaloneCode.default(this.#ajv, Object.fromEntries(names.map((name) => [name, name]))))
  }
}

/**
 * The same code with `{}` for every error that it would describe: it is only asked whether there is one, and the
 * descriptions are most of it.
 */
function withoutReasons(code: string): string {
  let kept = ''
  let from = 0
  for (const { index } of code.matchAll(/\{instancePath[:,]/g)) {
    kept += `${code.slice(from, index)}{}`
    from = endOfLiteral(code, index)
  }
  return kept + code.slice(from)
}

/** Where the object literal that begins at `at` is over. */
function endOfLiteral(code: string, at: number): number {
  let depth = 0
  for (let i = at; i < code.length; i++) {
    const c = code[i]
    if (c === '"') for (i++; i < code.length && code[i] !== '"'; i++) i += code[i] === '\\' ? 1 : 0
    else if (c === '{') depth++
    else if (c === '}' && --depth === 0) return i + 1
  }
  throw new Error('AJV writes its code otherwise than it did.')
}

const listed = (entries: [string | number, string][]) =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`

/**
 * The looks of a document as modules: what AJV would otherwise have to make, at every start, before the first answer.
 * Runs when the package is built, and nowhere else.
 */
export function compileLooks(document: Document): { requests: string; answers: string; looks: string } {
  const { operations } = createRouter(document)
  const schemas = document.components?.schemas ?? {}
  const requests = new Compiling('request', schemas, REQUESTS)
  const answers = new Compiling('answer', closedAll(schemas), ANSWERS)
  const answerOf = (schema: unknown) => `ofAnswers.${answers.name(closed(standalone(schema)))}`
  const looks = {
    parameters: operations
      .filter(({ parameters }) => !parameters.every(takesAnyText))
      .map((operation): [string, string] => [operation.id, `ofRequests.${requests.name(parametersSchema(operation))}`]),
    bodies: operations.flatMap(({ id, body }): [string, string][] =>
      body && body.mediaType !== '*/*' ? [[id, `ofRequests.${requests.name(standalone(body.schema))}`]] : [],
    ),
    answers: operations.map(({ id, answers: documented }): [string, string] => [
      id,
      listed(
        [...documented].flatMap(([status, { schema }]): [number, string][] =>
          schema ? [[status, answerOf(schema)]] : [],
        ),
      ),
    ]),
    events: Object.keys(document.webhooks ?? {}).flatMap((type): [string, string][] => {
      const schema = eventSchema(document, type)
      return schema ? [[type, answerOf(schema)]] : []
    }),
  }
  return {
    requests: requests.code(),
    answers: answers.code(),
    looks: Object.entries(looks)
      .map(([name, entries]) => `export const ${name} = ${listed(entries)}`)
      .join('\n'),
  }
}

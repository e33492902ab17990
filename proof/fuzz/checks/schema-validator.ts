import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Contract, Node } from './contract.js'

/** Validates values against schemas. */
export interface SchemaValidator {
  /**
   * The invalid fields of a request's value, as `details` names them. An empty string stands for the value as a
   * whole.
   */
  invalidFields(schema: Node, value: unknown): string[]
  /** Issues of a response's value. Every object is closed: undocumented fields are issues. */
  valueIssues(schema: Node, value: unknown): string[]
}

const VOCABULARY = [
  'x-fidelity',
  'x-issue',
  'x-issue-code',
  'x-accepts-single-value',
  'x-replacement',
  'example',
  'discriminator',
  'components',
]

/** RFC 3339 full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  const [whole, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (whole === undefined) return false
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0
  return Number(day) >= 1 && Number(day) <= days
}

/** GS1 check digit: the digits, weighted 3 and 1 in turn, add up to a multiple of ten. */
export const isUpc = (text: string): boolean =>
  [...text].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 3 : 1), 0) % 10 === 0

function createAjv(schemas: Node, id: string) {
  // Strict mode: an ambiguous schema is a defect of the document.
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    // Adds `parentSchema` to errors.
    verbose: true,
  })
  formats.default(ajv, ['date-time', 'uri', 'binary'])
  ajv.addFormat('date', isDate)
  ajv.addFormat('upc', isUpc)
  ajv.addVocabulary(VOCABULARY)
  ajv.addSchema({ $id: id, components: { schemas } })
  return ajv
}

/** Closes every object of the subschemas that describe a whole value. Others, such as `contains`, describe a part. */
function closeObjects(node: Node): Node {
  const copy: Node = { ...node }
  if (node.properties) {
    copy.properties = closeAll(node.properties as Record<string, Node>)
    if (node.additionalProperties === undefined) copy.unevaluatedProperties = false
  }
  if (node.items) copy.items = closeObjects(node.items as Node)
  if (node.oneOf) copy.oneOf = (node.oneOf as Node[]).map(closeObjects)
  return copy
}

const closeAll = (nodes: Record<string, Node>): Node =>
  Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, closeObjects(node)]))

/** `/artists/0/role` → `artists[0].role` */
export function fieldOf(pointer: string, more?: string): string {
  const names = pointer.split('/').slice(1)
  if (more !== undefined) names.push(more)
  return names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`), '')
}

// Errors inside these keywords concern one branch only and do not mean that the value is invalid.
const isBranchError = ({ keyword, schemaPath }: ErrorObject) =>
  keyword === 'if' || /\/(?:contains|anyOf|oneOf)\//.test(schemaPath)

/**
 * Behind a reference, the schema path does not show that an error is of a branch. AJV reports such errors directly before
 * the error of `anyOf` or `oneOf` itself.
 */
function withoutBranchErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = []
  for (const error of errors) {
    const { keyword, instancePath, parentSchema } = error
    const isOfBranch = (earlier: ErrorObject) =>
      `${earlier.instancePath}/`.startsWith(`${instancePath}/`) && earlier.parentSchema !== parentSchema
    if (keyword === 'anyOf' || keyword === 'oneOf')
      while (kept.length > 0 && isOfBranch(kept.at(-1) as ErrorObject)) kept.pop()
    kept.push(error)
  }
  return kept.filter((error) => !isBranchError(error))
}

/** Requests may send one item in place of an array with `x-accepts-single-value`. The issue then names the whole field. */
function acceptSingleValues(schemas: Record<string, Node>): Record<string, Node> {
  const accepted = { ...schemas }
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema['x-accepts-single-value'] !== true) continue
    const item = schemas[String((schema.items as Node).$ref).replace('#/components/schemas/', '')] as Node
    accepted[name] = { anyOf: [{ ...schema, items: item }, item] }
  }
  return accepted
}

export function createSchemaValidator({ name, document }: Contract): SchemaValidator {
  const schemas = (document.components as Node).schemas as Record<string, Node>
  const requests = createAjv(acceptSingleValues(schemas), name)
  const responses = createAjv(closeAll(schemas), name)
  const compiled = new Map<Ajv2020, Map<Node, ValidateFunction>>([
    [requests, new Map()],
    [responses, new Map()],
  ])

  function validator(ajv: Ajv2020, schema: Node, prepare: (node: Node) => Node): ValidateFunction {
    const known = compiled.get(ajv) as Map<Node, ValidateFunction>
    let validate = known.get(schema)
    if (!validate) {
      const text = JSON.stringify(prepare(schema)).replaceAll('"$ref":"#', `"$ref":"${name}#`)
      known.set(schema, (validate = ajv.compile(JSON.parse(text))))
    }
    return validate
  }

  return {
    invalidFields(schema, value) {
      const validate = validator(requests, schema, (node) => node)
      if (validate(value)) return []
      const relevant = withoutBranchErrors(validate.errors ?? [])
      return [...new Set(relevant.map(({ instancePath, params }) => fieldOf(instancePath, params.missingProperty)))]
    },
    valueIssues(schema, value) {
      const validate = validator(responses, schema, closeObjects)
      if (validate(value)) return []
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
      )
    },
  }
}

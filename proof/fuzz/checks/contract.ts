import controlDocument from '../../../control.openapi.yaml'
import serviceDocument from '../../../openapi.yaml'

/**
 * A node of a document or schema. The documents are read here without the sandbox's own code, as an independent
 * check.
 */
export type Node = { [key: string]: unknown }

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Node
}

export interface DocumentedResponse {
  headers: { name: string; required: boolean; schema: Node }[]
  /** Undefined for a response without a body. */
  content: { type: string; schema: Node } | undefined
  codes: string[] | undefined
}

export interface Operation {
  id: string
  method: string
  path: string
  isPublic: boolean
  isOAuth: boolean
  /** A call that changes nothing, although its method is not GET. */
  isReadOnly: boolean
  parameters: Parameter[]
  body: { required: boolean; type: string; types: string[]; schema: Node; isRaw: boolean; isXml: boolean } | undefined
  /** The operation refuses standard accounts before anything else. */
  isEnterpriseOnly: boolean
  responses: Map<number, DocumentedResponse>
}

export interface Contract {
  name: 'service' | 'control'
  document: Node
  operations: Operation[]
  /** By operationId. */
  get(id: string): Operation
  resolve(node: Node): Node
  /** The operations of the path that matches, with the raw path parameters. Undefined if no path matches. */
  match(path: string): { operations: Operation[]; values: Record<string, string> } | undefined
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

const child = (node: unknown, key: string) => (node as Node | undefined)?.[key] as Node | undefined

function readContract(name: Contract['name'], document: Node): Contract {
  const resolve = (node: Node): Node => {
    if (typeof node.$ref !== 'string') return node
    const found = node.$ref.slice(2).split('/').reduce<unknown>(child, document)
    return resolve(found as Node)
  }

  const readParameter = (given: Node): Parameter => {
    const { name, in: place, required = false, schema } = resolve(given)
    return { name, in: place, required, schema } as Parameter
  }

  const readResponse = (given: Node): DocumentedResponse => {
    const { headers = {}, content, 'x-error-codes': codes } = resolve(given)
    const [type, media] = Object.entries(content ?? {})[0] ?? []
    return {
      headers: Object.entries(headers as Record<string, Node>).map(([header, node]) => {
        const { required = false, schema } = resolve(node)
        return { name: header.toLowerCase(), required: required as boolean, schema: schema as Node }
      }),
      content: type === undefined ? undefined : { type, schema: media.schema as Node },
      codes: codes as string[] | undefined,
    }
  }

  const operations: Operation[] = []
  for (const [path, item] of Object.entries(document.paths as Record<string, Node>))
    for (const method of METHODS) {
      const node = item[method] as Node | undefined
      if (!node) continue
      const parameters = [item.parameters, node.parameters].flatMap((list) => (list ?? []) as Node[])
      const [type, media] = Object.entries((node.requestBody as Node)?.content ?? {})[0] ?? []
      operations.push({
        id: node.operationId as string,
        method: method.toUpperCase(),
        path,
        isPublic: ((node.security ?? document.security) as Node[]).every((scheme) => !scheme.apiKey && !scheme.bearer),
        isOAuth: node['x-error-shape'] === 'oauth',
        isEnterpriseOnly: (node.tags as string[]).includes('ERN'),
        isReadOnly: node['x-read-only'] === true,
        parameters: parameters.map(readParameter),
        body:
          type === undefined
            ? undefined
            : {
                type,
                types: Object.keys((node.requestBody as Node).content as Node),
                isXml: type === 'application/xml',
                schema: media.schema,
                required: (node.requestBody as Node).required === true,
                isRaw: resolve(media.schema).format === 'binary',
              },
        responses: new Map(
          Object.entries(node.responses as Record<string, Node>).map(([status, response]) => [
            Number(status),
            readResponse(response),
          ]),
        ),
      })
    }

  const byPath = groupByPath(operations)
  const templates = [...byPath.keys()]
    .filter((path) => path.includes('{'))
    .map((path) => ({
      path,
      names: [...path.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable as string),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    }))
  return {
    name,
    document,
    operations,
    resolve,
    get(id) {
      const found = operations.find((operation) => operation.id === id)
      if (!found) throw new Error(`The document has no operation ${id}.`)
      return found
    },
    match(path) {
      const exact = path.includes('{') ? undefined : byPath.get(path)
      if (exact) return { operations: exact, values: {} }
      for (const template of templates) {
        const [whole, ...texts] = template.pattern.exec(path) ?? []
        if (whole !== undefined)
          return {
            operations: byPath.get(template.path) as Operation[],
            values: Object.fromEntries(template.names.map((variable, i) => [variable, texts[i] as string])),
          }
      }
      return undefined
    },
  }
}

function groupByPath(operations: Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation])
  return groups
}

export const service = readContract('service', serviceDocument as Node)
export const control = readContract('control', controlDocument as Node)

export const contractFor = (path: string): Contract => (/^\/_sandbox(\/|$)/.test(path) ? control : service)

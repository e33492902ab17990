import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Reads an OpenAPI document as a list of operations without `$ref` in parameters, bodies, responses and links. */
export function readContract(source, url) {
  const document = parse(readFileSync(url, 'utf8'))
  const resolve = (node) =>
    node?.$ref === undefined
      ? node
      : resolve(
          node.$ref
            .split('/')
            .slice(1)
            .reduce((at, name) => at[name], document),
        )
  const readExamples = ({ examples = {} }) =>
    Object.entries(examples).map(([name, example]) => ({ name, ...resolve(example) }))
  const readContent = (content = {}) =>
    Object.entries(content).map(([type, media]) => ({ type, examples: readExamples(media) }))

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method]
      return {
        source,
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        tag: operation.tags[0],
        summary: operation.summary,
        description: operation.description ?? operation.summary,
        isPublic: (operation.security ?? document.security).some((scheme) => Object.keys(scheme).length === 0),
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve),
        body: readContent(resolve(operation.requestBody)?.content),
        responses: Object.entries(operation.responses).map(([status, node]) => {
          const { description, content, links = {} } = resolve(node)
          const linked = Object.values(links).map(resolve)
          return { status: Number(status), description, content: readContent(content), links: linked }
        }),
      }
    }),
  )
  return { document, operations }
}

/** The operation of a step, with the step checked against it. */
export function findOperation(operations, { id, operation: operationId, status, path = {}, example }) {
  const operation = operations.find((candidate) => candidate.id === operationId)
  const fail = (what) => {
    throw new Error(`The step ${id} of the walk-through does not fit the contract: ${what}.`)
  }
  if (!operation) fail(`there is no operation ${operationId}`)
  if (!operation.responses.some((response) => response.status === status)) fail(`${status} is not a documented status`)
  const names = operation.parameters.filter(({ in: location }) => location === 'path').map(({ name }) => name)
  if (names.join() !== Object.keys(path).join()) fail(`its path parameters are ${names.join(', ')}`)
  if (example !== undefined && findExample(operation, example) === undefined) fail(`it has no example ${example}`)
  return operation
}

export const findExample = ({ body }, name) => body[0]?.examples.find((example) => example.name === name)?.value

export const toBody = (operation, { body, example }) =>
  body ?? (example === undefined ? undefined : findExample(operation, example))

import { STATUS_CODES } from 'node:http'
import { findOperation, toBody } from './contract.mjs'
import { mapSaved, STEPS } from './walk-through.mjs'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
/** The smallest upload that the sandbox recognizes as audio. */
const UPLOAD = { type: 'audio/wav', raw: 'RIFF----WAVE' }

const toJson = (value) => JSON.stringify(value, null, 2)
const toVariable = ({ name }) => `{{${name}}}`
const toProperty = (pointer) =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join('')

function toUrl({ path, parameters }, pathValues) {
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/^\{(.*)\}$/, ':$1'))
  const query = parameters
    .filter(({ in: location }) => location === 'query')
    .map(({ name, description, example, schema }) => ({
      key: name,
      value: String(example ?? schema.default ?? schema.enum?.[0] ?? ''),
      description,
      disabled: true,
    }))
  const variable = parameters
    .filter(({ in: location }) => location === 'path')
    .map(({ name, description }) => ({ key: name, value: pathValues[name] ?? `{{${name}}}`, description }))
  return {
    raw: `{{baseUrl}}/${segments.join('/')}`,
    host: ['{{baseUrl}}'],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  }
}

/** Writes get a new Idempotency-Key each time. Headers with an example are there, but not sent. */
const toHeaders = ({ parameters }) =>
  parameters
    .filter(({ in: location }) => location === 'header')
    .map(({ name, description, example = '' }) =>
      name === 'Idempotency-Key'
        ? { key: name, value: '{{$guid}}', description }
        : { key: name, value: example, description, disabled: true },
    )

const toJsonBody = (value) => ({ mode: 'raw', raw: toJson(value), options: { raw: { language: 'json' } } })

function toContent({ body: [media] }, jsonBody) {
  if (!media) return {}
  const value = jsonBody ?? media.examples[0]?.value
  if (value === undefined) return { type: UPLOAD.type, body: { mode: 'raw', raw: UPLOAD.raw } }
  if (media.type === 'application/json') return { type: media.type, body: toJsonBody(value) }
  const urlencoded = Object.entries(value).map(([key, field]) => ({ key, value: field }))
  return { type: media.type, body: { mode: 'urlencoded', urlencoded } }
}

function toRequest(operation, { path = {}, body: jsonBody } = {}) {
  const { type, body } = toContent(operation, jsonBody)
  return {
    method: operation.method,
    description: operation.description,
    ...(operation.isPublic && { auth: { type: 'noauth' } }),
    header: [...(type ? [{ key: 'Content-Type', value: type }] : []), ...toHeaders(operation)],
    url: toUrl(operation, path),
    ...(body && { body }),
  }
}

const toTest = (lines) => [{ listen: 'test', script: { type: 'text/javascript', exec: lines } }]

/** Lines that keep the ids of a response for the path parameters of other operations. */
function toAssignments({ method, path }, { status, links }, operations) {
  if (status >= 300) return []
  const set = (name, pointer, condition) =>
    `if (${condition}) pm.collectionVariables.set('${name}', pm.response.json()${toProperty(pointer)})`
  const isStatus = `pm.response.code === ${status}`
  const parameters = Object.assign({}, ...links.map((link) => link.parameters))
  const lines = Object.entries(parameters).map(([name, at]) => set(name, at.split('#')[1], isStatus))
  // The operations on one item of a list take the id of its first item.
  const item = operations.map((other) => /^(.*)\/\{(\w+)\}$/.exec(other.path)).find((match) => match?.[1] === path)
  if (method === 'GET' && item)
    lines.push(set(item[2], '/data/0/id', `${isStatus} && pm.response.json().data.length > 0`))
  return lines
}

/** The JSON example, with ids that exist in no world replaced by the variables that earlier responses set. */
function withVariables({ body: [media] }, operations) {
  const example = media?.type === 'application/json' ? media.examples[0]?.value : undefined
  if (example === undefined) return undefined
  const ids = toPathVariables(operations).filter(({ value }) => !value.includes('_seed_'))
  return JSON.parse(ids.reduce((text, { key, value }) => text.replaceAll(value, `{{${key}}}`), JSON.stringify(example)))
}

function toItem(operation, operations) {
  const statuses = operation.responses.map(({ status }) => status)
  return {
    name: operation.summary,
    request: toRequest(operation, { body: withVariables(operation, operations) }),
    response: operation.responses.flatMap(({ status, description, content }) =>
      content.flatMap(({ type, examples }) =>
        examples.map(({ summary, value }) => ({
          name: summary ?? description,
          code: status,
          status: STATUS_CODES[status],
          header: [{ key: 'Content-Type', value: type }],
          _postman_previewlanguage: 'json',
          body: toJson(value),
        })),
      ),
    ),
    event: toTest([
      `pm.test('The contract has the status', () => pm.expect([${statuses.join(', ')}]).to.include(pm.response.code))`,
      ...operation.responses.flatMap((response) => toAssignments(operation, response, operations)),
    ]),
  }
}

function toStep(operations, step, index) {
  const operation = findOperation(operations, step)
  const options = mapSaved({ path: step.path, body: toBody(operation, step) }, toVariable)
  return {
    name: `${index + 1}. ${step.title}`,
    request: toRequest(operation, options),
    response: [],
    event: toTest([
      `pm.test('Status ${step.status}', () => pm.response.to.have.status(${step.status}))`,
      'const body = pm.response.json()',
      ...Object.entries(step.expected).map(([pointer, value]) => {
        const name = toProperty(pointer).slice(1)
        return `pm.test('${name} is ${value}', () => pm.expect(body.${name}).to.eql(${JSON.stringify(value)}))`
      }),
      ...Object.entries(step.saves ?? {}).map(
        ([name, pointer]) => `pm.collectionVariables.set('${name}', body${toProperty(pointer)})`,
      ),
    ]),
  }
}

/** A variable for each path parameter, with the example of the contract until a response provides an id. */
function toPathVariables(operations) {
  const parameters = operations.flatMap((operation) => operation.parameters.filter((p) => p.in === 'path'))
  return [...new Map(parameters.map(({ name, example }) => [name, example])).entries()].map(([key, value]) => ({
    key,
    value,
  }))
}

/** So that a run of the whole folder does not remove what its other requests need. */
const deleteLast = (operations) =>
  operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

export function buildPostmanCollection(service, allOperations, { version, defaultKey }) {
  const { document, operations } = service
  const folders = document.tags
    .map(({ name, description }) => ({
      name,
      description,
      item: deleteLast(operations.filter(({ tag }) => tag === name)).map((operation) => toItem(operation, operations)),
    }))
    .filter(({ item }) => item.length > 0)
  const savedNames = STEPS.flatMap(({ saves = {} }) => Object.keys(saves))
  const collection = {
    info: {
      name: document.info.title,
      description: `${document.info.summary}\n\nStart a sandbox with \`npx mds-sandbox --clock manual\`. Run the folder "Walk-through" first: its requests build on each other. The other folders have every operation of the contract. The variables of the collection choose the sandbox (\`baseUrl\`) and the world (\`apiKey\`). Every write sends a new Idempotency-Key.`,
      version,
      schema: SCHEMA,
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: document.servers[0].url },
      { key: 'apiKey', value: defaultKey },
      ...savedNames.map((key) => ({ key, value: '' })),
      ...toPathVariables(operations),
    ],
    item: [
      {
        name: 'Walk-through',
        description: 'Create a release, submit it, and deliver it to a store. The README explains every step.',
        item: STEPS.map((step, index) => toStep(allOperations, step, index)),
      },
      ...folders,
    ],
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

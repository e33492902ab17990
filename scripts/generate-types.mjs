// Generates the TypeScript types of the two OpenAPI documents, and the JSON Schema of the client report.
//   node scripts/generate-types.mjs           writes the files
//   node scripts/generate-types.mjs --check   exits 1 if a file is outdated
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'

const DOCUMENTS = {
  '../openapi.yaml': '../src/generated/service-api.ts',
  '../control.openapi.yaml': '../src/generated/control-api.ts',
}
const check = process.argv.includes('--check')

function save(file, text) {
  const target = new URL(file, import.meta.url)
  if (!check) writeFileSync(target, text)
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${file.slice(3)} is stale. Run npm run generate and commit the result.`)
    process.exitCode = 1
  }
}

for (const [document, file] of Object.entries(DOCUMENTS)) {
  const header = `// Made from ${document.slice(3)} by scripts/generate-types.mjs. Change the document, then run npm run generate.\n`
  const text = header + astToString(await openapiTS(new URL(document, import.meta.url), { silent: true }))
  save(file, text)
}

/** Method, path and kind of body of each operation, for the API client of the library. */
const service = parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'))
const BODY_KINDS = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'application/xml': 'xml',
}
const rows = Object.entries(service.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, operation]) => operation.operationId)
    .map(([method, { operationId, requestBody }]) => {
      const [type] = Object.keys(requestBody?.content ?? { 'application/json': {} })
      return `  ${operationId}: ['${method.toUpperCase()}', '${path}', '${BODY_KINDS[type] ?? 'bytes'}'],\n`
    }),
)
save(
  '../src/generated/service-operations.ts',
  `// Made from openapi.yaml by scripts/generate-types.mjs. Change the document, then run npm run generate.\nexport const SERVICE_OPERATIONS = {\n${rows.join('')}} as const\n`,
)

/** The schema with this name and all schemas that it refers to. */
function collectSchemas(schemas, name, found = {}) {
  if (found[name]) return found
  found[name] = schemas[name]
  for (const [, referred] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
    collectSchemas(schemas, referred, found)
  return found
}

const { components } = parse(readFileSync(new URL('../control.openapi.yaml', import.meta.url), 'utf8'))
const { ClientReport, ...definitions } = collectSchemas(components.schemas, 'ClientReport')
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $comment: 'Made from control.openapi.yaml by scripts/generate-types.mjs.',
  title: 'The client report of mds-sandbox',
  ...ClientReport,
  $defs: definitions,
}
save('../report.schema.json', `${JSON.stringify(schema, null, 2).replaceAll('#/components/schemas/', '#/$defs/')}\n`)

// Generates the Postman collection and the Arazzo document from the two OpenAPI documents.
//   node scripts/generate-workflows.mjs           writes the files
//   node scripts/generate-workflows.mjs --check   exits 1 if a file is outdated
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildArazzo } from './workflows/arazzo.mjs'
import { readContract } from './workflows/contract.mjs'
import { buildPostmanCollection } from './workflows/postman.mjs'

const ROOT = new URL('../', import.meta.url)
const service = readContract('service', new URL('openapi.yaml', ROOT))
const control = readContract('control', new URL('control.openapi.yaml', ROOT))
const operations = [...service.operations, ...control.operations]
const options = { version: service.document.info.version, defaultKey: 'sk_sandbox_standard_demo' }
const documents = { service: '../openapi.yaml', control: '../control.openapi.yaml' }

const FILES = {
  'clients/postman_collection.json': buildPostmanCollection(service, operations, options),
  'clients/walk-through.arazzo.yaml': buildArazzo(operations, documents, options),
}

const check = process.argv.includes('--check')
for (const [name, text] of Object.entries(FILES)) {
  const target = new URL(name, ROOT)
  if (!check) {
    mkdirSync(new URL('.', target), { recursive: true })
    writeFileSync(target, text)
  } else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    console.error(`${name} is stale. Run npm run generate and commit the result.`)
    process.exitCode = 1
  }
}

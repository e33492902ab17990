// Generates the TypeScript types of the two OpenAPI documents.
//   node scripts/generate-types.mjs           writes the files
//   node scripts/generate-types.mjs --check   exits 1 if a file is outdated
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const DOCUMENTS = {
  '../openapi.yaml': '../src/generated/service-api.ts',
  '../control.openapi.yaml': '../src/generated/control-api.ts',
}
const check = process.argv.includes('--check')

for (const [document, file] of Object.entries(DOCUMENTS)) {
  const target = new URL(file, import.meta.url)
  const name = file.slice(3)
  const header = `// Made from ${document.slice(3)} by scripts/generate-types.mjs. Change the document, then run npm run generate.\n`
  const text = header + astToString(await openapiTS(new URL(document, import.meta.url), { silent: true }))
  if (!check) writeFileSync(target, text)
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${name} is stale. Run npm run generate and commit the result.`)
    process.exitCode = 1
  }
}

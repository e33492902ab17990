// Generates THIRD-PARTY-LICENSES: the licences of all packages in the bundle.
//   node scripts/generate-licenses.mjs           writes the file
//   node scripts/generate-licenses.mjs --check   exits 1 if the file is outdated
import { readFileSync, writeFileSync } from 'node:fs'
import { formatLicenses, licenseIssues, listBundledPackages } from './third-party.mjs'

const NAME = 'THIRD-PARTY-LICENSES'
const target = new URL(`../${NAME}`, import.meta.url)

const packages = await listBundledPackages()
const issues = licenseIssues(packages)
const text = formatLicenses(packages)
if (issues.length > 0) {
  console.error(issues.join('\n'))
  process.exitCode = 1
} else if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error(`${NAME} is stale. Run npm run generate and commit the result.`)
  process.exitCode = 1
}

/**
 * Turns the Unreleased section of CHANGELOG.md into that of the version in package.json (`npm version` runs it).
 * --notes prints the section of that version, for the release page.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const file = join(root, 'CHANGELOG.md')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const changelog = readFileSync(file, 'utf8')
const sections = changelog.split(/^(?=## )/m)
const find = (title) => sections.find((section) => section.split('\n', 1)[0].startsWith(`## ${title}`))
const textOf = (section) => section.slice(section.indexOf('\n')).trim()

function fail(message) {
  console.error(message)
  process.exit(1)
}

if (process.argv.includes('--notes')) {
  const section = find(version)
  if (!section) fail(`CHANGELOG.md has no section for ${version}. Run npm version, which writes it.`)
  console.log(textOf(section))
} else {
  const unreleased = find('Unreleased')
  if (!unreleased || textOf(unreleased) === '')
    fail('CHANGELOG.md has nothing under "## Unreleased". Write down what users will notice.')
  if (find(version)) fail(`CHANGELOG.md already has a section for ${version}.`)
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(file, changelog.replace('## Unreleased', `## Unreleased\n\n## ${version} (${date})`))
}

// Fails if a package in the bundle has a known vulnerability of high or critical severity. Packages that only the build
// and the tests use do not count.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseHeadings } from './third-party.mjs'

const root = new URL('..', import.meta.url).pathname
const bundled = parseHeadings(readFileSync(`${root}THIRD-PARTY-LICENSES`, 'utf8'))

const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' })
const report = parseReport(stdout)
if (!report.vulnerabilities) console.log(`skipped: ${report.message ?? stderr.trim()}`)
else {
  const found = Object.values(report.vulnerabilities).filter(
    ({ severity, nodes }) => ['high', 'critical'].includes(severity) && nodes.some(isBundled),
  )
  for (const { name, severity, range } of found) console.error(`${name} ${range}: ${severity}. Run npm audit.`)
  if (found.length > 0) process.exitCode = 1
  else
    console.log(`ok  none of the ${bundled.length} bundled packages has a vulnerability of high or critical severity`)
}

function parseReport(text) {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text.trim() || undefined }
  }
}

/** `node` is a folder such as node_modules/express. */
function isBundled(node) {
  const { name, version } = JSON.parse(readFileSync(`${root}${node}/package.json`, 'utf8'))
  return bundled.some((item) => item.name === name && item.version === version)
}

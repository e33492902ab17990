import { existsSync } from 'node:fs'
import { measureClientReport } from './client-report.mjs'
import { measureClock } from './clock.mjs'
import { measureColdStart } from './cold-start.mjs'
import { measureFixtures } from './fixtures.mjs'
import { measureHttp } from './http.mjs'
import { measureInstallSize } from './install-size.mjs'
import { measureLists } from './list.mjs'
import { measureNeighbour } from './neighbour.mjs'
import { CLI, stopAll } from './own-servers.mjs'
import { createReport } from './report.mjs'
import { updateDocument } from './update-document.mjs'
import { measureWebhooks } from './webhooks.mjs'
import { measureWorlds } from './worlds.mjs'

// Compares the sandbox with a minimal server and with alternatives. These are not tests: the ratios come from one run on
// one machine, with all servers measured side by side.
const SECTIONS = {
  http: measureHttp,
  report: measureClientReport,
  start: measureColdStart,
  webhooks: measureWebhooks,
  clock: measureClock,
  list: measureLists,
  neighbour: measureNeighbour,
  size: measureInstallSize,
  worlds: measureWorlds,
  fixtures: measureFixtures,
}
const FULL_SETTINGS = {
  rounds: 7,
  seconds: 1,
  warmup: 2,
  spawns: 15,
  peerSpawns: 3,
  pages: 2000,
  events: 5000,
  deliveries: 10_000,
  worlds: 10_000,
}
const QUICK_SETTINGS = {
  rounds: 3,
  seconds: 0.5,
  warmup: 0.5,
  spawns: 3,
  peerSpawns: 1,
  pages: 200,
  large: 10_000,
  events: 1000,
  deliveries: 1000,
  scale: 10,
  worlds: 1000,
  releases: 2000,
  fixtureWorlds: 50,
}

const USAGE = `Usage: node bench/main.mjs [--quick] [${Object.keys(SECTIONS).join('|')}]...

A run without any of these writes its figures into docs/benchmarks.md.
`

async function run(args) {
  const chosenSections = args.filter((arg) => arg !== '--quick')
  const isQuick = args.includes('--quick')
  if (chosenSections.some((name) => !Object.hasOwn(SECTIONS, name))) throw new Error(USAGE)
  if (!existsSync(CLI)) throw new Error('There is no dist/cli.js. Run npm run build first.')
  const report = createReport()
  for (const [name, section] of Object.entries(SECTIONS)) {
    if (chosenSections.length > 0 && !chosenSections.includes(name)) continue
    process.stderr.write(`${name} ...\n`)
    try {
      await section(report, isQuick ? QUICK_SETTINGS : FULL_SETTINGS)
    } catch (error) {
      // The results of the other sections are kept.
      report.addWarning(`the section ${name} could not be measured: ${error.message}`)
      process.exitCode = 1
    }
  }
  const figures = report.markdown()
  process.stdout.write(`${figures}\n`)
  if (args.length === 0) updateDocument(figures)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`bench: ${error.message}\n`)
  process.exitCode = 1
} finally {
  stopAll()
}

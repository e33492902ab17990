import { existsSync } from 'node:fs'
import { clockGrowth } from './clock.mjs'
import { coldStart } from './cold-start.mjs'
import { http } from './http.mjs'
import { installSize } from './install-size.mjs'
import { listGrowth } from './list.mjs'
import { CLI, stopAll } from './own-servers.mjs'
import { createReport } from './report.mjs'
import { writeDocument } from './update-document.mjs'
import { webhooks } from './webhooks.mjs'

// What the sandbox costs over the plainest server that could stand in its place, and beside what others use. Nothing
// here is a test: the ratios are of one run, on one machine, with everything measured side by side.
const SECTIONS = { http, start: coldStart, webhooks, clock: clockGrowth, list: listGrowth, size: installSize }
const FULL = {
  rounds: 7,
  seconds: 1,
  warmup: 2,
  spawns: 15,
  peerSpawns: 3,
  pages: 2000,
  events: 5000,
  deliveries: 10_000,
}
const QUICK = {
  rounds: 3,
  seconds: 0.5,
  warmup: 0.5,
  spawns: 3,
  peerSpawns: 1,
  pages: 200,
  large: 10_000,
  events: 1000,
  deliveries: 1000,
}

const USAGE = `Usage: node bench/main.mjs [--quick] [${Object.keys(SECTIONS).join('|')}]...

A run without any of these writes its figures into docs/benchmarks.md.
`

async function run(args) {
  const chosen = args.filter((arg) => arg !== '--quick')
  const isQuick = args.includes('--quick')
  if (chosen.some((name) => !Object.hasOwn(SECTIONS, name))) throw new Error(USAGE)
  if (!existsSync(CLI)) throw new Error('There is no dist/cli.js. Run npm run build first.')
  const report = createReport()
  for (const [name, section] of Object.entries(SECTIONS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    process.stderr.write(`${name} ...\n`)
    try {
      await section(report, isQuick ? QUICK : FULL)
    } catch (error) {
      // Minutes of measuring are not thrown away for it.
      report.warn(`the section ${name} could not be measured: ${error.message}`)
      process.exitCode = 1
    }
  }
  const figures = report.markdown()
  process.stdout.write(`${figures}\n`)
  if (args.length === 0) writeDocument(figures)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`bench: ${error.message}\n`)
  process.exitCode = 1
} finally {
  stopAll()
}

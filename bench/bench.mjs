import { existsSync } from 'node:fs'
import { clockGrowth } from './growth.mjs'
import { http } from './http.mjs'
import { listGrowth } from './list.mjs'
import { createReport } from './report.mjs'
import { CLI, stopAll } from './servers.mjs'
import { coldStart } from './start.mjs'
import { webhooks } from './webhooks.mjs'

// What the sandbox costs over the plainest server that could stand in its place. Nothing here is a test: the ratios are
// of one run, on one machine, with everything measured side by side.
const SECTIONS = { http, start: coldStart, list: listGrowth, clock: clockGrowth, webhooks }
const FULL = { rounds: 9, seconds: 1, warmup: 2, spawns: 15, pages: 2000 }
const QUICK = { rounds: 3, seconds: 0.5, warmup: 0.5, spawns: 3, pages: 200, large: 10_000 }

const USAGE = `Usage: node bench/bench.mjs [--quick] [${Object.keys(SECTIONS).join('|')}]...\n`

async function run(args) {
  const chosen = args.filter((arg) => arg !== '--quick')
  const pace = args.includes('--quick') ? QUICK : FULL
  if (chosen.some((name) => !Object.hasOwn(SECTIONS, name))) throw new Error(USAGE)
  if (!existsSync(CLI)) throw new Error('There is no dist/cli.js. Run npm run build first.')
  const report = createReport()
  for (const [name, section] of Object.entries(SECTIONS))
    if (chosen.length === 0 || chosen.includes(name)) {
      process.stderr.write(`${name} ...\n`)
      await section(report, pace)
    }
  report.print()
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`bench: ${error.message}\n`)
  process.exitCode = 1
} finally {
  stopAll()
}

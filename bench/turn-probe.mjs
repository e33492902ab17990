import { writeFileSync } from 'node:fs'
import { turnFileOf } from './turn-file.mjs'

// Loaded into the sandbox with --import. Measures the most CPU time that one turn of the event loop takes. Unlike the
// duration of a request, it hardly depends on other processes of the machine. On SIGUSR2 it is written to a file, in
// milliseconds, and the measurement starts again.
let last = process.cpuUsage()
let longest = 0

function measureTurn() {
  const usage = process.cpuUsage()
  longest = Math.max(longest, (usage.user + usage.system - last.user - last.system) / 1000)
  last = usage
  setImmediate(measureTurn).unref()
}
measureTurn()

process.on('SIGUSR2', () => {
  writeFileSync(turnFileOf(process.pid), String(longest))
  longest = 0
})

import { readdirSync, readlinkSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { getHeapCodeStatistics } from 'node:v8'

// Preloaded into the server's process, so that the product needs no interface for it: reports memory and handles to the
// parent process after garbage collection.

function count(names) {
  const counts = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function openFiles() {
  try {
    const kinds = []
    for (const fd of readdirSync('/proc/self/fd')) {
      try {
        kinds.push(readlinkSync(`/proc/self/fd/${fd}`).replace(/\d{2,}/g, 'N'))
      } catch {
        // The descriptor that readdirSync used is closed by now.
      }
    }
    return count(kinds)
  } catch {
    return undefined
  }
}

const handles = () => ({ resources: count(process.getActiveResourcesInfo()), files: openFiles() })

async function memory() {
  // Objects with finalizers are freed by the following collection.
  for (let i = 0; i < 3; i++) {
    globalThis.gc()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  // Compiled code grows as long as V8 optimizes, independently of the requests.
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics()
  return { heap: heapUsed + external - code_and_metadata_size - bytecode_and_metadata_size, rss }
}

process.on('message', async (request) => {
  const reply = request === 'memory' ? await memory() : handles()
  if (process.connected) process.send(reply)
})
// The IPC channel must not keep the process alive.
process.channel.unref()

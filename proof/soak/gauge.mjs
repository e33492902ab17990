import { readdirSync, readlinkSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { getHeapCodeStatistics } from 'node:v8'

// Loaded into the server's process before the server, so that the product needs no door for it: tells its parent what
// is left when the garbage is gone.

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
        // The one that the directory was read by.
      }
    }
    return count(kinds)
  } catch {
    return undefined
  }
}

const handles = () => ({ resources: count(process.getActiveResourcesInfo()), files: openFiles() })

async function memory() {
  // What one collection finalizes, only the next one frees.
  for (let i = 0; i < 3; i++) {
    globalThis.gc()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  // Machine code becomes more for as long as V8 finds something to make faster, and not with what is asked.
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics()
  return { heap: heapUsed + external - code_and_metadata_size - bytecode_and_metadata_size, rss }
}

process.on('message', async (question) => {
  const answer = question === 'memory' ? await memory() : handles()
  if (process.connected) process.send(answer)
})
// Whoever asks must not be what keeps the process alive.
process.channel.unref()

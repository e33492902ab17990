import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COLLECT_EVERY_BYTES = 2 * 1024 * 1024

let collectGarbage: ((options: { type: 'minor' }) => void) | undefined

/**
 * Chunks of an upload are garbage as soon as they have been hashed, but V8 lets tens of megabytes of them pile up before
 * it looks: their bytes lie outside its heap. A small collection every few megabytes takes about a millisecond, and keeps
 * the process as small as it was.
 */
export function createUploadGarbageCollector(): { countBytes(bytes: number): void } {
  let uncollectedBytes = 0
  return {
    countBytes(bytes) {
      uncollectedBytes += bytes
      if (uncollectedBytes < COLLECT_EVERY_BYTES) return
      uncollectedBytes = 0
      if (!collectGarbage) {
        setFlagsFromString('--expose-gc')
        collectGarbage = runInNewContext('gc') as typeof collectGarbage
      }
      collectGarbage?.({ type: 'minor' })
    },
  }
}

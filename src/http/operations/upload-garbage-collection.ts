import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COLLECT_EVERY_BYTES = 2 * 1024 * 1024

let collectGarbage: ((options: { type: 'minor' }) => void) | undefined

/**
 * The chunks of an upload are garbage once they are hashed, but their bytes are outside the V8 heap, so V8 lets tens of
 * megabytes accumulate. A minor collection every few megabytes takes about a millisecond and keeps the process small.
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

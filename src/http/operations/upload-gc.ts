import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY = 2 * 1024 * 1024

let collect: ((options: { type: 'minor' }) => void) | undefined

/**
 * Chunks of an upload are garbage as soon as they have been hashed, but V8 lets tens of megabytes of them pile up before
 * it looks: their bytes lie outside its heap. A small collection every few megabytes takes about a millisecond, and keeps
 * the process as small as it was.
 */
export function createSweeper(): { passed(bytes: number): void } {
  let waiting = 0
  return {
    passed(bytes) {
      waiting += bytes
      if (waiting < EVERY) return
      waiting = 0
      if (!collect) {
        setFlagsFromString('--expose-gc')
        collect = runInNewContext('gc') as typeof collect
      }
      collect?.({ type: 'minor' })
    },
  }
}

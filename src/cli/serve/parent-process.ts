import { fstatSync } from 'node:fs'

const POLL_INTERVAL_MS = 500

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether standard input is a pipe or a socket, and not a terminal, a file or /dev/null. */
function isStdinPiped(): boolean {
  try {
    const stdin = fstatSync(0)
    return stdin.isFIFO() || stdin.isSocket()
  } catch {
    return false
  }
}

/**
 * Resolves when the process that started this one has ended, or has closed the pipe to its standard input. The pipe is
 * needed for npx: the parent is npx then, which goes on after the process that started it has ended. A command that
 * needs its standard input ignores the pipe.
 */
export function waitForParentEnd({ ignoresStdin = false } = {}): Promise<void> {
  // A process whose parent ends gets another parent, except on Windows.
  const parent = process.ppid
  return new Promise((resolve) => {
    // There is no event for the end of a parent, so it is polled.
    const timer = setInterval(() => {
      if (process.ppid === parent && isRunning(parent)) return
      clearInterval(timer)
      resolve()
    }, POLL_INTERVAL_MS).unref()
    if (ignoresStdin || !isStdinPiped()) return
    process.stdin.once('close', resolve).once('error', resolve).once('end', resolve).resume()
  })
}

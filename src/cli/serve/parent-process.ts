const POLL_INTERVAL_MS = 500

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Resolves when the process that started this one has ended. There is no event for it, so it is polled. */
export function waitForParentEnd(): Promise<void> {
  // A process whose parent ends gets another parent, except on Windows.
  const parent = process.ppid
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && isRunning(parent)) return
      clearInterval(timer)
      resolve()
    }, POLL_INTERVAL_MS).unref()
  })
}

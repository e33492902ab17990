/** How long requests in progress may take after a signal to stop, in milliseconds. */
export const SHUTDOWN_GRACE_MS = 5000

/** How long after the signal the process exits at the latest, in milliseconds. Docker kills a container after 10 s. */
export const EXIT_DEADLINE_MS = 8000

/** How long the readers of stdout and stderr may take to read the last output, in milliseconds. */
const OUTPUT_GRACE_MS = 500

/**
 * Resolves at the first SIGINT or SIGTERM. A second signal exits immediately. If anything keeps the process running, it
 * exits at the deadline.
 */
export function waitForStopSignal(deadlineMs = EXIT_DEADLINE_MS): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) process.exit(1)
      isStopping = true
      const exitAtDeadline = () => {
        process.stderr.write(
          `mds-sandbox: Something was still running ${deadlineMs / 1000} s after the signal to stop.\n`,
        )
        process.exit(1)
      }
      setTimeout(exitAtDeadline, deadlineMs).unref()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  })
}

/** A reader of stdout or stderr that goes away must not end the server. Its output is lost. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Call this last: output that nobody reads keeps a process running. */
export function exitDespiteUnreadOutput(): void {
  const isUnread = process.stdout.writableLength + process.stderr.writableLength > 0
  if (isUnread) setTimeout(() => process.exit(), OUTPUT_GRACE_MS).unref()
}

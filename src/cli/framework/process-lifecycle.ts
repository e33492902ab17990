import { UsageError } from './flags.js'

export function explainListenFailure(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is taken. Choose another with --port, or --port 0 for a free one.`)
  if (error.code === 'EACCES') return new Error(`Port ${port} needs more rights. Choose one above 1023 with --port.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new UsageError(
      `--host can't be ${JSON.stringify(host)}. Allowed: an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    )
  return error
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) process.exit(1)
      isStopping = true
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  })
}

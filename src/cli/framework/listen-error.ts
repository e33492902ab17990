import { UsageError } from './parse-arguments.js'

/** Turns the error of a server that could not listen into a message that names the flag to change. */
export function explainListenError(error: Error & { code?: string }, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is taken. Choose another with --port, or --port 0 for a free one.`)
  if (error.code === 'EACCES')
    return new Error(`This user may not listen on port ${port}. Choose a port above 1023 with --port.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new UsageError(
      `--host can't be ${JSON.stringify(host)}. Allowed: an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    )
  return error
}

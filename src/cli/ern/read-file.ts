import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { UsageError } from '../framework/parse-arguments.js'

/** The bytes of a message; `-` is standard input. */
export const readMessageFile = (path: string): Promise<Buffer> =>
  path === '-'
    ? buffer(process.stdin)
    : readFile(path).catch((error: NodeJS.ErrnoException) => {
        const hint = error.code === 'EISDIR' ? ` It is a folder; name its files with ${path}/*.xml.` : ''
        throw new UsageError(`Can't read ${path}: ${error.code}.${hint}`, false)
      })

import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../framework/parse-arguments.js'
import { sanitize } from '../framework/terminal.js'

/** Writes the file completely or not at all. Only the user can read it, because it contains secrets. */
export async function writeDownload(content: Readable, path: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  try {
    await pipeline(content, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (syscall === 'open' || syscall === 'rename' || syscall === 'write')
      throw new UsageError(`FILE can't be ${sanitize(path)}: ${code}.`, false)
    throw new Error(`The sandbox closed the connection before the end of the file (${code ?? message}).`)
  }
}

import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryDirectory } from './temporary-directory.js'

/** Copies a data directory: the files as a killed process would leave them. */
export function copyDirectory(data: string): string {
  const copy = createTemporaryDirectory()
  for (const name of readdirSync(data))
    if (name !== 'lock') cpSync(join(data, name), join(copy, name), { recursive: true })
  return copy
}

/** The path of the newest snapshot or log of a world. */
export function worldFile(data: string, key: string, kind: '.snapshot' | '.journal'): string {
  const names = readdirSync(join(data, 'worlds')).filter((name) => name.startsWith(`${key}.`) && name.endsWith(kind))
  return join(data, 'worlds', names.at(-1) as string)
}

import { BUILT_IN_DIGEST, explainOtherFixtures, type Fixtures } from '../fixtures/fixtures.js'
import { DataError } from './data-error.js'

/** The version of the files in a data directory. */
export const DATA_FORMAT = 2

/** What the worlds of a data directory were created from. */
export interface DataOrigin {
  seed: number
  fixtures: Pick<Fixtures, 'digest'>
}

export const formatManifest = ({ seed, fixtures }: DataOrigin): string =>
  `${JSON.stringify({ format: DATA_FORMAT, seed, fixtures: fixtures.digest })}\n`

/** Throws when the directory was written in another format, with another seed or with other fixtures. */
export function checkManifest(text: string, directory: string, path: string, { seed, fixtures }: DataOrigin): void {
  const { format, seed: written, fixtures: digest } = parseManifest(text, path)
  if (format !== DATA_FORMAT)
    throw new DataError(
      `--data ${directory} has format ${format}; this version reads format ${DATA_FORMAT}. Use the version that wrote it, or another directory.`,
    )
  if (written !== seed)
    throw new DataError(
      `--data ${directory} was written with --seed ${written}, not ${seed}. Start with --seed ${written}, or choose another directory.`,
    )
  if (digest !== fixtures.digest)
    throw new DataError(
      `--data ${directory} was written ${explainOtherFixtures(digest, fixtures.digest)}, or choose another directory.`,
    )
}

function parseManifest(text: string, path: string): { format: number; seed: number; fixtures: string } {
  const refuse = (why: string): never => {
    throw new DataError(
      `${path} is damaged: ${why}. Restore it from a backup, choose another directory for --data, or remove this directory.`,
    )
  }
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
  } catch {
    return refuse('it is not JSON')
  }
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) return refuse('it is not an object')
  // Directories of earlier versions name no fixtures.
  const { format, seed, fixtures = BUILT_IN_DIGEST } = manifest as Record<string, unknown>
  if (!Number.isSafeInteger(format) || (format as number) < 1)
    return refuse(`its format is ${JSON.stringify(format)}, not a whole number from 1`)
  // Other formats may have other fields.
  if (format === DATA_FORMAT && (!Number.isSafeInteger(seed) || (seed as number) < 0))
    return refuse(`its seed is ${JSON.stringify(seed)}, not a whole number from 0`)
  if (typeof fixtures !== 'string') return refuse(`its fixtures are ${JSON.stringify(fixtures)}, not a digest`)
  return { format: format as number, seed: seed as number, fixtures }
}

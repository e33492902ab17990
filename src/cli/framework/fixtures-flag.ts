import {
  BUILT_IN_DIGEST,
  builtInFixtures,
  explainOtherFixtures,
  type Fixtures,
} from '../../runtime/fixtures/fixtures.js'
import { textFlag } from './flags.js'
import { UsageError } from './parse-arguments.js'

export const fixturesFlag = textFlag(
  'Lay these fixtures over the built-in stores, accounts and catalogue (docs/fixtures.md)',
  'FILE|DIR',
)

/** Mistakes in fixture files and scenario files are usage errors. Their classes are loaded with the parsers. */
export function explainFileError(error: Error): Error {
  if (error.name === 'FixtureError') return new UsageError(`The fixtures are not valid:\n${error.message}`, false)
  if (error.name === 'ScenarioFileError') return new UsageError(`The scenario is not valid:\n${error.message}`, false)
  return error
}

export async function readFixtures(path: string | undefined): Promise<Fixtures> {
  if (path === undefined) return builtInFixtures
  // Imported here because most calls have no fixtures.
  const { loadFixtures } = await import('../../runtime/fixtures/load-fixtures.js')
  return loadFixtures(path).catch((error: Error) => {
    throw explainFileError(error)
  })
}

/** A recorded run needs the fixtures that it was recorded with. */
export function checkJournalFixtures(written = BUILT_IN_DIGEST, { digest }: Fixtures): void {
  if (written !== digest)
    throw new UsageError(`The journal was recorded ${explainOtherFixtures(written, digest, 'this command')}.`, false)
}

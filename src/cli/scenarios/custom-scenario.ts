import openapi from '../../../openapi.yaml'
import type { Document } from '../../contract/openapi-document.js'
import { createRouter } from '../../contract/router.js'
import type { Seeds } from '../../core/engine/seed-types.js'
import type { ScenarioFile } from '../../runtime/scenarios/scenario-file.js'
import { explainFileError } from '../framework/fixtures-flag.js'

/** Scenario names contain no slash and no `.yaml`, so any text that does is a path. */
export const isFilePath = (text: string): boolean => /[/\\]|\.ya?ml$/.test(text)

/** Loads and checks a scenario file. A mistake in the file is a usage error. */
export async function loadCustomScenario(path: string, seeds: Seeds): Promise<ScenarioFile> {
  // Imported here because built-in scenarios need neither the YAML parser nor the checks.
  const { loadScenarioFile } = await import('../../runtime/scenarios/load-scenario-file.js')
  const operations = createRouter(openapi as Document).operations.map(({ id }) => id)
  try {
    return await loadScenarioFile(path, { operations, seeds })
  } catch (error) {
    throw explainFileError(error as Error)
  }
}

import openapi from '../../../openapi.yaml'
import type { Document } from '../../contract/document.js'
import { createRouter } from '../../contract/router.js'
import type { Scenario } from '../../core/delivery/scenario-rules.js'
import { type ScenarioFile, toScenario } from '../../runtime/scenarios/scenario-file.js'
import { UsageError } from '../framework/flags.js'

/** Names are plain words; whatever looks like a path is one. */
export const isFilePath = (text: string): boolean => /[/\\]|\.ya?ml$/.test(text)

/** A file of the user's own, checked; what is wrong with it is a mistake of the call. */
export async function loadCustomScenario(path: string): Promise<ScenarioFile> {
  // Only here: YAML and its checks are of no use to those who run a built-in scenario.
  const { loadScenarioFile, ScenarioFileError } = await import('../../runtime/scenarios/load-scenario-file.js')
  const operations = createRouter(openapi as Document).operations.map(({ id }) => id)
  try {
    return await loadScenarioFile(path, operations)
  } catch (error) {
    throw error instanceof ScenarioFileError
      ? new UsageError(`The scenario can't be used:\n${error.message}`, false)
      : error
  }
}

export const readCustomScenario = async (path: string): Promise<Scenario> => toScenario(await loadCustomScenario(path))

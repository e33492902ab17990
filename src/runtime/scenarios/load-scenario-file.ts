import { readFile } from 'node:fs/promises'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import schema from '../../../scenarios/schema.json' with { type: 'json' }
import { toIssues } from '../../contract/validation-issues.js'
import { type Issue, invalidField } from '../../core/primitives/result.js'
import { parseYaml } from '../texts/parse-yaml.js'
import type { TextIssue } from '../texts/parsed-text.js'
import { BUILT_IN_SCENARIO_FILES } from './built-in-scenarios.js'
import { findScenarioIssues, type ScenarioTargets } from './check-scenario.js'
import type { ScenarioFile } from './scenario-file.js'

/** An invalid scenario file. The message has one line per issue, each with file, line and column. */
export class ScenarioFileError extends Error {
  override readonly name = 'ScenarioFileError'
}

/** Reads and checks a custom scenario file. */
export async function loadScenarioFile(path: string, targets: ScenarioTargets): Promise<ScenarioFile> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new ScenarioFileError(`${path} can't be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  return parseScenario(text, path, targets)
}

export function parseScenario(text: string, path: string, targets: ScenarioTargets): ScenarioFile {
  const { file, issues } = checkScenarioText(text, targets)
  if (file) return file
  const lines = issues.map(({ line, column, message }) => `${path}:${line}:${column} ${message}`)
  throw new ScenarioFileError(lines.join('\n'))
}

/** The content of a scenario file, or everything that is wrong with it. */
export function checkScenarioText(
  text: string,
  targets: ScenarioTargets,
): { file?: ScenarioFile; issues: TextIssue[] } {
  const { value, issues: syntaxIssues, locate } = parseYaml(text, 'scenario')
  if (syntaxIssues.length > 0) return { issues: syntaxIssues }
  const issues = findCustomScenarioIssues(value, targets)
  if (issues.length === 0) return { file: value as ScenarioFile, issues: [] }

  return { issues: issues.map(({ field = '', issue }) => locate(field, `${field} ${issue}`.trimStart())) }
}

/** Everything that is wrong with the content of a scenario file. */
export function findCustomScenarioIssues(value: unknown, targets: ScenarioTargets): Issue[] {
  const schemaIssues = findSchemaIssues(value)
  if (schemaIssues.length > 0) return schemaIssues
  const file = value as ScenarioFile
  const issues = findScenarioIssues(file, targets)
  if (issues.length === 0 && BUILT_IN_SCENARIO_FILES.some(({ name }) => name === file.name))
    issues.push(invalidField('name', 'is the name of a built-in scenario; choose another'))
  return issues
}

/** Compiled once, because an editor checks its text after every change. */
let validateSchema: ValidateFunction | undefined

function compileSchema(): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false })
  formats.default(ajv, ['date-time'])
  return ajv.compile(schema)
}

function findSchemaIssues(value: unknown): Issue[] {
  validateSchema ??= compileSchema()
  const validate = validateSchema
  if (validate(value)) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ code: 'validation_failed', issue: 'the file must be a mapping with a name and a summary' }]
  return toIssues(validate.errors, value)
}

import { closest } from '../core/closest.js'
import { planStore, planTakedown, type Scenario } from '../core/scenario.js'
import { HOUR, MINUTE, SECOND } from '../core/time.js'
import { createScenarios, readScenario, SCENARIO_FILES, type ScenarioFile } from '../runtime/scenarios.js'
import { seeds } from '../runtime/seeds.js'
import { UsageError } from './options.js'
import { isFile, loadOwnScenario } from './own-scenario.js'

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}

/** `mds-sandbox scenarios [show NAME | check FILE]` */
export async function scenarios([verb, subject, ...rest]: string[]): Promise<void> {
  if (rest.length > 0) throw new UsageError(`There is one thing too many: ${rest[0]}.`)
  if (verb === undefined) return void process.stdout.write(`${list()}\n`)
  if (verb !== 'show' && verb !== 'check')
    throw new UsageError(`scenarios takes show or check, not ${JSON.stringify(verb)}.`)
  if (subject === undefined)
    throw new UsageError(`scenarios ${verb} needs a ${verb === 'show' ? 'name or a file' : 'file'}.`)
  if (verb === 'show') return void process.stdout.write(`${show(await find(subject))}\n`)
  const { name } = await loadOwnScenario(subject)
  process.stdout.write(`${subject} is fine. Run it with mds-sandbox --scenario ${subject} (its name is ${name}).\n`)
}

const list = () => table(SCENARIO_FILES.map(({ name, summary }) => [name, summary]))

async function find(subject: string): Promise<ScenarioFile> {
  if (isFile(subject)) return loadOwnScenario(subject)
  const file = SCENARIO_FILES.find(({ name }) => name === subject)
  if (file) return file
  const meant = closest(subject, createScenarios().names)
  throw new UsageError(`There is no scenario ${JSON.stringify(subject)}.${meant ? ` Did you mean ${meant}?` : ''}`)
}

function inWords(ms: number): string {
  for (const [unit, size] of [
    ['h', HOUR],
    ['m', MINUTE],
    ['s', SECOND],
  ] as const)
    if (ms % size === 0) return `${ms / size}${unit}`
  return `${ms}ms`
}

/** The file, and what it means for the stores, as a table of what happens when. */
function show(file: ScenarioFile): string {
  const scenario = readScenario(file)
  const { expect: promise = [], ...settings } = file
  const lines = [
    `${file.name}: ${file.summary}`,
    '',
    yamlOf(settings),
    '',
    'What happens when, for a delivery to every store:',
    timeline(scenario),
  ]
  if (promise.length > 0) lines.push('', 'What the standard walk-through meets:', ...promise.map((line) => `  ${line}`))
  return lines.join('\n')
}

function timeline(scenario: Scenario): string {
  const attempts = Math.max(1, ...scenario.stores.map(({ attempt = 1 }) => attempt + 1))
  const head = ['store', ...Array.from({ length: attempts }, (_, i) => `attempt ${i + 1}`), 'takedown']
  const stores = seeds.stores.map(({ territories: _all, character: _words, ...store }) => ({
    ...store,
    territories: [],
  }))
  const rows = stores.map((store) => {
    const plans = Array.from({ length: attempts }, (_, i) => planStore(scenario, store, '', i + 1))
    const cells = plans.map(
      ({ outcome, after, code }) => `${outcome} after ${inWords(after)}${code ? ` (${code})` : ''}`,
    )
    return [
      store.store_id,
      ...cells,
      store.capabilities.takedown ? `after ${inWords(planTakedown(scenario, store))}` : 'never',
    ]
  })
  return table([head, ...rows])
}

/** Plain YAML of plain settings, without loading a library for it. */
function yamlOf(value: unknown, indent = ''): string {
  const isPlain = (inner: unknown) => typeof inner !== 'object' || inner === null
  const entries = Object.entries(value as object)
  return entries
    .map(([key, inner]) => {
      if (isPlain(inner)) return `${indent}${key}: ${inner}`
      if (!Array.isArray(inner)) return `${indent}${key}:\n${yamlOf(inner, `${indent}  `)}`
      const items = inner.map((item) =>
        isPlain(item) ? `${indent}  - ${item}` : `${indent}  - ${yamlOf(item, `${indent}    `).trimStart()}`,
      )
      return `${indent}${key}:\n${items.join('\n')}`
    })
    .join('\n')
}

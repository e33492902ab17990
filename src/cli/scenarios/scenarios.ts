import { readFile, writeFile } from 'node:fs/promises'
import type { Seeds } from '../../core/engine/seed-types.js'
import { suggest } from '../../core/primitives/suggest.js'
import { BUILT_IN_SCENARIO_FILES } from '../../runtime/scenarios/built-in-scenarios.js'
import { type ScenarioFile, toScenario } from '../../runtime/scenarios/scenario-file.js'
import { createTimetable, type Timetable } from '../../runtime/scenarios/timetable.js'
import { fixturesFlag, readFixtures } from '../framework/fixtures-flag.js'
import { parseArguments, UsageError } from '../framework/parse-arguments.js'
import { formatTable } from '../framework/table.js'
import { isFilePath, loadCustomScenario } from './custom-scenario.js'

const formatSection = (rows: readonly (readonly string[])[]): string => formatTable(rows, '  ').join('\n')

export const scenariosFlags = { fixtures: fixturesFlag }

/** `mds-sandbox scenarios [show NAME | check FILE | new NAME]` */
export async function scenarios(argv: string[]): Promise<void> {
  const { values, operands } = parseArguments(scenariosFlags, argv, {}, 2)
  const [subcommand, nameOrPath] = operands
  if (subcommand === undefined) return void process.stdout.write(`${formatList()}\n`)
  if (subcommand === 'new') return createScenarioFile(nameOrPath)
  if (subcommand !== 'show' && subcommand !== 'check')
    throw new UsageError(`scenarios takes show, check or new, not ${JSON.stringify(subcommand)}.`)
  if (nameOrPath === undefined)
    throw new UsageError(`scenarios ${subcommand} needs a ${subcommand === 'show' ? 'name or a file' : 'file'}.`)
  const { seeds } = await readFixtures(values.fixtures)
  if (subcommand === 'show')
    return void process.stdout.write(`${formatScenario(await findScenario(nameOrPath, seeds), seeds)}\n`)
  if (!isFilePath(nameOrPath) && SCENARIO_NAMES.includes(nameOrPath))
    return void process.stdout.write(`${nameOrPath} is a built-in scenario, and valid.\n`)
  const { name } = await loadCustomScenario(nameOrPath, seeds)
  process.stdout.write(
    `${nameOrPath} is valid. Its name is ${name}. Run it with mds-sandbox --scenario ${nameOrPath}\n`,
  )
}

/** Writes a scenario with comments to a new file in the current folder. */
async function createScenarioFile(name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError('scenarios new needs a name.')
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name))
    throw new UsageError(`The name can't be ${JSON.stringify(name)}. Allowed: lower-case letters, digits and hyphens.`)
  if (SCENARIO_NAMES.includes(name))
    throw new UsageError(`${name} is the name of a built-in scenario. Choose another.`, false)
  const { default: example } = await import('../../../examples/scenario.yaml?text')
  const path = `${name}.yaml`
  try {
    await writeFile(path, example.replace('name: my-scenario', `name: ${name}`), { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'EEXIST' ? `${path} exists already.` : `Can't write ${path}: ${code}.`, false)
  }
  process.stdout.write(`${path} is written. Edit it, and run it with mds-sandbox --scenario ${path}\n`)
}

export const SCENARIO_NAMES = BUILT_IN_SCENARIO_FILES.map(({ name }) => name)

const formatList = () => formatSection(BUILT_IN_SCENARIO_FILES.map(({ name, summary }) => [name, summary]))

async function findScenario(nameOrPath: string, seeds: Seeds): Promise<{ text: string; file: ScenarioFile }> {
  if (isFilePath(nameOrPath))
    return { file: await loadCustomScenario(nameOrPath, seeds), text: await readFile(nameOrPath, 'utf8') }
  const file = BUILT_IN_SCENARIO_FILES.find(({ name }) => name === nameOrPath)
  if (file)
    return {
      file,
      text: (await import('../../runtime/scenarios/scenario-texts.js')).SCENARIO_TEXTS[file.name] as string,
    }
  const suggestion = suggest(nameOrPath, SCENARIO_NAMES)
  const hint = suggestion ? `Did you mean ${suggestion}?` : `There are ${SCENARIO_NAMES.join(', ')}.`
  throw new UsageError(`There is no scenario ${JSON.stringify(nameOrPath)}. ${hint}`, false)
}

/** The text of the file, followed by the timetable. */
function formatScenario({ text, file }: { text: string; file: ScenarioFile }, seeds: Seeds): string {
  const { rules, assets, stores, payouts } = createTimetable(toScenario(file), seeds)
  const sections = [formatAssets(assets), '', formatStores(stores), '', formatPayouts(payouts)]
  return [
    text.trimEnd(),
    '',
    '# Timetable',
    ...(rules.length > 0 ? ['', ...rules.map((rule) => `  ${rule}`)] : []),
    '',
    ...sections,
  ].join('\n')
}

const attemptHeads = (attempts: readonly unknown[] = []) => attempts.map((_, i) => `attempt ${i + 1}`)

const formatAssets = (assets: Timetable['assets']) =>
  formatSection([
    ['upload', '', ''],
    ...assets.map(({ type, outcome, after }) => [type, 'processing immediately', `${outcome} after ${after}`]),
  ])

const formatStores = (stores: Timetable['stores']) =>
  formatSection([
    ['store', ...attemptHeads(stores[0]?.attempts), 'takedown'],
    ...stores.map(({ store_id, attempts, takedown_after }) => [
      store_id,
      ...attempts.map(
        ({ ingesting_after, outcome, after, code }) =>
          `ingesting after ${ingesting_after}, ${outcome} after ${after}${code ? ` (${code})` : ''}`,
      ),
      takedown_after === null ? 'never' : `after ${takedown_after}`,
    ]),
  ])

const formatPayouts = (payouts: Timetable['payouts']) =>
  formatSection([
    ['payout', ...attemptHeads(payouts[0]?.attempts)],
    ...payouts.map(({ currency, attempts }) => [
      currency,
      ...attempts.map(({ hold_reason, processing_after, outcome, after }) => {
        const hold = hold_reason ? `on_hold (${hold_reason}); after the hold is resolved, ` : ''
        return `${hold}processing after ${processing_after}, ${outcome} after another ${after}`
      }),
    ]),
  ])

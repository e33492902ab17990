import { readFile } from 'node:fs/promises'
import { suggest } from '../../core/primitives/suggest.js'
import { builtInSeeds } from '../../runtime/fixtures/built-in-seeds.js'
import { BUILT_IN_SCENARIO_FILES } from '../../runtime/scenarios/built-in-scenarios.js'
import { type ScenarioFile, toScenario } from '../../runtime/scenarios/scenario-file.js'
import { createTimetable, type Timetable } from '../../runtime/scenarios/timetable.js'
import { UsageError } from '../framework/parse-arguments.js'
import { formatTable } from '../framework/table.js'
import { isFilePath, loadCustomScenario } from './custom-scenario.js'

const formatSection = (rows: readonly (readonly string[])[]): string => formatTable(rows, '  ').join('\n')

/** `mds-sandbox scenarios [show NAME | check FILE]` */
export async function scenarios([subcommand, nameOrPath, ...rest]: string[]): Promise<void> {
  if (rest.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(rest[0])}.`)
  if (subcommand === undefined) return void process.stdout.write(`${formatList()}\n`)
  if (subcommand !== 'show' && subcommand !== 'check')
    throw new UsageError(`scenarios takes show or check, not ${JSON.stringify(subcommand)}.`)
  if (nameOrPath === undefined)
    throw new UsageError(`scenarios ${subcommand} needs a ${subcommand === 'show' ? 'name or a file' : 'file'}.`)
  if (subcommand === 'show') return void process.stdout.write(`${formatScenario(await findScenario(nameOrPath))}\n`)
  if (!isFilePath(nameOrPath) && SCENARIO_NAMES.includes(nameOrPath))
    return void process.stdout.write(`${nameOrPath} is a built-in scenario, and valid.\n`)
  const { name } = await loadCustomScenario(nameOrPath)
  process.stdout.write(
    `${nameOrPath} is valid. Its name is ${name}. Run it with mds-sandbox --scenario ${nameOrPath}\n`,
  )
}

export const SCENARIO_NAMES = BUILT_IN_SCENARIO_FILES.map(({ name }) => name)

const formatList = () => formatSection(BUILT_IN_SCENARIO_FILES.map(({ name, summary }) => [name, summary]))

async function findScenario(nameOrPath: string): Promise<{ text: string; file: ScenarioFile }> {
  if (isFilePath(nameOrPath))
    return { file: await loadCustomScenario(nameOrPath), text: await readFile(nameOrPath, 'utf8') }
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
function formatScenario({ text, file }: { text: string; file: ScenarioFile }): string {
  const { rules, assets, stores, payouts } = createTimetable(toScenario(file), builtInSeeds)
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

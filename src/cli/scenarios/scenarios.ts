import { readFile } from 'node:fs/promises'
import {
  type FaultRule,
  planAsset,
  planPayout,
  planStore,
  planTakedown,
  rejectionCode,
  type Scenario,
  type WebhookRule,
} from '../../core/delivery/scenario-rules.js'
import { PENDING_DURATION } from '../../core/money/payouts.js'
import { suggest } from '../../core/primitives/suggest.js'
import { formatDuration, formatInstant } from '../../core/primitives/time.js'
import { BUILT_IN_SCENARIO_FILES } from '../../runtime/scenarios/built-in-scenarios.js'
import { type ScenarioFile, toScenario } from '../../runtime/scenarios/scenario-file.js'
import { seeds } from '../../runtime/seed-data.js'
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
  const scenario = toScenario(file)
  const lines = [text.trimEnd(), '', '# Timetable']
  if (scenario.clock?.start !== undefined) lines.push('', `The clock starts at ${formatInstant(scenario.clock.start)}.`)
  if (scenario.limits) lines.push('', `The rate limits are ${scenario.limits}.`)
  if (scenario.faults.length > 0) lines.push('', ...scenario.faults.map(describeFault))
  if (scenario.webhooks?.length) lines.push('', ...scenario.webhooks.map(describeWebhookRule))
  return [...lines, '', formatAssets(scenario), '', formatStores(scenario), '', formatPayouts(scenario)].join('\n')
}

const formatTimes = (n: number) => (n === 1 ? 'once' : `${n} times`)

function describeFault({ operations, status, connection, delay, times: count }: FaultRule): string {
  const effects = [
    delay && `waits ${formatDuration(delay)}`,
    status && `returns ${status}`,
    connection && 'resets the connection',
  ]
  const frequency = count === undefined ? 'always' : formatTimes(count)
  return `  ${operations?.join(', ') ?? 'every call'} ${effects.filter(Boolean).join(' and ')}, ${frequency}`
}

function describeWebhookRule({
  events,
  endpoint,
  chance,
  drop,
  forge,
  duplicate,
  delay,
  reorder,
}: WebhookRule): string {
  const effects = [
    delay && `waits ${formatDuration(delay)}`,
    reorder && `arrives after the next event, at most ${formatDuration(reorder)} later`,
    drop && `is lost ${formatTimes(drop)}`,
    forge && `has a wrong signature ${formatTimes(forge)}`,
    duplicate && `is sent again ${formatTimes(duplicate)}`,
  ].filter(Boolean)
  const destination = endpoint === undefined ? '' : ` to ${endpoint}`
  const frequency = chance === undefined ? '' : `, in ${Math.round(chance * 1000) / 10} of 100 cases`
  return `  ${events?.join(', ') ?? 'every event'}${destination} ${effects.join(', ') || 'arrives normally'}${frequency}`
}

function formatAssets(scenario: Scenario): string {
  const rows = (['audio', 'artwork'] as const).map((type) => {
    const { outcome, after } = planAsset(scenario, type)
    return [type, 'processing immediately', `${outcome} after ${formatDuration(after)}`]
  })
  return formatSection([['upload', '', ''], ...rows])
}

function formatStores(scenario: Scenario): string {
  const all = seeds.stores.map(({ territories: _codes, character: _words, ...store }) => ({
    ...store,
    territories: [],
  }))
  const corrections = Math.max(
    0,
    ...all.map(
      ({ store_id }) =>
        scenario.stores.filter(({ until, stores }) => until && (stores?.includes(store_id) ?? true)).length,
    ),
  )
  const attempts = Math.max(1 + corrections, ...scenario.stores.map(({ attempt = 0 }) => attempt + 1))
  const head = ['store', ...Array.from({ length: attempts }, (_, i) => `attempt ${i + 1}`), 'takedown']
  const rows = all.map((store) => {
    // The table shows a partner who corrects the release before each resubmission.
    const corrected = new Set<string>()
    const cells = Array.from({ length: attempts }, (_, i) => {
      const plan = planStore(scenario, store, '', i + 1, { isCorrected: (code) => corrected.has(code) })
      const { outcome, after, code } = plan
      corrected.add(rejectionCode(plan) ?? '')
      return `ingesting after ${formatDuration(after / 4)}, ${outcome} after ${formatDuration(after)}${code ? ` (${code})` : ''}`
    })
    const takedown = store.capabilities.takedown ? `after ${formatDuration(planTakedown(scenario, store))}` : 'never'
    return [store.store_id, ...cells, takedown]
  })
  return formatSection([head, ...rows])
}

function formatPayouts(scenario: Scenario): string {
  const attempts = Math.max(1, ...(scenario.payouts ?? []).map(({ attempt = 0 }) => attempt + 1))
  const head = ['payout', ...Array.from({ length: attempts }, (_, i) => `attempt ${i + 1}`)]
  const rows = seeds.money.currencies.map(({ code }) => {
    const cells = Array.from({ length: attempts }, (_, i) => {
      const { outcome, after, hold } = planPayout(scenario, code, i + 1)
      const holdText = hold ? `on_hold (${hold}); after the hold is resolved, ` : ''
      return `${holdText}processing after ${formatDuration(PENDING_DURATION)}, ${outcome} after another ${formatDuration(after)}`
    })
    return [code, ...cells]
  })
  return formatSection([head, ...rows])
}

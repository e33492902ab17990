import { readFile } from 'node:fs/promises'
import {
  type FaultRule,
  planAsset,
  planPayout,
  planStore,
  planTakedown,
  type Scenario,
  type WebhookRule,
} from '../../core/delivery/scenario-rules.js'
import { PENDING_FOR } from '../../core/money/payouts.js'
import { closest } from '../../core/primitives/suggest.js'
import { instant, inWords } from '../../core/primitives/time.js'
import { SCENARIO_FILES } from '../../runtime/scenarios/built-in-scenarios.js'
import { readScenario, type ScenarioFile } from '../../runtime/scenarios/scenario-file.js'
import { seeds } from '../../runtime/seed-data.js'
import { UsageError } from '../framework/flags.js'
import { isFile, loadOwnScenario } from './custom-scenario.js'

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
  if (!isFile(subject) && names.includes(subject))
    return void process.stdout.write(`${subject} is built in, and fine.\n`)
  const { name } = await loadOwnScenario(subject)
  process.stdout.write(`${subject} is fine. Run it with mds-sandbox --scenario ${subject} (its name is ${name}).\n`)
}

export const names = SCENARIO_FILES.map(({ name }) => name)

const list = () => table(SCENARIO_FILES.map(({ name, summary }) => [name, summary]))

/** The text of a scenario's file, and what it says. */
async function find(subject: string): Promise<{ text: string; file: ScenarioFile }> {
  if (isFile(subject)) return { file: await loadOwnScenario(subject), text: await readFile(subject, 'utf8') }
  const file = SCENARIO_FILES.find(({ name }) => name === subject)
  // The folder stands beside src/ and dist/ alike.
  if (file) return { file, text: await readFile(new URL(`../../scenarios/${file.name}.yaml`, import.meta.url), 'utf8') }
  const meant = closest(subject, names)
  const hint = meant ? `Did you mean ${meant}?` : `There are ${names.join(', ')}.`
  throw new UsageError(`There is no scenario ${JSON.stringify(subject)}. ${hint}`, false)
}

/** The file, and then what happens when. */
function show({ text, file }: { text: string; file: ScenarioFile }): string {
  const scenario = readScenario(file)
  const lines = [text.trimEnd(), '', '# What happens when']
  if (scenario.clock?.start !== undefined) lines.push('', `The clock starts at ${instant(scenario.clock.start)}.`)
  if (scenario.limits) lines.push('', `Limits are ${scenario.limits}.`)
  if (scenario.faults.length > 0) lines.push('', ...scenario.faults.map(faultInWords))
  if (scenario.webhooks?.length) lines.push('', ...scenario.webhooks.map(webhookInWords))
  return [...lines, '', assets(scenario), '', stores(scenario), '', payouts(scenario)].join('\n')
}

const times = (n: number) => (n === 1 ? 'once' : `${n} times`)

function faultInWords({ operations, status, connection, delay, times: count }: FaultRule): string {
  const what = [delay && `waits ${inWords(delay)}`, status && `answers ${status}`, connection && 'is cut off']
  const often = count === undefined ? 'always' : times(count)
  return `  ${operations?.join(', ') ?? 'every call'} ${what.filter(Boolean).join(' and ')}, ${often}`
}

function webhookInWords({ events, endpoint, chance, drop, forge, duplicate, delay, reorder }: WebhookRule): string {
  const what = [
    delay && `waits ${inWords(delay)}`,
    reorder && `waits to be overtaken by the next event, at most ${inWords(reorder)}`,
    drop && `is lost ${times(drop)}`,
    forge && `has a wrong signature ${times(forge)}`,
    duplicate && `is sent again ${times(duplicate)}`,
  ].filter(Boolean)
  const where = endpoint === undefined ? '' : ` to ${endpoint}`
  const often = chance === undefined ? '' : `, in ${Math.round(chance * 1000) / 10} of 100 cases`
  return `  ${events?.join(', ') ?? 'every event'}${where} ${what.join(', ') || 'arrives as it should'}${often}`
}

function assets(scenario: Scenario): string {
  const rows = (['audio', 'artwork'] as const).map((type) => {
    const { outcome, after } = planAsset(scenario, type)
    return [type, 'processing at once', `${outcome} after ${inWords(after)}`]
  })
  return table([['upload', '', ''], ...rows])
}

function stores(scenario: Scenario): string {
  const attempts = Math.max(1, ...scenario.stores.map(({ attempt = 1 }) => attempt + 1))
  const head = ['store', ...Array.from({ length: attempts }, (_, i) => `attempt ${i + 1}`), 'takedown']
  const all = seeds.stores.map(({ territories: _codes, character: _words, ...store }) => ({
    ...store,
    territories: [],
  }))
  const rows = all.map((store) => {
    const cells = Array.from({ length: attempts }, (_, i) => {
      const { outcome, after, code } = planStore(scenario, store, '', i + 1)
      return `ingesting after ${inWords(after / 4)}, ${outcome} after ${inWords(after)}${code ? ` (${code})` : ''}`
    })
    const takedown = store.capabilities.takedown ? `after ${inWords(planTakedown(scenario, store))}` : 'never'
    return [store.store_id, ...cells, takedown]
  })
  return table([head, ...rows])
}

function payouts(scenario: Scenario): string {
  const attempts = Math.max(1, ...(scenario.payouts ?? []).map(({ attempt = 0 }) => attempt + 1))
  const head = ['payout', ...Array.from({ length: attempts }, (_, i) => `attempt ${i + 1}`)]
  const rows = seeds.money.currencies.map(({ code }) => {
    const cells = Array.from({ length: attempts }, (_, i) => {
      const { outcome, after, hold } = planPayout(scenario, code, i + 1)
      const held = hold ? `on_hold (${hold}); once that is resolved, ` : ''
      return `${held}processing after ${inWords(PENDING_FOR)}, ${outcome} after another ${inWords(after)}`
    })
    return [code, ...cells]
  })
  return table([head, ...rows])
}

import { closest } from '../../core/primitives/suggest.js'
import { type Choices, type Loaded, parseUsage, type Usage } from '../framework/command.js'
import { type Flags, operandsOf, readCall, toolEnvironment, UsageError, type Values } from '../framework/flags.js'
import { createPaint, createPrinter, type Paint } from '../framework/terminal.js'
import { type Answer, type Client, clientFlags, createClient, Refused } from './client.js'

/** What a command has in hand that drives a running sandbox. */
export interface Call<F extends Flags> {
  values: Values<F> & Values<typeof clientFlags>
  operands: string[]
  client: Client
  paint: Paint
  print(line: string): void
  /** The answer as it came with --json, or in words. */
  tell<T>(answer: Answer<T>, inWords: (body: T) => string | string[]): void
  env: NodeJS.ProcessEnv
}

export interface Action {
  flags: Flags
  choices?: Choices | undefined
  run(call: Call<Flags>): Promise<void>
}

/** One thing that a running sandbox can be told. */
export const action = <F extends Flags>(own: F, run: (call: Call<F>) => Promise<void>, choices?: Choices): Action => ({
  flags: { ...own, ...clientFlags },
  choices,
  run: run as unknown as Action['run'],
})

/** A command of such actions, by verb; the bare command's verb is empty. */
export const drive = (actions: Record<string, Action>): Loaded => ({
  flags: clientFlags,
  verbs: actions,
  async run(argv, env, usages) {
    const { chosen, usage } = choose(actions, argv, usages)
    const { verb, operands: names, least } = parseUsage(usage)
    const spoken = verb === '' ? 0 : 1
    const call = readCall({ ...chosen.flags, ...clientFlags }, argv, toolEnvironment(env), spoken + names.length)
    const operands = call.operands.slice(spoken)
    const missing = names.slice(operands.length, least)
    if (missing.length > 0)
      throw new UsageError(
        `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: mds-sandbox ${usage[0]}`,
      )
    const { url, key, json } = call.values
    const print = createPrinter()
    const tell: Call<Flags>['tell'] = ({ text, body }, inWords) => {
      const lines = json ? (text === '' ? [] : [text]) : [inWords(body)].flat()
      for (const line of lines) print(line)
    }
    const paint = createPaint(process.stdout, env)
    try {
      await chosen.run({ values: call.values, operands, client: createClient(url, key), paint, print, tell, env })
    } catch (error) {
      // Whoever asked for JSON gets it from a refusal too.
      if (json && error instanceof Refused) print(error.text)
      throw error
    }
  },
})

function choose(actions: Record<string, Action>, argv: string[], usages: readonly Usage[]) {
  const all: Flags = Object.assign({}, ...Object.values(actions).map(({ flags }) => flags))
  const [word] = operandsOf(all, argv)
  const verbs = Object.keys(actions).filter((verb) => verb !== '')
  const verb = word !== undefined && verbs.includes(word) ? word : ''
  const usage = usages.find((each) => parseUsage(each).verb === verb)
  const chosen = actions[verb]
  const isStrange = verb === '' && word !== undefined && usage && parseUsage(usage).operands.length === 0
  if (chosen && usage && !isStrange) return { chosen, usage }
  const { name } = parseUsage(usages[0] as Usage)
  const choice = chosen ? [...verbs, 'nothing'] : verbs
  const list = `${choice.slice(0, -1).join(', ')}${choice.length > 1 ? ' or ' : ''}${choice.at(-1)}`
  if (verbs.length === 0) throw new UsageError(`${name} takes nothing but flags, not ${JSON.stringify(word)}.`)
  if (word === undefined) throw new UsageError(`${name} needs ${list}.`)
  const meant = closest(word, verbs)
  throw new UsageError(`${name} takes ${list}, not ${JSON.stringify(word)}.${meant ? ` Did you mean ${meant}?` : ''}`)
}

/** Columns as wide as they need to be. */
export const columns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

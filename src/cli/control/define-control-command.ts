import { suggest } from '../../core/primitives/suggest.js'
import { type LoadedCommand, type OperandChoices, parseUsage, type Usage } from '../framework/command.js'
import type { Flags, Values } from '../framework/flags.js'
import { parseArguments, parseOperands, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import {
  type Client,
  clientFlags,
  createClient,
  RefusedError,
  type SandboxResponse,
} from '../framework/sandbox-client.js'
import { createPaint, createPrinter, type Paint } from '../framework/terminal.js'

/** What the action of a control command works with. */
export interface ActionContext<F extends Flags> {
  values: Values<F> & Values<typeof clientFlags>
  operands: string[]
  client: Client
  paint: Paint
  print(line: string): void
  /** Prints the unchanged response with --json, and the formatted one otherwise. */
  printResponse<T>(response: SandboxResponse<T>, format: (body: T) => string | string[]): void
  env: NodeJS.ProcessEnv
}

export interface ControlAction {
  flags: Flags
  choices?: OperandChoices | undefined
  run(context: ActionContext<Flags>): Promise<void>
}

export const defineAction = <F extends Flags>(
  ownFlags: F,
  run: (context: ActionContext<F>) => Promise<void>,
  choices?: OperandChoices,
): ControlAction => ({
  flags: { ...ownFlags, ...clientFlags },
  choices,
  run: run as unknown as ControlAction['run'],
})

/** A command with one action for each subcommand. The key of the bare command is empty. */
export const defineControlCommand = (actions: Record<string, ControlAction>): LoadedCommand => ({
  flags: clientFlags,
  subcommands: actions,
  async run(argv, env, usages) {
    const { chosen, usage } = selectAction(actions, argv, usages)
    const { subcommand, operands: operandNames, minOperands } = parseUsage(usage)
    const subcommandCount = subcommand === '' ? 0 : 1
    const parsed = parseArguments(
      { ...chosen.flags, ...clientFlags },
      argv,
      pickToolVariables(env),
      subcommandCount + operandNames.length,
    )
    const operands = parsed.operands.slice(subcommandCount)
    const missing = operandNames.slice(operands.length, minOperands)
    if (missing.length > 0)
      throw new UsageError(
        `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: mds-sandbox ${usage[0]}`,
      )
    const { url, key, json } = parsed.values
    const print = createPrinter()
    const printResponse: ActionContext<Flags>['printResponse'] = ({ text, body }, format) => {
      const lines = json ? (text === '' ? [] : [text]) : [format(body)].flat()
      for (const line of lines) print(line)
    }
    const paint = createPaint(process.stdout, env)
    try {
      await chosen.run({
        values: parsed.values,
        operands,
        client: createClient(url, key),
        paint,
        print,
        printResponse,
        env,
      })
    } catch (error) {
      // With --json, an error response is printed as JSON too.
      if (json && error instanceof RefusedError) print(error.text)
      throw error
    }
  },
})

function selectAction(actions: Record<string, ControlAction>, argv: string[], usages: readonly Usage[]) {
  const allFlags: Flags = Object.assign({}, ...Object.values(actions).map(({ flags }) => flags))
  const [word] = parseOperands(allFlags, argv)
  const subcommands = Object.keys(actions).filter((subcommand) => subcommand !== '')
  const subcommand = word !== undefined && subcommands.includes(word) ? word : ''
  const usage = usages.find((each) => parseUsage(each).subcommand === subcommand)
  const chosen = actions[subcommand]
  const isUnknownSubcommand =
    subcommand === '' && word !== undefined && usage && parseUsage(usage).operands.length === 0
  if (chosen && usage && !isUnknownSubcommand) return { chosen, usage }
  const { name } = parseUsage(usages[0] as Usage)
  const alternatives = chosen ? [...subcommands, 'nothing'] : subcommands
  const alternativesText = `${alternatives.slice(0, -1).join(', ')}${alternatives.length > 1 ? ' or ' : ''}${alternatives.at(-1)}`
  if (subcommands.length === 0) throw new UsageError(`${name} takes only flags, not ${JSON.stringify(word)}.`)
  if (word === undefined) throw new UsageError(`${name} needs ${alternativesText}.`)
  const suggestion = suggest(word, subcommands)
  throw new UsageError(
    `${name} takes ${alternativesText}, not ${JSON.stringify(word)}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
  )
}

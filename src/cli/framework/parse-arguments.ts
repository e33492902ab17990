import { parseArgs } from 'node:util'
import { suggest } from '../../core/primitives/suggest.js'
import { type Flag, type Flags, toVariableName, type Values } from './flags.js'

/** The command was called incorrectly. The message goes to stderr, and the exit code is 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    /** Whether to point to the help of the command. */
    readonly isAboutFlags = true,
  ) {
    super(message)
  }
}

/** The variables that clients read. The other MDS_ variables configure the server, and clients ignore them. */
const TOOL_VARIABLES = ['MDS_URL', 'MDS_KEY', 'MDS_SECRET', 'MDS_WEBHOOK_SECRET']

export const pickToolVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(TOOL_VARIABLES.map((name) => [name, env[name]]))

/** Parses a call that takes only flags. */
export const parseFlags = <F extends Flags>(flags: F, argv: string[], env: NodeJS.ProcessEnv): Values<F> =>
  parseArguments(flags, argv, env, 0).values

/** Parses flags and operands. A flag wins over its environment variable, the variable over the default. */
export function parseArguments<F extends Flags>(
  flags: F,
  argv: string[],
  env: NodeJS.ProcessEnv,
  maxOperands: number,
): { values: Values<F>; operands: string[] } {
  const { rawValues, operands } = tokenize(flags, argv)
  const excess = operands[maxOperands]
  if (excess !== undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(excess)}.`)
  const values: Record<string, unknown> = {}
  for (const [name, flag] of Object.entries(flags)) {
    const fromEnv = env[toVariableName(name)]
    const text = rawValues[name] ?? (fromEnv === '' ? undefined : fromEnv)
    values[name] =
      text === undefined
        ? flag.defaultValue
        : parseValue(flag, text, rawValues[name] === undefined ? toVariableName(name) : `--${name}`)
  }
  return { values: values as Values<F>, operands }
}

export const parseOperands = (flags: Flags, argv: string[]): string[] => tokenize(flags, argv).operands

export function parseChoice<const T extends string>(name: string, given: string, options: readonly T[]): T {
  if (options.includes(given as T)) return given as T
  const suggestion = suggest(given, options)
  const hint = suggestion ? `. Did you mean ${suggestion}?` : '.'
  throw new UsageError(`${name} can't be ${JSON.stringify(given)}. Allowed: ${options.join(', ')}${hint}`)
}

/** Unknown MDS_ variables are likely typos, which would otherwise go unnoticed. */
export function unknownVariableWarnings(flags: Flags, env: NodeJS.ProcessEnv): string[] {
  const known = [...Object.keys(flags).map(toVariableName), ...TOOL_VARIABLES]
  return Object.keys(env)
    .filter((name) => name.startsWith('MDS_') && !known.includes(name))
    .map((name) => {
      const suggestion = suggest(name, known)
      return `${name} is not a known setting and is ignored.${suggestion ? ` Did you mean ${suggestion}?` : ''}`
    })
}

function parseValue(flag: Flag<unknown>, text: string, source: string): unknown {
  const value = flag.parse(text)
  if (typeof value !== 'object' || value === null || !('allowed' in value)) return value
  const allowed = String(value.allowed)
  const end = allowed.endsWith('?') ? '' : '.'
  throw new UsageError(`${source} can't be ${JSON.stringify(text)}. Allowed: ${allowed}${end}`)
}

interface RawArguments {
  rawValues: Record<string, string | undefined>
  operands: string[]
}

function tokenize(flags: Flags, argv: string[]): RawArguments {
  const known = [...Object.keys(flags), 'help', 'version']
  const { tokens } = parseArgs({
    args: argv,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      known.map((name) => [name, { type: flags[name]?.placeholder ? 'string' : 'boolean' } as const]),
    ),
  })
  const rawValues: RawArguments['rawValues'] = {}
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const flag = flags[token.name]
    if (!flag && known.includes(token.name)) throw new UsageError(`--${token.name} takes no value.`)
    if (!flag) throw new UsageError(unknownFlagMessage(token.rawName, known))
    if (flag.placeholder && (token.value === undefined || token.value === ''))
      throw new UsageError(`--${token.name} needs a value: ${flag.placeholder}.`)
    const earlier = rawValues[token.name]
    if (earlier !== undefined && !flag.isRepeatable) throw new UsageError(`--${token.name} is given more than once.`)
    const value = flag.placeholder ? token.value : (token.value ?? 'true')
    rawValues[token.name] = earlier === undefined ? value : `${earlier},${value}`
  }
  return { rawValues, operands }
}

function unknownFlagMessage(rawName: string, known: string[]): string {
  const suggestion = suggest(rawName.replace(/^-+/, ''), known)
  return `There is no ${rawName}.${suggestion ? ` Did you mean --${suggestion}?` : ''}`
}

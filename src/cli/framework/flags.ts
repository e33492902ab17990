import { parseArgs } from 'node:util'
import { suggest } from '../../core/primitives/suggest.js'
import { parseDuration } from '../../core/primitives/time.js'

/** A mistake in how the command was called: message to stderr, exit code 2. */
export class UsageError extends Error {
  /** Whether the help would help. */
  constructor(
    message: string,
    readonly isAboutFlags = true,
  ) {
    super(message)
  }
}

/** One flag, also settable as an environment variable. `read` turns its text into a value or says what is allowed. */
export interface Flag<T> {
  /** What stands behind the flag in the help; none for a switch. */
  placeholder?: string
  help: string
  defaultValue: T
  /** The initial value as one would write it, where that is not how it is kept. */
  defaultText?: string
  /** What a shell may offer for it, where that can be listed. */
  choices?: readonly string[]
  parse(text: string): T | { allowed: string }
}

export type Flags = Record<string, Flag<unknown>>
export type Values<F extends Flags> = { [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never }

export const toVariableName = (name: string): string => `MDS_${name.toUpperCase().replaceAll('-', '_')}`

/** What the tools beside the server read from the environment. Other names there are the server's, and mean it. */
const TOOL_VARIABLES = ['MDS_URL', 'MDS_KEY', 'MDS_SECRET']

export const pickToolVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(TOOL_VARIABLES.map((name) => [name, env[name]]))

/** A call that takes flags only. */
export const parseFlags = <F extends Flags>(flags: F, argv: string[], env: NodeJS.ProcessEnv): Values<F> =>
  parseArguments(flags, argv, env, 0).values

/**
 * What stands behind the flags, and what stands beside them, at most so many. The flag wins over the variable, the
 * variable over the initial value.
 */
export function parseArguments<F extends Flags>(
  flags: F,
  argv: string[],
  env: NodeJS.ProcessEnv,
  maxOperands: number,
): { values: Values<F>; operands: string[] } {
  const { rawValues, operands } = tokenize(flags, argv)
  const excess = operands[maxOperands]
  if (excess !== undefined) throw new UsageError(`There is one thing too many: ${JSON.stringify(excess)}.`)
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

/** What stands beside the flags. */
export const parseOperands = (flags: Flags, argv: string[]): string[] => tokenize(flags, argv).operands

/** One of these words; a slip is answered with the nearest. */
export function parseChoice<const T extends string>(name: string, given: string, options: readonly T[]): T {
  if (options.includes(given as T)) return given as T
  const suggestion = suggest(given, options)
  const hint = suggestion ? `. Did you mean ${suggestion}?` : '.'
  throw new UsageError(`${name} can't be ${JSON.stringify(given)}. Allowed: ${options.join(', ')}${hint}`)
}

/** Variables that look like settings and are none: a slip there would otherwise go unnoticed. */
export function unknownVariableWarnings(flags: Flags, env: NodeJS.ProcessEnv): string[] {
  const known = [...Object.keys(flags).map(toVariableName), ...TOOL_VARIABLES]
  return Object.keys(env)
    .filter((name) => name.startsWith('MDS_') && !known.includes(name))
    .map((name) => {
      const suggestion = suggest(name, known)
      return `${name} is not a setting, and ignored.${suggestion ? ` Did you mean ${suggestion}?` : ''}`
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
    if (rawValues[token.name] !== undefined) throw new UsageError(`--${token.name} is given more than once.`)
    rawValues[token.name] = flag.placeholder ? token.value : (token.value ?? 'true')
  }
  return { rawValues, operands }
}

function unknownFlagMessage(rawName: string, known: string[]): string {
  const suggestion = suggest(rawName.replace(/^-+/, ''), known)
  return `There is no ${rawName}.${suggestion ? ` Did you mean --${suggestion}?` : ''}`
}

export const choiceFlag = <const T extends string>(help: string, options: readonly T[], defaultValue: T): Flag<T> => ({
  placeholder: options.join('|'),
  help,
  defaultValue,
  choices: options,
  parse: (text) => (options.includes(text as T) ? (text as T) : { allowed: options.join(', ') }),
})

export const booleanFlag = (help: string): Flag<boolean> => ({
  help,
  defaultValue: false,
  parse: (text) => {
    if (['true', '1', 'yes', 'on'].includes(text)) return true
    return ['false', '0', 'no', 'off'].includes(text) ? false : { allowed: 'true, false' }
  },
})

/** An address; IPv6 may stand in brackets, as in a URL. */
export const hostFlag = (help: string): Flag<string> => ({
  placeholder: 'HOST',
  help,
  defaultValue: '127.0.0.1',
  parse: (text) => text.replace(/^\[(.*)\]$/, '$1'),
})

export const integerFlag = (
  help: string,
  placeholder: string,
  defaultValue: number,
  min: number,
  max: number,
): Flag<number> => ({
  placeholder,
  help,
  defaultValue,
  parse: (text) => {
    const n = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return n >= min && n <= max ? n : { allowed: `a whole number from ${min} to ${max}` }
  },
})

/** A span of wall time. */
export const durationFlag = (help: string, defaultText: string, max: string): Flag<number> => ({
  placeholder: 'DURATION',
  help,
  defaultValue: parseDuration(defaultText) as number,
  defaultText,
  parse: (text) => {
    const ms = parseDuration(text)
    return ms !== undefined && ms <= (parseDuration(max) as number)
      ? ms
      : { allowed: `a duration such as 500ms, 2s or 1m, up to ${max}` }
  },
})

/** A text that has to be given, or may be left out. */
export const textFlag = (help: string, placeholder: string): Flag<string | undefined> => ({
  placeholder,
  help,
  defaultValue: undefined,
  parse: (given) => given,
})

/** The table of flags for a help text; `isWhole` adds those that every command has. */
export function describeFlags(flags: Flags, includesCommonFlags = true): string {
  const rows = Object.entries(flags).map(([name, { placeholder, help, defaultValue, defaultText }]) => {
    const shownDefault =
      defaultText ?? (typeof defaultValue === 'string' || typeof defaultValue === 'number' ? defaultValue : undefined)
    return [
      `--${name}${placeholder ? ` ${placeholder}` : ''}`,
      shownDefault === undefined ? help : `${help} (default ${shownDefault})`,
    ] as const
  })
  if (includesCommonFlags) rows.push(['--help', 'Print this'], ['--version', 'Print the version'])
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

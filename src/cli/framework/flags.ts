import { parseArgs } from 'node:util'
import { closest } from '../../core/primitives/suggest.js'
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
  value?: string
  help: string
  initial: T
  /** The initial value as one would write it, where that is not how it is kept. */
  shown?: string
  /** What a shell may offer for it, where that can be listed. */
  choices?: readonly string[]
  read(text: string): T | { allowed: string }
}

export type Flags = Record<string, Flag<unknown>>
export type Values<F extends Flags> = { [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never }

export const variableOf = (name: string): string => `MDS_${name.toUpperCase().replaceAll('-', '_')}`

/** What the tools beside the server read from the environment. Other names there are the server's, and mean it. */
const TOOL_VARIABLES = ['MDS_URL', 'MDS_KEY', 'MDS_SECRET']

export const toolEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(TOOL_VARIABLES.map((name) => [name, env[name]]))

/** A call that takes flags only. */
export const readFlags = <F extends Flags>(flags: F, argv: string[], env: NodeJS.ProcessEnv): Values<F> =>
  readCall(flags, argv, env, 0).values

/**
 * What stands behind the flags, and what stands beside them, at most so many. The flag wins over the variable, the
 * variable over the initial value.
 */
export function readCall<F extends Flags>(
  flags: F,
  argv: string[],
  env: NodeJS.ProcessEnv,
  most: number,
): { values: Values<F>; operands: string[] } {
  const { given, operands } = parse(flags, argv)
  const excess = operands[most]
  if (excess !== undefined) throw new UsageError(`There is one thing too many: ${JSON.stringify(excess)}.`)
  const values: Record<string, unknown> = {}
  for (const [name, flag] of Object.entries(flags)) {
    const fromEnv = env[variableOf(name)]
    const text = given[name] ?? (fromEnv === '' ? undefined : fromEnv)
    values[name] =
      text === undefined
        ? flag.initial
        : readOne(flag, text, given[name] === undefined ? variableOf(name) : `--${name}`)
  }
  return { values: values as Values<F>, operands }
}

/** What stands beside the flags. */
export const operandsOf = (flags: Flags, argv: string[]): string[] => parse(flags, argv).operands

/** One of these words; a slip is answered with the nearest. */
export function oneOf<const T extends string>(name: string, given: string, options: readonly T[]): T {
  if (options.includes(given as T)) return given as T
  const meant = closest(given, options)
  const hint = meant ? `. Did you mean ${meant}?` : '.'
  throw new UsageError(`${name} can't be ${JSON.stringify(given)}. Allowed: ${options.join(', ')}${hint}`)
}

/** Variables that look like settings and are none: a slip there would otherwise go unnoticed. */
export function unknownVariables(flags: Flags, env: NodeJS.ProcessEnv): string[] {
  const known = [...Object.keys(flags).map(variableOf), ...TOOL_VARIABLES]
  return Object.keys(env)
    .filter((name) => name.startsWith('MDS_') && !known.includes(name))
    .map((name) => {
      const meant = closest(name, known)
      return `${name} is not a setting, and ignored.${meant ? ` Did you mean ${meant}?` : ''}`
    })
}

function readOne(flag: Flag<unknown>, text: string, source: string): unknown {
  const value = flag.read(text)
  if (typeof value !== 'object' || value === null || !('allowed' in value)) return value
  const allowed = String(value.allowed)
  const end = allowed.endsWith('?') ? '' : '.'
  throw new UsageError(`${source} can't be ${JSON.stringify(text)}. Allowed: ${allowed}${end}`)
}

interface Parsed {
  given: Record<string, string | undefined>
  operands: string[]
}

function parse(flags: Flags, argv: string[]): Parsed {
  const known = [...Object.keys(flags), 'help', 'version']
  const { tokens } = parseArgs({
    args: argv,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      known.map((name) => [name, { type: flags[name]?.value ? 'string' : 'boolean' } as const]),
    ),
  })
  const given: Parsed['given'] = {}
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const flag = flags[token.name]
    if (!flag && known.includes(token.name)) throw new UsageError(`--${token.name} takes no value.`)
    if (!flag) throw new UsageError(unknownFlag(token.rawName, known))
    if (flag.value && (token.value === undefined || token.value === ''))
      throw new UsageError(`--${token.name} needs a value: ${flag.value}.`)
    if (given[token.name] !== undefined) throw new UsageError(`--${token.name} is given more than once.`)
    given[token.name] = flag.value ? token.value : (token.value ?? 'true')
  }
  return { given, operands }
}

function unknownFlag(rawName: string, known: string[]): string {
  const meant = closest(rawName.replace(/^-+/, ''), known)
  return `There is no ${rawName}.${meant ? ` Did you mean --${meant}?` : ''}`
}

export const choice = <const T extends string>(help: string, options: readonly T[], initial: T): Flag<T> => ({
  value: options.join('|'),
  help,
  initial,
  choices: options,
  read: (text) => (options.includes(text as T) ? (text as T) : { allowed: options.join(', ') }),
})

export const toggle = (help: string): Flag<boolean> => ({
  help,
  initial: false,
  read: (text) => {
    if (['true', '1', 'yes', 'on'].includes(text)) return true
    return ['false', '0', 'no', 'off'].includes(text) ? false : { allowed: 'true, false' }
  },
})

/** An address; IPv6 may stand in brackets, as in a URL. */
export const host = (help: string): Flag<string> => ({
  value: 'HOST',
  help,
  initial: '127.0.0.1',
  read: (text) => text.replace(/^\[(.*)\]$/, '$1'),
})

export const whole = (help: string, value: string, initial: number, least: number, most: number): Flag<number> => ({
  value,
  help,
  initial,
  read: (text) => {
    const n = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return n >= least && n <= most ? n : { allowed: `a whole number from ${least} to ${most}` }
  },
})

/** A span of wall time. */
export const duration = (help: string, shown: string, most: string): Flag<number> => ({
  value: 'DURATION',
  help,
  initial: parseDuration(shown) as number,
  shown,
  read: (text) => {
    const ms = parseDuration(text)
    return ms !== undefined && ms <= (parseDuration(most) as number)
      ? ms
      : { allowed: `a duration such as 500ms, 2s or 1m, up to ${most}` }
  },
})

/** A text that has to be given, or may be left out. */
export const text = (help: string, value: string): Flag<string | undefined> => ({
  value,
  help,
  initial: undefined,
  read: (given) => given,
})

/** The table of flags for a help text; `isWhole` adds those that every command has. */
export function describeFlags(flags: Flags, isWhole = true): string {
  const rows = Object.entries(flags).map(([name, { value, help, initial, shown }]) => {
    const usual = shown ?? (typeof initial === 'string' || typeof initial === 'number' ? initial : undefined)
    return [`--${name}${value ? ` ${value}` : ''}`, usual === undefined ? help : `${help} (default ${usual})`] as const
  })
  if (isWhole) rows.push(['--help', 'Print this'], ['--version', 'Print the version'])
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

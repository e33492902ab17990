import { parseDuration } from '../../core/primitives/time.js'

/** A command-line flag. Flags of the server can also be set as environment variables. */
export interface Flag<T> {
  /** The name of the value in the help; a flag without one is a switch. */
  placeholder?: string
  help: string
  defaultValue: T
  /** The default as a user would write it, if that differs from the stored value. */
  defaultText?: string
  /** Values that a shell can complete. */
  choices?: readonly string[]
  /** The flag can be given several times. Its values arrive joined with commas, as in the environment variable. */
  isRepeatable?: boolean
  /** Returns the value, or a description of the allowed values. */
  parse(text: string): T | { allowed: string }
}

export type Flags = Record<string, Flag<unknown>>
export type Values<F extends Flags> = { [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never }

export const toVariableName = (name: string): string => `MDS_${name.toUpperCase().replaceAll('-', '_')}`

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

/** An address. IPv6 addresses may be in brackets, as in a URL. */
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

/** A duration in wall-clock time. */
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

/** A list, from a repeated flag or with commas. */
export const listFlag = (
  help: string,
  placeholder: string,
  isValid: (text: string) => boolean,
  allowed: string,
): Flag<readonly string[]> => ({
  placeholder,
  help,
  defaultValue: [],
  isRepeatable: true,
  parse: (text) => {
    const values = text.split(',').map((value) => value.trim())
    return values.every(isValid) ? values : { allowed }
  },
})

/** A text without a default. */
export const textFlag = (help: string, placeholder: string): Flag<string | undefined> => ({
  placeholder,
  help,
  defaultValue: undefined,
  parse: (given) => given,
})

/** Keeps the length, so that a rerun refuses a secret of the wrong length as the run did. */
const toAsterisks = (secret: string) => '*'.repeat([...secret].length)

export const MASKED_API_KEY = 'sk_sandbox_***'

const API_KEY = /sk_sandbox_(?:standard|enterprise)_[a-z0-9-]*/g
const ACCESS_TOKEN = /at_sandbox_(?:standard|enterprise)_[a-z0-9-]*_[0-9a-z]*/g
const SIGNING_SECRET = /whsec_\w+/g

const SECRET_NAME_PATTERN = '[\\w-]*(?:secret|password|token|api[_-]?key|authorization)'
const SECRET_NAME = new RegExp(`^${SECRET_NAME_PATTERN}$`, 'i')
const JSON_FIELD = new RegExp(`("${SECRET_NAME_PATTERN}"\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"`, 'gi')
/** A name-value pair of a form or a query. The name may be percent-encoded. */
const NAME_VALUE_PAIR = /(^|[?&])([^=&?#\s"]*)=([^&#\s"]*)/g

/** A URL within a text, also with JSON-escaped slashes, with the parts that can hold credentials. */
const URL_WITH_CREDENTIALS = /(https?:\\?\/\\?\/)([^\s"\\/?#@]*@)?([^\s"?#]*)(\?[^\s"#]*)?(#[^\s"]*)?/gi

/** A quick test, because most texts contain no secret. */
const MAY_HOLD_SECRET = /sandbox_|whsec_|:\\?\/|=|"/

const isMasked = (value: string) => value === MASKED_API_KEY || /^\**$/.test(value)
const mask = (value: string) => (isMasked(value) ? value : toAsterisks(value))

function maskQuery(query: string): string {
  const pairs = query.slice(1).split('&')
  const masked = pairs.map((pair) => {
    const value = pair.indexOf('=') + 1
    return `${pair.slice(0, value)}${mask(pair.slice(value))}`
  })
  return `?${masked.join('&')}`
}

const PATH_SEGMENT = /(?<=\/)[^/\\]+/g

/**
 * Whether a segment of a path looks random, as the tokens in webhook URLs of chat services do: a part of it is long, or
 * mixes letters and digits. Ids of the sandbox look so too, and are not secret.
 */
const isPathToken = (segment: string) =>
  !isSandboxKeyOrId(segment) &&
  decodeComponent(segment)
    .split(/[^0-9A-Za-z]+/)
    .some((part) => part.length >= 20 || (part.length >= 8 && /\d/.test(part) && /\D/.test(part)))

const maskPath = (hostAndPath: string) =>
  hostAndPath.replace(PATH_SEGMENT, (segment) => (isPathToken(segment) ? mask(segment) : segment))

/** Whether a secret differs from ordinary words. Masking a secret such as "releases" would mask half of the journal. */
const isDistinctive = (secret: string) => secret.length >= 20 || (secret.length >= 8 && /[0-9A-Z]/.test(secret))

export interface Redactor {
  /** Masks known secrets and everything that has the form of one. */
  redactText(text: string): string
  /** Does the same for all strings in a value. */
  redactValue(value: unknown): unknown
  /** Does the same for a body. A body without secrets keeps its bytes. */
  redactBody(body: string): string
}

/** `knownSecrets` are masked wherever they appear. */
export function createRedactor(knownSecrets: Iterable<string> = []): Redactor {
  const maskByForm = new Map<string, string>()
  for (const secret of knownSecrets)
    if (isDistinctive(secret) && !isMasked(secret))
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
        maskByForm.set(form, toAsterisks(secret))
  // Longest first, because one secret may be a prefix of another.
  const masksLongestFirst = [...maskByForm].sort(([a], [b]) => b.length - a.length)

  function redactText(given: string): string {
    const mayHoldSecret = MAY_HOLD_SECRET.test(given)
    let result = mayHoldSecret ? given.replace(API_KEY, MASKED_API_KEY).replace(ACCESS_TOKEN, 'at_sandbox_***') : given
    for (const [value, replacement] of masksLongestFirst)
      if (result.includes(value)) result = result.replaceAll(value, replacement)
    if (!mayHoldSecret) return result
    return result
      .replace(SIGNING_SECRET, toAsterisks)
      .replace(JSON_FIELD, (_, name: string, value: string) => `${name}"${mask(unescapeJson(value))}"`)
      .replace(NAME_VALUE_PAIR, (pair, before: string, name: string, value: string) =>
        SECRET_NAME.test(decodeComponent(name)) ? `${before}${name}=${mask(value)}` : pair,
      )
      .replace(URL_WITH_CREDENTIALS, (_, scheme, user = '', hostAndPath, query = '', fragment = '') => {
        const maskedUser = user && `${mask(user.slice(0, -1))}@`
        return `${scheme}${maskedUser}${maskPath(hostAndPath)}${query && maskQuery(query)}${fragment && `#${mask(fragment.slice(1))}`}`
      })
  }

  function redactValue(given: unknown, isSecret = false): unknown {
    if (typeof given === 'string') return isSecret && !given.startsWith('sk_sandbox_') ? mask(given) : redactText(given)
    if (typeof given === 'number') return isSecret ? 0 : given
    if (Array.isArray(given)) return given.map((item) => redactValue(item, isSecret))
    if (typeof given !== 'object' || given === null) return given
    return Object.fromEntries(
      Object.entries(given).map(([name, item]) => [
        redactText(name),
        redactValue(item, isSecret || SECRET_NAME.test(name)),
      ]),
    )
  }

  return {
    redactText,
    redactValue: (given) => redactValue(given),
    redactBody(given) {
      const parsed = parseJson(given)
      if (parsed === undefined) return redactText(given)
      const before = JSON.stringify(parsed)
      const after = JSON.stringify(redactValue(parsed))
      return before === after ? given : after
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unescapeJson = (text: string) => String(parseJson(`"${text}"`) ?? text)

/** All values below a name that means a secret. */
function findNamedSecrets(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string' || typeof value === 'number') return isSecret ? [String(value)] : []
  if (Array.isArray(value)) return value.flatMap((item) => findNamedSecrets(item, isSecret))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => findNamedSecrets(item, isSecret || SECRET_NAME.test(name)))
}

/** API keys are masked separately, and ids are not secret. */
const isSandboxKeyOrId = (value: string) => /^(?:sk_sandbox_|[a-z]{3}_[0-9a-z]{21}$)/.test(value)

/** The secrets in a body, JSON or form, and in its URLs. Receivers may echo them in their responses. */
export function findSecrets(body: string): string[] {
  const formSecrets = [...body.matchAll(NAME_VALUE_PAIR)].flatMap(([, , name = '', value = '']) =>
    SECRET_NAME.test(decodeComponent(name)) ? decodeComponent(value) : [],
  )
  const urlSecrets = [...body.matchAll(URL_WITH_CREDENTIALS)].flatMap(
    ([, , user = '', hostAndPath = '', query = '', fragment = '']) => [
      ...user.slice(0, -1).split(':'),
      ...(hostAndPath.match(PATH_SEGMENT) ?? [])
        .filter(isPathToken)
        .flatMap((segment) => [segment, decodeComponent(segment)]),
      ...query
        .slice(1)
        .split('&')
        .map((pair) => decodeComponent(pair.slice(pair.indexOf('=') + 1))),
      decodeComponent(fragment.slice(1)),
    ],
  )
  return [...new Set([...findNamedSecrets(parseJson(body)), ...formSecrets, ...urlSecrets])].filter(
    (secret) => secret !== '' && !isSandboxKeyOrId(secret),
  )
}

function decodeComponent(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

import { runAllSteps, type Steps } from '../../core/primitives/steps.js'
import { createTextFinder } from './find-known-texts.js'

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

/** Long values and lists of secrets are processed in steps. */
const VALUES_PER_STEP = 200

export interface Redactor {
  /** Masks known secrets and everything that has the form of one. */
  redactText(text: string): string
  /** Does the same for all strings in a value. */
  redactValue(value: unknown): Steps<unknown>
  /** Does the same for a body. A body without secrets keeps its bytes. */
  redactBody(body: string): Steps<string>
}

/** A redactor for everything that has the form of a secret. */
export const createFormRedactor = (): Redactor => runAllSteps(createRedactor([]))

/** `knownSecrets` are masked wherever they appear. */
export function* createRedactor(knownSecrets: Iterable<string>): Steps<Redactor> {
  const maskByForm = new Map<string, string>()
  for (const secret of knownSecrets) {
    if (!isDistinctive(secret) || isMasked(secret)) continue
    const asterisks = toAsterisks(secret)
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeComponent(secret)])
      maskByForm.set(form, asterisks)
    if (maskByForm.size % VALUES_PER_STEP === 0) yield
  }
  const findKnownSecrets = yield* createTextFinder(maskByForm.keys())

  function maskKnownSecrets(given: string): string {
    const found = findKnownSecrets(given)
    if (found.length === 0) return given
    let result = ''
    let copiedTo = 0
    for (const { start, end, text } of found) {
      // Where two secrets overlap, the rest of the second one is masked too.
      const isOverlapping = start < copiedTo
      result += given.slice(copiedTo, start)
      result += isOverlapping ? toAsterisks(given.slice(copiedTo, end)) : (maskByForm.get(text) ?? toAsterisks(text))
      copiedTo = end
    }
    return result + given.slice(copiedTo)
  }

  function redactText(given: string): string {
    const mayHoldSecret = MAY_HOLD_SECRET.test(given)
    const withoutKeys = mayHoldSecret
      ? given.replace(API_KEY, MASKED_API_KEY).replace(ACCESS_TOKEN, 'at_sandbox_***')
      : given
    const result = maskKnownSecrets(withoutKeys)
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

  let values = 0
  function* redactValue(given: unknown, isSecret = false): Steps<unknown> {
    if (Array.isArray(given)) {
      const items: unknown[] = []
      for (const item of given) {
        items.push(isContainer(item) ? yield* redactValue(item, isSecret) : redactLeaf(item, isSecret))
        if (++values % VALUES_PER_STEP === 0) yield
      }
      return items
    }
    if (!isContainer(given)) return redactLeaf(given, isSecret)
    const fields: [string, unknown][] = []
    for (const [name, item] of Object.entries(given)) {
      const isSecretField = isSecret || SECRET_NAME.test(name)
      const redacted = isContainer(item) ? yield* redactValue(item, isSecretField) : redactLeaf(item, isSecretField)
      fields.push([redactText(name), redacted])
      if (++values % VALUES_PER_STEP === 0) yield
    }
    return Object.fromEntries(fields)
  }

  function redactLeaf(given: unknown, isSecret: boolean): unknown {
    if (typeof given === 'number') return isSecret ? 0 : given
    if (typeof given !== 'string') return given
    return isSecret && !given.startsWith('sk_sandbox_') ? mask(given) : redactText(given)
  }

  return {
    redactText,
    redactValue: (given) => redactValue(given),
    *redactBody(given) {
      const parsed = parseJson(given)
      if (parsed === undefined) return redactText(given)
      const before = JSON.stringify(parsed)
      yield
      const after = JSON.stringify(yield* redactValue(parsed))
      return before === after ? given : after
    },
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unescapeJson = (text: string) => String(parseJson(`"${text}"`) ?? text)

/** All values below a name that means a secret. */
function* findNamedSecrets(value: unknown): Steps<string[]> {
  const found: string[] = []
  const pending: [value: unknown, isSecret: boolean][] = [[value, false]]
  for (let visited = 0; pending.length > 0; visited++) {
    const [next, isSecret] = pending.pop() as [unknown, boolean]
    if (isSecret && (typeof next === 'string' || typeof next === 'number')) found.push(String(next))
    if (isContainer(next))
      for (const [name, item] of Object.entries(next).reverse())
        pending.push([item, isSecret || (!Array.isArray(next) && SECRET_NAME.test(name))])
    if (visited % VALUES_PER_STEP === 0) yield
  }
  return found
}

/** API keys are masked separately, and ids are not secret. */
const isSandboxKeyOrId = (value: string) => /^(?:sk_sandbox_|[a-z]{3}_[0-9a-z]{21}$)/.test(value)

/** The secrets in a body, JSON or form, and in its URLs. Receivers may echo them in their responses. */
export function* findSecrets(body: string): Steps<string[]> {
  const found = new Set<string>(yield* findNamedSecrets(parseJson(body)))
  let matches = 0
  for (const [, , name = '', value = ''] of body.matchAll(NAME_VALUE_PAIR)) {
    if (SECRET_NAME.test(decodeComponent(name))) found.add(decodeComponent(value))
    if (++matches % VALUES_PER_STEP === 0) yield
  }
  for (const [, , user = '', hostAndPath = '', query = '', fragment = ''] of body.matchAll(URL_WITH_CREDENTIALS)) {
    for (const part of user.slice(0, -1).split(':')) found.add(part)
    for (const segment of hostAndPath.match(PATH_SEGMENT) ?? [])
      if (isPathToken(segment)) found.add(segment).add(decodeComponent(segment))
    for (const pair of query.slice(1).split('&')) found.add(decodeComponent(pair.slice(pair.indexOf('=') + 1)))
    found.add(decodeComponent(fragment.slice(1)))
    if (++matches % VALUES_PER_STEP === 0) yield
  }
  return [...found].filter((secret) => secret !== '' && !isSandboxKeyOrId(secret))
}

/** A text with half of a surrogate pair has no encoded form. */
function encodeComponent(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}

function decodeComponent(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

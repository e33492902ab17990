/** What stands for a secret: as long as it was, so that a length that is wrong stays wrong. */
const stars = (secret: string) => '*'.repeat(Math.max(1, [...secret].length))

export const HIDDEN_KEY = 'sk_sandbox_***'

const KEY = /sk_sandbox_(?:standard|enterprise)_[a-z0-9-]*/g
const TOKEN = /at_sandbox_(?:standard|enterprise)_[a-z0-9-]*_[0-9a-z]*/g
const SIGNING = /whsec_\w+/g

const NAMES = 'secret|client_secret|access_token|api_key|apikey|token|password'
const SECRET_NAME = new RegExp(`^(?:${NAMES})$`, 'i')
const JSON_FIELD = new RegExp(`("(?:${NAMES})"\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"`, 'gi')
const FORM_FIELD = new RegExp(`((?:^|[?&])(?:${NAMES})=)([^&#\\s"]*)`, 'gi')

/** A URL as it stands in a text, JSON's escaped slashes included, with whatever of it may hold a credential. */
const URL_PARTS = /(https?:\\?\/\\?\/)([^\s"\\/?#@]*@)?([^\s"?#]*)(\?[^\s"#]*)?(#[^\s"]*)?/gi

const starQuery = (query: string) =>
  query
    .slice(1)
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? stars(pair) : `${pair.slice(0, at + 1)}${at + 1 < pair.length ? stars(pair.slice(at + 1)) : ''}`
    })
    .join('&')

const isHidden = (value: string) => value === HIDDEN_KEY || /^\*+$/.test(value)

function unquote(text: string): string {
  try {
    return JSON.parse(`"${text}"`)
  } catch {
    return text
  }
}

/** Whether a secret can be told from a word: one that is called "releases" would take half of the journal with it. */
const isTelling = (secret: string) => secret.length >= 20 || (secret.length >= 8 && /[0-9A-Z]/.test(secret))

export interface Redactor {
  /** The text without secrets: those that look like one, and those that are known. */
  text(text: string): string
  /** The same for a request's body, which may hide them better than our own texts do. */
  body(text: string): string
}

/** `known` are values that must not appear anywhere, whatever they look like. */
export function createRedactor(known: Iterable<string> = []): Redactor {
  const forms = new Map<string, string>()
  for (const secret of known)
    if (isTelling(secret) && !isHidden(secret))
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
        forms.set(form, stars(secret))
  // Longest first: one may be the beginning of another.
  const values = [...forms].sort(([a], [b]) => b.length - a.length)

  function text(given: string): string {
    let result = given.replace(KEY, HIDDEN_KEY).replace(TOKEN, 'at_sandbox_***')
    for (const [value, mask] of values) if (result.includes(value)) result = result.replaceAll(value, mask)
    const hide = (_: string, name: string, value: string) => `${name}${isHidden(value) ? value : stars(value)}`
    return result
      .replace(SIGNING, stars)
      .replace(JSON_FIELD, (_, name: string, value: string) =>
        value === '' || isHidden(value) ? `${name}"${value}"` : `${name}"${stars(unquote(value))}"`,
      )
      .replace(FORM_FIELD, (all, name, value) => (value === '' ? all : hide(all, name, value)))
      .replace(URL_PARTS, (_, scheme, user, place, query, fragment) => {
        const cleanUser = user ? `${stars(user.slice(0, -1))}@` : ''
        const cleanQuery = query ? `?${starQuery(query)}` : ''
        return `${scheme}${cleanUser}${place}${cleanQuery}${fragment ? `#${stars(fragment.slice(1))}` : ''}`
      })
  }

  return {
    text,
    body(given) {
      const value = parse(given)
      const found = secretsIn(value)
      // Written anew only where that is needed: what was sent is best kept as it was sent.
      return text(found.length > 0 ? JSON.stringify(hideIn(value)) : given)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All that stands under a name that says secret. */
export function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret && value !== '' ? [value] : []
  if (typeof value === 'number') return isSecret ? [String(value)] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, isSecret))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => secretsIn(item, isSecret || SECRET_NAME.test(name)))
}

function hideIn(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string')
    return isSecret && value !== '' && !value.startsWith('sk_sandbox_') ? stars(value) : value
  if (typeof value === 'number') return isSecret ? 0 : value
  if (Array.isArray(value)) return value.map((item) => hideIn(item, isSecret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, hideIn(item, isSecret || SECRET_NAME.test(name))]),
  )
}

/** What is no secret wherever it stands: a key, which is hidden in its own way, or an id of ours. */
const isOurs = (value: string) => /^(?:sk_sandbox_|[a-z]{3}_[0-9a-z]{21}$)/.test(value)

/** The secrets of a request's body, JSON or form, and of the URLs in it: receivers like to repeat what they are sent. */
export function secretsOf(body: string): string[] {
  const form = [...body.matchAll(FORM_FIELD)].map(([, , value = '']) => decode(value))
  const inUrls = [...body.matchAll(URL_PARTS)].flatMap(([, , user = '', , query = '', fragment = '']) => [
    ...user.slice(0, -1).split(':'),
    ...query
      .slice(1)
      .split('&')
      .map((pair) => decode(pair.slice(pair.indexOf('=') + 1))),
    decode(fragment.slice(1)),
  ])
  return [...new Set([...secretsIn(parse(body)), ...form, ...inUrls])].filter((one) => one !== '' && !isOurs(one))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

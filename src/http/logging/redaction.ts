/** What stands for a secret: as long as it was, so that a length that is wrong stays wrong. */
const stars = (secret: string) => '*'.repeat([...secret].length)

export const HIDDEN_KEY = 'sk_sandbox_***'

const KEY = /sk_sandbox_(?:standard|enterprise)_[a-z0-9-]*/g
const TOKEN = /at_sandbox_(?:standard|enterprise)_[a-z0-9-]*_[0-9a-z]*/g
const SIGNING = /whsec_\w+/g

const NAMES = '[\\w-]*(?:secret|password|token|api[_-]?key|authorization)'
const SECRET_NAME = new RegExp(`^${NAMES}$`, 'i')
const JSON_FIELD = new RegExp(`("${NAMES}"\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"`, 'gi')
/** A pair of a form or a query. Its name may be written in escapes. */
const PAIR = /(^|[?&])([^=&?#\s"]*)=([^&#\s"]*)/g

/** A URL as it stands in a text, JSON's escaped slashes included, with whatever of it may hold a credential. */
const URL_PARTS = /(https?:\\?\/\\?\/)([^\s"\\/?#@]*@)?([^\s"?#]*)(\?[^\s"#]*)?(#[^\s"]*)?/gi

/** Most texts have none of this, and need no closer look. */
const SUSPICIOUS = /sandbox_|whsec_|:\\?\/|=|"/

const isHidden = (value: string) => value === HIDDEN_KEY || /^\**$/.test(value)
const hide = (value: string) => (isHidden(value) ? value : stars(value))

function hideInQuery(query: string): string {
  const pairs = query.slice(1).split('&')
  const hidden = pairs.map((pair) => {
    const value = pair.indexOf('=') + 1
    return `${pair.slice(0, value)}${hide(pair.slice(value))}`
  })
  return `?${hidden.join('&')}`
}

/** Whether a secret can be told from a word: one that is called "releases" would take half of the journal with it. */
const isTelling = (secret: string) => secret.length >= 20 || (secret.length >= 8 && /[0-9A-Z]/.test(secret))

export interface Redactor {
  /** The text without secrets: those that look like one, and those that are known. */
  text(text: string): string
  /** The same for all texts in a value. */
  value(value: unknown): unknown
  /** The same for a body, JSON or not. Written anew only where that is needed. */
  body(body: string): string
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
    const isSuspicious = SUSPICIOUS.test(given)
    let result = isSuspicious ? given.replace(KEY, HIDDEN_KEY).replace(TOKEN, 'at_sandbox_***') : given
    for (const [value, mask] of values) if (result.includes(value)) result = result.replaceAll(value, mask)
    if (!isSuspicious) return result
    return result
      .replace(SIGNING, stars)
      .replace(JSON_FIELD, (_, name: string, value: string) => `${name}"${hide(unquoted(value))}"`)
      .replace(PAIR, (pair, before: string, name: string, value: string) =>
        SECRET_NAME.test(decoded(name)) ? `${before}${name}=${hide(value)}` : pair,
      )
      .replace(URL_PARTS, (_, scheme, user = '', place, query = '', fragment = '') => {
        const who = user && `${hide(user.slice(0, -1))}@`
        return `${scheme}${who}${place}${query && hideInQuery(query)}${fragment && `#${hide(fragment.slice(1))}`}`
      })
  }

  function value(given: unknown, isSecret = false): unknown {
    if (typeof given === 'string') return isSecret && !given.startsWith('sk_sandbox_') ? hide(given) : text(given)
    if (typeof given === 'number') return isSecret ? 0 : given
    if (Array.isArray(given)) return given.map((item) => value(item, isSecret))
    if (typeof given !== 'object' || given === null) return given
    return Object.fromEntries(
      Object.entries(given).map(([name, item]) => [text(name), value(item, isSecret || SECRET_NAME.test(name))]),
    )
  }

  return {
    text,
    value: (given) => value(given),
    body(given) {
      const parsed = parse(given)
      if (parsed === undefined) return text(given)
      const before = JSON.stringify(parsed)
      const after = JSON.stringify(value(parsed))
      return before === after ? given : after
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

const unquoted = (text: string) => String(parse(`"${text}"`) ?? text)

/** All that stands under a name that says secret. */
function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string' || typeof value === 'number') return isSecret ? [String(value)] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, isSecret))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => secretsIn(item, isSecret || SECRET_NAME.test(name)))
}

/** What is no secret wherever it stands: a key, which is hidden in its own way, or an id of ours. */
const isOurs = (value: string) => /^(?:sk_sandbox_|[a-z]{3}_[0-9a-z]{21}$)/.test(value)

/** The secrets of a request's body, JSON or form, and of the URLs in it: receivers like to repeat what they are sent. */
export function secretsOf(body: string): string[] {
  const form = [...body.matchAll(PAIR)].flatMap(([, , name = '', value = '']) =>
    SECRET_NAME.test(decoded(name)) ? decoded(value) : [],
  )
  const inUrls = [...body.matchAll(URL_PARTS)].flatMap(([, , user = '', , query = '', fragment = '']) => [
    ...user.slice(0, -1).split(':'),
    ...query
      .slice(1)
      .split('&')
      .map((pair) => decoded(pair.slice(pair.indexOf('=') + 1))),
    decoded(fragment.slice(1)),
  ])
  return [...new Set([...secretsIn(parse(body)), ...form, ...inUrls])].filter((one) => one !== '' && !isOurs(one))
}

function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

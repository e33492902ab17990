import { isUtf8 } from 'node:buffer'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import { describeJsonError } from './json-syntax-error.js'

const MAX_DEPTH = 64

/** Checks nesting before parsing, because later steps are recursive. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x22) {
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > MAX_DEPTH) return true
    } else if (c === 0x7d || c === 0x5d) depth--
  }
  return false
}

const refuseMalformed = (message: string) => refuse('invalid_request', { message })

function parseJson(text: string): { value: unknown } | Refusal {
  if (isTooDeep(text)) return refuseMalformed(`The body nests deeper than ${MAX_DEPTH} levels.`)
  try {
    return { value: JSON.parse(text) }
  } catch {
    return refuseMalformed(`The body is not valid JSON: ${describeJsonError(text)}.`)
  }
}

function parseForm(text: string): { value: unknown } | Refusal {
  const form = new URLSearchParams(text)
  const names = new Set<string>()
  for (const name of form.keys()) {
    if (names.has(name)) return refuseMalformed(`${name} is given more than once.`)
    names.add(name)
  }
  return { value: Object.fromEntries(form) }
}

const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded'

/** Checks Content-Type and Content-Encoding. A raw body may be in any charset: it says so itself. */
export function refuseMediaType(
  expected: readonly string[],
  contentType: unknown,
  encoding: unknown,
  isRaw: boolean,
): Refusal | undefined {
  if (encoding === undefined && contentType === expected[0]) return undefined
  if (encoding !== undefined && encoding !== 'identity')
    return refuse('unsupported_media_type', { message: 'Send the body uncompressed, without Content-Encoding.' })
  const [, type, typeParameters] = /^\s*([^\s;]+)\s*(.*)$/s.exec(String(contentType ?? '')) ?? []
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(typeParameters ?? '')?.[1]
  const hasCharset = isRaw || charset === undefined || /^utf-?8$/i.test(charset)
  if (expected.includes(type?.toLowerCase() ?? '') && hasCharset) return undefined
  return refuse('unsupported_media_type', {
    message: `Send the body as ${expected.join(' or ')}${isRaw ? '' : ' in UTF-8'}; Content-Type is ${contentType === undefined ? 'missing' : JSON.stringify(contentType)}.`,
    headers: { Accept: expected.join(', ') },
  })
}

export function decodeBody(mediaType: string, bytes: Buffer, text: string): { value: unknown } | Refusal {
  if (!isUtf8(bytes)) return refuseMalformed('The body is not valid UTF-8.')
  return mediaType === FORM_MEDIA_TYPE ? parseForm(text) : parseJson(text)
}

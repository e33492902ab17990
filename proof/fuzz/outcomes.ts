import { isSeenByTheWorldOnly } from '../../test/support/known-differences.js'
import { type Told, toldBy } from './answers.js'
import type { Answer, Request } from './exchange.js'
import type { Reading } from './reading.js'

/** What a request is known to be beside its bytes. */
export interface Circumstances {
  credential: 'good' | 'none' | 'wrong'
  strict: boolean
  /** The status that a fault, a foreign page or a full quota calls for, before anybody looks at the request. */
  asked?: number | undefined
}

const list = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ')

/** What is wrong with the answer as an answer to this request; undefined when it is what the document calls for. */
export function wrongOutcome(
  reading: Reading,
  request: Request,
  answer: Answer,
  { credential, strict, asked }: Circumstances,
): string | undefined {
  const { status, headers } = answer
  const { operation, allowed } = reading
  const must = (expected: number, why: string) =>
    status === expected ? undefined : `the status must be ${expected}, because ${why}`
  if (asked !== undefined) return must(asked, 'that was asked for')
  if (!allowed) return must(404, 'the document has no such path')
  if (!operation) {
    const told = (headers.allow ?? '').split(', ').sort().join()
    return must(405, `the path takes ${list(allowed)}`) ?? same('Allow', told, [...allowed].sort().join())
  }
  if (credential !== 'good' && !operation.isOpen)
    return must(401, 'there is no good credential') ?? wrongChallenge(headers['www-authenticate'] ?? '', credential)
  if (reading.wrongParameters.length > 0)
    return must(400, `${list(reading.wrongParameters)} is wrong`) ?? wrongNames(toldBy(answer), reading.wrongParameters)
  if (strict && reading.unknownParameters.length > 0)
    return (
      must(400, `${list(reading.unknownParameters)} is unknown`) ??
      wrongNames(toldBy(answer), reading.unknownParameters)
    )
  const expected = { 'too large': 413, empty: 400, 'of another type': 415, unreadable: 400 } as const
  if (reading.body !== 'fine' && reading.body !== 'wrong')
    return must(expected[reading.body], `the body is ${reading.body}`)
  const fields = [...reading.wrongFields, ...(strict ? reading.unknownFields : [])]
  if (fields.length > 0)
    return must(operation.isOAuth ? 400 : 422, `${list(fields)} is wrong`) ?? wrongNames(toldBy(answer), fields)
  return status < 400 ? undefined : wrongRefusal(reading, request, answer)
}

const same = (what: string, is: string, shouldBe: string) =>
  is === shouldBe ? undefined : `${what} must be ${shouldBe}, not ${is}`

/** RFC 6750: who sends no credential is told of no error. */
function wrongChallenge(challenge: string, credential: 'none' | 'wrong'): string | undefined {
  if (!challenge.startsWith('Bearer realm=')) return `WWW-Authenticate can't be ${challenge}`
  return challenge.includes('error="invalid_token"') === (credential === 'wrong')
    ? undefined
    : `WWW-Authenticate is ${challenge}, but the credential was ${credential}`
}

/** A refusal names every fault, and nothing but faults. */
function wrongNames({ code, details, isOAuth }: Told, fields: readonly string[]): string | undefined {
  // OAuth has one text for all of them.
  if (isOAuth) {
    const text = details.map(({ words }) => words).join('; ')
    const unnamed = fields.filter((field) => !text.includes(field))
    return unnamed.length === 0 ? undefined : `error_description must name ${list(unnamed)}`
  }
  if (code === 'invalid_idempotency_key') return same('The wrong field', fields.join(), 'Idempotency-Key')
  const named = details.map(({ field, words }) => (/^the body\b/.test(words) ? '' : field))
  const missing = fields.filter((field) => !named.includes(field))
  if (missing.length > 0) return `details must name ${list(missing)}`
  const extra = details.filter(({ words }, i) => !fields.includes(named[i] as string) && !isSeenByTheWorldOnly(words))
  return extra.length === 0 ? undefined : `nothing is wrong with what details name: ${extra.map(({ words }) => words)}`
}

/** By the document nothing is wrong: only the state of the world may be a reason to refuse. */
function wrongRefusal({ operation }: Reading, request: Request, answer: Answer): string | undefined {
  const { code, details } = toldBy(answer)
  const why = `the request is as documented, and yet refused with ${answer.status} ${code}`
  const isOf = (...codes: string[]) => (codes.includes(code) ? undefined : why)
  const isByTheWorld = details.length > 0 && details.every(({ words }) => isSeenByTheWorldOnly(words))
  // OAuth has rules of its own for what the form says, and who may say it.
  if (operation?.isOAuth) return [400, 401].includes(answer.status) ? undefined : why
  switch (answer.status) {
    case 400:
      if (code === 'invalid_cursor')
        return new URLSearchParams(request.target.split('?')[1]).has('cursor') ? undefined : why
      return isByTheWorld || operation?.id === 'uploadAsset' ? undefined : why
    case 403:
      return isOf('forbidden')
    case 404:
      return operation?.path.includes('{') ? isOf('not_found') : why
    case 409:
      return undefined
    case 413:
      return Number(request.headers['content-length'] ?? 0) > 64 * 1024 * 1024 ? undefined : why
    case 415:
      return /^multipart/i.test(request.headers['content-type'] ?? '') && !operation?.body?.type.includes('json')
        ? undefined
        : why
    case 422:
      if (code === 'idempotency_key_reused') return request.headers['idempotency-key'] === undefined ? why : undefined
      return isByTheWorld ? undefined : why
    default:
      return why
  }
}

import type { Document } from '../contract/document.js'
import { cutShort } from '../contract/issues.js'
import type { Judge } from '../contract/judge.js'
import type { Operation } from '../contract/router.js'
import { unknownFields } from '../contract/unknown-fields.js'
import { type Refusal, refuse, refuseAll } from '../core/errors.js'
import { JSON_LIMIT, parseBody, refuseMediaType } from './body.js'
import type { Exchange, OperationCode } from './exchange.js'

export interface Body {
  value: unknown
  bytes: Buffer
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** `strict`: whether what the document does not know is refused instead of ignored. */
export const createBodyReader =
  (document: Document, operations: Record<string, OperationCode>, strict: boolean) =>
  /** A body that is as documented, or all that is wrong with it. */
  async (
    exchange: Exchange,
    judge: Judge,
    operation: Operation,
    path: Record<string, string>,
  ): Promise<Body | Refusal | 'aborted'> => {
    const { incoming, world, warnings } = exchange
    const { required, mediaType, schema } = operation.body as NonNullable<Operation['body']>
    const chunks: Buffer[] = []
    const end = await incoming.stream(JSON_LIMIT, (chunk) => chunks.push(chunk))
    if (end === 'aborted') return end
    if (end === 'too-large')
      return refuse('payload_too_large', { message: 'A body holds at most 1 MiB (1,048,576 bytes).' })
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    const text = bytes.toString()
    exchange.sent = text
    if (bytes.length === 0 && !required) return { value: undefined, bytes }
    if (bytes.length === 0) return refuse('invalid_request', { message: `The body is empty. Send ${mediaType}.` })
    const { 'content-type': type, 'content-encoding': encoding } = incoming.headers
    const wrongType = refuseMediaType(mediaType, type, encoding)
    if (wrongType) return wrongType
    const parsed = parseBody(mediaType, bytes, text)
    if ('ok' in parsed) return parsed
    const { value } = parsed

    const judged = judge.body(operation, value)
    const faults = judged instanceof Promise ? await judged : judged
    const unknown = unknownFields(document, schema, value)
    if (!strict) warnings.push(...unknown)
    if (faults.length === 0 && !(strict && unknown.length > 0)) return { value, bytes }
    const seen =
      isObject(value) && world ? (operations[operation.id]?.issues?.(world.state, cutShort(value), path) ?? []) : []
    const issues = [...faults, ...(strict ? unknown : []), ...seen]
    // OAuth knows no 422.
    return operation.errorShape === 'oauth' ? refuse('invalid_request', { details: issues }) : refuseAll(issues)
  }

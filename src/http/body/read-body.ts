import type { Document } from '../../contract/document.js'
import type { Operation } from '../../contract/router.js'
import { unknownFields } from '../../contract/unknown-fields.js'
import { cutShort } from '../../contract/validation-issues.js'
import type { Judge, Soon } from '../../contract/validator.js'
import { type Issue, type Refusal, refuse, refuseAll } from '../../core/primitives/result.js'
import type { Exchange, OperationCode } from '../pipeline/exchange.js'
import { JSON_LIMIT, parseBody, refuseMediaType } from './parse-body.js'

export interface Body {
  value: unknown
  bytes: Buffer
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** `strict`: whether what the document does not know is refused instead of ignored. */
export function createBodyReader(document: Document, operations: Record<string, OperationCode>, strict: boolean) {
  function judgeBody(
    { world, warnings }: Exchange,
    judge: Judge,
    operation: Operation,
    path: Record<string, string>,
    body: Body,
  ): Soon<Body | Refusal> {
    const { value } = body
    const { schema } = operation.body as NonNullable<Operation['body']>
    const unknown = unknownFields(document, schema, value)
    if (!strict && unknown.length > 0) warnings.push(...unknown)
    const conclude = (faults: Issue[]) => {
      if (faults.length === 0 && !(strict && unknown.length > 0)) return body
      const seen =
        isObject(value) && world ? (operations[operation.id]?.issues?.(world.state, cutShort(value), path) ?? []) : []
      const issues = [...faults, ...(strict ? unknown : []), ...seen]
      // OAuth knows no 422.
      return operation.errorShape === 'oauth' ? refuse('invalid_request', { details: issues }) : refuseAll(issues)
    }
    const faults = judge.body(operation, value)
    return faults instanceof Promise ? faults.then(conclude) : conclude(faults)
  }

  function parse(
    exchange: Exchange,
    judge: Judge,
    operation: Operation,
    path: Record<string, string>,
    bytes: Buffer,
  ): Soon<Body | Refusal> {
    const { required, mediaType } = operation.body as NonNullable<Operation['body']>
    const text = bytes.toString()
    exchange.sent = text
    if (bytes.length === 0 && !required) return { value: undefined, bytes }
    if (bytes.length === 0) return refuse('invalid_request', { message: `The body is empty. Send ${mediaType}.` })
    const { 'content-type': type, 'content-encoding': encoding } = exchange.incoming.headers
    const wrongType = refuseMediaType(mediaType, type, encoding)
    if (wrongType) return wrongType
    const parsed = parseBody(mediaType, bytes, text)
    return 'ok' in parsed ? parsed : judgeBody(exchange, judge, operation, path, { value: parsed.value, bytes })
  }

  /** A body that is as documented, or all that is wrong with it. */
  return (
    exchange: Exchange,
    judge: Judge,
    operation: Operation,
    path: Record<string, string>,
  ): Promise<Body | Refusal | 'aborted'> => {
    const chunks: Buffer[] = []
    const arrived = exchange.incoming.stream(JSON_LIMIT, (chunk) => chunks.push(chunk))
    return arrived.then((end) => {
      if (end === 'aborted') return end
      if (end === 'too-large')
        return refuse('payload_too_large', { message: 'A body holds at most 1 MiB (1,048,576 bytes).' })
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      return parse(exchange, judge, operation, path, bytes)
    })
  }
}

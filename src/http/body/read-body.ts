import type { Document } from '../../contract/openapi-document.js'
import type { Operation } from '../../contract/router.js'
import { findDeprecatedFields, findUnknownFields } from '../../contract/unknown-fields.js'
import { truncate } from '../../contract/validation-issues.js'
import type { MaybePromise, Validator } from '../../contract/validator.js'
import { type Issue, type Refusal, refuse, refuseWithIssues } from '../../core/primitives/result.js'
import type { Exchange, OperationHandler } from '../pipeline/exchange.js'
import { decodeBody, refuseMediaType } from './decode-body.js'
import { toRecordedText } from './recorded-body.js'

export interface Body {
  value: unknown
  bytes: Buffer
}

const MIB = 1024 * 1024

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** `strict` refuses unknown fields instead of ignoring them. */
export function createBodyReader(document: Document, operations: Record<string, OperationHandler>, strict: boolean) {
  function validateBody(
    { world, warnings }: Exchange,
    validator: Validator,
    operation: Operation,
    path: Record<string, string>,
    body: Body,
  ): MaybePromise<Body | Refusal> {
    const { value } = body
    const unknownFields = findUnknownFields(document, operation, value)
    warnings.push(...findDeprecatedFields(document, operation, value))
    if (!strict && unknownFields.length > 0) warnings.push(...unknownFields)
    const toResult = (schemaIssues: Issue[]) => {
      if (schemaIssues.length === 0 && !(strict && unknownFields.length > 0)) return body
      const worldIssues =
        isObject(value) && world
          ? (operations[operation.id]?.findIssues?.(world.state, truncate(value), path) ?? [])
          : []
      const issues = [...schemaIssues, ...(strict ? unknownFields : []), ...worldIssues]
      // RFC 6749 has no 422.
      return operation.errorShape === 'oauth'
        ? refuse('invalid_request', { details: issues })
        : refuseWithIssues(issues)
    }
    const schemaIssues = validator.validateBody(operation, value)
    return schemaIssues instanceof Promise ? schemaIssues.then(toResult) : toResult(schemaIssues)
  }

  function parseAndValidate(
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    path: Record<string, string>,
    bytes: Buffer,
  ): MaybePromise<Body | Refusal> {
    const { required, mediaTypes, isRaw } = operation.body as NonNullable<Operation['body']>
    const [mediaType = ''] = mediaTypes
    const text = isRaw ? toRecordedText(bytes) : bytes.toString()
    exchange.bodyText = text
    if (bytes.length === 0 && !required) return { value: undefined, bytes }
    if (bytes.length === 0 && isRaw) return parseRaw(operation, bytes)
    if (bytes.length === 0)
      return refuse('invalid_request', { message: `The body is empty. Send ${mediaTypes.join(' or ')}.` })
    const { 'content-type': type, 'content-encoding': encoding } = exchange.incoming.headers
    const refusal = refuseMediaType(mediaTypes, type, encoding, isRaw)
    if (refusal) return refusal
    if (isRaw) return parseRaw(operation, bytes)
    const parsed = decodeBody(mediaType, bytes, text)
    return 'ok' in parsed ? parsed : validateBody(exchange, validator, operation, path, { value: parsed.value, bytes })
  }

  async function parseRaw({ id }: Operation, bytes: Buffer): Promise<Body | Refusal> {
    const parse = operations[id]?.parseBody
    if (!parse) return { value: bytes, bytes }
    const parsed = await parse(bytes)
    return parsed.ok ? { value: parsed.value, bytes } : parsed
  }

  /** Returns a valid body, or a refusal that lists every issue. */
  return (
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    path: Record<string, string>,
  ): Promise<Body | Refusal | 'aborted'> => {
    const chunks: Buffer[] = []
    const { maxBytes } = operation.body as NonNullable<Operation['body']>
    const streaming = exchange.incoming.streamBody(maxBytes, (chunk) => chunks.push(chunk))
    return streaming.then((end) => {
      if (end === 'aborted') return end
      if (end === 'too-large')
        return refuse('payload_too_large', {
          message: `The body is larger than ${maxBytes / MIB} MiB (${maxBytes.toLocaleString('en')} bytes).`,
        })
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      return parseAndValidate(exchange, validator, operation, path, bytes)
    })
  }
}

/**
 * Reads the body of a request that is refused before its body is needed, so that the journal and the client report know
 * it: a retry is a request with the same body. Undefined if there is nothing to read.
 */
export function keepBodyText(exchange: Exchange): Promise<void> | undefined {
  const { operation, incoming } = exchange
  if (!operation?.body || operation.body.isStreamed) return undefined
  const { isRaw, maxBytes } = operation.body
  const chunks: Buffer[] = []
  return incoming
    .streamBody(maxBytes, (chunk) => chunks.push(chunk))
    .then((end) => {
      if (end !== 'complete') return
      const bytes = Buffer.concat(chunks)
      exchange.bodyText = isRaw ? toRecordedText(bytes) : bytes.toString()
    })
}

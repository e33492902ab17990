import type { Document } from '../../contract/openapi-document.js'
import type { Operation } from '../../contract/router.js'
import { findDeprecatedFields, findUnknownFields } from '../../contract/unknown-fields.js'
import { truncate } from '../../contract/validation-issues.js'
import type { MaybePromise, Validator } from '../../contract/validator.js'
import { type Issue, type Refusal, refuse, refuseWithIssues } from '../../core/primitives/result.js'
import type { Exchange, OperationHandler } from '../pipeline/exchange.js'
import { decodeBody, MAX_JSON_BYTES, refuseMediaType } from './decode-body.js'

export interface Body {
  value: unknown
  bytes: Buffer
}

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
    const { required, mediaType } = operation.body as NonNullable<Operation['body']>
    const text = bytes.toString()
    exchange.bodyText = text
    if (bytes.length === 0 && !required) return { value: undefined, bytes }
    if (bytes.length === 0) return refuse('invalid_request', { message: `The body is empty. Send ${mediaType}.` })
    const { 'content-type': type, 'content-encoding': encoding } = exchange.incoming.headers
    const refusal = refuseMediaType(mediaType, type, encoding)
    if (refusal) return refusal
    const parsed = decodeBody(mediaType, bytes, text)
    return 'ok' in parsed ? parsed : validateBody(exchange, validator, operation, path, { value: parsed.value, bytes })
  }

  /** Returns a valid body, or a refusal that lists every issue. */
  return (
    exchange: Exchange,
    validator: Validator,
    operation: Operation,
    path: Record<string, string>,
  ): Promise<Body | Refusal | 'aborted'> => {
    const chunks: Buffer[] = []
    const streaming = exchange.incoming.streamBody(MAX_JSON_BYTES, (chunk) => chunks.push(chunk))
    return streaming.then((end) => {
      if (end === 'aborted') return end
      if (end === 'too-large')
        return refuse('payload_too_large', { message: 'The body is larger than 1 MiB (1,048,576 bytes).' })
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
  if (!operation?.body || operation.body.isRaw) return undefined
  const chunks: Buffer[] = []
  return incoming
    .streamBody(MAX_JSON_BYTES, (chunk) => chunks.push(chunk))
    .then((end) => {
      if (end === 'complete') exchange.bodyText = Buffer.concat(chunks).toString()
    })
}

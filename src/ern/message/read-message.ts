import { ERRORS, type ErrorCode } from '../../core/primitives/error-catalogue.js'
import { type Issue, ok, type Refusal, type Result, refuse } from '../../core/primitives/result.js'
import { carriedElements, collectNotCarried } from '../checks/not-carried.js'
import { type Anchors, checkReference, collectAnchors } from '../checks/references.js'
import { createReportBuilder, type ErnReport, MAX_ISSUES, type ReportBuilder } from '../checks/report.js'
import { checkStructure } from '../checks/structure.js'
import type { MappingContext } from '../facts/context.js'
import { readDeals } from '../facts/deal-facts.js'
import type { ErnFacts } from '../facts/facts.js'
import { readHeader } from '../facts/header-facts.js'
import { checkProfile, findMainRelease, readRelease } from '../facts/release-facts.js'
import { readReleaseIds } from '../facts/release-ids.js'
import type { SchemaFinding, SchemaValidator } from '../schema/schema-validator.js'
import { decode, type Encoding } from '../xml/decode.js'
import { parseXml, XmlFault } from '../xml/parse-xml.js'
import type { Position } from '../xml/positions.js'
import { childNamed, descendantAt, findByPath, pathOf, placeOf, textOf, type XmlElement } from '../xml/xml-element.js'
import { type MessageType, rootProblem, type Version, versionOf } from './versions.js'

/** A message with a readable header: what it says, and what is wrong with it. */
export interface ReadMessage {
  facts: ErnFacts
  report: ErnReport
  /** Paths of elements that the API has no field for, without indices. */
  not_carried: string[]
}

const MAX_BYTES = 4 * 1024 * 1024

export interface ReadOptions {
  /** Awaited between the steps of a long message, so that a server can handle other requests. */
  pause?: () => Promise<void>
  /** Validates the message with DDEX's schemas too. */
  schemaValidator?: SchemaValidator | undefined
}

/** Reads a message. One without a readable header is refused. */
export async function readMessage(bytes: Uint8Array, options: ReadOptions = {}): Promise<Result<ReadMessage>> {
  const { pause = () => Promise.resolve(), schemaValidator } = options
  if (bytes.length > MAX_BYTES)
    return refuse('payload_too_large', {
      message: `The message has ${bytes.length} bytes; at most ${MAX_BYTES} are accepted.`,
    })
  if (bytes.length === 0)
    return refuseDocument('invalid_request', { line: 1, column: 1 }, undefined, 'the document is empty')
  const decoded = decode(bytes)
  if (!decoded.ok) return refuseDocument('invalid_request', decoded.position, undefined, decoded.problem)
  const { text, encoding } = decoded
  const { SaxesParser } = await import('saxes')
  try {
    const root = await runWithPauses(parseXml(text, encoding, SaxesParser, rootProblem), pause)
    const refusal = refuseHeader(root)
    if (refusal) return refusal
    const findings = schemaValidator?.(text, versionOf(root.namespace) as Version) ?? []
    return ok(await runWithPauses(interpret(root, encoding, findings), pause))
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    const { position, path, message, isUnknownRoot } = error
    return refuseDocument(isUnknownRoot ? 'validation_failed' : 'invalid_request', position, path, message)
  }
}

async function runWithPauses<T>(steps: Generator<void, T, void>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'The body is not an XML document that can be read. See details.',
  validation_failed: 'The document is not an ERN message that can be read. See details.',
}

const locate = ({ line, column }: Position, problem: string): string => `line ${line}, column ${column}: ${problem}`

function refuseDocument(code: ErrorCode, position: Position, path: string | undefined, problem: string): Refusal {
  const detail: Issue = { code, ...(path !== undefined && { field: path }), issue: locate(position, problem) }
  return refuse(code, { message: MESSAGES[code] ?? ERRORS[code].message, details: [detail] })
}

const REQUIRED_IN_HEADER = [['MessageId'], ['MessageSender', 'PartyId'], ['MessageCreatedDateTime']]

/** Refuses a message that can't be acknowledged, because its header does not say what it is and who sent it. */
function refuseHeader(root: XmlElement): Refusal | undefined {
  const details = REQUIRED_IN_HEADER.flatMap((names): Issue[] => {
    const path = ['MessageHeader', ...names]
    if (textOf(descendantAt(root, ...path)) !== undefined) return []
    const present = path.findLastIndex((_, i) => descendantAt(root, ...path.slice(0, i + 1)))
    const nearest = descendantAt(root, ...path.slice(0, present + 1)) ?? root
    const missing = path.slice(present + 1)
    const field = [pathOf(nearest), ...missing].join('/')
    return [
      {
        code: 'missing_required_field',
        field,
        issue: locate(nearest, missing.length > 0 ? `${missing[0]} is missing` : 'is empty'),
      },
    ]
  })
  return details.length > 0 ? refuse('missing_required_field', { details }) : undefined
}

function* interpret(
  root: XmlElement,
  encoding: Encoding,
  schemaFindings: readonly SchemaFinding[],
): Generator<void, ReadMessage, void> {
  const report = createReportBuilder()
  // Locating an element takes a search, which issues beyond the listed ones do not need.
  for (const [i, { path, message }] of schemaFindings.entries())
    report.add((i < MAX_ISSUES ? findByPath(root, path) : undefined) ?? root, 'schema', message)
  const type = root.localName as MessageType
  const version = versionOf(root.namespace) as Version
  if (encoding !== 'UTF-8')
    report.add(root, 'encoding_not_utf8', 'The message is in UTF-16. It is read, but few recipients accept it.')
  yield* checkStructure(root, type, version, report)
  const context: MappingContext = {
    report,
    version,
    language: root.attributes.get('LanguageAndScriptCode')?.trim().toLowerCase() ?? '',
    ...(type === 'NewReleaseMessage'
      ? yield* collectAnchors(root, report)
      : { parties: new Map(), resources: new Map(), releases: new Map() }),
  }
  yield
  yield* checkEveryElement(root, type, context, report)
  const main = type === 'NewReleaseMessage' ? findMainRelease(context, root) : childNamed(root, 'PurgedRelease')
  const release_ids = main ? readReleaseIds(main, report) : []
  if (type === 'NewReleaseMessage') checkProfile(context, root)
  const facts: ErnFacts = {
    message_type: type,
    version,
    header: readHeader(root, report),
    profile: root.attributes.get('ReleaseProfileVersionId')?.trim() ?? null,
    release_ids,
    ids_place: placeOf(childNamed(main, 'ReleaseId') ?? main ?? root),
    release: main && type === 'NewReleaseMessage' ? yield* readRelease(context, main, release_ids) : null,
    deals: yield* readDeals(context, childNamed(root, 'DealList')),
    deals_place: placeOf(childNamed(root, 'DealList') ?? root),
  }
  yield
  const not_carried = yield* collectNotCarried(root, carriedElements(type, version, main?.name === 'TrackRelease'))
  return { facts, report: report.build(), not_carried }
}

/** The checks that concern elements anywhere in the message. */
function* checkEveryElement(
  root: XmlElement,
  type: MessageType,
  anchors: Anchors,
  report: ReportBuilder,
): Generator<void, void, void> {
  const waiting = [...root.children].reverse()
  let firstQualified: XmlElement | undefined
  let qualifiedCount = 0
  for (let visited = 1, element = waiting.pop(); element; visited++, element = waiting.pop()) {
    if (visited % 500 === 0) yield
    if (element.namespace !== '') {
      firstQualified ??= element
      qualifiedCount++
    }
    if (type === 'NewReleaseMessage') checkReference(element, anchors, report)
    for (let i = element.children.length - 1; i >= 0; i--) waiting.push(element.children[i] as XmlElement)
  }
  if (firstQualified)
    report.add(
      firstQualified,
      'children_qualified',
      `${qualifiedCount} elements below the root are in a namespace, and only the root should be.`,
    )
}

import { isUtf8 } from 'node:buffer'
import type { Disagreement, Finding, ResponseSummary } from './exchange.js'

/**
 * Known differences between the sandbox and Prism, with their reasons. Any other difference is a disagreement and fails
 * the test that made the exchange. `prism.test.ts` has an example of every entry and fails when the difference is gone.
 */
export interface KnownDifference {
  name: string
  reason: string
  covers(finding: Finding): boolean
}

const isKind = (kind: Disagreement['kind'], { disagreement }: Finding) => disagreement.kind === kind
const pathOf = ({ exchange }: Finding) => exchange.request.url.split('?')[0] ?? ''
const queryOf = ({ exchange }: Finding) => new URLSearchParams(exchange.request.url.split('?').slice(1).join('?'))

const textOf = ({ exchange }: Finding) => String(exchange.request.body ?? '')
const bodyOf = (finding: Finding) => JSON.parse(textOf(finding)) as Record<string, unknown>

function headerOf({ exchange }: Finding, name: string): string | undefined {
  return Object.entries(exchange.request.headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

/** The sandbox refused the request, and Prism has no objection. */
const isRefusedOnlyByUs = (finding: Finding) =>
  isKind('request', finding) &&
  [400, 415, 422].includes(finding.response.status) &&
  finding.disagreement.prism.length === 0

/** The sandbox refused the media type, and Prism did not object to it, whatever it says about the body. */
const isTypeRefusedOnlyByUs = (finding: Finding) => isKind('request', finding) && finding.response.status === 415

/** This is Prism's only objection. */
const prismObjectsOnlyTo = ({ disagreement: { prism } }: Finding, pattern: RegExp) =>
  prism.length > 0 && prism.every((objection) => pattern.test(objection))

/** How `details` names an unsupported or unlicensed territory, which has its own code. */
export const TERRITORY_ISSUE = / is not (supported by the distribution network|licensed to the organization)(;|$)/

/** Issues that Prism cannot find, as `details` names them. */
const ISSUES_BEYOND_SCHEMA = {
  territory: TERRITORY_ISSUE,
  upc: /^upc has a wrong check digit$/,
  reference:
    /^\S*(artwork_asset_id|audio_asset_id|release_id) is (not a known (asset|release)|\w+; tracks can be added to a draft or a rejected one|an audio asset; it must be artwork|artwork; it must be an audio asset)$/,
  number: /^\S*track_number \d+ is taken by another track of the release$/,
  status: /^status can't be set since /,
  submission: new RegExp(
    '^tracks at least one track must be attached$|^release_date must be after |' +
      '^(artwork_asset_id|tracks\\[\\d+\\]\\.audio_asset_id) (is required( \\(track \\w+\\))?|is \\w+; it must be ready|has failed: .*)$',
  ),
  clock: /^(duration|to) must not be (before|after) /,
  store:
    /^store_ids\[\d+\] .*(is not a known store; .*|is not part of this delivery(; did you mean \w+\?)?|is \w+, not (delivered|rejected or flagged)|does not support takedowns)$/s,
  reach:
    /^territory_codes\[\d+\] [A-Z]{2} is not (among the release's territories|served by \w+)$|^(store_ids|territory_codes)\[\d+\] \w+ serves none of the territories that the release may go to$/,
  scenario: /^(name|title|scenario|X-Sandbox-Scenario) .* is not a known scenario(;|$)/s,
  customScenario: /^scenario([.[]\S*)? /,
  condition:
    /^until\.((delivery|asset|release|payout|statement|event) is not a known \w+|event is not an event type; .*|data\..* is not a field of [\w.]+; .*)$/s,
  plays: /^(store_id is not a known store; .*|track_id is not a known track|period is over; .*)$/,
  simulation:
    /^(delivery_id is not a known delivery|asset_id is not a known asset|store_id is not part of this delivery|rejection_code (is not a known rejection code|goes with \w+)|rejection_reason goes only with rejected or action_required)$/,
  url: /^(?:effects_)?url must (not lead to|not contain a user name|not name port 0|not contain spaces|be a URL)/,
  event: /^event_ids\[\d+\] is not an event that was sent to this endpoint$/,
  money:
    /^(statement_ids(\[\d+\])? (is not a known statement; .*|is no longer kept: .*|is in [A-Z]{3}, not in [A-Z]{3}|is claimed by .*|is open; .*|add up to .*)|payout_id is not a known payout; .*|store_id is not a known store; .*|hold_reason goes only with on_hold)$/,
  filter:
    /^(\w+ is not a filter of \w+; it has .*|status is not a status of \w+; .*|statement_id is needed to list line items)$/,
  paging: /^(limit|cursor) cannot be combined with page and per_page$/,
  world:
    /^(clock\.(start must be an instant between|speed is allowed only with)|name (is this world;|would be one snapshot too many:)|tier must be) /,
  fault:
    /^(connection can't be combined with status|delay must be at most 5m of wall time|operation is not an operation| ?a world can have at most \d+ faults;)/,
  file: /^ ?the file (is|has) /,
  xml: /^(\S+ )?line \d+, column \d+: /,
  messages: /^ ?a world can have at most [\d,]+ ERN messages;/,
  unknown: /(^| )is not a known (field|parameter)(;|$)/,
}

/** Whether a detail, as `field issue`, depends on the state of the world and not on the document. */
export const isIssueBeyondSchema = (detail: string): boolean =>
  Object.values(ISSUES_BEYOND_SCHEMA).some((pattern) => pattern.test(detail))

/** This issue, possibly with others that Prism cannot find, and none that it should have found. */
const coversIssue = (pattern: RegExp) => (finding: Finding) =>
  isRefusedOnlyByUs(finding) &&
  finding.response.details.some((detail) => pattern.test(detail)) &&
  finding.response.details.every(isIssueBeyondSchema)

/** GS1 check digit: the digits, weighted 1 and 3 in turn from the right, add up to a multiple of ten. */
const hasValidCheckDigit = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0

const fieldsOf = ({ details }: ResponseSummary) => details.map((detail) => detail.split(' ')[0] ?? '')

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  // Rules that JSON Schema cannot express.
  {
    name: 'UPC check digit',
    reason: '`format: upc` is our own; Prism ignores unknown formats.',
    covers: (finding) =>
      coversIssue(ISSUES_BEYOND_SCHEMA.upc)(finding) && !hasValidCheckDigit(String(bodyOf(finding).upc)),
  },
  {
    name: 'unknown ids',
    reason: 'The document does not say which releases and assets exist, and of which type they are.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.reference),
  },
  {
    name: 'track numbers',
    reason: 'The document does not say which numbers are taken.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.number),
  },
  {
    name: 'status by PATCH',
    reason:
      'Which status may be set, and until when, depends on the clock. The document says so only in a description.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.status),
  },
  {
    name: 'unmet conditions of a submission',
    reason: 'The conditions of a submission depend on tracks, assets and the clock, not on the request.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.submission),
  },
  {
    name: 'clock moves forward only',
    reason: 'Whether an instant is in the future depends on the clock.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.clock),
  },
  {
    name: 'stores and their progress',
    reason: 'The stores and the progress of their orders are state, not part of the document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.store),
  },
  {
    name: 'territories of a delivery',
    reason: 'The territories of stores and releases are state, not part of the document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.reach),
  },
  {
    name: 'scenario names',
    reason: 'Scenarios are files, including custom ones. The document does not list them.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.scenario),
  },
  {
    name: 'custom scenarios',
    reason: 'The shape of a scenario is described by scenarios/schema.json, and its rules name state of the sandbox.',
    covers: (finding) =>
      finding.disagreement.operation === 'useScenario' && coversIssue(ISSUES_BEYOND_SCHEMA.customScenario)(finding),
  },
  {
    name: 'conditions',
    reason: 'The document does not say which resources and events exist, and which data an event has.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.condition),
  },
  {
    name: 'reported plays',
    reason: 'Stores and tracks are state, and which month is over depends on the clock.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.plays),
  },
  {
    name: 'simulated outcomes',
    reason: 'Deliveries and assets are state, and rejection codes come from a seed file.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.simulation),
  },
  {
    name: 'webhook addresses',
    reason: 'A pattern cannot express the forbidden addresses, and host names must be resolved.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.url),
  },
  {
    name: 'events of an endpoint',
    reason: 'The events of an endpoint are state, not part of the document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.event),
  },
  {
    name: 'payable statements',
    reason: 'Statements, their sums and payouts are state, not part of the document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.money),
  },
  {
    name: 'cursor and page together',
    reason: 'Cursors and page numbers exclude each other. OpenAPI has no rules across parameters.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.paging),
  },
  {
    name: 'filters of collections',
    reason: 'One operation lists every collection, and the document does not say in a schema which filters each has.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.filter),
  },
  {
    name: 'settings of a world',
    reason: 'The schema does not express the range of the clock, the allowed combinations and the existing worlds.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.world),
  },
  {
    name: 'fields of a fault',
    reason: 'The schema has no rules across these fields, and the operations belong to another document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.fault),
  },
  {
    name: 'contents of a snapshot',
    reason: 'The document describes the body as bytes. Its contents are checked when it is read.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.file),
  },
  {
    name: 'contents of an ERN message',
    reason: 'The document describes the body as text. Prism does not parse XML.',
    covers: (finding) =>
      coversIssue(ISSUES_BEYOND_SCHEMA.xml)(finding) || coversIssue(ISSUES_BEYOND_SCHEMA.messages)(finding),
  },
  {
    name: 'enterprise only',
    reason: 'Standard accounts are refused before anything else is checked. The document does not know accounts.',
    covers: (finding) =>
      isKind('request', finding) &&
      finding.response.status === 403 &&
      finding.response.message.startsWith('ERN messages are for enterprise accounts only.'),
  },
  {
    name: 'strict mode',
    reason: 'The document leaves objects and queries open. `strict` closes them, which is an option of the sandbox.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.unknown),
  },
  {
    name: 'two client authentications',
    reason: 'OAuth forbids to authenticate by Basic and in the form at once. OpenAPI cannot express that.',
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      headerOf(finding, 'authorization') !== undefined &&
      finding.response.message.endsWith('Use HTTP Basic or the form, not both.'),
  },
  {
    name: 'format of instants',
    reason: "Prism's date-time also accepts offsets such as +01 and +24:00, a space instead of T, and leap seconds.",
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      finding.response.details.join() === 'to must be an instant such as 2027-03-05T00:00:00Z' &&
      /"\d{4}-\d\d-\d\d( |T23:59:60|T.*([+-]\d\d|[+-]\d{4}|[+-]24:00)"|T.*\.\d{10})/.test(textOf(finding)),
  },

  // Details that Prism's parser does not notice.
  {
    name: 'nesting',
    reason: 'Prism gets a parsed body and has no limit for its depth.',
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      finding.response.message.startsWith('The body nests deeper than 64') &&
      [...textOf(finding).matchAll(/[[{]/g)].length > 64,
  },
  {
    name: 'invalid UTF-8',
    reason: 'Prism gets text, in which invalid bytes have already become replacement characters.',
    covers: (finding) => isRefusedOnlyByUs(finding) && !isUtf8(Buffer.from(finding.exchange.request.body ?? '')),
  },
  {
    name: 'duplicate form field',
    reason: 'Prism uses the last value of a duplicate form field; OAuth forbids duplicates.',
    covers: (finding) => {
      const names = [...new URLSearchParams(textOf(finding)).keys()]
      return (
        isRefusedOnlyByUs(finding) &&
        finding.response.message.endsWith(' is given more than once.') &&
        new Set(names).size < names.length
      )
    },
  },
  {
    name: 'malformed form field name',
    reason: 'Prism throws on a form with a name such as %zz. Like browsers, we take it literally.',
    covers: (finding) =>
      isKind('request', finding) &&
      finding.disagreement.operation === 'createToken' &&
      prismObjectsOnlyTo(finding, /^URIError: URI malformed/),
  },
  {
    name: 'empty parameter',
    reason: 'Prism treats an empty query or header value as absent. An empty string is neither an integer nor a UUID.',
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      (finding.response.code === 'invalid_idempotency_key'
        ? headerOf(finding, 'idempotency-key') === ''
        : finding.response.details.length > 0 &&
          fieldsOf(finding.response).every(
            (field) => (queryOf(finding).get(field) ?? headerOf(finding, field.toLowerCase())) === '',
          )),
  },
  {
    name: 'format of integers',
    reason: 'Prism accepts everything that JavaScript converts to an integer, such as 1e1 and 0x10. We accept digits.',
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      finding.response.details.length > 0 &&
      finding.response.details.every((detail) => detail.endsWith(' must be a whole number')) &&
      fieldsOf(finding.response).every((field) => {
        const value = queryOf(finding).get(field) ?? ''
        return value !== '' && Number.isInteger(Number(value)) && !/^-?\d+$/.test(value)
      }),
  },
  {
    name: 'case of query names',
    reason: 'Prism reads LIMIT as limit. Query names are case-sensitive, so we treat it as unknown.',
    covers: (finding) => {
      const mixedCaseNames = [...queryOf(finding).keys()].filter((name) => name !== name.toLowerCase())
      const refusedNames = finding.disagreement.prism.map(
        (objection) => /^Request query parameter (\S+) /.exec(objection)?.[1] ?? '',
      )
      return (
        isKind('request', finding) &&
        refusedNames.length > 0 &&
        refusedNames.every((name) => mixedCaseNames.some((other) => other.toLowerCase() === name))
      )
    },
  },
  {
    name: 'comma in the path',
    reason: 'Prism splits a path value at commas and no longer finds a string.',
    covers: (finding) =>
      isKind('request', finding) &&
      /,|%2c/i.test(pathOf(finding)) &&
      prismObjectsOnlyTo(finding, /^Request path parameter \w+ must be string/),
  },
  {
    name: 'unread body',
    reason: 'Prism refuses a body if the document describes none. HTTP allows a server to ignore it, and we do.',
    covers: (finding) =>
      isKind('request', finding) &&
      prismObjectsOnlyTo(finding, /^No supported content types, but request included a non-empty /),
  },

  {
    name: 'numbers out of range',
    reason: 'JavaScript reads 1e400 as infinity, which Prism accepts as a number. We do not.',
    covers: (finding) => isRefusedOnlyByUs(finding) && /[\d.]e\+?\d{3,}/i.test(textOf(finding)),
  },
  {
    name: 'single event type',
    reason: 'The document describes `event_type` as a list, which generators can read. We also accept a single string.',
    covers: (finding) =>
      isKind('request', finding) &&
      ['createWebhook', 'updateWebhook'].includes(finding.disagreement.operation) &&
      prismObjectsOnlyTo(finding, /event_type must be array/),
  },

  // Media types.
  {
    name: 'media type of raw bytes',
    reason: 'The document names the usual media types of a file. We accept every type and inspect the bytes.',
    covers: (finding) =>
      isKind('request', finding) &&
      ['uploadAsset', 'importSnapshot'].includes(finding.disagreement.operation) &&
      prismObjectsOnlyTo(finding, /Supported content types/),
  },
  {
    name: 'no Content-Type',
    reason: 'Prism assumes the documented type for a body without Content-Type. We do not.',
    covers: (finding) => isTypeRefusedOnlyByUs(finding) && !headerOf(finding, 'content-type'),
  },
  {
    name: 'charset',
    reason: 'Prism ignores the charset. JSON is UTF-8.',
    covers: (finding) =>
      isTypeRefusedOnlyByUs(finding) && /; *charset=(?!"?utf-?8"?\b)/i.test(headerOf(finding, 'content-type') ?? ''),
  },
  {
    name: '+json',
    reason: 'Prism treats application/vnd.api+json as application/json. The document names only the latter.',
    covers: (finding) =>
      isTypeRefusedOnlyByUs(finding) && /^[^;]*\+json\b/i.test(headerOf(finding, 'content-type') ?? ''),
  },
  {
    name: 'Content-Encoding',
    reason: 'Prism does not support compressed bodies and reads the bytes as text.',
    covers: (finding) => isTypeRefusedOnlyByUs(finding) && headerOf(finding, 'content-encoding') !== undefined,
  },

  // Credentials.
  {
    name: 'format of the scheme',
    reason: 'Prism requires exactly `Bearer`, and one space after `Basic`. RFC 9110 allows any case and more spaces.',
    covers: (finding) =>
      isKind('security', finding) &&
      finding.disagreement.prism.length > 0 &&
      !headerOf(finding, 'authorization')?.startsWith('Bearer') &&
      /^(bearer +|basic {2,})\S/i.test(headerOf(finding, 'authorization') ?? ''),
  },
  {
    name: 'malformed bearer',
    reason: 'Prism accepts anything after `Bearer` as a credential. A token contains no spaces.',
    covers: (finding) =>
      isKind('security', finding) &&
      finding.response.status === 401 &&
      finding.disagreement.prism.length === 0 &&
      /^Bearer(\s+\S+\s+\S|\t)/.test(headerOf(finding, 'authorization') ?? ''),
  },

  // Paths.
  {
    name: 'empty path segment',
    reason: 'Prism finds /v1/releases/{release_id} in /v1/releases/, with an empty id.',
    covers: (finding) =>
      isKind('route', finding) && finding.response.status === 404 && /\/(\/|$)/.test(pathOf(finding)),
  },
  {
    name: 'static path beside a template',
    reason: 'OpenAPI matches /snapshots/import before /snapshots/{snapshot}, so GET is 405. Prism takes the template.',
    covers: (finding) =>
      isKind('route', finding) &&
      finding.response.status === 405 &&
      /^This is \w+ \S*\{\w+\}$/.test(finding.disagreement.prism.join()),
  },
  {
    name: 'percent-encoded path segment',
    reason: 'Prism decodes the path before it matches it: /v1/%72eleases. We match the path as sent.',
    covers: (finding) => {
      const template = /^This is \w+ (\S+)$/.exec(finding.disagreement.prism.join())?.[1]?.replaceAll(/{\w+}/g, '[^/]+')
      const isFoundRaw = template !== undefined && new RegExp(`^${template}$`).test(pathOf(finding))
      return isKind('route', finding) && finding.response.status === 404 && pathOf(finding).includes('%') && !isFoundRaw
    },
  },

  // Responses that precede validation, which Prism cannot check.
  {
    name: 'refused before validation',
    reason: 'Requests without a credential, over the quota or too large are refused before they are validated.',
    covers: (finding) =>
      isKind('request', finding) &&
      (finding.response.code === 'unauthorized' ||
        finding.response.code === 'rate_limit_exceeded' ||
        (finding.response.status === 413 && textOf(finding).length > 1024 * 1024)),
  },
  {
    name: 'foreign origin',
    reason: 'The sandbox refuses a foreign host or origin before it checks path, credential or body.',
    covers: (finding) =>
      !isKind('response', finding) &&
      finding.response.code === 'forbidden' &&
      (headerOf(finding, 'origin') ?? headerOf(finding, 'host')) !== undefined,
  },
  {
    name: 'malformed Host',
    reason: 'The sandbox checks Host; Prism does not.',
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      finding.response.message === 'The Host header is malformed.' &&
      /[^\w.:[\]-]/.test(headerOf(finding, 'host') ?? ''),
  },
  {
    name: 'headers too large',
    reason: "Node's parser refuses headers above its limit, before there is an operation.",
    covers: ({ exchange, response }) =>
      response.status === 431 && JSON.stringify(exchange.request.headers).length > 16_000,
  },
]

export const findKnownDifference = (finding: Finding): KnownDifference | undefined =>
  KNOWN_DIFFERENCES.find(({ covers }) => covers(finding))

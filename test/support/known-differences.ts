import { isUtf8 } from 'node:buffer'
import type { Disagreement, Finding, ResponseSummary } from './judged-exchange.js'

/**
 * Where we and Prism differ, know it, and know why. This is the only place that says so: whatever is not here is a
 * disagreement and fails the test that made the exchange. `prism.test.ts` holds an example of every entry and fails
 * when it is no difference any more.
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

/** We refused the request, Prism has nothing against it. */
const isRefusedOnlyByUs = (finding: Finding) =>
  isKind('request', finding) &&
  [400, 415, 422].includes(finding.response.status) &&
  finding.disagreement.prism.length === 0

/** We refused the media type; Prism saw nothing wrong with it, whatever it made of the body. */
const isTypeRefusedOnlyByUs = (finding: Finding) => isKind('request', finding) && finding.response.status === 415

/** Prism objects, and to nothing but this. */
const prismObjectsOnlyTo = ({ disagreement: { prism } }: Finding, pattern: RegExp) =>
  prism.length > 0 && prism.every((objection) => pattern.test(objection))

/** How `details` name a territory that the network or the licence lacks. It has a code of its own. */
export const TERRITORY_ISSUE = / is not (supported by the distribution network|licensed to the organization)(;|$)/

/** Faults that Prism has no means to find, as our `details` name them. */
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
  clock: /^(duration|to) must not (be before|lead past) /,
  store:
    /^store_ids\[\d+\] .*(is not a known store; .*|is not part of this delivery|is \w+, not (delivered|rejected or flagged)|does not support takedowns)$/s,
  reach:
    /^territory_codes\[\d+\] [A-Z]{2} is not (among the release's territories|served by \w+)$|^(store_ids|territory_codes)\[\d+\] \w+ serves none of the territories that the release may go to$/,
  scenario: /^(name|title|scenario|X-Sandbox-Scenario) .* is not a known scenario(;|$)/s,
  simulation:
    /^((until\.delivery|delivery_id) is not a known delivery|asset_id is not a known asset|store_id is not part of this delivery|rejection_code (is not a known rejection code|goes with \w+)|rejection_reason goes only with rejected or action_required)$/,
  url: /^url must (not lead to|not contain a user name|not name port 0|not contain spaces|be a URL)/,
  event: /^event_ids\[\d+\] is not an event that was sent to this endpoint$/,
  money:
    /^(statement_ids(\[\d+\])? (is not a known statement; .*|is no longer kept: .*|is in [A-Z]{3}, not in [A-Z]{3}|is claimed by .*|is open; .*|add up to .*)|payout_id is not a known payout; .*|store_id is not a known store; .*|hold_reason goes only with on_hold)$/,
  paging: /^(limit|cursor) does not go together with page and per_page$/,
  world:
    /^(clock\.(start must be an instant between|speed goes only with)|name is (the world itself;|one too many:)|tier can only be) /,
  fault:
    /^(connection can't be combined with status|delay must be at most 5m of wall time|operation is not an operation)/,
  file: /^ ?the file (is|has) /,
  unknown: / is not a known (field|parameter)(;|$)/,
}

/** Whether what `details` say, as `field issue`, is known to the world and not to the document. */
export const isIssueBeyondSchema = (detail: string): boolean =>
  Object.values(ISSUES_BEYOND_SCHEMA).some((pattern) => pattern.test(detail))

/** This fault and perhaps more of the kind that Prism cannot find, but none that it should have found. */
const coversIssue = (pattern: RegExp) => (finding: Finding) =>
  isRefusedOnlyByUs(finding) &&
  finding.response.details.some((detail) => pattern.test(detail)) &&
  finding.response.details.every(isIssueBeyondSchema)

/** GS1: weighed 1 and 3 in turn from the right, the digits add up to a multiple of ten. */
const hasValidCheckDigit = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0

const fieldsOf = ({ details }: ResponseSummary) => details.map((detail) => detail.split(' ')[0] ?? '')

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  // What the schema language cannot say.
  {
    name: 'UPC check digit',
    reason: '`format: upc` is ours; Prism ignores formats that it does not know.',
    covers: (finding) =>
      coversIssue(ISSUES_BEYOND_SCHEMA.upc)(finding) && !hasValidCheckDigit(String(bodyOf(finding).upc)),
  },
  {
    name: 'ids of the world',
    reason:
      'Whether a release or an asset exists, and of which type it is, is known to the world, not to the document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.reference),
  },
  {
    name: 'track numbers',
    reason: 'Which numbers are taken is known to the world, not to the document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.number),
  },
  {
    name: 'status by PATCH',
    reason: 'Which status may be set, and until when, depends on the clock; the document says it in words only.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.status),
  },
  {
    name: 'unmet conditions of a submission',
    reason: 'What a release lacks to be submitted shows in its tracks, its assets and the clock, not in the request.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.submission),
  },
  {
    name: 'clock only forward',
    reason: 'Whether an instant lies ahead depends on where the clock stands.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.clock),
  },
  {
    name: 'stores of the world',
    reason: 'Which stores there are, and how far each has come with a delivery, is known to the world.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.store),
  },
  {
    name: 'where a delivery may go',
    reason: 'What a store serves and what a release may go to is known to the world, not to the document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.reach),
  },
  {
    name: 'names of scenarios',
    reason: 'Scenarios are files, perhaps of the user; the document does not list them.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.scenario),
  },
  {
    name: 'what can be simulated',
    reason: 'Deliveries and assets are known to the world, rejection codes to a seed file.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.simulation),
  },
  {
    name: 'where events may go',
    reason: 'Which addresses are off limits is more than a pattern can say, and a name must be looked up.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.url),
  },
  {
    name: 'events of an endpoint',
    reason: 'What was sent to an endpoint is known to the world.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.event),
  },
  {
    name: 'what can be paid',
    reason: 'Statements, what they add up to, and payouts are known to the world, not to the document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.money),
  },
  {
    name: 'two ways to page',
    reason: 'That cursors and page numbers do not go together is a rule over several parameters; OpenAPI has none.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.paging),
  },
  {
    name: 'what a world can be made with',
    reason: 'Where a clock may start, what goes with it and which worlds there are is more than the schema says.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.world),
  },
  {
    name: 'what can fail',
    reason: 'What goes with what is a rule over several fields; operations are those of another document.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.fault),
  },
  {
    name: 'the inside of a snapshot',
    reason: 'The body is bytes to the document; what is in them shows when they are read.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.file),
  },
  {
    name: 'strict mode',
    reason: 'The document leaves objects and queries open. `strict` closes them, which is an option of the sandbox.',
    covers: coversIssue(ISSUES_BEYOND_SCHEMA.unknown),
  },
  {
    name: 'two ways to authenticate',
    reason: 'OAuth forbids to authenticate by Basic and in the form at once; OpenAPI has no words for that.',
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      headerOf(finding, 'authorization') !== undefined &&
      finding.response.message.endsWith('or in the form, not by both.'),
  },
  {
    name: 'spelling of instants',
    reason: "Prism's date-time also takes offsets such as +01 and +24:00, a blank for the T and leap seconds.",
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      finding.response.details.join() === 'to must be an instant such as 2027-03-05T00:00:00Z' &&
      /"\d{4}-\d\d-\d\d( |T23:59:60|T.*([+-]\d\d|[+-]\d{4}|[+-]24:00)"|T.*\.\d{10})/.test(textOf(finding)),
  },

  // What Prism's reading of a request does not notice.
  {
    name: 'nesting',
    reason: 'Prism is handed a parsed body and has no limit for its depth.',
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      finding.response.message.startsWith('The body nests deeper than 64') &&
      [...textOf(finding).matchAll(/[[{]/g)].length > 64,
  },
  {
    name: 'invalid UTF-8',
    reason: 'Prism is handed text, in which invalid bytes have already become replacement characters.',
    covers: (finding) => isRefusedOnlyByUs(finding) && !isUtf8(Buffer.from(finding.exchange.request.body ?? '')),
  },
  {
    name: 'form field twice',
    reason: 'Of a form field that is given twice Prism takes the last; OAuth forbids the second.',
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
    name: 'form field with a broken name',
    reason: 'Prism gives up on a form with a name such as %zz. A browser reads it as it stands, and so do we.',
    covers: (finding) =>
      isKind('request', finding) &&
      finding.disagreement.operation === 'createToken' &&
      prismObjectsOnlyTo(finding, /^URIError: URI malformed/),
  },
  {
    name: 'empty parameter',
    reason: 'Prism takes an empty query or header value for an absent one. An empty text is neither integer nor UUID.',
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
    name: 'spelling of integers',
    reason: 'Prism takes whatever JavaScript turns into an integer, 1e1 and 0x10 too. We take digits.',
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
    reason: 'Prism reads LIMIT as limit. Query names are case-sensitive, so to us it is an unknown one.',
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
    reason: 'Prism splits a path value at its commas and then misses the string.',
    covers: (finding) =>
      isKind('request', finding) &&
      /,|%2c/i.test(pathOf(finding)) &&
      prismObjectsOnlyTo(finding, /^Request path parameter \w+ must be string/),
  },
  {
    name: 'body that nobody reads',
    reason: 'Prism refuses a body where the document describes none. HTTP lets a server ignore it, and we do.',
    covers: (finding) =>
      isKind('request', finding) &&
      prismObjectsOnlyTo(finding, /^No supported content types, but request included a non-empty /),
  },

  {
    name: 'numbers without end',
    reason: 'JavaScript reads 1e400 as infinity. Prism takes that for a number; we do not.',
    covers: (finding) => isRefusedOnlyByUs(finding) && /[\d.]e\+?\d{3,}/i.test(textOf(finding)),
  },

  // Media types.
  {
    name: 'multipart upload',
    reason:
      'Prism reads a form where the document takes any bytes. We refuse the form: it would be stored with its seams.',
    covers: (finding) =>
      isTypeRefusedOnlyByUs(finding) &&
      finding.disagreement.operation === 'uploadAsset' &&
      /^multipart\//i.test(headerOf(finding, 'content-type') ?? ''),
  },
  {
    name: 'no Content-Type',
    reason: 'Prism takes a body without a type for the one that the document names. We do not guess.',
    covers: (finding) => isTypeRefusedOnlyByUs(finding) && !headerOf(finding, 'content-type'),
  },
  {
    name: 'charset',
    reason: 'Prism does not look at the charset. JSON is UTF-8.',
    covers: (finding) =>
      isTypeRefusedOnlyByUs(finding) && /; *charset=(?!"?utf-?8"?\b)/i.test(headerOf(finding, 'content-type') ?? ''),
  },
  {
    name: '+json',
    reason: 'To Prism application/vnd.api+json is application/json. The document names the latter only.',
    covers: (finding) =>
      isTypeRefusedOnlyByUs(finding) && /^[^;]*\+json\b/i.test(headerOf(finding, 'content-type') ?? ''),
  },
  {
    name: 'Content-Encoding',
    reason: 'Prism does not know compressed bodies; it takes the bytes for text.',
    covers: (finding) => isTypeRefusedOnlyByUs(finding) && headerOf(finding, 'content-encoding') !== undefined,
  },

  // Credentials.
  {
    name: 'spelling of the scheme',
    reason: 'Prism wants `Bearer` in this case, and one blank after `Basic`. RFC 9110 takes any case and more blanks.',
    covers: (finding) =>
      isKind('security', finding) &&
      finding.disagreement.prism.length > 0 &&
      !headerOf(finding, 'authorization')?.startsWith('Bearer') &&
      /^(bearer +|basic {2,})\S/i.test(headerOf(finding, 'authorization') ?? ''),
  },
  {
    name: 'malformed bearer',
    reason: 'Prism takes anything after `Bearer` for a credential. A token has no blanks in it.',
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
    reason: 'Prism decodes the path before it looks for it: /v1/%72eleases. We compare it as sent.',
    covers: (finding) => {
      const template = /^This is \w+ (\S+)$/.exec(finding.disagreement.prism.join())?.[1]?.replaceAll(/{\w+}/g, '[^/]+')
      const isFoundRaw = template !== undefined && new RegExp(`^${template}$`).test(pathOf(finding))
      return isKind('route', finding) && finding.response.status === 404 && pathOf(finding).includes('%') && !isFoundRaw
    },
  },

  // What Prism cannot judge: we answered before the request was held against the document.
  {
    name: 'refused unread',
    reason: 'No credential, no quota left or too large: such requests are refused before anyone looks for faults.',
    covers: (finding) =>
      isKind('request', finding) &&
      (finding.response.code === 'unauthorized' ||
        finding.response.code === 'rate_limit_exceeded' ||
        (finding.response.status === 413 && textOf(finding).length > 1024 * 1024)),
  },
  {
    name: 'foreign page',
    reason: 'The control plane turns a foreign page away before it looks at path, credential or body.',
    covers: (finding) =>
      !isKind('response', finding) &&
      finding.response.code === 'forbidden' &&
      pathOf(finding).startsWith('/_sandbox') &&
      (headerOf(finding, 'origin') ?? headerOf(finding, 'host')) !== undefined,
  },
  {
    name: 'malformed Host',
    reason: 'The control plane needs to know by which name it was called; Prism does not look at Host.',
    covers: (finding) =>
      isRefusedOnlyByUs(finding) &&
      pathOf(finding).startsWith('/_sandbox') &&
      finding.response.message === 'The Host header is malformed.' &&
      /[^\w.:[\]-]/.test(headerOf(finding, 'host') ?? ''),
  },
  {
    name: 'not HTTP enough',
    reason: "Headers over node's limit are refused by its parser. There is no operation yet, and no document for it.",
    covers: ({ exchange, response }) =>
      response.status === 431 && JSON.stringify(exchange.request.headers).length > 16_000,
  },
]

export const findKnownDifference = (finding: Finding): KnownDifference | undefined =>
  KNOWN_DIFFERENCES.find(({ covers }) => covers(finding))

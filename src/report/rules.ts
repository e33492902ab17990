export const SEVERITIES = ['error', 'warning', 'note'] as const
/** A note never fails a run. */
export type Severity = (typeof SEVERITIES)[number]

export interface Rule {
  id: string
  severity: 'error' | 'warning'
  /** What a well-behaved client does. */
  title: string
  remedy: string
  /** The command that gives the client the opportunity to keep or break the rule. */
  tryIt: string
  /** Depends on how long the client waits, which means little if the clock is manual or the client's timers are faked. */
  isTimed?: true
}

export const RULES = [
  {
    id: 'retry-without-key',
    severity: 'error',
    title: 'A POST or PATCH is retried with an Idempotency-Key',
    remedy:
      'Send an Idempotency-Key (a UUID v4) with every POST and PATCH, and send the same key when you retry. Without it, a retry can create the resource twice.',
    tryIt: 'mds-sandbox faults add --operation createRelease --status 503 --times 1',
  },
  {
    id: 'retry-new-key',
    severity: 'error',
    title: 'A retry has the Idempotency-Key of the first attempt',
    remedy: 'Create the key once for what you want to do, outside of the retry loop, and reuse it for every attempt.',
    tryIt: 'mds-sandbox faults add --operation createRelease --status 503 --times 1',
  },
  {
    id: 'key-reused',
    severity: 'error',
    title: 'Different requests have different Idempotency-Keys',
    remedy:
      'Create a new key for every new request. A key belongs to one method, path and body; 422 idempotency_key_reused says that it had another.',
    tryIt: 'send an Idempotency-Key with each POST and PATCH',
  },
  {
    id: 'retry-too-early',
    severity: 'error',
    title: 'A retry waits for Retry-After',
    remedy:
      'Read Retry-After of the 429 response, wait for at least that many seconds plus some jitter, and then retry.',
    tryIt: 'mds-sandbox --scenario rate-limited',
    isTimed: true,
  },
  {
    id: 'retry-hopeless',
    severity: 'warning',
    title: 'A refused request is corrected before it is sent again',
    remedy:
      'Do not retry 400, 403, 404, 413, 415 and 422: the same request gets the same answer. Retry only 429, 5xx and cut connections.',
    tryIt: 'send a request that the API refuses, such as a release without release_date',
  },
  {
    id: 'retry-storm',
    severity: 'warning',
    title: 'Retries are few, and the waits between them grow',
    remedy: 'Retry at most five times with exponential backoff and jitter, such as 1 s, 2 s, 4 s, then give up.',
    tryIt: 'mds-sandbox --scenario outage',
    isTimed: true,
  },
  {
    id: 'event-slow',
    severity: 'error',
    title: 'Events are acknowledged within three seconds',
    remedy:
      'Store the event, answer 2xx, and do the work afterwards. An event without an answer after 30 s (a ping: 10 s) counts as failed.',
    tryIt: 'register a webhook: POST /v1/webhooks',
  },
  {
    id: 'event-refused',
    severity: 'error',
    title: 'Genuine events are acknowledged with 2xx',
    remedy:
      'Answer 2xx to every event with a valid signature, also to unknown types and duplicates. Redirects count as failures.',
    tryIt: 'register a webhook: POST /v1/webhooks',
  },
  {
    id: 'event-forged-accepted',
    severity: 'error',
    title: 'Events with a wrong signature are refused',
    remedy:
      'Verify X-SVC-Signature over the raw body, with a comparison in constant time, and answer 401 if it does not match.',
    tryIt: 'mds-sandbox --scenario flaky-webhooks',
  },
  {
    id: 'polling',
    severity: 'warning',
    title: 'The client waits for events instead of polling',
    remedy: 'Subscribe to the event of the resource, and read the resource when the event arrives.',
    tryIt: 'read a delivery: GET /v1/deliveries/{delivery_id}',
  },
  {
    id: 'new-delivery-not-resubmit',
    severity: 'error',
    title: 'A rejected or flagged delivery is resubmitted, not created again',
    remedy:
      'Correct what rejection_code and rejection_reason say, then call POST /v1/deliveries/{delivery_id}/resubmit. A new delivery for the same store is refused.',
    tryIt: 'mds-sandbox --scenario rejection',
  },
  {
    id: 'resubmit-unchanged',
    severity: 'warning',
    title: 'Something is corrected before a resubmission',
    remedy:
      'Change the release or its tracks before you resubmit. A store that sees the same content gives the same answer.',
    tryIt: 'mds-sandbox --scenario resubmission',
  },
  {
    id: 'action-required-ignored',
    severity: 'warning',
    title: 'The client notices action_required',
    remedy:
      'Subscribe to delivery.completed, or read the delivery, and handle the status action_required: correct and resubmit, or take down.',
    tryIt: 'mds-sandbox --scenario action-required',
  },
  {
    id: 'list-first-page-only',
    severity: 'warning',
    title: 'Lists are read to their end',
    remedy: 'While has_more is true, request the next page with cursor set to next_cursor.',
    tryIt: 'read a list that has more than one page: GET /v1/tracks',
  },
  {
    id: 'token-per-call',
    severity: 'warning',
    title: 'Access tokens are reused until they expire',
    remedy: 'Keep the token, and request a new one when it has less than five minutes left or after a 401.',
    tryIt: 'request two access tokens: POST /v1/oauth/token (enterprise)',
    isTimed: true,
  },
  {
    id: 'deprecated-used',
    severity: 'warning',
    title: 'No deprecated parameters or fields are used',
    remedy: 'Replace it with its successor, which the X-Sandbox-Warning header of the response names.',
    tryIt: 'call an operation with deprecated parts: GET /v1/royalties, or PATCH /v1/releases/{release_id}',
  },
  {
    id: 'unknown-sent',
    severity: 'warning',
    title: 'Only known fields and parameters are sent',
    remedy:
      'Rename or remove what the contract does not know: the service ignores it. Start the sandbox with --strict to refuse it.',
    tryIt: 'send a body or a query',
  },
  {
    id: 'secret-in-url',
    severity: 'error',
    title: 'No credentials are in URLs',
    remedy:
      'Send the key as X-API-Key or Authorization: Bearer. URLs end up in logs, browser histories and Referer headers.',
    tryIt: 'send a request',
  },
] as const satisfies readonly Rule[]

export type RuleId = (typeof RULES)[number]['id']

export const ruleOf = (id: RuleId): Rule => RULES.find((rule) => rule.id === id) as Rule

/** The section of the guide that explains the rule. */
export const guideLink = (id: string): string => `docs/report.md#${id}`

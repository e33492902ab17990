import type { ErrorCode } from '../../../src/index.js'

/** The response that the model predicts. */
export interface ExpectedResponse {
  status: number
  code?: ErrorCode
  /** Whether a retry with the same Idempotency-Key gets this response again. */
  isReplayable: boolean
  /** Applies the call to the model with the ids of the response. Returns the expected body. */
  // biome-ignore lint/suspicious/noExplicitAny: a response of any shape, including wrong ones
  apply?(body: any): unknown
  /** The scenario that the response must name. */
  scenario?: string
}

/** In order of precedence, each with its status. */
const STATUS_BY_CODE: Partial<Record<ErrorCode, number>> = {
  missing_required_field: 422,
  invalid_isrc_format: 422,
  territory_not_supported: 422,
  validation_failed: 422,
  asset_not_ready: 409,
  invalid_state: 409,
  duplicate_submission: 409,
  payout_on_hold: 409,
  idempotency_key_reused: 422,
  not_found: 404,
}

/** The issues of a request. */
export interface RequestIssues {
  /** Issues that follow from the document alone. */
  contract: ErrorCode[]
  /** Issues that depend on the state of the world. */
  world: ErrorCode[]
}

export const refusal = (code: ErrorCode): ExpectedResponse => ({
  status: STATUS_BY_CODE[code] as number,
  code,
  isReplayable: true,
})

/** One response for all issues. A request that the document refuses does not run, so its response is not stored. */
export function refusalFor({ contract, world }: RequestIssues, first?: ErrorCode): ExpectedResponse | undefined {
  const codes = [...contract, ...world]
  const order = [...(first ? [first] : []), ...(Object.keys(STATUS_BY_CODE) as ErrorCode[])]
  const code = order.find((candidate) => codes.includes(candidate))
  return code && { ...refusal(code), isReplayable: contract.length === 0 }
}

export const success = (
  status: number,
  apply: NonNullable<ExpectedResponse['apply']>,
  scenario?: string,
): ExpectedResponse => ({
  status,
  isReplayable: true,
  apply,
  ...(scenario !== undefined && { scenario }),
})

/** The id of the response, if it has the right format and is not in use. */
export function expectNewId(prefix: string, id: unknown, used: { has(id: string): boolean }): string {
  if (typeof id === 'string' && new RegExp(`^${prefix}_[0-9a-z]{21}$`).test(id) && !used.has(id)) return id
  return `a new ${prefix}_ id`
}

import type { ErrorCode } from '../../src/index.js'

/** What an answer must be like. */
export interface ExpectedResponse {
  status: number
  code?: ErrorCode
  /** Whether a retry with the same Idempotency-Key gets this answer again. */
  isReplayable: boolean
  /** Does what was asked for, with the ids that the answer gave, and returns the body that the answer must have had. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, wrong ones included
  apply?(body: any): unknown
  /** The scenario that the answer must name. */
  scenario?: string
}

/** In the order in which they outweigh each other, each with its status. Those of one call share a row. */
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

/** What is wrong with a request. */
export interface RequestIssues {
  /** What the document alone can see. */
  contract: ErrorCode[]
  /** What only the world can see. */
  world: ErrorCode[]
}

export const refusal = (code: ErrorCode): ExpectedResponse => ({
  status: STATUS_BY_CODE[code] as number,
  code,
  isReplayable: true,
})

/** One answer for all faults. What the document refuses has not run, so it is not kept. */
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

/** An id that the answer gave, if it is one: of the right kind, and not in use. */
export function expectNewId(prefix: string, id: unknown, used: { has(id: string): boolean }): string {
  if (typeof id === 'string' && new RegExp(`^${prefix}_[0-9a-z]{21}$`).test(id) && !used.has(id)) return id
  return `a new ${prefix}_ id`
}

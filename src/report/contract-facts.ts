import type { Document, Schema } from '../contract/openapi-document.js'
import type { Operation } from '../contract/router.js'
import { CONNECTION_CUT } from './observed-records.js'

export const OUTCOMES = [
  'success',
  'refused_by_body',
  'refused_by_state',
  'not_found',
  'throttled',
  'unavailable',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Undefined for statuses that are not counted per operation, such as 401. */
export function outcomeOf(status: number): Outcome | undefined {
  if (status < 300) return 'success'
  if (status === 400 || status === 413 || status === 415 || status === 422) return 'refused_by_body'
  if (status === 403 || status === 409) return 'refused_by_state'
  if (status === 404) return 'not_found'
  if (status === 429) return 'throttled'
  return status >= 500 || status === CONNECTION_CUT ? 'unavailable' : undefined
}

export interface OperationFacts {
  id: string
  method: string
  path: string
  acceptsKey: boolean
  /** Whether it has a deprecated parameter or body field. */
  hasDeprecated: boolean
  isList: boolean
  /** Whether it reads one resource by its id. */
  isItemRead: boolean
  outcomes: readonly Outcome[]
}

/** What a client can exercise. */
export interface ContractFacts {
  version: string
  operations: readonly OperationFacts[]
  operationsById: ReadonlyMap<string, OperationFacts>
  errorCodes: readonly string[]
  eventTypes: readonly string[]
  /** Such as `release draft`. */
  states: readonly string[]
  rejectionCodes: readonly string[]
  scenarios: readonly string[]
}

/** The resources with a status, and the schema that lists its values. */
const STATE_SCHEMAS = {
  release: 'ReleaseStatus',
  asset: 'AssetStatus',
  delivery: 'DeliveryStatus',
  store_order: 'StoreOrderStatus',
  payout: 'PayoutStatus',
} as const

export function describeContract(
  document: Document,
  operations: readonly Operation[],
  rejectionCodes: readonly string[],
  scenarios: readonly string[],
): ContractFacts {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>
  const valuesOf = (name: string) => (schemas[name]?.enum ?? []) as string[]
  const described = operations.map((operation) => describeOperation(operation, schemas))
  return {
    version: document.info.version,
    operations: described,
    operationsById: new Map(described.map((operation) => [operation.id, operation])),
    errorCodes: valuesOf('ErrorCode'),
    eventTypes: valuesOf('EventType'),
    states: Object.entries(STATE_SCHEMAS).flatMap(([resource, name]) =>
      valuesOf(name).map((status) => `${resource} ${status}`),
    ),
    rejectionCodes,
    scenarios,
  }
}

function describeOperation(operation: Operation, schemas: Record<string, Schema>): OperationFacts {
  const { id, method, path, parameters, body, responses } = operation
  const schemaName = (body?.schema as { $ref?: string } | undefined)?.$ref?.split('/').at(-1)
  const properties = (schemaName ? schemas[schemaName]?.properties : body?.schema.properties) ?? {}
  const statuses = [...responses.keys()]
  return {
    id,
    method,
    path,
    acceptsKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    hasDeprecated:
      parameters.some(({ replacement }) => replacement !== undefined) ||
      Object.values(properties).some((property) => (property as { deprecated?: boolean }).deprecated),
    isList: parameters.some(({ name }) => name === 'cursor'),
    isItemRead: method === 'GET' && path.endsWith('}'),
    outcomes: OUTCOMES.filter((outcome) => statuses.some((status) => outcomeOf(status) === outcome)),
  }
}

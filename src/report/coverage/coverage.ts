import type { WorldEvent } from '../../core/engine/rows.js'
import type { Coverage, CoverageDimension } from '../client-report.js'
import type { ContractFacts, OperationFacts } from '../contract-facts.js'
import { type Outcome, outcomeOf } from '../contract-facts.js'
import { findHeader } from '../observed-records.js'
import type { Call, EventAttempt } from '../trackers/tracker.js'
import { createErrorCodeCoverage } from './error-codes.js'
import { createStateCoverage } from './states.js'

/** Sorts the items of a dimension. `all` keeps the order of the contract. */
export function toDimension(
  all: readonly string[],
  isCovered: (item: string) => boolean,
  isPartial: (item: string) => boolean = () => false,
): CoverageDimension {
  const covered = all.filter(isCovered)
  const rest = all.filter((item) => !isCovered(item))
  return { covered, partial: rest.filter(isPartial), missing: rest.filter((item) => !isPartial(item)) }
}

/** Counts what the client exercised. */
export function createCoverage(contract: ContractFacts, initialScenario: string) {
  const outcomes = new Map<OperationFacts, Set<Outcome>>()
  const errorCodes = createErrorCodeCoverage()
  const states = createStateCoverage()
  const sent = new Set<string>()
  const acknowledged = new Set<string>()
  const scenarios = new Set<string>()
  let scenario = initialScenario
  let isScenarioCounted = false

  return {
    observeCall(call: Call) {
      const { request, operation } = call
      if (!isScenarioCounted) {
        scenarios.add(scenario)
        isScenarioCounted = true
      }
      if (request.method !== 'GET') {
        const requested = findHeader(request.headers, 'x-sandbox-scenario')
        if (requested !== undefined) scenarios.add(requested)
      }
      const outcome = outcomeOf(request.status)
      if (operation && outcome !== undefined) {
        let met = outcomes.get(operation)
        if (!met) outcomes.set(operation, (met = new Set()))
        met.add(outcome)
      }
      errorCodes.observeCall(call)
      states.observeCall(call)
    },
    observeEvent: (event: WorldEvent) => states.observeEvent(event),
    observeAttempt({ event, isAcknowledged, attempt }: EventAttempt) {
      if (!event || attempt.isForged) return
      sent.add(event.event_type)
      if (!isAcknowledged) return
      acknowledged.add(event.event_type)
      states.observeAcknowledged(event)
    },
    useScenario(name: string) {
      scenario = name
      isScenarioCounted = false
    },
    toCoverage(): Coverage {
      const isUsed = (operation: OperationFacts) => outcomes.has(operation)
      const has = (operation: OperationFacts, outcome: Outcome) => outcomes.get(operation)?.has(outcome) ?? false
      const succeeded = new Set(
        contract.operations.filter((operation) => has(operation, 'success')).map(({ id }) => id),
      )
      const used = contract.operations.filter(isUsed)
      const met = new Set(
        used.flatMap((operation) =>
          [...(outcomes.get(operation) ?? [])].map((outcome) => `${operation.id} ${outcome}`),
        ),
      )
      return {
        operations: toDimension(
          contract.operations.map(({ id }) => id),
          (id) => succeeded.has(id),
          (id) => used.some((operation) => operation.id === id),
        ),
        outcomes: toDimension(
          used.flatMap(({ id, outcomes: possible }) => possible.map((outcome) => `${id} ${outcome}`)),
          (item) => met.has(item),
        ),
        error_codes: toDimension(
          contract.errorCodes,
          (code) => errorCodes.actedUpon.has(code),
          (code) => errorCodes.met.has(code),
        ),
        events: toDimension(
          contract.eventTypes,
          (type) => acknowledged.has(type),
          (type) => sent.has(type),
        ),
        states: toDimension(contract.states, states.isCovered, (state) => states.reached.has(state)),
        rejection_codes: toDimension(contract.rejectionCodes, (code) => states.rejectionCodes.has(code)),
        scenarios: toDimension(contract.scenarios, (name) => scenarios.has(name)),
      }
    },
  }
}

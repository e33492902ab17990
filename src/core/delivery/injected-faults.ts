import { createHash } from 'node:crypto'
import type { AddedFault } from '../engine/rows.js'
import type { World } from '../engine/world.js'
import { MAX_FAULTS } from '../engine/world-limits.js'
import { nextId } from '../primitives/ids.js'
import { invalidField, ok, type Result, refuse, refuseWithIssues } from '../primitives/result.js'
import type { FaultRule } from './scenario-rules.js'

export type FaultInput = Omit<AddedFault, 'id' | 'met' | 'struck'>

/** The fault for one request. `scenario` is set if the fault comes from a scenario. */
export interface FaultSelection {
  rule?: FaultRule
  scenario?: string
}

const MAX_DELAY = 5 * 60_000

export function addFault(world: World, input: FaultInput): Result<AddedFault> {
  if (input.status !== undefined && input.connection !== undefined)
    return refuseWithIssues([invalidField('connection', "can't be combined with status")])
  if ((input.delay ?? 0) > MAX_DELAY)
    return refuseWithIssues([invalidField('delay', 'must be at most 5m of wall time')])
  if (world.faults.length >= MAX_FAULTS)
    return refuseWithIssues([
      {
        code: 'validation_failed',
        issue: `a world can have at most ${MAX_FAULTS} faults; remove one with DELETE /_sandbox/faults/{fault_id}, or all of them with DELETE /_sandbox/faults`,
      },
    ])
  const fault = { id: nextId(world, 'flt'), ...input, met: 0, struck: 0 }
  world.faults = [...world.faults, fault]
  return ok(fault)
}

export function removeFault(world: World, id: string): Result<string> {
  if (!world.faults.some((fault) => fault.id === id))
    return refuse('not_found', { message: `There is no fault ${id}.` })
  world.faults = world.faults.filter((fault) => fault.id !== id)
  return ok(id)
}

export function clearFaults(world: World): Result<number> {
  const { length } = world.faults
  world.faults = []
  return ok(length)
}

const appliesTo = ({ operations }: FaultRule, operation: string) =>
  operations === undefined || operations.includes(operation)

/** The fault for this request: an added one, or else the scenario's. Undefined if no counter has changed. */
export function takeFault(world: World, scenario: string, operation: string): FaultSelection | undefined {
  const added = takeAddedFault(world, operation)
  if (added?.rule) return added
  const rule = takeScenarioFault(world, scenario, operation)
  return rule ? { rule, scenario } : added
}

function takeAddedFault(world: World, operation: string): FaultSelection | undefined {
  let found: FaultSelection | undefined
  for (const fault of world.faults) {
    if (!appliesTo(fault, operation) || fault.struck >= (fault.times ?? Number.POSITIVE_INFINITY)) continue
    const isInjected = fault.probability === undefined || seededFraction(world, fault) < fault.probability
    const counted = { ...fault, met: fault.met + 1, struck: fault.struck + (isInjected ? 1 : 0) }
    world.faults = world.faults.map((other) => (other === fault ? counted : other))
    if (isInjected) return { rule: fault }
    found = {}
  }
  return found
}

/** From 0 to 1, deterministic per world, fault and request. */
function seededFraction({ seed, key }: World, { id, met }: AddedFault): number {
  const digest = createHash('sha256').update([seed, key, id, met].join('\n')).digest()
  return digest.readUInt32LE(0) / 2 ** 32
}

function takeScenarioFault(world: World, scenario: string, operation: string): FaultRule | undefined {
  // A scenario may be named `constructor`, which every object inherits.
  if (!Object.hasOwn(world.faultsUsed, scenario)) world.faultsUsed[scenario] = []
  const used = world.faultsUsed[scenario] as number[]
  for (const [i, rule] of world.findScenario(scenario).faults.entries()) {
    if ((used[i] ?? 0) >= (rule.times ?? Number.POSITIVE_INFINITY) || !appliesTo(rule, operation)) continue
    used[i] = (used[i] ?? 0) + 1
    return rule
  }
  return undefined
}

import type { EventType, WorldEvent } from '../../core/engine/rows.js'
import type { World } from '../../core/engine/world.js'
import { closesAt } from '../../core/money/ledger.js'
import { findStatement } from '../../core/money/statements.js'
import { type Issue, invalidField, refuseWithIssues } from '../../core/primitives/result.js'
import { suggest } from '../../core/primitives/suggest.js'
import { END_OF_TIME, formatInstant } from '../../core/primitives/time.js'
import type { components } from '../../generated/control-api.js'
import type { RunningWorld } from '../../runtime/running-world.js'
import type { ControlOperations, OperationOutcome } from '../pipeline/exchange.js'

type Schemas = components['schemas']
type Condition = Schemas['Condition']
type EventCondition = Schemas['EventCondition']
type ResourceCondition = Exclude<Condition, EventCondition>
type Until = NonNullable<Schemas['Advance']['until']>

const RESOURCES = ['delivery', 'asset', 'release', 'payout', 'statement'] as const
type Resource = (typeof RESOURCES)[number]

const statementOf = (world: World, id: string) => {
  const found = findStatement(world, id)
  return found === 'gone' ? undefined : found
}

/** The present status; undefined if there is no such resource. */
const STATUS_OF: Record<Resource, (world: World, id: string) => string | undefined> = {
  delivery: ({ deliveries }, id) => deliveries.get(id)?.status,
  asset: ({ assets }, id) => assets.get(id)?.status,
  release: ({ releases }, id) => releases.get(id)?.status,
  payout: ({ money }, id) => money.payouts.get(id)?.status,
  statement(world, id) {
    const key = statementOf(world, id)
    return key && (key.isClosed ? 'closed' : 'open')
  },
}

/** The statuses that can follow a final one. Others can lead anywhere: a refused delivery can be resubmitted. */
const FOLLOWING: Partial<Record<Resource, Record<string, readonly string[]>>> = {
  delivery: { delivered: ['taken_down'], taken_down: [] },
  asset: { ready: [] },
  payout: { paid: [] },
  statement: { closed: [] },
}

/** The fields of the data of each event, for conditions that name one. */
const DATA_FIELDS: { [T in EventType]: readonly (keyof Extract<WorldEvent, { event_type: T }>['data'])[] } = {
  ping: ['webhook_id'],
  'release.status.changed': ['release_id', 'previous_status', 'status'],
  'delivery.completed': ['delivery_id', 'release_id', 'status'],
  'asset.ready': ['asset_id', 'type'],
  'api.changelog.published': ['date', 'summary'],
  'ern.message.processed': ['ern_message_id', 'message_id', 'message_type', 'status', 'outcome', 'release_id'],
}
const EVENT_TYPES = Object.keys(DATA_FIELDS) as EventType[]
const isEventType = (text: string): text is EventType => EVENT_TYPES.includes(text as EventType)

const withSuggestion = (text: string, given: string, known: readonly string[]) => {
  const suggestion = suggest(given, known)
  return `${text}${suggestion ? `; did you mean ${suggestion}?` : `; it can be ${known.join(', ')}`}`
}

const isAboutEvent = (condition: Condition): condition is EventCondition => 'event' in condition

function targetOf(condition: ResourceCondition): { resource: Resource; id: string } {
  const resource = RESOURCES.find((name) => name in condition) as Resource
  return { resource, id: (condition as Partial<Record<Resource, string>>)[resource] as string }
}

function findIssues(world: World, condition: Condition): Issue[] {
  if (!isAboutEvent(condition)) {
    const { resource, id } = targetOf(condition)
    return STATUS_OF[resource](world, id) === undefined
      ? [invalidField(`until.${resource}`, `is not a known ${resource}`)]
      : []
  }
  const { event, data = {} } = condition
  if (!isEventType(event))
    return event.startsWith('evt_')
      ? world.events.get(event)
        ? []
        : [invalidField('until.event', 'is not a known event')]
      : [invalidField('until.event', withSuggestion('is not an event type', event, EVENT_TYPES))]
  const fields: readonly string[] = DATA_FIELDS[event]
  return Object.keys(data)
    .filter((field) => !fields.includes(field))
    .map((field) => invalidField(`until.data.${field}`, withSuggestion(`is not a field of ${event}`, field, fields)))
}

const matchesData = ({ data = {} }: EventCondition, event: WorldEvent) =>
  Object.entries(data).every(([field, value]) => (event.data as Record<string, unknown>)[field] === value)

/** The events that can meet the condition, apart from the status of their deliveries. */
function findEvents({ events }: World, condition: EventCondition): WorldEvent[] {
  const { event } = condition
  const found = isEventType(event) ? events.where({ event_type: event }) : [events.get(event) ?? []].flat()
  return found.filter((each) => matchesData(condition, each))
}

const hasDeliveryStatus = ({ dispatches }: World, { id }: WorldEvent, status: EventCondition['status']) =>
  status === undefined || dispatches.where({ event_id: id }).some((dispatch) => dispatch.status === status)

/** Whether a task is scheduled that can change the resource. The tasks of a release are those of its deliveries. */
function isScheduled(world: World, resource: Resource, id: string): boolean {
  if (resource === 'statement') return STATUS_OF.statement(world, id) === 'open'
  const ids = resource === 'release' ? world.deliveries.where({ release_id: id }).map((row) => row.id) : [id]
  return world.agenda.entries(({ subject }) => ids.includes(subject)).length > 0
}

function describeCondition(world: World, condition: Condition): Omit<Schemas['ConditionState'], 'now'> {
  if (isAboutEvent(condition)) {
    const found = findEvents(world, condition)
    const newest = found.at(-1)
    const status = newest && world.dispatches.where({ event_id: newest.id }).at(-1)?.status
    const reached = found.some((event) => hasDeliveryStatus(world, event, condition.status))
    return { reached, status: status ?? null, scheduled: world.agenda.size > 0, reachable: true }
  }
  const { resource, id } = targetOf(condition)
  const status = STATUS_OF[resource](world, id) as string
  const reached = status === condition.status
  const following = FOLLOWING[resource]?.[status]
  const reachable = reached || (following?.includes(condition.status) ?? true)
  return { reached, status, scheduled: isScheduled(world, resource, id), reachable }
}

/** The test for one advance. It looks at the events of the past once, because it is called after every instant. */
function createTest(world: RunningWorld, until: Until): { isReached(state: World): boolean; stop(): void } {
  const stop = () => {}
  if (until === 'idle') return { isReached: ({ agenda }) => agenda.size === 0, stop }
  if (!isAboutEvent(until)) {
    const { resource, id } = targetOf(until)
    return { isReached: (state) => STATUS_OF[resource](state, id) === until.status, stop }
  }
  const found = findEvents(world.state, until)
  return {
    isReached: (state) => found.some((event) => hasDeliveryStatus(state, event, until.status)),
    stop: world.watch(({ kind, event }) => {
      if (
        kind === 'event' &&
        (event.event_type === until.event || event.id === until.event) &&
        matchesData(until, event)
      )
        found.push(event)
    }),
  }
}

export async function advanceUntil(world: RunningWorld, until: Until): Promise<OperationOutcome> {
  const issues = until === 'idle' ? [] : findIssues(world.state, until)
  if (issues.length > 0) return refuseWithIssues(issues)
  // A statement closes at an instant at which nothing is scheduled.
  if (until !== 'idle' && 'statement' in until && until.status === 'closed') {
    const key = statementOf(world.state, until.statement)
    const target = key ? closesAt(key) : world.state.now
    if (target >= END_OF_TIME)
      return refuseWithIssues([invalidField('until.statement', `closes after ${formatInstant(END_OF_TIME)}`)])
    const { now, steps } = await world.advance((from) => Math.max(from, target))
    return { status: 200, body: { now: formatInstant(now), reached: true, steps }, longList: 'steps' }
  }
  const { isReached, stop } = createTest(world, until)
  try {
    const { now, reached, steps } = await world.advanceUntil(isReached)
    return { status: 200, body: { now: formatInstant(now), reached, steps }, longList: 'steps' }
  } finally {
    stop()
  }
}

export const conditionOperations: Pick<ControlOperations, 'checkCondition'> = {
  checkCondition: {
    run({ world: { state }, body: { until } }) {
      const issues = findIssues(state, until)
      if (issues.length > 0) return refuseWithIssues(issues)
      return { status: 200, body: { ...describeCondition(state, until), now: formatInstant(state.now) } }
    },
  },
}

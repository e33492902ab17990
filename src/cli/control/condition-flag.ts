import type { components } from '../../generated/control-api.js'
import { type Flag, listFlag } from '../framework/flags.js'
import { UsageError } from '../framework/parse-arguments.js'
import { sanitize } from '../framework/terminal.js'

export type Condition = components['schemas']['Condition']

/** Ids say what they are. */
const RESOURCES: Record<string, string> = {
  dlv: 'delivery',
  ast: 'asset',
  rel: 'release',
  pay: 'payout',
  stm: 'statement',
  evt: 'event',
}

const ALLOWED =
  'an id and a status such as ast_…=ready or dlv_…=rejected (the id of a delivery, asset, release, payout, statement or event), or an event type such as delivery.completed'

/** The sandbox checks ids, statuses and event types, and says what is allowed. */
export function parseCondition(given: string): Condition | { allowed: string } {
  if (/^[a-z]+(\.[a-z]+)*\.[a-z]+$|^ping$/.test(given)) return { event: given }
  const [, id = '', status] = /^([^=]+)=(.+)$/.exec(given) ?? []
  const resource = RESOURCES[id.slice(0, 3)]
  return resource !== undefined && id[3] === '_' && status !== undefined
    ? ({ [resource]: id, status } as unknown as Condition)
    : { allowed: ALLOWED }
}

export const conditionFlag = (help: string): Flag<Condition | undefined> => ({
  placeholder: 'ID=STATUS|EVENT_TYPE',
  help,
  defaultValue: undefined,
  parse: parseCondition,
})

export const dataFlag = listFlag(
  'With an event type: a field of its data and its value, such as status=rejected; repeatable',
  'FIELD=VALUE',
  (text) => /^\w+=./.test(text),
  'a field and its value such as status=rejected',
)

/** Adds the fields of --data to the condition. All fields of events that have one value are texts. */
export function withData(condition: Condition | undefined, data: readonly string[]): Condition | undefined {
  if (data.length === 0) return condition
  if (condition === undefined || !('event' in condition))
    throw new UsageError('--data goes only with --until and an event type such as delivery.completed.')
  const fields = data.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  return { ...condition, data: Object.fromEntries(fields) }
}

/** Such as `ast_… to be ready`, or `delivery.completed with status=rejected`. */
export function describeCondition(condition: Condition): string {
  if (!('event' in condition)) {
    const { status, ...target } = condition
    return `${sanitize(Object.values(target)[0] ?? '')} to be ${sanitize(status)}`
  }
  const { event, status, data = {} } = condition
  const fields = Object.entries(data).map(([field, value]) => `${field}=${value}`)
  return sanitize(
    [event, ...(status ? [`to be ${status}`] : []), ...(fields.length > 0 ? [`with ${fields.join(', ')}`] : [])].join(
      ' ',
    ),
  )
}

/** As the flag --until takes it. */
export function formatCondition(condition: Condition): string {
  if (!('event' in condition)) {
    const { status, ...target } = condition
    return `${Object.values(target)[0]}=${status}`
  }
  const { event, status, data = {} } = condition
  const fields = Object.entries(data).map(([field, value]) => ` --data ${field}=${value}`)
  return `${event}${status ? `=${status}` : ''}${fields.join('')}`
}

import { parseInstant } from '../../core/primitives/time.js'
import {
  JOURNAL_FORMAT,
  type JournalAttempt,
  type JournalHeader,
  type JournalLine,
  type JournalRequest,
} from '../../http/control/export-journal.js'
import { createScenarios } from '../../runtime/scenarios/built-in-scenarios.js'

export interface RunJournal {
  header: JournalHeader
  requests: JournalRequest[]
  attempts: JournalAttempt[]
  /** Everything after the header, in the order of the file. */
  records: Exclude<JournalLine, JournalHeader>[]
  /** Descriptions of what the journal lacks. */
  missing: string[]
}

/** The file is not a usable journal. */
export class JournalFileError extends Error {}

type FieldType = 'string' | 'number' | 'instant' | 'string?' | 'number?' | 'instant?'

const REQUEST_FIELDS: Record<string, FieldType> = {
  began: 'number',
  ended: 'number',
  turn: 'number',
  now: 'instant',
  operation: 'string?',
  method: 'string',
  target: 'string',
  body: 'string?',
  status: 'number',
}
const ATTEMPT_FIELDS: Record<string, FieldType> = {
  began: 'number',
  began_at: 'instant',
  event_id: 'string',
  webhook_id: 'string',
  ended: 'number?',
  ended_at: 'instant?',
}

function hasType(value: unknown, type: FieldType): boolean {
  if (type.endsWith('?')) return value === null || value === undefined || hasType(value, type.slice(0, -1) as FieldType)
  if (type === 'instant') return typeof value === 'string' && parseInstant(value) !== undefined
  return type === 'number' ? Number.isSafeInteger(value) : typeof value === 'string'
}

const TYPE_NAMES = { string: 'a text', number: 'a whole number', instant: 'an instant' }
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOutcome = (value: unknown) =>
  isObject(value) &&
  hasType(value.status_code, 'number?') &&
  hasType(value.failure, 'string?') &&
  typeof value.duration_ms === 'number' &&
  typeof value.response_body === 'string'

/** Parses the response of GET /_sandbox/journal. `name` stands for the file in messages. */
export function parseJournal(text: string, name: string): RunJournal {
  const lines = text.split('\n')
  const header = parseHeader(parseJson(lines[0] ?? ''), name)
  const requests: JournalRequest[] = []
  const attempts: JournalAttempt[] = []
  const records: RunJournal['records'] = []
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.trim() === '') continue
    const lineError = (why: string) => new JournalFileError(`Line ${i + 1} of ${name} is damaged: ${why}.`)
    const value = parseJson(line)
    if (!isObject(value)) throw lineError('it is not a JSON object')
    const fields = value.type === 'request' ? REQUEST_FIELDS : value.type === 'attempt' ? ATTEMPT_FIELDS : {}
    for (const [field, type] of Object.entries(fields))
      if (!hasType(value[field], type))
        throw lineError(`${field} must be ${TYPE_NAMES[type.replace('?', '') as keyof typeof TYPE_NAMES]}`)
    const record = value as unknown as RunJournal['records'][number]
    if (record.type === 'request') {
      if (!isObject(record.headers)) throw lineError('headers must be an object')
      requests.push(record)
    } else if (record.type === 'attempt') {
      if (record.ended !== null && !isOutcome(record.outcome))
        throw lineError('outcome is not the outcome of an attempt')
      attempts.push(record)
    } else if (record.type !== 'event' && record.type !== 'clock')
      throw lineError(`there is no record of type ${JSON.stringify(value.type)}`)
    records.push(record)
  }
  const missing = [...(header.complete ? [] : header.missing)]
  if (records.length < header.records) missing.push(`it has ${records.length} of ${header.records} records`)
  return { header, requests, attempts, records, missing }
}

function parseHeader(value: unknown, name: string): JournalHeader {
  if (!isObject(value) || value.type !== 'header' || typeof value.format !== 'number')
    throw new JournalFileError(`${name} is not a journal. Export one with GET /_sandbox/journal.`)
  if (value.format > JOURNAL_FORMAT)
    throw new JournalFileError(
      `${name} has format ${value.format}, written by mds-sandbox ${value.version}; this version reads formats up to ${JOURNAL_FORMAT}. Use a newer mds-sandbox.`,
    )
  const header = value as unknown as JournalHeader
  const headerError = (field: string) =>
    new JournalFileError(`The first line of ${name} is damaged: ${field} is missing or wrong.`)
  const { clock, rate_limit: rateLimit, own_scenario: customScenario } = header
  const fieldChecks: Record<string, boolean> = {
    world: /^[a-z0-9][a-z0-9-]{0,62}$/.test(String(header.world)),
    tier: ['standard', 'enterprise'].includes(header.tier),
    seed: Number.isSafeInteger(header.seed),
    clock: isObject(clock) && ['live', 'manual'].includes(clock.mode) && hasType(clock.start, 'instant'),
    'clock.speed': clock?.speed === 'max' || Number(clock?.speed) > 0,
    rate_limit: isObject(rateLimit),
    own_scenario:
      customScenario === null ||
      (isObject(customScenario) &&
        ['stores', 'takedowns', 'assets', 'faults'].every((rules) => Array.isArray(customScenario[rules as 'stores']))),
    missing: Array.isArray(header.missing),
    event_stamp: header.event_stamp === undefined || Number.isSafeInteger(header.event_stamp),
    fixtures: header.fixtures === undefined || typeof header.fixtures === 'string',
    records: Number.isSafeInteger(header.records),
  }
  for (const [field, isValid] of Object.entries(fieldChecks)) if (!isValid) throw headerError(field)
  if (!createScenarios(customScenario ?? undefined).find(header.scenario))
    throw new JournalFileError(`${name} uses the scenario ${header.scenario}, which this version does not have.`)
  return header
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

import { parseInstant } from '../../core/primitives/time.js'
import {
  JOURNAL_FORMAT,
  type JournalAttempt,
  type JournalHeader,
  type JournalLine,
  type JournalRequest,
} from '../../http/control/journal-file.js'
import { createScenarios } from '../../runtime/scenarios/built-in-scenarios.js'

/** A run as its file tells it. */
export interface Run {
  header: JournalHeader
  requests: JournalRequest[]
  attempts: JournalAttempt[]
  /** What is not told. */
  missing: string[]
}

/** A file that can't be played; the message says why. */
export class RunFault extends Error {}

type Kind = 'string' | 'number' | 'instant' | 'string?' | 'number?' | 'instant?'

const REQUEST: Record<string, Kind> = {
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
const ATTEMPT: Record<string, Kind> = {
  began: 'number',
  began_at: 'instant',
  event_id: 'string',
  webhook_id: 'string',
  ended: 'number?',
  ended_at: 'instant?',
}

function fits(value: unknown, kind: Kind): boolean {
  if (kind.endsWith('?')) return value === null || value === undefined || fits(value, kind.slice(0, -1) as Kind)
  if (kind === 'instant') return typeof value === 'string' && parseInstant(value) !== undefined
  return kind === 'number' ? Number.isSafeInteger(value) : typeof value === 'string'
}

const WORDS = { string: 'a text', number: 'a whole number', instant: 'an instant' }
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOutcome = (value: unknown) =>
  isObject(value) &&
  fits(value.status_code, 'number?') &&
  fits(value.failure, 'string?') &&
  typeof value.duration_ms === 'number' &&
  typeof value.response_body === 'string'

/** Reads what GET /_sandbox/journal gave; `name` is what the file is called in messages. */
export function readRun(text: string, name: string): Run {
  const lines = text.split('\n')
  const header = readHeader(parse(lines[0] ?? ''), name)
  const requests: JournalRequest[] = []
  const attempts: JournalAttempt[] = []
  let records = 0
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.trim() === '') continue
    const fault = (why: string) => new RunFault(`Line ${i + 1} of ${name} is damaged: ${why}.`)
    const value = parse(line)
    if (!isObject(value)) throw fault('it is not a JSON object')
    const fields = value.type === 'request' ? REQUEST : value.type === 'attempt' ? ATTEMPT : {}
    for (const [field, kind] of Object.entries(fields))
      if (!fits(value[field], kind))
        throw fault(`${field} must be ${WORDS[kind.replace('?', '') as keyof typeof WORDS]}`)
    const record = value as unknown as JournalLine
    if (record.type === 'request') {
      if (!isObject(record.headers)) throw fault('headers must be an object')
      requests.push(record)
    } else if (record.type === 'attempt') {
      if (record.ended !== null && !isOutcome(record.outcome)) throw fault('outcome must be that of an attempt')
      attempts.push(record)
    } else if (record.type !== 'event' && record.type !== 'clock')
      throw fault(`there is no record of type ${JSON.stringify(value.type)}`)
    records++
  }
  const missing = [...(header.complete ? [] : header.missing)]
  if (records < header.records) missing.push(`it tells of ${header.records} records, and has ${records}`)
  return { header, requests, attempts, missing }
}

function readHeader(value: unknown, name: string): JournalHeader {
  if (!isObject(value) || value.type !== 'header' || typeof value.format !== 'number')
    throw new RunFault(`${name} is not a journal. GET /_sandbox/journal gives one.`)
  if (value.format > JOURNAL_FORMAT)
    throw new RunFault(
      `${name} is of format ${value.format}, written by mds-sandbox ${value.version}; this version reads up to format ${JOURNAL_FORMAT}. Use a newer mds-sandbox.`,
    )
  const header = value as unknown as JournalHeader
  const fault = (field: string) => new RunFault(`The first line of ${name} is damaged: ${field} is missing or wrong.`)
  const { clock, rate_limit: limit, own_scenario: own } = header
  const isSound: Record<string, boolean> = {
    world: /^[a-z0-9][a-z0-9-]{0,62}$/.test(String(header.world)),
    tier: ['standard', 'enterprise'].includes(header.tier),
    seed: Number.isSafeInteger(header.seed),
    clock: isObject(clock) && ['live', 'manual'].includes(clock.mode) && fits(clock.start, 'instant'),
    'clock.speed': clock?.speed === 'max' || Number(clock?.speed) > 0,
    rate_limit: isObject(limit),
    own_scenario:
      own === null ||
      (isObject(own) &&
        ['stores', 'takedowns', 'assets', 'faults'].every((rules) => Array.isArray(own[rules as 'stores']))),
    missing: Array.isArray(header.missing),
    records: Number.isSafeInteger(header.records),
  }
  for (const [field, sound] of Object.entries(isSound)) if (!sound) throw fault(field)
  if (!createScenarios(own ?? undefined).find(header.scenario))
    throw new RunFault(`${name} follows the scenario ${header.scenario}, which this version does not have.`)
  return header
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

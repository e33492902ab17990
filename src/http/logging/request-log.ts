import { styleText } from 'node:util'
import type { Outcome } from '../../core/engine/rows.js'
import type { World } from '../../core/engine/world.js'
import type { Letter } from '../../core/events/dispatches.js'
import type { Issue, Refusal } from '../../core/primitives/result.js'
import { createRedactor } from './redaction.js'

export const LOG_MODES = ['pretty', 'json', 'silent'] as const
export type LogMode = (typeof LOG_MODES)[number]

export interface LogEntry {
  method: string
  target: string
  status: number
  operation: string | undefined
  world: string | undefined
  request_id: string
  milliseconds: number
  /** What the document does not know: ignored by the service, worth a developer's look. */
  warnings: readonly Issue[]
  replayed: boolean
  refusal: Refusal | undefined
}

export interface Log {
  /** Undefined where nobody wants to know. */
  request: ((entry: LogEntry) => void) | undefined
  /** An attempt to send an event. */
  attempt(world: World, letter: Letter, outcome: Outcome): void
  /** A fault of the sandbox itself. */
  fault(requestId: string, fault: unknown): void
}

const { text: redact } = createRedactor()

/** Characters that would let a request write into the terminal, forge a line, or show what is not there. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu

const clean = (text: string) => redact(text).replaceAll(UNSEEN, '?').slice(0, 300)

/** JSON leaves some of them as they are. */
const escaped = (json: string) =>
  json.replaceAll(UNSEEN, (character) =>
    character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

type Style = Parameters<typeof styleText>[0]
const COLOURS: Style[] = ['green', 'green', 'green', 'cyan', 'yellow', 'red']

export function createLog(mode: LogMode, stream: NodeJS.WritableStream & { isTTY?: boolean }, wall: () => number): Log {
  const paint = (style: Style, text: string) => (stream.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text)
  const write = (line: string) => void stream.write(`${line}\n`)
  const detail = (fault: unknown) => redact(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))
  /** A fault has lines of its own. */
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replaceAll(UNSEEN, '?'))
      .join('\n')

  const fieldsOf = (refusal: Refusal) =>
    refusal.details?.flatMap(({ field }) => (field === undefined ? [] : [redact(field)])).slice(0, 10) ?? []

  if (mode === 'silent')
    return { request: undefined, attempt: () => {}, fault: (id, fault) => write(`${id} ${lines(detail(fault))}`) }
  if (mode === 'json') {
    const line = (level: string, entry: object) =>
      write(escaped(JSON.stringify({ time: new Date(wall()).toISOString(), level, ...entry })))
    return {
      request: ({ warnings, refusal, milliseconds, ...entry }) =>
        line(entry.status < 500 ? 'info' : 'error', {
          ...entry,
          target: redact(entry.target),
          milliseconds: Math.round(milliseconds * 1000) / 1000,
          ...(refusal && { code: refusal.code, fields: fieldsOf(refusal) }),
          warnings: warnings.map(({ field = '', issue }) => ({ field: redact(field), issue: redact(issue) })),
        }),
      attempt: ({ account, name }, { url, event }, { status_code, failure, duration_ms }) =>
        line('info', {
          event: event.event_type,
          event_id: event.id,
          to: placeOf(url),
          world: `${account.tier}/${name}`,
          ...(status_code === null ? { failure } : { status: status_code }),
          milliseconds: duration_ms,
        }),
      fault: (request_id, fault) => line('error', { request_id, fault: detail(fault) }),
    }
  }
  return {
    request({ method, target, status, operation, world, milliseconds, warnings, replayed, refusal }) {
      const time = new Date(wall()).toISOString().slice(11, 19)
      const colour = COLOURS[Math.floor(status / 100)] ?? 'red'
      const fields = refusal ? fieldsOf(refusal) : []
      const why = refusal && `  ${refusal.code}${fields.length > 0 ? `: ${fields.map(clean).join(', ')}` : ''}`
      const notes = [operation, world, replayed ? 'replayed' : undefined, `${milliseconds.toFixed(1)} ms`]
      const line = `${paint('dim', time)} ${paint(colour, String(status))} ${method.padEnd(5)} ${clean(target)}`
      write(
        `${line}  ${paint('dim', notes.filter((note) => note !== undefined).join(' · '))}${paint(colour, why ?? '')}`,
      )
      for (const { field, issue } of warnings)
        write(paint('yellow', `         warning: ${clean(field ?? 'body')} ${clean(issue)}`))
    },
    attempt({ account, name }, { url, event }, { status_code, failure, duration_ms }) {
      const time = new Date(wall()).toISOString().slice(11, 19)
      const colour = COLOURS[Math.floor((status_code ?? 500) / 100)] ?? 'red'
      const notes = `${event.id} · ${account.tier}/${name} · ${duration_ms} ms`
      write(
        `${paint('dim', time)} ${paint(colour, String(status_code ?? failure))} → ${event.event_type} to ${clean(placeOf(url))} ${paint('dim', notes)}`,
      )
    },
    fault: (id, fault) => write(paint('red', `${id} ${lines(detail(fault))}`)),
  }
}

/** Where a URL leads, without its query: that is where receivers keep their secrets. */
const placeOf = (url: string) => url.replace(/[?#].*$/s, '')

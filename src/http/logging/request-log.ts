import { styleText } from 'node:util'
import type { AttemptOutcome } from '../../core/engine/rows.js'
import type { World } from '../../core/engine/world.js'
import type { Message } from '../../core/events/dispatches.js'
import type { Issue, Refusal } from '../../core/primitives/result.js'
import { createLineWriter } from './line-writer.js'
import { createFormRedactor } from './redaction.js'

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
  /** What the service ignored, such as unknown fields. */
  warnings: readonly Issue[]
  replayed: boolean
  refusal: Refusal | undefined
}

export interface Log {
  /** Undefined if requests are not logged. */
  request: ((entry: LogEntry) => void) | undefined
  /** Logs an attempt to deliver an event. */
  attempt(world: World, message: Message, outcome: AttemptOutcome): void
  /** Logs an internal error. */
  error(requestId: string, error: unknown): void
}

const { redactText } = createFormRedactor()

/** Characters with which a request could control the terminal or forge log lines. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu

const sanitize = (text: string) => redactText(text).replaceAll(UNPRINTABLE, '?').slice(0, 300)

/** JSON.stringify leaves some of these characters unescaped. */
const escapeUnprintable = (json: string) =>
  json.replaceAll(UNPRINTABLE, (character) =>
    character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

type Style = Parameters<typeof styleText>[0]
const COLOURS: Style[] = ['green', 'green', 'green', 'cyan', 'yellow', 'red']

export function createLog(mode: LogMode, stream: NodeJS.WritableStream & { isTTY?: boolean }, wall: () => number): Log {
  const paint = (style: Style, text: string) => (stream.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text)
  const describeDropped = (count: number) => `${count} lines of the log were dropped, because nobody read it.`
  const write = createLineWriter(stream, (count) =>
    mode === 'json'
      ? formatJson('warning', { dropped: count, message: describeDropped(count) })
      : describeDropped(count),
  )
  const formatJson = (level: string, entry: object) =>
    escapeUnprintable(JSON.stringify({ time: new Date(wall()).toISOString(), level, ...entry }))
  const describeError = (error: unknown) =>
    redactText(error instanceof Error ? (error.stack ?? error.message) : String(error))
  /** Keeps line breaks, because stack traces have several lines. */
  const sanitizeLines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replaceAll(UNPRINTABLE, '?'))
      .join('\n')

  const fieldsOf = (refusal: Refusal) =>
    refusal.details?.flatMap(({ field }) => (field === undefined ? [] : [redactText(field)])).slice(0, 10) ?? []

  if (mode === 'silent')
    return {
      request: undefined,
      attempt: () => {},
      error: (id, error) => write(`${id} ${sanitizeLines(describeError(error))}`),
    }
  if (mode === 'json') {
    const writeLine = (level: string, entry: object) => write(formatJson(level, entry))
    return {
      request: ({ warnings, refusal, milliseconds, ...entry }) =>
        writeLine(entry.status < 500 ? 'info' : 'error', {
          ...entry,
          target: redactText(entry.target),
          milliseconds: Math.round(milliseconds * 1000) / 1000,
          ...(refusal && { code: refusal.code, fields: fieldsOf(refusal) }),
          warnings: warnings.map(({ field = '', issue }) => ({ field: redactText(field), issue: redactText(issue) })),
        }),
      attempt: ({ account, name }, { url, event }, { status_code, failure, duration_ms }) =>
        writeLine('info', {
          event: event.event_type,
          event_id: event.id,
          to: redactText(withoutQuery(url)),
          world: `${account.tier}/${name}`,
          ...(status_code === null ? { failure } : { status: status_code }),
          milliseconds: duration_ms,
        }),
      error: (request_id, error) => writeLine('error', { request_id, fault: describeError(error) }),
    }
  }
  return {
    request({ method, target, status, operation, world, milliseconds, warnings, replayed, refusal }) {
      const time = new Date(wall()).toISOString().slice(11, 19)
      const colour = COLOURS[Math.floor(status / 100)] ?? 'red'
      const fields = refusal ? fieldsOf(refusal) : []
      const reason = refusal && `  ${refusal.code}${fields.length > 0 ? `: ${fields.map(sanitize).join(', ')}` : ''}`
      const notes = [operation, world, replayed ? 'replayed' : undefined, `${milliseconds.toFixed(1)} ms`]
      const line = `${paint('dim', time)} ${paint(colour, String(status))} ${method.padEnd(5)} ${sanitize(target)}`
      write(
        `${line}  ${paint('dim', notes.filter((note) => note !== undefined).join(' · '))}${paint(colour, reason ?? '')}`,
      )
      for (const { field, issue } of warnings)
        write(paint('yellow', `         warning: ${sanitize(field ?? 'body')} ${sanitize(issue)}`))
    },
    attempt({ account, name }, { url, event }, { status_code, failure, duration_ms }) {
      const time = new Date(wall()).toISOString().slice(11, 19)
      const colour = COLOURS[Math.floor((status_code ?? 500) / 100)] ?? 'red'
      const notes = `${event.id} · ${account.tier}/${name} · ${duration_ms} ms`
      write(
        `${paint('dim', time)} ${paint(colour, String(status_code ?? failure))} → ${event.event_type} to ${sanitize(withoutQuery(url))} ${paint('dim', notes)}`,
      )
    },
    error: (id, error) => write(paint('red', `${id} ${sanitizeLines(describeError(error))}`)),
  }
}

/** Queries often contain secrets. */
const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')

import { styleText } from 'node:util'
import type { Issue } from '../core/errors.js'

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
}

export interface Log {
  request(entry: LogEntry): void
  /** A fault of the sandbox itself. */
  fault(requestId: string, fault: unknown): void
}

/** Characters that would let a request write into the terminal, or forge a line. */
const clean = (text: string) => text.replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, '?').slice(0, 300)

type Style = Parameters<typeof styleText>[0]
const COLOURS: Style[] = ['green', 'green', 'green', 'cyan', 'yellow', 'red']

export function createLog(mode: LogMode, stream: NodeJS.WritableStream & { isTTY?: boolean }, wall: () => number): Log {
  const paint = (style: Style, text: string) => (stream.isTTY ? styleText(style, text) : text)
  const write = (line: string) => void stream.write(`${line}\n`)
  const detail = (fault: unknown) => (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))

  if (mode === 'silent') return { request: () => {}, fault: (id, fault) => write(`${id} ${detail(fault)}`) }
  if (mode === 'json')
    return {
      request: ({ warnings, ...entry }) =>
        write(
          JSON.stringify({
            time: new Date(wall()).toISOString(),
            level: 'info',
            ...entry,
            warnings: warnings.map(({ field, issue }) => ({ field, issue })),
          }),
        ),
      fault: (request_id, fault) =>
        write(
          JSON.stringify({ time: new Date(wall()).toISOString(), level: 'error', request_id, fault: detail(fault) }),
        ),
    }
  return {
    request({ method, target, status, operation, world, milliseconds, warnings, replayed }) {
      const time = new Date(wall()).toISOString().slice(11, 19)
      const colour = COLOURS[Math.floor(status / 100)] ?? 'red'
      const notes = [operation, world, replayed ? 'replayed' : undefined]
        .filter((note) => note !== undefined)
        .join(' · ')
      write(
        `${paint('dim', time)} ${paint(colour, String(status))} ${method.padEnd(5)} ${clean(target)}  ${paint('dim', `${notes} · ${milliseconds.toFixed(1)} ms`)}`,
      )
      for (const { field, issue } of warnings)
        write(paint('yellow', `         warning: ${clean(field ?? 'body')} ${clean(issue)}`))
    },
    fault: (id, fault) => write(paint('red', `${id} ${detail(fault)}`)),
  }
}

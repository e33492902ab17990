import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]
export type Paint = (style: Style, text: string) => string

/** Colours text for a terminal, or if FORCE_COLOR is set. NO_COLOR wins over both. */
export function createPaint(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const isForced = env.FORCE_COLOR !== undefined && !['', '0', 'false'].includes(env.FORCE_COLOR)
  const isColourful = (stream.isTTY === true || isForced) && !env.NO_COLOR
  return (style, text) => (isColourful ? styleText(style, text, { validateStream: false }) : text)
}

/** Removes characters from foreign text that could move the cursor, hide text or forge a line. */
export const sanitize = (text: string, maxLength = 200): string => {
  const safe = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return safe.length > maxLength ? `${safe.slice(0, maxLength)}…` : safe
}

/** The query of a webhook URL often holds a secret. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')

/** The exit code that a shell reports for a process ended by SIGPIPE: 128 plus the number of the signal. */
const SIGPIPE_EXIT_CODE = 141

/** Writes lines to stdout. If the reader closes the pipe, as `head` does, the command ends without an error message. */
export function createPrinter(): (line: string) => void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(SIGPIPE_EXIT_CODE)
  })
  return (line) => void process.stdout.write(`${line}\n`)
}

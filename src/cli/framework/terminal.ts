import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]
export type Paint = (style: Style, text: string) => string

/** Colours for a terminal, unless NO_COLOR is set; plain text for everything else. */
export function createPaint(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const isColourful = stream.isTTY === true && !env.NO_COLOR
  return (style, text) => (isColourful ? styleText(style, text, { validateStream: false }) : text)
}

/** Without what would let somebody else's text move the cursor, hide something or forge a line. */
export const sanitize = (text: string, maxLength = 200): string => {
  const safe = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return safe.length > maxLength ? `${safe.slice(0, maxLength)}…` : safe
}

/** Where a URL leads, without its query: that is where receivers keep their secrets. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')

/** As a shell tells of a command that nobody reads from any more (128 and SIGPIPE's number). */
const SIGPIPE_EXIT_CODE = 141

/** Writes lines to stdout. A reader that has seen enough, such as `head`, ends the command without a fuss. */
export function createPrinter(): (line: string) => void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(SIGPIPE_EXIT_CODE)
  })
  return (line) => void process.stdout.write(`${line}\n`)
}

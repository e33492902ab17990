import { createPaint } from './terminal.js'

const SPINNER_FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
/** Shorter operations show no progress. */
const SHOW_AFTER_MS = 300

export interface Progress {
  update(text: string): void
  /** Prints a line that is not overwritten. */
  printLine(line: string): void
  /** Removes the progress line. */
  clear(): void
}

interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** Shows the current activity and its duration on a terminal, and nothing elsewhere. */
export function showProgress(initialText: string, env: NodeJS.ProcessEnv, screen: Screen = process.stderr): Progress {
  if (!screen.isTTY || env.TERM === 'dumb')
    return { update() {}, printLine: (line) => void screen.write(`${line}\n`), clear() {} }
  const paint = createPaint(screen, env)
  let text = initialText
  let frame = 0
  const draw = () => {
    const elapsed = frame * FRAME_MS
    if (elapsed >= SHOW_AFTER_MS) {
      // A wrapped line could not be erased. A terminal that does not know its width reports 0.
      const line = `${text}, ${Math.floor(elapsed / 1000)} s`.slice(0, (screen.columns || 80) - 3)
      screen.write(`\r\u001b[K${paint('cyan', SPINNER_FRAMES[frame % SPINNER_FRAMES.length] as string)} ${line}`)
    }
    frame++
  }
  const timer = setInterval(draw, FRAME_MS)
  return {
    update: (newText) => void (text = newText),
    printLine: (line) => void screen.write(`\r\u001b[K${line}\n`),
    clear() {
      clearInterval(timer)
      if (frame * FRAME_MS > SHOW_AFTER_MS) screen.write('\r\u001b[K')
    },
  }
}

export async function withProgress<T>(
  text: string,
  env: NodeJS.ProcessEnv,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = showProgress(text, env)
  try {
    return await work(progress)
  } finally {
    progress.clear()
  }
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showProgress } from '../../../src/cli/framework/progress.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const screen = (isTTY: boolean, columns = 80) => {
  const written: string[] = []
  return { isTTY, columns, written, write: (text: string) => written.push(text) }
}
const NO_COLOR = { NO_COLOR: '1' }

test('a long operation shows a line with its duration, and removes it at the end', () => {
  const terminal = screen(true)
  const progress = showProgress('The clock moves', NO_COLOR, terminal)
  vi.advanceTimersByTime(2200)
  expect(terminal.written.at(-1)).toBe('\r\u001b[K⠙ The clock moves, 2 s')
  progress.update('The clock is at noon')
  vi.advanceTimersByTime(100)
  expect(terminal.written.at(-1)).toBe('\r\u001b[K⠹ The clock is at noon, 2 s')
  progress.clear()
  vi.advanceTimersByTime(1000)
  expect(terminal.written.at(-1)).toBe('\r\u001b[K')
})

test('a short operation shows nothing', () => {
  const terminal = screen(true)
  const progress = showProgress('x', NO_COLOR, terminal)
  vi.advanceTimersByTime(250)
  progress.clear()
  expect(terminal.written).toEqual([])
})

test('a printed line replaces the progress line', () => {
  const terminal = screen(true)
  const progress = showProgress('x', NO_COLOR, terminal)
  vi.advanceTimersByTime(500)
  progress.printLine('The clock is manual.')
  expect(terminal.written.at(-1)).toBe('\r\u001b[KThe clock is manual.\n')
  progress.clear()
})

test('a terminal of unknown width counts as 80 columns wide', () => {
  const terminal = screen(true, 0)
  const progress = showProgress('The clock moves', NO_COLOR, terminal)
  vi.advanceTimersByTime(1200)
  expect(terminal.written.at(-1)).toBe('\r\u001b[K⠙ The clock moves, 1 s')
  progress.clear()
})

test('a long line does not wrap', () => {
  const terminal = screen(true, 20)
  const progress = showProgress('x'.repeat(100), NO_COLOR, terminal)
  vi.advanceTimersByTime(1000)
  expect(terminal.written.at(-1)?.replace('\r\u001b[K', '').length).toBeLessThan(20)
  progress.clear()
})

for (const [what, isTTY, env] of [
  ['a pipe', false, {}],
  ['a dumb terminal', true, { TERM: 'dumb' }],
] as const)
  test(`${what} shows no progress`, () => {
    const stream = screen(isTTY)
    const progress = showProgress('x', env, stream)
    vi.advanceTimersByTime(60_000)
    progress.clear()
    expect(stream.written).toEqual([])
  })

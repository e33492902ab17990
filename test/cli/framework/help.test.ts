import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS, serveCommand } from '../../../src/cli/commands.js'
import { parseUsage } from '../../../src/cli/framework/command.js'
import { formatCommandHelp, formatHelp } from '../../../src/cli/framework/help.js'
import { lineWidth, wrapText } from '../../../src/cli/framework/wrap.js'
import { runCli } from '../../support/cli.js'

const CLI = join(import.meta.dirname, '../../../dist/cli.js')

/** The arguments of every help: of the command line, of each command and of each subcommand. */
const HELP_CALLS = [
  [],
  ...Object.entries(COMMANDS).flatMap(([name, { usage }]) => {
    const subcommands = usage.map((row) => parseUsage(row).subcommand).filter((subcommand) => subcommand !== '')
    return [[name], ...subcommands.map((subcommand) => [name, subcommand])]
  }),
]
const longLines = (text: string, width: number) => text.split('\n').filter((line) => line.length > width)

test('the help is 80 columns wide in a pipe', () => {
  for (const args of [[], ['clock'], ['snapshot', 'fork']]) {
    const { status, stdout } = spawnSync(process.execPath, [CLI, ...args, '--help'], { encoding: 'utf8' })
    expect([args, status, longLines(stdout, 80)]).toEqual([args, 0, []])
  }
})

test.each([40, 60, 80, 100])('every help fits a terminal of %i columns', async (width) => {
  expect(HELP_CALLS.length).toBeGreaterThan(35)
  for (const [name, subcommand] of HELP_CALLS) {
    const text =
      name === undefined
        ? await formatHelp('0.0.0', serveCommand, Object.values(COMMANDS), width)
        : await formatCommandHelp(name, COMMANDS[name] as typeof serveCommand, subcommand ?? '', width)
    expect([name, subcommand, longLines(text, width)]).toEqual([name, subcommand, []])
  }
})

test('wrapping loses no words', async () => {
  const words = async (width: number) =>
    (await formatHelp('0.0.0', serveCommand, Object.values(COMMANDS), width)).split(/\s+/)
  expect(await words(60)).toEqual(await words(500))
})

test('the width is that of the terminal, at least 40, and 80 if it is unknown', () => {
  expect(lineWidth({ isTTY: true, columns: 132 })).toBe(132)
  expect(lineWidth({ isTTY: true, columns: 10 })).toBe(40)
  expect(lineWidth({ isTTY: true, columns: 0 })).toBe(80)
  expect(lineWidth({ columns: 132 })).toBe(80)
})

test('a long word is broken after a bar', () => {
  expect(wrapText('--flag one|two|three', 9)).toEqual(['--flag', 'one|two|', 'three'])
  expect(wrapText('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
})

const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

test.skipIf(!hasTerminal)('--help uses the width of the terminal', () => {
  const call = `stty cols 50; "${process.execPath}" "${CLI}" --help`
  const { stdout } = spawnSync('script', ['-qec', call, '/dev/null'], { encoding: 'utf8' })
  const lines = stdout.split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(60)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(50)
})

describe('the commands', () => {
  test.each([
    [['help'], ['--help']],
    [
      ['help', 'clock'],
      ['clock', '--help'],
    ],
    [
      ['help', 'clock', 'advance'],
      ['clock', 'advance', '--help'],
    ],
    [['version'], ['--version']],
  ])('%j prints the same as %j', async (command, flag) => {
    const [first, second] = [await runCli(command).ended, await runCli(flag).ended]
    expect(first).toEqual({ ...second, code: 0, stderr: '' })
  })

  test.each(['serve', 'start'])('%s starts a sandbox with the flags of the bare command', async (name) => {
    const { child, firstLine, ended } = runCli([name, '--port', '0', '--json', '--clock', 'manual'])
    const { url, clock } = JSON.parse(await firstLine())
    expect(clock).toBe('manual')
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  test.each([
    [['version', 'now'], 'Unexpected argument "now".\nRun mds-sandbox version --help for all flags.'],
    [
      ['help', 'clok'],
      'There is no command "clok". Did you mean clock?\nRun mds-sandbox --help for all commands and flags.',
    ],
    [['help', 'clock', 'advance', 'x'], 'Unexpected argument "x".\nRun mds-sandbox --help for all commands and flags.'],
    [['strat'], 'There is no command "strat". Did you mean start?\nRun mds-sandbox --help for all commands and flags.'],
    [['serve', '--prot', '1'], 'There is no --prot. Did you mean --port?\nRun mds-sandbox serve --help for all flags.'],
  ])('%j is a usage error', async (args, message) => {
    expect(await runCli(args).ended).toEqual({ code: 2, stdout: '', stderr: `mds-sandbox: ${message}\n` })
  })
})

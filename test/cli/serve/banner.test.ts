import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createPaint } from '../../../src/cli/framework/terminal.js'
import { formatBanner } from '../../../src/cli/serve/banner.js'
import { runCli } from '../../support/cli.js'

const settings = {
  url: 'http://127.0.0.1:4010',
  keys: { standard: 'sk_sandbox_standard_demo', enterprise: 'sk_sandbox_enterprise_demo' },
  scenario: 'happy-path',
  summary: 'Everything succeeds.',
  clock: 'live',
  speed: 3600,
} as const
const plain = createPaint({}, {})
const coloured = createPaint({ isTTY: true }, {})

test('the banner has the same text with and without colours', () => {
  const text = formatBanner(settings, plain)
  expect(text).not.toContain('\u001b')
  expect(formatBanner(settings, coloured)).toContain('\u001b[32mmds-sandbox is ready\u001b[39m')
  expect(stripVTControlCharacters(formatBanner(settings, coloured))).toBe(text)
})

test('the banner describes the clock', () => {
  expect(formatBanner(settings, plain)).toContain('  clock           live, waits divided by 3600\n')
  expect(formatBanner({ ...settings, speed: Number.POSITIVE_INFINITY }, plain)).toContain('divided by max\n')
  expect(formatBanner({ ...settings, clock: 'manual' }, plain)).toContain('manual: it moves only when you advance it\n')
})

describe('a started sandbox', () => {
  const CLI = join(import.meta.dirname, '../../../dist/cli.js')
  const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
  const onTerminal = (env: Record<string, string>) => {
    const call = `timeout -s INT 2 "${process.execPath}" "${CLI}" --port 0`
    const options = { encoding: 'utf8', env: { PATH: process.env.PATH, TERM: 'xterm', ...env } } as const
    return spawnSync('script', ['-qec', call, '/dev/null'], options).stdout
  }

  test.skipIf(!hasTerminal)('prints a coloured banner on a terminal, unless NO_COLOR is set', () => {
    expect(onTerminal({})).toContain('\u001b[32mmds-sandbox is ready')
    const withoutColour = onTerminal({ NO_COLOR: '1' })
    expect(withoutColour).toContain('mds-sandbox is ready')
    expect(withoutColour).not.toContain('\u001b[')
  })

  test.each([
    ['no colours', {}, false],
    ['colours with FORCE_COLOR', { FORCE_COLOR: '1' }, true],
    ['no colours with NO_COLOR and FORCE_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ] as const)('prints %s in a pipe', async (_, env, isColoured) => {
    const { child, waitForOutput, output, ended } = runCli(['--port', '0'], env)
    await waitForOutput('Ctrl+C')
    child.kill()
    await ended
    expect(output.stdout.includes('\u001b[')).toBe(isColoured)
  })
})

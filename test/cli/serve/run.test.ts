import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { UsageError } from '../../../src/cli/framework/parse-arguments.js'
import { run } from '../../../src/cli/serve/run.js'
import { runCli } from '../../support/cli.js'
import { createTemporaryDirectory } from '../../support/temporary-directory.js'

/** A command that runs JavaScript. */
const node = (code: string, ...args: string[]) => ['--', process.execPath, '-e', code, ...args]

/** A process that has ended stays as a zombie until its parent, which is often the container's, has noticed. */
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    const stat = `/proc/${pid}/stat`
    return !(existsSync(stat) && readFileSync(stat, 'utf8').includes(') Z '))
  } catch {
    return false
  }
}

describe('run', () => {
  test('the command finds a sandbox with a world of its own, and the report judges it', async () => {
    const folder = join(createTemporaryDirectory(), 'reports')
    const code = `
      const { MDS_URL, MDS_KEY, MDS_WEBHOOK_SECRET } = process.env
      const headers = { 'x-api-key': MDS_KEY }
      const { status } = await fetch(MDS_URL + '/v1/stores?colour=red', { headers })
      const clock = await (await fetch(MDS_URL + '/_sandbox/clock', { headers })).json()
      console.log(JSON.stringify([status, clock.mode, MDS_KEY, MDS_WEBHOOK_SECRET, process.argv.slice(1)]))`
    const flags = ['--clock', 'manual', '--print-report', '--fail-on', 'warning', '--report', folder]
    const command = ['--', process.execPath, '--input-type=module', '-e', code, '--', '--help']
    const { code: exitCode, stdout, stderr } = await runCli(['run', ...flags, ...command]).ended
    expect(JSON.parse(stdout)).toEqual([200, 'manual', 'sk_sandbox_standard_run', 'whsec_mds_sandbox_run', ['--help']])
    expect(stderr).toContain('✗ warning  unknown-sent (1×)')
    expect(stderr).toMatch(/Failed: unknown-sent\.\n$/)
    // The command succeeded, and --fail-on judged its client.
    expect(exitCode).toBe(1)
    expect(existsSync(join(folder, 'report.junit.xml'))).toBe(true)
  })

  test('returns the exit code, with the key and the secret of the environment, and leaves nothing running', async () => {
    const code = `
      const { spawn } = require('node:child_process')
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      left.once('spawn', () => {
        console.log(JSON.stringify([left.pid, process.env.MDS_KEY, process.env.MDS_WEBHOOK_SECRET]))
        process.exit(7)
      })`
    const env = { MDS_KEY: 'sk_sandbox_enterprise_ci', MDS_WEBHOOK_SECRET: 'whsec_known_to_ci' }
    const { code: exitCode, stdout, stderr } = await runCli(['run', ...node(code)], env).ended
    const [pid, ...settings] = JSON.parse(stdout)
    expect([exitCode, settings]).toEqual([7, ['sk_sandbox_enterprise_ci', 'whsec_known_to_ci']])
    expect(stderr).toContain('ended processes that the command had left running')
    expect(isRunning(pid)).toBe(false)
  })

  test('passes a signal on once, and a second one ends a command that ignores it', async () => {
    const code = `
      let count = 0
      process.on('SIGTERM', () => console.log('SIGTERM ' + ++count))
      setInterval(() => {}, 1000)
      console.log('waiting')`
    const { child, ended, waitForOutput, output } = runCli(['run', ...node(code)])
    await waitForOutput('waiting')
    child.kill('SIGTERM')
    await waitForOutput('SIGTERM 1')
    child.kill('SIGTERM')
    // 128 + SIGKILL, as a shell reports it.
    expect((await ended).code).toBe(137)
    expect(output.stdout).toBe('waiting\nSIGTERM 1\n')
  })

  test('a command that does not exist gives exit code 127', async () => {
    const { code, stderr } = await runCli(['run', '--', 'no-such-command']).ended
    expect([code, stderr]).toEqual([127, 'mds-sandbox: no-such-command: there is no such command\n'])
  })

  test.each([
    [['npm', 'test'], 'Unexpected argument "npm".'],
    [[], 'run needs a command after --, such as mds-sandbox run -- npm test.'],
    [['--'], 'run needs a command after --'],
    [['--key', 'sk_live', '--', 'true'], '--key can\'t be "sk_live"'],
    [['--report', 'off', '--print-report', '--', 'true'], "--report off can't be combined"],
    [['--json', '--', 'true'], 'There is no --json.'],
  ])('refuses %j', async (args, message) => {
    const refusal = await run(args, {}).catch((error) => error)
    expect(refusal).toBeInstanceOf(UsageError)
    expect(refusal.message).toContain(message)
  })
})

test('--exit-with-parent stops the sandbox when the process that started it is killed', async () => {
  const cli = join(import.meta.dirname, '../../../dist/cli.js')
  const code = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([cli, '--port', '0', '--json', '--log', 'silent', '--exit-with-parent'])}, { stdio: ['ignore', 'inherit', 'inherit'] })`
  const parent = execFile(process.execPath, ['-e', code], { env: {} })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const stdout = parent.stdout as NodeJS.ReadableStream
  const [line] = await once(stdout, 'data')
  const { pid, url } = JSON.parse(String(line))
  onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')))
  // The sandbox holds the other end of this pipe until it ends.
  const ended = once(stdout, 'end')
  parent.kill('SIGKILL')
  await ended
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

// npx goes on when the process that started it ends. Only the pipe to standard input ends.
test('--exit-with-parent stops the sandbox when the pipe to its standard input is closed', async () => {
  const { ended } = runCli(['--port', '0', '--json', '--log', 'silent', '--exit-with-parent'], {}, '')
  expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"url"') })
})

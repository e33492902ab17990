import { parseKey } from '../../http/pipeline/authentication.js'
import { FAIL_ON } from '../../report/gate.js'
import { booleanFlag, choiceFlag, type Flag } from '../framework/flags.js'
import { parseFlags, UsageError, unknownVariableWarnings } from '../framework/parse-arguments.js'
import { ignoreClosedOutput, SHUTDOWN_GRACE_MS } from '../framework/stop-signal.js'
import { runCommand } from './child-command.js'
import { waitForParentEnd } from './parent-process.js'
import { createReportDirectory, writeReportFiles } from './report-files.js'
import { serveFlags, startSandbox } from './serve.js'

const DEFAULT_KEY = 'sk_sandbox_standard_run'
/** Fixed, so that two runs with a manual clock are the same byte for byte. It protects nothing: the sandbox is local. */
const DEFAULT_SECRET = 'whsec_mds_sandbox_run'

const keyFlag: Flag<string> = {
  placeholder: 'KEY',
  help: 'The API key that the command finds in MDS_KEY; it names the world',
  defaultValue: DEFAULT_KEY,
  parse: (given) =>
    parseKey(given)
      ? given
      : { allowed: 'sk_sandbox_standard_NAME and sk_sandbox_enterprise_NAME, such as sk_sandbox_standard_ci' },
}

const { json: _json, ...sharedFlags } = serveFlags

export const runFlags = {
  key: keyFlag,
  'print-report': booleanFlag('Print the client report to stderr when the command has ended'),
  'fail-on': choiceFlag(
    'The least severity of a finding of the client report that turns exit code 0 into 1',
    FAIL_ON,
    'never',
  ),
  ...sharedFlags,
  port: { ...serveFlags.port, defaultValue: 0 },
  log: { ...serveFlags.log, defaultValue: 'silent' as const },
}

/** `mds-sandbox run [flags] -- COMMAND...` */
export async function run(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const separator = argv.indexOf('--')
  const command = separator < 0 ? [] : argv.slice(separator + 1)
  const settings = parseFlags(runFlags, separator < 0 ? argv : argv.slice(0, separator), env)
  if (command.length === 0) throw new UsageError('run needs a command after --, such as mds-sandbox run -- npm test.')
  const { key, report: reportOption, 'print-report': isPrinting, 'fail-on': failOn } = settings
  const isJudging = reportOption !== 'off'
  if (!isJudging && (isPrinting || failOn !== 'never'))
    throw new UsageError("--report off can't be combined with --print-report or --fail-on.")
  ignoreClosedOutput()
  for (const warning of unknownVariableWarnings(runFlags, env)) process.stderr.write(`mds-sandbox: ${warning}\n`)
  if (isJudging && reportOption !== undefined) await createReportDirectory(reportOption)

  const parentEnded = settings['exit-with-parent'] ? waitForParentEnd({ ignoresStdin: true }) : undefined
  const sandbox = await startSandbox({ ...settings, json: false })
  const secret = env.MDS_WEBHOOK_SECRET || DEFAULT_SECRET
  const child = runCommand(command, { ...env, MDS_URL: sandbox.url, MDS_KEY: key, MDS_WEBHOOK_SECRET: secret })
  let signals = 0
  // The second signal does not ask any more.
  const passOn = (signal: NodeJS.Signals) => child.signal(++signals > 1 ? 'SIGKILL' : signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, passOn)
  void parentEnded?.then(() => passOn('SIGTERM'))

  const exitCode = await child.ended
  if (await child.endLeftovers())
    process.stderr.write('mds-sandbox: ended processes that the command had left running.\n')
  await sandbox.close(SHUTDOWN_GRACE_MS)
  process.exitCode = exitCode
  if (!isJudging) return
  const report = await sandbox.report()
  if (reportOption !== undefined) await writeReportFiles(reportOption, report)
  const [{ formatText }, { checkReport }] = await Promise.all([
    import('../../report/formats/text.js'),
    import('../../report/gate.js'),
  ])
  const gate = checkReport(report, { failOn, min: {}, baseline: undefined })
  if (isPrinting) process.stderr.write(`\n${formatText(report, gate)}`)
  if (!gate.isPassed && exitCode === 0) process.exitCode = 1
}

import manifest from '../../package.json' with { type: 'json' }
import { describeFlags, UsageError } from './options.js'

async function help(): Promise<string> {
  const { serveFlags } = await import('./serve.js')
  return `mds-sandbox ${manifest.version}: a local stand-in for the Music Distribution Service

Usage:
  mds-sandbox [flags]               serve until Ctrl+C
  mds-sandbox scenarios             list the scenarios
  mds-sandbox scenarios show NAME   what a scenario says, and what happens when
  mds-sandbox scenarios check FILE  check a scenario of your own
  mds-sandbox health                ask a running sandbox for its health; exit code 0 or 1

Flags:
${describeFlags(serveFlags)}

Every flag is also an environment variable (MDS_PORT, MDS_RATE_LIMIT, ...); the flag wins.
`
}

async function healthHelp(): Promise<string> {
  const { healthFlags } = await import('./health.js')
  return `mds-sandbox health: ask a running sandbox for its health; exit code 0 or 1

Flags:
${describeFlags(healthFlags)}
`
}

async function run(argv: string[]): Promise<void> {
  const forHealth = argv[0] === 'health'
  if (argv.includes('--help') || argv.includes('-h'))
    return void process.stdout.write(await (forHealth ? healthHelp() : help()))
  if (argv.includes('--version') || argv.includes('-v')) return void process.stdout.write(`${manifest.version}\n`)
  if (argv[0] === 'scenarios') return (await import('./scenarios.js')).scenarios(argv.slice(1))
  if (forHealth) return (await import('./health.js')).health(argv.slice(1), process.env)
  return (await import('./serve.js')).serve(argv, process.env)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const wrongUse = error instanceof UsageError
  process.stderr.write(
    `mds-sandbox: ${(error as Error).message}\n${wrongUse && error.isAboutFlags ? `Run ${process.argv[2] === 'health' ? 'mds-sandbox health' : 'mds-sandbox'} --help for all flags.\n` : ''}`,
  )
  process.exitCode = wrongUse ? 2 : 1
}

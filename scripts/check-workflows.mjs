/**
 * Checks the GitHub workflows with actionlint, which is installed or run with Go. Without both, the check is skipped.
 * The composite action (action.yml) is run by test/docs.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const cwd = join(import.meta.dirname, '..')
const GO_PACKAGE = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7'

const isInstalled = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const command = isInstalled('actionlint', '-version')
  ? ['actionlint']
  : isInstalled('go', 'version')
    ? ['go', 'run', GO_PACKAGE]
    : undefined

if (!command) console.log('skipped: neither actionlint nor Go is installed')
else {
  const files = ['.github/workflows/ci.yml', '.github/workflows/release.yml', 'examples/github-actions.yml']
  const [program, ...args] = command
  const { status, error } = spawnSync(program, [...args, '-color', ...files], { cwd, stdio: 'inherit' })
  if (error) throw error
  if (status === 0) console.log(`ok  ${files.join(', ')}`)
  process.exitCode = status ?? 1
}

import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import openapi from '../../../openapi.yaml'
import { COMMANDS } from '../../../src/cli/commands.js'
import { LIVE_OPERANDS } from '../../../src/cli/completion/live-ids.js'
import { parseUsage } from '../../../src/cli/framework/command.js'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import type { Document } from '../../../src/contract/openapi-document.js'
import { createRouter } from '../../../src/contract/router.js'
import { createScenarios } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { runCli } from '../../support/cli.js'

const CLI = join(import.meta.dirname, '../../../dist/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'mds completion-'))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
file('recording.ndjson', '')
file('recorder.yaml', '')

/** Each asks a real shell for the completions of some lines. The first argument is the completion script. */
const DRIVERS = {
  bash: [
    'bash',
    '--noprofile',
    '--norc',
    file(
      'ask.bash',
      `source "$1"; shift; COMP_WORDBREAKS=' ='
for line; do
  COMP_WORDS=($line); [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); echo "LINE:$line"; _mds_sandbox; printf 'HIT:%s\\n' "\${COMPREPLY[@]}"
done`,
    ),
  ],
  fish: [
    'fish',
    '--no-config',
    file(
      'ask.fish',
      `source $argv[1]
for line in $argv[2..]
  echo "LINE:$line"; complete -C "$line" | string replace -r '\\t.*' '' | string replace -r '^' 'HIT:'
end; true`,
    ),
  ],
  // Only an interactive zsh completes, so it gets a terminal; the hook prints what it would offer.
  zsh: [
    'zsh',
    '-f',
    file(
      'ask.zsh',
      `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT=; source '${folder}/hook.zsh' '$1'; print READY''-NOW"
zpty -r -m z out '*READY-NOW*'
shift
for line; do
  zpty -w -n z "$line"$'\\t'
  zpty -r -m z out '*END-OF-HITS*'
  print -r -- "LINE:$line"; print -r -- "$out"
  zpty -w -n z $'\\x15'
done
zpty -d z`,
    ),
  ],
  powershell: [
    'pwsh',
    '-NoProfile',
    '-File',
    file(
      'ask.ps1',
      `Invoke-Expression (Get-Content -Raw $args[0])
foreach ($line in $args[1..($args.Count - 1)]) {
  "LINE:$line"
  [System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null).CompletionMatches |
    ForEach-Object { 'HIT:' + $_.ListItemText }
}`,
    ),
  ],
}
file(
  'hook.zsh',
  `autoload -Uz compinit; compinit -u -D
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits; builtin compadd -A hits "$@"
  for hit in $hits; do print -r -- "HIT:$hit"; done
  builtin compadd "$@"
}
finish() { print -r -- END-OF-HITS }
ask() { comppostfuncs=(finish); zle complete-word }
zle -N ask; bindkey '^I' ask
source $1
`,
)

const operations = createRouter(openapi as Document).operations.map(({ id }) => id)

const CASES: [line: string, offered: readonly string[]][] = [
  ['mds-sandbox sc', ['scenario', 'scenarios']],
  ['mds-sandbox clock ', ['advance']],
  ['mds-sandbox clock --url http://x ad', ['advance']],
  ['mds-sandbox clock advance --', ['--data', '--help', '--json', '--key', '--to', '--until', '--url', '--version']],
  ['mds-sandbox clock advance --until ', ['idle']],
  ['mds-sandbox scenario use ', createScenarios().names],
  ['mds-sandbox scenarios show re', ['rejection', 'resubmission']],
  ['mds-sandbox simulate ', ['asset', 'delivery', 'payout']],
  ['mds-sandbox simulate asset ast_1 ', ['failed', 'ready']],
  ['mds-sandbox simulate payout pay_1 on_hold --reason ', ['compliance_review', 'identity_verification']],
  ['mds-sandbox simulate delivery dlv_1 rejected --code audio_q', ['audio_quality']],
  ['mds-sandbox faults add --operation ', operations],
  ['mds-sandbox wait --status ta', ['taken_down']],
  ['mds-sandbox snapshot ', ['delete', 'export', 'fork', 'import', 'restore', 'save']],
  ['mds-sandbox snapshot export mine rec', ['recorder.yaml', 'recording.ndjson']],
  ['mds-sandbox replay reco', ['recorder.yaml', 'recording.ndjson']],
  ['mds-sandbox --scenario re', ['recorder.yaml', 'recording.ndjson', 'rejection', 'resubmission']],
  ['mds-sandbox ern ', ['check', 'export', 'send']],
  ['mds-sandbox ern check rec', ['recorder.yaml', 'recording.ndjson']],
  ['mds-sandbox ern check a.xml b.xml rec', ['recorder.yaml', 'recording.ndjson']],
  ['mds-sandbox ern check --format ', ['json', 'junit', 'text']],
  ['mds-sandbox --clock ', ['live', 'manual']],
  ['mds-sandbox completion ', ['bash', 'fish', 'ids', 'powershell', 'zsh']],
  ['mds-sandbox serve --clock ', ['live', 'manual']],
  ['mds-sandbox help sn', ['snapshot']],
  ['mds-sandbox reset nonsen', []],
]

for (const [shell, [command = '', ...args]] of Object.entries(DRIVERS)) {
  const isInstalled = spawnSync(command, ['--version']).status === 0
  describe.skipIf(!isInstalled)(`${shell}${isInstalled ? '' : ' (not installed)'} offers`, () => {
    const offers = new Map<string, Set<string>>()
    beforeAll(() => {
      const script = file(
        `completion.${shell}`,
        execFileSync(process.execPath, [CLI, 'completion', shell], { encoding: 'utf8' }),
      )
      const lines = CASES.map(([line]) => line)
      const printed = execFileSync(command, [...args, script, ...lines], {
        encoding: 'utf8',
        cwd: folder,
        timeout: 50_000,
      })
      for (const part of printed.split('LINE:').slice(1)) {
        const hits = [...part.matchAll(/HIT:([^\r\n]+)/g)].map(([, hit]) => hit as string)
        offers.set(part.split(/\r?\n/)[0] as string, new Set(hits))
      }
    })
    for (const [line, offered] of CASES)
      test(`${line.trim()} → ${offered.slice(0, 7).join(', ') || 'nothing'}`, () => {
        expect([...(offers.get(line) ?? ['no answer'])].sort()).toEqual([...offered].sort())
      })
  })
}

describe('ids of a running sandbox', () => {
  test('belong to operands that exist', () => {
    const usages = Object.values(COMMANDS).flatMap(({ usage }) => usage.map(parseUsage))
    const known = usages.flatMap(({ name, subcommand, operands }) =>
      operands.map((word) => `${name} ${subcommand} ${word}`),
    )
    expect(Object.keys(LIVE_OPERANDS).filter((operand) => !known.includes(operand))).toEqual([])
  })

  test.skipIf(spawnSync('bash', ['--version']).status !== 0)('are offered by bash', async () => {
    await using sandbox = await createSandbox({ clock: 'manual' })
    const world = sandbox.world('standard', 'ids')
    const { id } = await world.faults.add({ operation: 'getAsset', status: 503 })
    await world.snapshot('before-release')
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'mds-sandbox'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`, { mode: 0o755 })
    const env = { PATH: `${bin}:${process.env.PATH}`, MDS_URL: sandbox.url, MDS_KEY: world.apiKey }
    const script = file('ids.bash', (await runCli(['completion', 'bash']).ended).stdout)
    const lines = [
      'faults clear ',
      'snapshot restore be',
      'simulate asset ast_seed_audio_0',
      'worlds delete ',
      'clock --key ',
    ]
    const [command = '', ...args] = DRIVERS.bash
    const { stdout } = await promisify(execFile)(
      command,
      [...args, script, ...lines.map((line) => `mds-sandbox ${line}`)],
      {
        env,
      },
    )
    const hits = stdout
      .split('LINE:')
      .slice(1)
      .map((part) => [...part.matchAll(/HIT:(.+)/g)].map(([, hit]) => hit))
    expect([hits[0], hits[1], hits[3], hits[4]]).toEqual([[id], ['before-release'], ['ids'], [world.apiKey]])
    expect(hits[2]).toContain('ast_seed_audio_01')
    // Without a sandbox there is nothing to offer, and no error.
    expect(await runCli(['completion', 'ids', 'assets', '--url', 'http://127.0.0.1:9']).ended).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })
})

test('every command of the help is in every completion script', async () => {
  const { stdout } = await runCli(['--help']).ended
  const commands = new Set([...stdout.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name]) => name))
  for (const shell of Object.keys(DRIVERS)) {
    const script = (await runCli(['completion', shell]).ended).stdout
    for (const name of commands) expect(script).toMatch(new RegExp(`[ ('"]${name}[ :'"]`))
  }
  expect(commands.size).toBeGreaterThan(18)
})

test('an unknown shell is refused', async () => {
  const { code, stderr } = await runCli(['completion', 'fissh']).ended
  expect([code, stderr.split('\n')[0]]).toEqual([
    2,
    'mds-sandbox: SHELL can\'t be "fissh". Allowed: bash, zsh, fish, powershell. Did you mean fish?',
  ])
  expect((await runCli(['completion']).ended).stderr).toContain(
    'completion needs a shell: bash, zsh, fish, powershell.',
  )
})

describe('the PowerShell script', () => {
  const script = execFileSync(process.execPath, [CLI, 'completion', 'powershell'], { encoding: 'utf8' })

  test('registers a native completer', () => {
    expect(script).toContain("Register-ArgumentCompleter -Native -CommandName 'mds-sandbox' -ScriptBlock {")
    expect(script).toContain('param($wordToComplete, $commandAst, $cursorPosition)')
  })

  test('has balanced quotes and brackets', () => {
    const withoutComments = script.replaceAll(/^\s*#.*$/gm, '')
    const withoutStrings = withoutComments.replaceAll(/'(?:[^'\n]|'')*'|"[^"\n]*"/g, '')
    expect(withoutStrings).not.toMatch(/['"]/)
    const open: string[] = []
    const CLOSING: Record<string, string> = { '{': '}', '(': ')', '[': ']' }
    for (const [bracket] of withoutStrings.matchAll(/[[\](){}]/g))
      if (bracket in CLOSING) open.push(CLOSING[bracket] as string)
      else expect(open.pop()).toBe(bracket)
    expect(open).toEqual([])
  })

  test('has the flags, values and operands of every command', () => {
    const contexts = Object.fromEntries(
      [...script.matchAll(/^ {8}'([^']*)' = @\{\n(.*?)^ {8}\}$/gms)].map(([, path, body]) => [path, body as string]),
    )
    expect(Object.keys(contexts)).toEqual(expect.arrayContaining(['', 'serve', 'clock advance', 'snapshot export']))
    expect(contexts.clock).toContain("Subcommands = [ordered]@{ 'advance' = ")
    expect(contexts['clock advance']).toMatch(/Flags = \[ordered\]@\{ '--to' = /)
    expect(contexts['clock advance']).toContain("'--until' = @{ Words = @('idle'); Files = $false; Ids = '' }")
    expect(contexts['']).toMatch(/'--scenario' = @\{ Words = @\('happy-path', .*?\); Files = \$true; Ids = '' \}/)
    expect(contexts['simulate asset']).toContain(
      "Operands = @(@{ Words = @(); Files = $false; Ids = 'assets' }, @{ Words = @('ready', 'failed'); Files = $false; Ids = '' })",
    )
    expect(contexts.replay).toContain("Operands = @(@{ Words = @(); Files = $true; Ids = '' })")
  })
})

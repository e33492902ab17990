import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import openapi from '../../../openapi.yaml'
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
  ['mds-sandbox clock advance --', ['--help', '--json', '--key', '--to', '--until', '--url', '--version']],
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
  ['mds-sandbox completion ', ['bash', 'fish', 'powershell', 'zsh']],
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
    expect(contexts['clock advance']).toContain("'--until' = @{ Words = @('idle'); Files = $false }")
    expect(contexts['']).toMatch(/'--scenario' = @\{ Words = @\('happy-path', .*?\); Files = \$true \}/)
    expect(contexts['simulate asset']).toContain(
      "Operands = @(@{ Words = @(); Files = $false }, @{ Words = @('ready', 'failed'); Files = $false })",
    )
    expect(contexts.replay).toContain('Operands = @(@{ Words = @(); Files = $true })')
  })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { DIMENSIONS } from '../../src/report/client-report.js'
import { MAX_EVIDENCE_PER_FINDING, MAX_FINDINGS_PER_RULE } from '../../src/report/findings.js'
import { REPORT_FILES } from '../../src/report/formats/format-report.js'
import { FAIL_ON } from '../../src/report/gate.js'
import { RULES } from '../../src/report/rules.js'
import { hasShell, startCommand, testDocumentedCommands } from '../support/documented-commands.js'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const guide = read('docs/report.md')
const flowing = (text: string) => text.replaceAll(/\s+/g, ' ')

describe.skipIf(!hasShell)('the commands of the guide, pasted one after another', () => {
  const sandbox = startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const cwd = mkdtempSync(join(tmpdir(), 'mds-report-'))
  const blocks = testDocumentedCommands(guide, { getPorts: () => ({ 4010: JSON.parse(sandbox.text).port }), cwd })
  test('all of them are found', () => expect(blocks).toBeGreaterThan(10))
})

test('every rule has a section with its severity, its remedy and what tries it', () => {
  const sections = guide.slice(guide.indexOf('\n## Rules\n')).split('\n### ').slice(1)
  expect(sections.map((section) => section.split('\n')[0])).toEqual(RULES.map(({ id }) => id))
  for (const [i, { id, severity, title, remedy, tryIt }] of RULES.entries()) {
    const text = flowing(sections[i] ?? '').toLowerCase()
    for (const part of [`**${severity}.**`, title, remedy, tryIt])
      expect([id, text.includes(flowing(part).toLowerCase())]).toEqual([id, true])
  }
})

test('the guide names every format, dimension and limit', () => {
  for (const [format, file] of Object.entries(REPORT_FILES)) {
    expect(guide).toContain(`| \`${format}\` |`)
    expect(guide).toContain(`\`${file}\``)
  }
  for (const dimension of DIMENSIONS) expect(guide).toContain(`| \`${dimension}\` |`)
  expect([MAX_FINDINGS_PER_RULE, MAX_EVIDENCE_PER_FINDING]).toEqual([50, 10])
  expect(guide).toContain('at most fifty findings for each rule and ten pieces of evidence for each finding')
})

describe('action.yml', () => {
  const action = parse(read('action.yml'))
  const [step] = action.runs.steps

  test('passes every input on, and runs the script', () => {
    const used = Object.values(step.env as Record<string, string>).flatMap(
      (text) => /inputs\.([\w-]+)/.exec(text)?.[1] ?? [],
    )
    expect(used.sort()).toEqual(Object.keys(action.inputs).sort())
    expect(step.run).toContain('scripts/github-action.sh')
    expect(FAIL_ON).toContain(action.inputs['fail-on'].default)
  })

  const runAction = (inputs: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'mds-action-'))
    const env = {
      PATH: process.env.PATH ?? '',
      MDS_ACTION_FLAGS: '--clock manual',
      MDS_ACTION_FAIL_ON: 'warning',
      MDS_ACTION_MIN: '',
      MDS_ACTION_BASELINE: '',
      MDS_ACTION_COMMAND: join(ROOT, 'dist/cli.js'),
      MDS_ACTION_PATH: ROOT,
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      GITHUB_OUTPUT: join(folder, 'output'),
      ...inputs,
    }
    return new Promise<{ code: number; stdout: string; summary: string; report: string }>((resolve) =>
      execFile('bash', [join(ROOT, 'scripts/github-action.sh')], { env }, (error, stdout) => {
        const output = readFileSync(join(folder, 'output'), 'utf8')
        resolve({
          code: error ? Number(error.code) : 0,
          stdout,
          summary: readFileSync(join(folder, 'summary.md'), 'utf8'),
          report: readFileSync(output.replace('report=', '').trim(), 'utf8'),
        })
      }),
    )
  }
  const call = (path: string) => `curl -sf -o /dev/null -H 'X-API-Key: sk_sandbox_standard_ci' "$MDS_URL${path}"`

  test.skipIf(!hasShell)('runs the command against a sandbox, and passes if the client behaves', async () => {
    const { code, stdout, summary, report } = await runAction({ MDS_ACTION_RUN: call('/v1/stores') })
    expect([code, stdout.includes('::warning')]).toEqual([0, false])
    expect(summary).toContain('## ✅ Client report')
    expect(JSON.parse(report)).toMatchObject({ worlds: ['standard/ci'], requests: 1, clock: 'manual' })
  })

  test.skipIf(!hasShell)(
    'fails with annotations if the client does not, and with the exit code of the command',
    async () => {
      const broken = await runAction({ MDS_ACTION_RUN: call('/v1/stores?colour=red') })
      expect(broken.code).toBe(1)
      expect(broken.stdout).toContain('::warning title=unknown-sent')
      expect(broken.summary).toContain('## ❌ Client report')
      expect((await runAction({ MDS_ACTION_RUN: 'exit 7' })).code).toBe(7)
    },
  )
})

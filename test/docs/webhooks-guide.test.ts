import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { createScenarios } from '../../src/runtime/scenarios/built-in-scenarios.js'
import { sign } from '../../src/webhooks/signature.js'
import { hasShell, startCommand, testDocumentedCommands } from '../support/documented-commands.js'

const guide = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'mds-guide-'))

describe.skipIf(!hasShell)('the commands of the guide, pasted one after another', () => {
  const sandbox = startCommand(['--port', '0', '--json', '--clock', 'manual', '--log', 'silent'])
  const receiver = startCommand(['receive', '--port', '0'])
  const receiving = () => Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(receiver.text)?.[1])
  testDocumentedCommands(guide, {
    getPorts: () => ({ 4010: JSON.parse(sandbox.text).port, 4020: receiving() }),
    getEnv: () => ({ ...process.env, MDS_URL: JSON.parse(sandbox.text).url }),
    cwd: folder,
  })

  test('mds-sandbox receive', async () => {
    const shown = /\$ npx mds-sandbox receive\n(.*?)```/s.exec(guide)?.[1] ?? '?'
    const plain = (text: string) => text.replaceAll(/^\d\d:\d\d:\d\d\.\d{3}/gm, 'TIME')
    const all = await receiver.waitFor('asset.ready  ')
    const printed = plain(all.replaceAll(`:${receiving()}/`, ':4020/'))
    expect(printed.slice(0, plain(shown).length)).toBe(plain(shown))
  })
})

test('the guide lists every built-in scenario that has webhook rules', () => {
  const { names, find } = createScenarios()
  const table = /\| scenario \| effect \|\n(.*?)\n\n/s.exec(guide)?.[1] ?? ''
  const listed = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
  expect(listed).toEqual(names.filter((name) => (find(name)?.webhooks ?? []).length > 0))
})

const SECRET = "It's a Secret to Everybody"
const BODY = 'Hello, World!'
const RIGHT = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

/** The headers that each snippet gets on stdin, one per line, and the result that it must print. */
const HEADERS: [header: string, isRight: boolean][] = [
  [RIGHT, true],
  ['', false],
  ['sha256=', false],
  [RIGHT.slice(0, -1), false],
  [`${RIGHT}0`, false],
  [RIGHT.replace('sha256=', ''), false],
  [RIGHT.replace('sha256=', 'sha512='), false],
  [sign(SECRET, Buffer.from('Hello, World?')), false],
  [sign('another secret', Buffer.from(BODY)), false],
  ['nonsense', false],
]

const snippet = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? ''

/** How to run a snippet: `tool` checks that the language is installed, `program` answers each line of stdin. */
interface Language {
  tool: string[]
  file: string
  program(code: string): string
  run: string[]
}

const LANGUAGES: Record<string, Language> = {
  ts: {
    tool: ['node', '--version'],
    file: 'verify.mjs',
    program: (code) => `${ts.transpile(code, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext })}
      import { readFileSync } from 'node:fs'
      for (const line of readFileSync(0, 'utf8').split('\\n').slice(0, -1))
        console.log(verify(Buffer.from('${BODY}'), line, "${SECRET}"))
      if (verify(Buffer.from('${BODY}'), undefined, "${SECRET}")) throw new Error('nothing is not a signature')`,
    run: ['node', 'verify.mjs'],
  },
  python: {
    tool: ['python3', '-V'],
    file: 'verify.py',
    program: (code) => `${code}
import sys
for line in sys.stdin.read().split("\\n")[:-1]:
    print(str(verify(b"${BODY}", line, "${SECRET}")).lower())
assert not verify(b"${BODY}", None, "${SECRET}")
`,
    run: ['python3', 'verify.py'],
  },
  go: {
    tool: ['go', 'version'],
    file: 'verify.go',
    program: (code) =>
      `${code.replace('package webhooks', 'package main').replace('import (', 'import (\n"bufio"\n"fmt"\n"os"')}
func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Println(verify([]byte("${BODY}"), lines.Text(), "${SECRET}"))
	}
}
`,
    run: ['go', 'run', 'verify.go'],
  },
  java: {
    tool: ['javac', '-version'],
    file: 'Main.java',
    program: (code) =>
      code.replace(
        'class Webhooks',
        `class Main {
    public static void main(String[] args) throws Exception {
        for (String line : new String(System.in.readAllBytes(), UTF_8).split("\\n", -1))
            System.out.println(Webhooks.verify("${BODY}".getBytes(UTF_8), line, "${SECRET}"));
        if (Webhooks.verify("${BODY}".getBytes(UTF_8), null, "${SECRET}")) throw new Exception("null");
    }
}
class Webhooks`,
      ),
    run: ['java', 'Main.java'],
  },
  php: {
    tool: ['php', '-v'],
    file: 'verify.php',
    program: (code) => `<?php
${code}
foreach (array_slice(explode("\\n", stream_get_contents(STDIN)), 0, -1) as $line)
    echo verify('${BODY}', $line, "${SECRET}") ? "true\\n" : "false\\n";
if (verify('${BODY}', null, "${SECRET}")) exit(1);
`,
    run: ['php', 'verify.php'],
  },
  ruby: {
    tool: ['ruby', '-v'],
    file: 'verify.rb',
    program: (code) => `${code}
STDIN.read.split("\\n", -1)[0...-1].each { |line| puts verify('${BODY}', line, "${SECRET}") }
raise if verify('${BODY}', nil, "${SECRET}")
`,
    run: ['ruby', 'verify.rb'],
  },
}

describe('the snippets that verify a signature', () => {
  for (const [language, { tool, file, program, run }] of Object.entries(LANGUAGES)) {
    const [command = '', ...args] = tool
    const isHere = spawnSync(command, args).status === 0
    test.skipIf(!isHere)(
      `${language}${isHere ? '' : ` (${command} is not installed here)`}`,
      { timeout: 180_000 },
      () => {
        expect(snippet(language)).toContain('verify')
        const place = join(folder, language)
        mkdirSync(place)
        writeFileSync(join(place, file), program(snippet(language)))
        const [start = '', ...rest] = run
        const input = HEADERS.map(([header]) => `${header}\n`).join('')
        const { stdout, stderr, status } = spawnSync(start, rest, { cwd: place, input, encoding: 'utf8' })
        const said = stdout.trim().split('\n').slice(0, HEADERS.length)
        expect([status, said, stderr]).toEqual([0, HEADERS.map(([, isRight]) => String(isRight)), ''])
      },
    )
  }
})

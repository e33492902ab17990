import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { runWalkThrough, walkThroughOptions } from '../../src/cli/scenarios/walk-through.js'
import { createSandbox, type Sandbox, type SandboxWorld } from '../../src/index.js'
import { BUILT_IN_SCENARIO_FILES } from '../../src/runtime/scenarios/built-in-scenarios.js'
import { toScenario } from '../../src/runtime/scenarios/scenario-file.js'
import { hasShell } from '../support/documented-commands.js'
import { createClientFor } from '../support/test-sandbox.js'
import { startReceiver } from '../support/webhook-receiver.js'

const brokenRules = async (judged: SandboxWorld | Sandbox) =>
  (await judged.report()).rules
    .filter(({ result }) => result === 'broken')
    .map(({ id, evidence }) => [id, evidence.map(({ what }) => what)])

/** One key for each intent, kept until it succeeds or is refused. */
async function createClientWithKeys(sandbox: Sandbox, key: string) {
  const client = await createClientFor(sandbox, key)
  const keys = new Map<string, string>()
  const write = (method: 'post' | 'patch') => async (path: string, body?: unknown) => {
    if (path.startsWith('/_sandbox')) return client[method](path, body)
    const intent = `${method} ${path} ${JSON.stringify(body)}`
    const idempotencyKey = keys.get(intent) ?? randomUUID()
    keys.set(intent, idempotencyKey)
    const response = await client[method](path, body, { 'idempotency-key': idempotencyKey })
    if (response.status < 429) keys.delete(intent)
    return response
  }
  return { ...client, post: write('post'), patch: write('patch') }
}

describe('the walk-through of a partner with keys breaks no rule', () => {
  test.each(BUILT_IN_SCENARIO_FILES.map((file) => [file.name, file] as const))('in %s', async (_name, file) => {
    await using sandbox = await createSandbox({ clock: 'manual', scenario: toScenario(file) })
    const api = await createClientWithKeys(sandbox, 'sk_sandbox_standard_walk')
    await runWalkThrough(api, { ...walkThroughOptions(file), receiver: await startReceiver() })
    expect(await brokenRules(sandbox.world('standard', 'walk'))).toEqual([])
  })

  test('and without keys, exactly the rule about them', async () => {
    const file = BUILT_IN_SCENARIO_FILES.find(({ name }) => name === 'outage') as (typeof BUILT_IN_SCENARIO_FILES)[0]
    await using sandbox = await createSandbox({ clock: 'manual', scenario: toScenario(file) })
    const api = await createClientFor(sandbox, 'sk_sandbox_standard_walk')
    await runWalkThrough(api, { ...walkThroughOptions(file), receiver: await startReceiver() })
    expect((await brokenRules(sandbox.world('standard', 'walk'))).map(([id]) => id)).toEqual(['retry-without-key'])
  })
})

test.skipIf(!hasShell)('the five-minute walk-through of README.md breaks no rule', async () => {
  const root = join(import.meta.dirname, '../..')
  await using sandbox = await createSandbox({ clock: 'manual' })
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const section = /^## Five-minute walk-through\n(.*?)^## /ms.exec(readme)?.[1] ?? ''
  const commands = [...section.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, code = '']) => code)
    .filter((code) => !code.startsWith('npx mds-sandbox --clock'))
    .join('')
    .replaceAll('npx mds-sandbox', `"${process.execPath}" "${join(root, 'dist/cli.js')}"`)
    .replaceAll('http://127.0.0.1:4010', sandbox.url)
  // Asynchronous, because the sandbox runs in this process.
  const env = { PATH: process.env.PATH, MDS_URL: sandbox.url }
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { env })
  expect((await sandbox.report()).requests).toBeGreaterThan(5)
  expect(await brokenRules(sandbox)).toEqual([])
})

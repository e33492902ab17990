import { expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox } from '../../../src/composition/sandbox.js'

const loaded = vi.hoisted((): string[] => [])
vi.mock('../../../src/http/pages/pages-app.js', async (importOriginal) => {
  loaded.push('pages-app')
  return importOriginal()
})

test('Express is loaded with the first page, not by the API or the control plane', async () => {
  const sandbox = await createSandbox({ clock: 'manual' })
  onTestFinished(() => sandbox.close())
  const headers = { 'x-api-key': 'sk_sandbox_standard_a' }
  for (const path of ['/v1/releases', '/_sandbox/health', '/_sandbox/clock', '/nowhere']) {
    await fetch(sandbox.url + path, { headers })
    await sandbox.fetch(path, { headers })
  }
  expect(loaded).toEqual([])
  expect((await fetch(`${sandbox.url}/`)).status).toBe(200)
  expect(loaded).toEqual(['pages-app'])
})

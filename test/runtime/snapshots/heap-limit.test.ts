import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const CLI = join(import.meta.dirname, '../../../dist/cli.js')
const HEADERS = { 'x-api-key': 'sk_sandbox_standard_demo' }

test('an import that would fill the heap is refused, and the process goes on', async () => {
  const flags = '--port 0 --json --log silent --clock manual'.split(' ')
  const child = spawn(process.execPath, ['--max-old-space-size=90', CLI, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = JSON.parse(String((await once(child.stdout, 'data'))[0]))
  const json = { ...HEADERS, 'content-type': 'application/json' }
  await fetch(`${url}/_sandbox/snapshots`, { method: 'POST', headers: json, body: '{"name":"small"}' })
  const lines = (await (await fetch(`${url}/_sandbox/snapshots/small`, { headers: HEADERS })).text()).split('\n')
  const first = lines.findIndex((line) => line.startsWith('["releases"'))
  // Every row is valid. What is wrong with all of them together is only found at the end.
  function* rows() {
    yield Buffer.from(`${lines.slice(0, first).join('\n')}\n`)
    const rows = Buffer.from(`${lines[first]}\n`.repeat(1000))
    for (let i = 0; i < 130; i++) yield rows
  }
  const refused = await fetch(`${url}/_sandbox/snapshots/import`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/x-ndjson' },
    body: ReadableStream.from(rows()),
    duplex: 'half',
  } as RequestInit)
  expect([refused.status, await refused.text()]).toEqual([
    413,
    expect.stringContaining('The snapshot needs more memory than the sandbox may use (90 MiB)'),
  ])
  expect((await fetch(`${url}/v1/releases`, { headers: HEADERS })).status).toBe(200)
}, 60_000)

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { valid } from './support/api.js'
import { temporaryDirectory } from './support/data.js'

const CLI = join(import.meta.dirname, '../dist/cli.js')
const CYCLES = 4
const WRITERS = 8

async function start(data: string, sync: string): Promise<{ url: string; child: ChildProcess }> {
  const flags = ['--port', '0', '--json', '--log', 'silent', '--rate-limit', 'off', '--data', data, '--data-sync', sync]
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { url: JSON.parse(String(line)).url, child }
}

test.each(['always', 'batch'])(
  'kill -9 under load loses nothing that was answered, and does nothing twice (%s)',
  async (sync) => {
    const data = temporaryDirectory()
    const headers = { 'x-api-key': 'sk_sandbox_standard_crash', 'content-type': 'application/json' }
    /** By Idempotency-Key, the id that was answered; undefined while nobody has answered. */
    const sent = new Map<string, string | undefined>()
    const post = async (url: string, key: string) => {
      sent.set(key, sent.get(key))
      const body = JSON.stringify({ ...valid, title: key })
      const answer = await fetch(`${url}/v1/releases`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body,
      })
      const { id } = (await answer.json()) as { id: string }
      expect([answer.status, sent.get(key) ?? id]).toEqual([201, id])
      sent.set(key, id)
    }

    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const { url, child } = await start(data, sync)
      // Whoever got no answer tries again.
      for (const [key, id] of sent) if (id === undefined) await post(url, key)
      const least = sent.size + 40 + 25 * cycle
      const writers = Array.from({ length: WRITERS }, async () => {
        for (;;) {
          await post(url, randomUUID())
          if (sent.size >= least && child.exitCode === null) child.kill('SIGKILL')
        }
      })
      const ends = await Promise.allSettled(writers)
      for (const end of ends)
        expect(String(end.status === 'rejected' && end.reason)).toMatch(/fetch failed|terminated|aborted/)
      if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
    }

    const { url, child } = await start(data, sync)
    for (const [key, id] of sent) if (id === undefined) await post(url, key)
    const found = new Map<string, string>()
    let cursor = ''
    do {
      const page = (await (await fetch(`${url}/v1/releases?limit=100${cursor}`, { headers })).json()) as {
        data: { id: string; title: string }[]
        next_cursor: string | null
      }
      for (const { id, title } of page.data) {
        expect(found.has(id)).toBe(false)
        found.set(id, title)
      }
      cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : ''
    } while (cursor)
    const made = [...found].filter(([id]) => !id.startsWith('rel_seed'))
    expect(new Map(made.map(([id, title]) => [title, id]))).toEqual(sent)
    expect(made).toHaveLength(sent.size)
    const { ok } = (await (await fetch(`${url}/_sandbox/invariants`, { headers })).json()) as { ok: boolean }
    expect(ok).toBe(true)
    child.kill('SIGTERM')
    await once(child, 'exit')
  },
  60_000,
)

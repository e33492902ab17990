import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EXIT_DEADLINE_MS, SHUTDOWN_GRACE_MS } from '../../../src/cli/framework/stop-signal.js'
import { MAX_UNREAD_LOG_BYTES } from '../../../src/http/logging/line-writer.js'
import { listen } from '../../../src/http/server/listen.js'

const CLI = join(import.meta.dirname, '../../../dist/cli.js')
const KEY = 'sk_sandbox_standard_demo'

/** A server in its own process. Nothing reads its stderr. */
function start(args: string[], nodeArgs: string[] = []) {
  const child = spawn(process.execPath, [...nodeArgs, CLI, ...args], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string)
  return { child, stdout: child.stdout as Readable, stderr: child.stderr as Readable, exited }
}

async function serve(args: string[] = [], nodeArgs: string[] = []) {
  const started = start(['--port', '0', '--json', ...args], nodeArgs)
  const [line] = await once(started.stdout, 'data')
  const { url, port } = JSON.parse(String(line)) as { url: string; port: number }
  return { ...started, url, port }
}

/** Writes 10 kB to the JSON log. */
async function callLoudly(url: string) {
  const response = await fetch(`${url}/v1/stores?x=${'x'.repeat(10_000)}`, { headers: { 'x-api-key': KEY } })
  await response.arrayBuffer()
  return response.status
}

/** An upload that has begun and does not go on. */
async function beginUpload(url: string) {
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
  const body = JSON.stringify({ type: 'audio', filename: 'a.wav', content_type: 'audio/wav' })
  const { upload_url } = (await (await fetch(`${url}/v1/assets`, { method: 'POST', headers, body })).json()) as {
    upload_url: string
  }
  const call = request(upload_url, { method: 'PUT', headers: { ...headers, expect: '100-continue' } })
  call.on('error', () => {})
  onTestFinished(() => void call.destroy())
  call.flushHeaders()
  await once(call, 'continue')
  return call
}

test('the deadline is shorter than the ten seconds of Docker', () => {
  expect([SHUTDOWN_GRACE_MS, EXIT_DEADLINE_MS]).toEqual([5000, 8000])
})

describe('SIGTERM ends the process', () => {
  test('after a stream whose client left before it started', async () => {
    const { child, port, exited } = await serve(['--log', 'silent'])
    // The first request of the process: the validators are still loading when the client leaves.
    const socket = connect(port, '127.0.0.1')
    const bytes = `GET /_sandbox/events/stream HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${KEY}\r\n\r\n`
    await new Promise((resolve) => socket.write(bytes, resolve))
    socket.destroy()
    expect(await callLoudly(`http://127.0.0.1:${port}`)).toBe(200)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  test('when a client neither finishes its upload nor reads its stream', async () => {
    const { child, url, port, exited } = await serve(['--log', 'silent'])
    await beginUpload(url)
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /_sandbox/events/stream HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${KEY}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  test('at the deadline, whatever else keeps it running', async () => {
    const preload = "data:text/javascript,process.on('SIGTERM', () => setInterval(() => {}, 1e6))"
    const { child, stderr, exited } = await serve(['--log', 'silent'], ['--import', preload])
    child.kill('SIGTERM')
    const [told] = await once(stderr, 'data')
    expect(String(told)).toBe('mds-sandbox: Something was still running 8 s after the signal to stop.\n')
    expect(await exited).toBe(1)
  })
})

test.each(['SIGINT', 'SIGTERM'] as const)('a second %s ends the process at once', async (signal) => {
  const { child, url, port, exited } = await serve(['--log', 'silent'])
  await beginUpload(url)
  child.kill(signal)
  // It no longer listens when it has received the first signal.
  const refusesConnections = () =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(false)).on('error', () => resolve(true))
      socket.unref()
    })
  await expect.poll(refusesConnections).toBe(true)
  child.kill(signal)
  // With a grace of five seconds, the exit code would be 0.
  expect(await exited).toBe(1)
})

describe('output that nobody reads', () => {
  test('does not stop the server, nor its exit', async () => {
    const { child, url, exited } = await serve(['--log', 'json'])
    for (let i = 0; i < (2 * MAX_UNREAD_LOG_BYTES) / 10_000; i++) expect(await callLoudly(url)).toBe(200)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  test('is dropped above a limit, and the log says so when it is read again', async () => {
    const { url, stderr } = await serve(['--log', 'json'])
    for (let i = 0; i < (3 * MAX_UNREAD_LOG_BYTES) / 10_000; i++) await callLoudly(url)
    let text = ''
    stderr.on('data', (chunk) => (text += chunk))
    await expect.poll(() => text, { timeout: 10_000 }).toContain('"dropped":')
    const { level, dropped, message } = JSON.parse(/^.*"dropped".*$/m.exec(text)?.[0] as string)
    expect([level, message]).toEqual(['warning', `${dropped} lines of the log were dropped, because nobody read it.`])
    expect(dropped).toBeGreaterThan(50)
    expect(text.length).toBeLessThan(2 * MAX_UNREAD_LOG_BYTES)
    // Then the log continues.
    await fetch(`${url}/v1/nothing`)
    await expect.poll(() => text).toContain('"target":"/v1/nothing"')
  })
})

describe('closed output is not a crash', () => {
  test('of stderr', async () => {
    const { child, url, stderr, exited } = await serve(['--log', 'json'])
    stderr.destroy()
    for (let i = 0; i < 5; i++) expect(await callLoudly(url)).toBe(200)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  test('of stdout, before it is ready', async () => {
    const placeholder = createServer()
    const port = await listen(placeholder as never, 0, '127.0.0.1')
    await new Promise((resolve) => placeholder.close(resolve))
    const { child, stdout, exited } = start(['--port', String(port), '--log', 'silent'])
    stdout.destroy()
    const status = () => callLoudly(`http://127.0.0.1:${port}`).catch(() => undefined)
    await expect.poll(status, { timeout: 10_000 }).toBe(200)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** What is in use when the garbage is gone, in bytes. */
export interface Memory {
  /** V8's heap but for code, and what buffers have beside it. */
  heap: number
  rss: number
}

/** What a server holds on to, by kind. */
export interface Handles {
  /** What keeps its process alive. */
  resources: Record<string, number>
  /** Open file descriptors; undefined where the system does not tell. */
  files: Record<string, number> | undefined
}

export interface ServerProcess {
  port: number
  memory(): Promise<Memory>
  handles(): Promise<Handles>
  /** Asks it to stop, and says how it ended: undefined when something kept it alive for so many milliseconds. */
  stop(timeoutMs: number): Promise<string | undefined>
  kill(): void
}

// As far from here when built as it is in the sources.
const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The product as it is shipped, in a process of its own; `preload` are modules that plant a fault in it. */
export async function startServer(preload: readonly string[] = []): Promise<ServerProcess> {
  const imports = [new URL('../../proof/soak/gauge.mjs', import.meta.url).href, ...preload]
  const node = ['--expose-gc', ...imports.flatMap((url) => ['--import', url])]
  const flags = ['--port', '0', '--clock', 'manual', '--json', '--log', 'silent']
  const child: ChildProcess = spawn(process.execPath, [...node, fromRoot('dist/cli.js'), ...flags], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => String(signal ?? code))
  const exitedEarly = exited.then((how) => Promise.reject(new Error(`The server ended by itself, with ${how}.`)))
  // Nobody may be waiting for it when it is stopped.
  exitedEarly.catch(() => {})
  const stdout = child.stdout as NodeJS.ReadableStream
  const [line] = await Promise.race([once(stdout, 'data'), exitedEarly])
  const { port } = JSON.parse(String(line)) as { port: number }
  async function ask(question: string): Promise<unknown> {
    const reply = once(child, 'message')
    child.send(question)
    return (await Promise.race([reply, exitedEarly]))[0]
  }
  return {
    port,
    memory: () => ask('memory') as Promise<Memory>,
    handles: () => ask('handles') as Promise<Handles>,
    async stop(timeoutMs) {
      child.kill('SIGTERM')
      const abort = new AbortController()
      const timeout = delay(timeoutMs, undefined, { signal: abort.signal })
      const how = await Promise.race([exited, timeout])
      abort.abort()
      return how
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Memory in use after garbage collection, in bytes. */
export interface Memory {
  /** V8's heap without compiled code, plus external memory. */
  heap: number
  rss: number
}

/** Handles that are in use, counted by kind. */
export interface Handles {
  /** Resources that keep the process alive. */
  resources: Record<string, number>
  /** Open file descriptors. Undefined if the system has no /proc. */
  files: Record<string, number> | undefined
}

export interface ServerProcess {
  port: number
  memory(): Promise<Memory>
  handles(): Promise<Handles>
  /** Stops the server and returns its exit code or signal. Undefined if it is still running after the timeout. */
  stop(timeoutMs: number): Promise<string | undefined>
  kill(): void
}

// The bundle in proof/built is as deep in the tree as this file.
const rootUrl = (path: string) => new URL(`../../${path}`, import.meta.url)

/** Starts the built command line in its own process. `preload` are modules that plant a fault in it. */
export async function startServer(preload: readonly string[] = []): Promise<ServerProcess> {
  const imports = [rootUrl('proof/soak/process-probe.mjs').href, ...preload]
  const node = ['--expose-gc', ...imports.flatMap((url) => ['--import', url])]
  const flags = ['--port', '0', '--clock', 'manual', '--json', '--log', 'silent']
  const child: ChildProcess = spawn(process.execPath, [...node, fileURLToPath(rootUrl('dist/cli.js')), ...flags], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => String(signal ?? code))
  const exitedEarly = exited.then((how) => Promise.reject(new Error(`The server exited unexpectedly with ${how}.`)))
  // Prevents an unhandled rejection if the server is stopped while nothing awaits it.
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

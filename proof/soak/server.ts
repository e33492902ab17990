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

export interface SoakedServer {
  port: number
  memory(): Promise<Memory>
  handles(): Promise<Handles>
  /** Asks it to stop, and says how it ended: undefined when something kept it alive for so many milliseconds. */
  stop(patience: number): Promise<string | undefined>
  kill(): void
}

// As far from here when built as it is in the sources.
const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The product as it is shipped, in a process of its own; `preload` are modules that plant a fault in it. */
export async function startServer(preload: readonly string[] = []): Promise<SoakedServer> {
  const imports = [new URL('../../proof/soak/gauge.mjs', import.meta.url).href, ...preload]
  const node = ['--expose-gc', ...imports.flatMap((url) => ['--import', url])]
  const flags = ['--port', '0', '--clock', 'manual', '--json', '--log', 'silent']
  const child: ChildProcess = spawn(process.execPath, [...node, root('dist/cli.js'), ...flags], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code))
  const gone = ended.then((how) => Promise.reject(new Error(`The server ended by itself, with ${how}.`)))
  // Nobody may be waiting for it when it is stopped.
  gone.catch(() => {})
  const stdout = child.stdout as NodeJS.ReadableStream
  const [line] = await Promise.race([once(stdout, 'data'), gone])
  const { port } = JSON.parse(String(line)) as { port: number }
  async function ask(question: string): Promise<unknown> {
    const told = once(child, 'message')
    child.send(question)
    return (await Promise.race([told, gone]))[0]
  }
  return {
    port,
    memory: () => ask('memory') as Promise<Memory>,
    handles: () => ask('handles') as Promise<Handles>,
    async stop(patience) {
      child.kill('SIGTERM')
      const impatience = new AbortController()
      const late = delay(patience, undefined, { signal: impatience.signal })
      const how = await Promise.race([ended, late])
      impatience.abort()
      return how
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

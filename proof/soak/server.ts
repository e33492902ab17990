import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** What a server has left when it has nothing to do and its garbage is gone. */
export interface Rest {
  /** Bytes that are in use: V8's heap, and what buffers have beside it. */
  heap: number
  rss: number
  /** What keeps the process alive, by kind. */
  resources: Record<string, number>
  /** Open file descriptors, by what they are; undefined where the system does not tell. */
  files: Record<string, number> | undefined
}

export interface SoakedServer {
  port: number
  rest(): Promise<Rest>
  /** Asks it to stop, and says how it ended: undefined when something kept it alive. */
  stop(): Promise<string | undefined>
  kill(): void
}

// As far from here when built as it is in the sources.
const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** How long a server that has nothing left to do may take to end. */
const PATIENCE = 10_000

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
  return {
    port,
    async rest() {
      const told = once(child, 'message')
      child.send('rest')
      return ((await Promise.race([told, gone])) as [Rest])[0]
    },
    async stop() {
      child.kill('SIGTERM')
      const impatience = new AbortController()
      const late = delay(PATIENCE, undefined, { signal: impatience.signal })
      const how = await Promise.race([ended, late])
      impatience.abort()
      return how
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** As in a shell: the command was not found, or is not executable. */
const EXIT_NOT_FOUND = 127
const EXIT_NOT_EXECUTABLE = 126
/** How long processes that the command left running may take to end. */
const LEFTOVER_GRACE_MS = 2000
const LEFTOVER_POLL_MS = 20

const isWindows = process.platform === 'win32'

export interface ChildCommand {
  /** The exit code as a shell reports it: 128 + N after signal N. */
  ended: Promise<number>
  /** Passes a signal on to the command and all processes that it started. */
  signal(signal: NodeJS.Signals): void
  /** Ends processes that the command left running. Resolves with whether there were any. */
  endLeftovers(): Promise<boolean>
}

/**
 * Runs a command in a process group of its own, so that a signal reaches each of its processes exactly once, and nothing
 * of it is left running. Windows has no such groups.
 */
export function runCommand([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): ChildCommand {
  const child = spawn(file, args, { env, stdio: 'inherit', detached: !isWindows, shell: isWindows })
  return {
    ended: waitForExit(child, file),
    signal: (signal) => void signalGroup(child, signal),
    async endLeftovers() {
      if (isWindows || !signalGroup(child, 'SIGTERM')) return false
      for (let waited = 0; waited < LEFTOVER_GRACE_MS; waited += LEFTOVER_POLL_MS) {
        await delay(LEFTOVER_POLL_MS)
        if (!isGroupAlive(child)) return true
      }
      signalGroup(child, 'SIGKILL')
      return true
    },
  }
}

const waitForExit = (child: ChildProcess, file: string) =>
  new Promise<number>((resolve) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const isMissing = code === 'ENOENT'
      process.stderr.write(`mds-sandbox: ${file}: ${isMissing ? 'there is no such command' : message}\n`)
      resolve(isMissing ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })

/** Whether there was a process to receive it. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  try {
    process.kill(isWindows ? pid : -pid, signal)
    return true
  } catch {
    return false
  }
}

/**
 * A process that has ended stays as a zombie until its parent has noticed, and in many containers nobody does. Signals still
 * find it, so Linux is asked for its state.
 */
function isGroupAlive(child: ChildProcess): boolean {
  if (process.platform !== 'linux') return signalGroup(child, 0)
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const [state, , group] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(group) === child.pid && state !== 'Z'
    } catch {
      // It ended in the meantime.
      return false
    }
  })
}

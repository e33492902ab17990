import { createHash } from 'node:crypto'
import { closeSync, openSync, realpathSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The system limit for socket paths is a little higher. */
const MAX_SOCKET_PATH_LENGTH = 100
const MAX_TAKEOVER_MS = 5000

/**
 * The lock is a listening socket. Unlike a PID file, it can't be stale: after the process was killed, connecting fails.
 * The socket is in the directory itself, so that containers sharing it see each other's lock; when that path is too
 * long, it is in the temporary directory.
 */
function socketPathFor(directory: string): string {
  const path = realpathSync(directory)
  const lockPath = join(path, 'lock')
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\mds-sandbox-${digest}`
  return lockPath.length <= MAX_SOCKET_PATH_LENGTH ? lockPath : join(tmpdir(), `mds-sandbox-${digest}`)
}

const listen = (socketPath: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(socketPath, () => resolve(server.unref()))
  })

const isListening = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Returns a function that releases the lock, or undefined when another process holds it. */
export async function lockDirectory(directory: string): Promise<(() => void) | undefined> {
  const socketPath = socketPathFor(directory)
  const acquire = async () => {
    const server = await listen(socketPath)
    return () => void server.close()
  }
  try {
    return await acquire()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (await isListening(socketPath)) return undefined
    return takeOver(`${socketPath}.takeover`, async () => {
      // Check again: another process may have taken the lock in the meantime.
      if (await isListening(socketPath)) return undefined
      rmSync(socketPath, { force: true })
      return acquire()
    })
  }
}

/** Lets only one of several processes take over a stale lock. */
async function takeOver<T>(path: string, take: () => Promise<T>): Promise<T | undefined> {
  if (process.platform === 'win32') return take()
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // A process killed during its takeover leaves this file; ignore it after MAX_TAKEOVER_MS.
    if (Date.now() - statSync(path).mtimeMs < MAX_TAKEOVER_MS) return undefined
    rmSync(path, { force: true })
    return takeOver(path, take)
  }
  try {
    return await take()
  } finally {
    rmSync(path, { force: true })
  }
}

import { createHash } from 'node:crypto'
import { closeSync, openSync, realpathSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longer paths are no names for sockets. */
const MAX_SOCKET_PATH_LENGTH = 100
const MAX_TAKEOVER_MS = 5000

/**
 * A socket that listens as long as the process lives. Unlike a file with a number in it, it can't be left behind by a
 * process that was killed: nobody answers any more. In the directory itself, so that containers that share it notice
 * each other; where that is too long a path, beside other temporary files.
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

/** Undefined when another process has the directory; otherwise what gives it back. */
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
      // Somebody else may have been here meanwhile.
      if (await isListening(socketPath)) return undefined
      rmSync(socketPath, { force: true })
      return acquire()
    })
  }
}

/** Of several that find a lock left behind only one may take it over; the others are too late. */
async function takeOver<T>(path: string, take: () => Promise<T>): Promise<T | undefined> {
  if (process.platform === 'win32') return take()
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // Whoever was killed in the middle of it left this behind, too.
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

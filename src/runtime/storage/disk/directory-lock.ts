import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The limit of systems for socket paths, in bytes, is a little higher. */
const MAX_SOCKET_PATH_BYTES = 100
const MAX_TAKEOVER_MS = 5000

interface SocketAddress {
  /** Short enough to listen on and to connect to. */
  path: string
  dispose(): void
}

/**
 * A short path to the socket in a directory whose own path is too long. Linux has one for every open directory; other
 * systems get a symbolic link in the temporary directory. The socket itself is in the data directory in any case, so that
 * containers that share the directory see each other's lock.
 */
function shorten(directory: string): SocketAddress {
  if (existsSync('/proc/self/fd')) {
    const open = openSync(directory, 'r')
    return { path: `/proc/self/fd/${open}/lock`, dispose: () => closeSync(open) }
  }
  const parent = Buffer.byteLength(tmpdir()) < 70 ? tmpdir() : '/tmp'
  const link = mkdtempSync(join(parent, 'mds-'))
  symlinkSync(directory, join(link, 'd'))
  return { path: join(link, 'd', 'lock'), dispose: () => rmSync(link, { recursive: true, force: true }) }
}

/** The lock is a listening socket. Unlike a PID file, it can't be stale: after the process was killed, connecting fails. */
function socketAddressFor(directory: string): SocketAddress {
  const path = join(directory, 'lock')
  if (process.platform === 'win32') {
    const digest = createHash('sha256').update(directory).digest('hex').slice(0, 16)
    return { path: `\\\\.\\pipe\\mds-sandbox-${digest}`, dispose() {} }
  }
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES ? { path, dispose() {} } : shorten(directory)
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
export async function lockDirectory(path: string): Promise<(() => void) | undefined> {
  const directory = realpathSync(path)
  const { path: socketPath, dispose } = socketAddressFor(directory)
  const acquire = async () => {
    const server = await listen(socketPath)
    // The server removes its socket when it closes, so the short path must be valid until then.
    return () => void server.close(dispose)
  }
  let unlock: (() => void) | undefined
  try {
    unlock = await acquire().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      return takeOverIfStale(directory, socketPath, acquire)
    })
    return unlock
  } finally {
    if (!unlock) dispose()
  }
}

async function takeOverIfStale<T>(
  directory: string,
  socketPath: string,
  acquire: () => Promise<T>,
): Promise<T | undefined> {
  if (await isListening(socketPath)) return undefined
  return takeOver(join(directory, 'lock.takeover'), async () => {
    // Check again: another process may have taken the lock in the meantime.
    if (await isListening(socketPath)) return undefined
    rmSync(process.platform === 'win32' ? socketPath : join(directory, 'lock'), { force: true })
    return acquire()
  })
}

/** Lets only one of several processes take over a stale lock. */
async function takeOver<T>(path: string, take: () => Promise<T>): Promise<T | undefined> {
  if (process.platform === 'win32') return take()
  try {
    closeSync(openSync(path, 'wx', 0o600))
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

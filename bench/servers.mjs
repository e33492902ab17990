import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installedModules } from './install.mjs'
import { launch, RELEASE_REQUEST, send, startOwn, withStartTimeout } from './own-servers.mjs'
import { PEERS } from './peers.mjs'
import { getSamples } from './samples.mjs'

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Polls until the server responds, because every server prints something else when it is ready. */
async function waitUntilReady(port, child) {
  while (child.exitCode === null) {
    const response = await send(port, RELEASE_REQUEST).catch(() => undefined)
    if (response?.status === 200) return
    await delay(5)
  }
}

async function startPeer(name) {
  const modules = await installedModules(name)
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'))
  const port = await freePort()
  const command = PEERS[name].command({ installed: modules, folder, port: String(port), samples: await getSamples() })
  const startedAt = performance.now()
  const launched = launch(name, command)
  launched.child.stdout.resume()
  await withStartTimeout(waitUntilReady(port, launched.child), launched)
  const stop = async () => {
    await launched.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { name, port, pid: launched.child.pid, stop, startDurationMs: performance.now() - startedAt }
}

/** Starts a server and waits until it is ready. For a peer, the result has the duration of the start. */
export const start = (name, ...extraArgs) => (name in PEERS ? startPeer(name) : startOwn(name, ...extraArgs))

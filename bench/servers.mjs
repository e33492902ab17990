import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installed } from './install.mjs'
import { inTime, launch, RELEASE, send, startOwn } from './own-servers.mjs'
import { PEERS } from './peers.mjs'
import { samples } from './samples.mjs'

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Asks until there is an answer: what a server prints when it is ready is different everywhere. */
async function untilAnswered(port, child) {
  while (child.exitCode === null) {
    const answer = await send(port, RELEASE).catch(() => undefined)
    if (answer?.status === 200) return
    await delay(5)
  }
}

async function startPeer(name) {
  const modules = await installed(name)
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'))
  const port = await freePort()
  const command = PEERS[name].command({ installed: modules, folder, port: String(port), samples: await samples() })
  const begun = performance.now()
  const process = launch(name, command)
  process.child.stdout.resume()
  await inTime(untilAnswered(port, process.child), process)
  const stop = async () => {
    await process.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { name, port, pid: process.child.pid, stop, took: performance.now() - begun }
}

/** A server that is ready. Of a peer it is also known how long that took, for it was asked until it answered. */
export const start = (name, ...more) => (name in PEERS ? startPeer(name) : startOwn(name, ...more))

import autocannon from 'autocannon'
import { alternateOrder, median } from './measure.mjs'
import { keepAlive, send } from './own-servers.mjs'
import { OURS } from './peers.mjs'
import { PAGE_PATH, RELEASE_BODY } from './samples.mjs'
import { start } from './servers.mjs'

const SMALL = 1_000
const LARGE = 100_000

const headersOf = (world) => ({ 'x-api-key': `sk_sandbox_enterprise_${world.name}` })

async function createReleases(server, world, size) {
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}/v1/releases`,
    method: 'POST',
    headers: { ...headersOf(world), 'content-type': 'application/json' },
    body: RELEASE_BODY,
    connections: 20,
    amount: size,
    sampleInt: 50,
  })
  if (result['2xx'] !== size) throw new Error(`Only ${result['2xx']} of ${size} releases were created`)
}

async function fetchPage(server, world, path, agent) {
  const { status, body } = await send(server.port, { path, headers: headersOf(world), agent })
  if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${body}`)
  return body
}

/** The cursor in the middle of the world's releases, found by paging. */
async function findMiddleCursor(server, world, agent) {
  let cursor = ''
  for (let seen = 0; seen < world.size / 2; seen += 100) {
    const body = await fetchPage(server, world, `/v1/releases?limit=100${cursor && `&cursor=${cursor}`}`, agent)
    cursor = JSON.parse(body).next_cursor
  }
  return cursor
}

/** Median duration of one page in each world. The worlds are requested in turn over one connection. */
async function measurePages(server, worlds, pathOf, times, agent) {
  const durations = worlds.map(() => [])
  for (let i = -Math.ceil(times / 5); i < times; i++) {
    for (const world of alternateOrder(worlds, Math.abs(i))) {
      const path = pathOf(world)
      const startedAt = performance.now()
      await fetchPage(server, world, path, agent)
      if (i >= 0) durations[worlds.indexOf(world)].push(performance.now() - startedAt)
    }
  }
  return durations.map(median)
}

const formatMicroseconds = (n) => `${Math.round(n * 1000)} µs`

/** Measures whether a page takes longer in a larger world. */
export async function measureLists(report, { pages, large = LARGE }) {
  const server = await start(OURS, '--rate-limit', 'off')
  const agent = keepAlive()
  try {
    const worlds = [
      { name: 'small', size: SMALL },
      { name: 'large', size: large },
    ]
    for (const world of worlds) {
      await createReleases(server, world, world.size)
      world.cursor = await findMiddleCursor(server, world, agent)
    }
    for (const [label, pathOf] of [
      ['first', () => PAGE_PATH],
      ['middle', ({ cursor }) => `${PAGE_PATH}&cursor=${cursor}`],
      ['?status=draft', () => `${PAGE_PATH}&status=draft`],
    ]) {
      const [smallMs, largeMs] = await measurePages(server, worlds, pathOf, pages, agent)
      const row = `Page of 20 (${label}), ${large.toLocaleString('en')} releases relative to ${SMALL.toLocaleString('en')}`
      report.addTarget(row, largeMs / smallMs, { atMost: 1.2 })
      report.addNote(
        `Page of 20 (${label}): ${formatMicroseconds(largeMs)} with ${large.toLocaleString('en')} releases, ${formatMicroseconds(smallMs)} with ${SMALL.toLocaleString('en')}.`,
      )
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

import autocannon from 'autocannon'
import { inOrder, median } from './measure.mjs'
import { keepAlive, send } from './own-servers.mjs'
import { OURS } from './peers.mjs'
import { BODY, PAGE } from './samples.mjs'
import { start } from './servers.mjs'

const SMALL = 1_000
const LARGE = 100_000

const headersOf = (world) => ({ 'x-api-key': `sk_sandbox_enterprise_${world.name}` })

async function fill(server, world, size) {
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}/v1/releases`,
    method: 'POST',
    headers: { ...headersOf(world), 'content-type': 'application/json' },
    body: BODY,
    connections: 20,
    amount: size,
    sampleInt: 50,
  })
  if (result['2xx'] !== size) throw new Error(`Only ${result['2xx']} of ${size} releases were created`)
}

async function get(server, world, path, agent) {
  const { status, body } = await send(server.port, { path, headers: headersOf(world), agent })
  if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${body}`)
  return body
}

/** The cursor in the middle of the world's releases, found the way a client finds it. */
async function middle(server, world, agent) {
  let cursor = ''
  for (let seen = 0; seen < world.size / 2; seen += 100) {
    const body = await get(server, world, `/v1/releases?limit=100${cursor && `&cursor=${cursor}`}`, agent)
    cursor = JSON.parse(body).next_cursor
  }
  return cursor
}

/** Medians of one page in each world, asked for in turn over one connection. */
async function time(server, worlds, pathOf, times, agent) {
  const taken = worlds.map(() => [])
  for (let i = -Math.ceil(times / 5); i < times; i++) {
    for (const world of inOrder(worlds, Math.abs(i))) {
      const path = pathOf(world)
      const begun = performance.now()
      await get(server, world, path, agent)
      if (i >= 0) taken[worlds.indexOf(world)].push(performance.now() - begun)
    }
  }
  return taken.map(median)
}

const us = (n) => `${Math.round(n * 1000)} µs`

/** Whether a page costs more when there is more to page through. */
export async function listGrowth(report, { pages, large = LARGE }) {
  const server = await start(OURS, '--rate-limit', 'off')
  const agent = keepAlive()
  try {
    const worlds = [
      { name: 'small', size: SMALL },
      { name: 'large', size: large },
    ]
    for (const world of worlds) {
      await fill(server, world, world.size)
      world.cursor = await middle(server, world, agent)
    }
    for (const [words, pathOf] of [
      ['first', () => PAGE],
      ['middle', ({ cursor }) => `${PAGE}&cursor=${cursor}`],
      ['?status=draft', () => `${PAGE}&status=draft`],
    ]) {
      const [small, big] = await time(server, worlds, pathOf, pages, agent)
      const row = `Page of 20 (${words}), ${large.toLocaleString('en')} releases relative to ${SMALL.toLocaleString('en')}`
      report.target(row, big / small, { atMost: 1.2 })
      report.note(
        `Page of 20 (${words}): ${us(big)} with ${large.toLocaleString('en')} releases, ${us(small)} with ${SMALL.toLocaleString('en')}.`,
      )
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

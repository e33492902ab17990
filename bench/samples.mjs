import { keepAlive, RELEASE_REQUEST, send, startOwn } from './own-servers.mjs'
import { OURS } from './peers.mjs'

export const RELEASE_BODY = JSON.stringify({
  title: 'Bench',
  artists: [{ name: 'Bench', role: 'main' }],
  release_date: '2030-01-01',
})

export const PAGE_PATH = '/v1/releases?limit=20'

/** Creates releases until a world has a full page. */
export async function fillPage(port, headers, agent) {
  for (;;) {
    const { body } = await send(port, { path: PAGE_PATH, headers, agent })
    const missing = 20 - JSON.parse(body).data.length
    if (missing === 0) return body
    const contentType = { 'content-type': 'application/json' }
    for (let i = 0; i < missing; i++)
      await send(port, {
        method: 'POST',
        path: '/v1/releases',
        headers: { ...headers, ...contentType },
        body: RELEASE_BODY,
        agent,
      })
  }
}

let recordedSamples

async function recordSamples() {
  const server = await startOwn(OURS, '--clock', 'manual')
  const agent = keepAlive()
  try {
    const { headers } = RELEASE_REQUEST
    const page = await fillPage(server.port, headers, agent)
    const { body: release } = await send(server.port, { ...RELEASE_REQUEST, agent })
    const { data } = JSON.parse(page)
    const releases = [JSON.parse(release), ...data.filter(({ id }) => id !== 'rel_seed_01')].slice(0, 20)
    return { release, page, releases, created: JSON.stringify(data[0]) }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** Responses of the sandbox, which static peers send. */
export const getSamples = () => (recordedSamples ??= recordSamples())

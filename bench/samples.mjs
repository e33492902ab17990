import { keepAlive, RELEASE, send, startOwn } from './own-servers.mjs'
import { OURS } from './peers.mjs'

export const BODY = JSON.stringify({
  title: 'Bench',
  artists: [{ name: 'Bench', role: 'main' }],
  release_date: '2030-01-01',
})

export const PAGE = '/v1/releases?limit=20'

/** Makes releases until a world has a page of them. */
export async function fillPage(port, headers, agent) {
  for (;;) {
    const { body } = await send(port, { path: PAGE, headers, agent })
    const missing = 20 - JSON.parse(body).data.length
    if (missing === 0) return body
    const type = { 'content-type': 'application/json' }
    for (let i = 0; i < missing; i++)
      await send(port, { method: 'POST', path: '/v1/releases', headers: { ...headers, ...type }, body: BODY, agent })
  }
}

let taken

async function take() {
  const server = await startOwn(OURS, '--clock', 'manual')
  const agent = keepAlive()
  try {
    const { headers } = RELEASE
    const page = await fillPage(server.port, headers, agent)
    const { body: release } = await send(server.port, { ...RELEASE, agent })
    const { data } = JSON.parse(page)
    const releases = [JSON.parse(release), ...data.filter(({ id }) => id !== 'rel_seed_01')].slice(0, 20)
    return { release, page, releases, created: JSON.stringify(data[0]) }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** The sandbox's own answers, for those who send what they are given. */
export const samples = () => (taken ??= take())

import { createServer } from 'node:http'

// The floor: what node:http, a Map and JSON cost by themselves. Same paths and same body sizes as the sandbox.
const releases = new Map()
const all = []
const create = (id, body, more) => {
  const now = new Date().toISOString()
  const release = {
    id,
    ...body,
    label: 'Halcyra Records',
    upc: '860100000016',
    territories: ['WORLD'],
    status: 'draft',
    artwork_asset_id: null,
    ...more,
    created_at: now,
    updated_at: now,
  }
  releases.set(id, release)
  all.push(release)
  return release
}
create(
  'rel_seed_01',
  { title: 'Muted Quarry', artists: [{ name: 'Brackwater Foxes', role: 'main' }], release_date: '2030-01-01' },
  { label: 'Ninth Pier Audio', status: 'delivered', artwork_asset_id: 'ast_seed_artwork_01' },
)

let made = 0
const nextId = () => `rel_${String(++made).padStart(21, '0')}`
const BENCH = { title: 'Bench', artists: [{ name: 'Bench', role: 'main' }], release_date: '2030-01-01' }
while (all.length < 20) create(nextId(), BENCH)

/** The newest first. */
const page = () => ({ data: all.slice(-20).reverse(), next_cursor: all.at(-20).id, has_more: true })

function answer(response, status, body) {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
}

const PATH = '/v1/releases'
const server = createServer((request, response) => {
  const { method, url } = request
  if (method === 'POST' && url === PATH) {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => answer(response, 201, create(nextId(), JSON.parse(Buffer.concat(chunks).toString()))))
    return
  }
  if (method === 'GET' && url === `${PATH}?limit=20`) return answer(response, 200, page())
  const release = method === 'GET' && url.startsWith(`${PATH}/`) ? releases.get(url.slice(PATH.length + 1)) : undefined
  answer(response, release ? 200 : 404, release ?? { error: 'not_found' })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`))

import { createServer } from 'node:http'

// The baseline: the cost of node:http, a Map and JSON alone. Same paths and body sizes as the sandbox.
const releases = new Map()
const releasesInOrder = []
const create = (id, body, overrides) => {
  const now = new Date().toISOString()
  const release = {
    id,
    ...body,
    label: 'Halcyra Records',
    upc: '860100000016',
    territories: ['WORLD'],
    status: 'draft',
    artwork_asset_id: null,
    ...overrides,
    created_at: now,
    updated_at: now,
  }
  releases.set(id, release)
  releasesInOrder.push(release)
  return release
}
create(
  'rel_seed_01',
  { title: 'Muted Quarry', artists: [{ name: 'Brackwater Foxes', role: 'main' }], release_date: '2030-01-01' },
  { label: 'Ninth Pier Audio', status: 'delivered', artwork_asset_id: 'ast_seed_artwork_01' },
)

let releaseCount = 0
const nextId = () => `rel_${String(++releaseCount).padStart(21, '0')}`
const SAMPLE_RELEASE = { title: 'Bench', artists: [{ name: 'Bench', role: 'main' }], release_date: '2030-01-01' }
while (releasesInOrder.length < 20) create(nextId(), SAMPLE_RELEASE)

/** The newest first. */
const firstPage = () => ({
  data: releasesInOrder.slice(-20).reverse(),
  next_cursor: releasesInOrder.at(-20).id,
  has_more: true,
})

function respond(response, status, body) {
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
    request.on('end', () => respond(response, 201, create(nextId(), JSON.parse(Buffer.concat(chunks).toString()))))
    return
  }
  if (method === 'GET' && url === `${PATH}?limit=20`) return respond(response, 200, firstPage())
  const release = method === 'GET' && url.startsWith(`${PATH}/`) ? releases.get(url.slice(PATH.length + 1)) : undefined
  respond(response, release ? 200 : 404, release ?? { error: 'not_found' })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`))

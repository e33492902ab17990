import autocannon from 'autocannon'
import { cpuSeconds, inOrder, median, residentBytes } from './measure.mjs'
import { keepAlive, send } from './own-servers.mjs'
import { COLUMNS, OURS, PEERS } from './peers.mjs'
import { BODY, fillPage, PAGE } from './samples.mjs'
import { start } from './servers.mjs'

// Every world has limits of its own: 2,500 requests in a second, 60,000 in a minute. Each connection goes round its own
// worlds, so that the limiter counts every request and, up to 45,000 a second, refuses none. More worlds than that would
// measure the processor's cache.
const CONNECTIONS = 15
const WORLDS_EACH = 3
const keyOf = (connection, i) => `sk_sandbox_enterprise_bench-${connection}-${i}`

// What is created makes some of them slower, so that comes last.
const LOADS = [
  { id: 'GET', words: 'GET one release', of: () => ({ path: '/v1/releases/rel_seed_01' }), status: 200 },
  { id: 'list', words: 'GET a page of 20', of: ({ name }) => ({ path: PEERS[name]?.listPath ?? PAGE }), status: 200 },
  {
    id: 'POST',
    words: 'POST a release',
    of: () => ({ method: 'POST', path: '/v1/releases', body: BODY }),
    status: 201,
  },
]
const TARGETS = { GET: { bare: 0.7, Prism: 8 }, POST: { bare: 0.6, Prism: 8 } }

const requestsOf = ({ body, ...load }, connection) =>
  Array.from({ length: WORLDS_EACH }, (_, i) => ({
    ...load,
    ...(body && { body }),
    headers: { 'x-api-key': keyOf(connection, i), ...(body && { 'content-type': 'application/json' }) },
  }))

/** One round: answers in a second, the server's CPU time for each, and how busy the load generator was itself. */
async function round(server, load, seconds) {
  const before = cpuSeconds(server.pid)
  const idle = performance.eventLoopUtilization()
  let connection = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    setupClient: (client) => client.setRequests(requestsOf(load.of(server), connection++)),
  })
  const after = cpuSeconds(server.pid)
  const answered = result['2xx']
  return {
    answered,
    rate: answered / result.duration,
    cpu: after === undefined ? undefined : ((after - before) / answered) * 1e6,
    generator: performance.eventLoopUtilization(idle).utilization,
    refused: result.non2xx + result.errors + result.timeouts,
  }
}

/** Round by round, everybody in turn. */
async function measure(servers, load, { rounds, seconds, warmup }) {
  for (const server of servers) server.answered = (await round(server, load, warmup)).answered
  const measured = new Map(servers.map(({ name }) => [name, []]))
  for (let i = 0; i < rounds; i++)
    for (const server of inOrder(servers, i)) {
      const one = await round(server, load, seconds)
      server.answered += one.answered
      measured.get(server.name).push(one)
    }
  return measured
}

/** What one request brings back. A server that does not answer as it should is no rival in this row. */
async function bodySize(server, load) {
  const { status, body } = await send(server.port, requestsOf(load.of(server), 'probe')[0])
  if (status !== load.status) throw new Error(`${server.name} answers “${load.words}” with ${status}`)
  return Buffer.byteLength(body)
}

async function fillWorlds(server) {
  const agent = keepAlive()
  for (let connection = 0; connection < CONNECTIONS; connection++)
    for (let i = 0; i < WORLDS_EACH; i++) await fillPage(server.port, { 'x-api-key': keyOf(connection, i) }, agent)
  await fillPage(server.port, { 'x-api-key': keyOf('probe', 0) }, agent)
  agent.destroy()
}

async function startRivals(report) {
  const servers = []
  for (const name of COLUMNS) {
    try {
      const server = await start(name)
      servers.push(server)
      await bodySize(server, LOADS[0])
      server.begun = residentBytes(server.pid)
    } catch (error) {
      if (!(name in PEERS)) throw error
      report.skip(name, error.message)
    }
  }
  return servers
}

const perSecond = (n) => `${Math.round(n).toLocaleString('en')}/s`
const microseconds = (n) => `${n.toFixed(n < 100 ? 1 : 0)} µs`
const megabytes = (n) => `${Math.round(n / 1e6)} MB`

async function row(report, servers, load, pace) {
  const rivals = []
  const sizes = []
  for (const server of servers)
    try {
      sizes.push(`${server.name} ${(await bodySize(server, load)).toLocaleString('en')}`)
      rivals.push(server)
    } catch (error) {
      report.note(`${load.words}: ${server.name} is left out: ${error.message}.`)
    }
  const measured = await measure(rivals, load, pace)
  const of = (field) => new Map([...measured].map(([name, all]) => [name, median(all.map((one) => one[field]))]))
  const ours = measured.get(OURS)
  const ratiosTo = (field) =>
    new Map([...measured].map(([name, all]) => [name, median(all.map((one, i) => ours[i][field] / one[field]))]))

  const ratios = ratiosTo('rate')
  report.row(load.id, load.words, { better: 'more', format: perSecond, values: of('rate'), ratios })
  const hasCpu = ours[0].cpu !== undefined
  if (hasCpu)
    report.row(`${load.id} CPU`, `${load.words}: server CPU per request`, {
      ...{ better: 'less', format: microseconds, values: of('cpu'), ratios: ratiosTo('cpu') },
    })
  for (const [name, atLeast] of Object.entries(TARGETS[load.id] ?? {}))
    if (ratios.has(name)) report.target(`${load.words}, relative to ${name}`, ratios.get(name), { atLeast })

  report.note(`${load.words}, bytes of the response body: ${sizes.join(', ')}.`)
  const spread = ours.map(({ rate }, i) => (rate / measured.get('bare')[i].rate).toFixed(2)).sort()
  const busy = [...of('generator')].map(([name, share]) => `${name} ${Math.round(share * 100)} %`)
  report.note(
    `${load.words}, relative to bare: ${spread[0]} to ${spread.at(-1)} over the rounds. Utilization of the load generator: ${busy.join(', ')}.`,
  )
  for (const [name, all] of measured) {
    const refused = all.reduce((sum, one) => sum + one.refused, 0)
    if (refused > 0)
      report.warn(`${name} did not answer ${refused} requests of “${load.words}” with 2xx, so its figure is invalid`)
  }
}

export async function http(report, pace) {
  const servers = await startRivals(report)
  const ofAll = (bytesOf) => new Map(servers.map((server) => [server.name, bytesOf(server)]))
  try {
    await fillWorlds(servers.find(({ name }) => name === OURS))
    for (const load of LOADS) await row(report, servers, load, pace)
    const made = servers.map(({ name, answered }) => `${name} ${answered.toLocaleString('en')}`)
    report.note(`Releases created before the last measurement of memory: ${made.join(', ')}.`)
    if (servers[0].begun === undefined) return
    const memory = { better: 'less', format: megabytes }
    report.row('memory', 'memory (RSS) after the first response', { ...memory, values: ofAll(({ begun }) => begun) })
    report.row('memory after', 'memory (RSS) after all requests', {
      ...{ ...memory, values: ofAll(({ pid }) => residentBytes(pid)) },
    })
  } finally {
    for (const server of servers) await server.stop()
  }
}

import autocannon from 'autocannon'
import { alternateOrder, cpuSeconds, median, residentBytes } from './measure.mjs'
import { keepAlive, send } from './own-servers.mjs'
import { COLUMNS, OURS, PEERS } from './peers.mjs'
import { fillPage, PAGE_PATH, RELEASE_BODY } from './samples.mjs'
import { start } from './servers.mjs'

// Every world has its own limits: 2,500 requests per second and 60,000 per minute. Each connection rotates through its
// own worlds, so that the rate limiter counts every request and refuses none up to 45,000 per second. With more worlds,
// the benchmark would measure the processor's cache.
const CONNECTIONS = 15
const WORLDS_EACH = 3
const keyOf = (connection, i) => `sk_sandbox_enterprise_bench-${connection}-${i}`

// Creating releases makes some servers slower, so it comes last.
export const WORKLOADS = [
  { id: 'GET', label: 'GET one release', request: () => ({ path: '/v1/releases/rel_seed_01' }), status: 200 },
  {
    id: 'list',
    label: 'GET a page of 20',
    request: ({ name }) => ({ path: PEERS[name]?.listPath ?? PAGE_PATH }),
    status: 200,
  },
  {
    id: 'POST',
    label: 'POST a release',
    request: () => ({ method: 'POST', path: '/v1/releases', body: RELEASE_BODY }),
    status: 201,
  },
]
const TARGETS = { GET: { bare: 0.7, Prism: 8 }, POST: { bare: 0.6, Prism: 8 } }

const requestsOf = ({ body, ...workload }, connection) =>
  Array.from({ length: WORLDS_EACH }, (_, i) => ({
    ...workload,
    ...(body && { body }),
    headers: { 'x-api-key': keyOf(connection, i), ...(body && { 'content-type': 'application/json' }) },
  }))

/** One round: responses per second, CPU time of the server per response, and utilization of the load generator. */
export async function runRound(server, workload, seconds) {
  const before = cpuSeconds(server.pid)
  const utilizationBefore = performance.eventLoopUtilization()
  let connection = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    setupClient: (client) => client.setRequests(requestsOf(workload.request(server), connection++)),
  })
  const after = cpuSeconds(server.pid)
  const answered = result['2xx']
  return {
    answered,
    // autocannon rounds its own figure to 10 ms.
    rate: answered / ((result.finish - result.start) / 1000),
    cpu: after === undefined ? undefined : ((after - before) / answered) * 1e6,
    generatorUtilization: performance.eventLoopUtilization(utilizationBefore).utilization,
    refused: result.non2xx + result.errors + result.timeouts,
  }
}

/** Measures all servers in turn, round by round. */
async function measure(servers, workload, { rounds, seconds, warmup }) {
  for (const server of servers) server.answered = (await runRound(server, workload, warmup)).answered
  const measured = new Map(servers.map(({ name }) => [name, []]))
  for (let i = 0; i < rounds; i++)
    for (const server of alternateOrder(servers, i)) {
      const measurement = await runRound(server, workload, seconds)
      server.answered += measurement.answered
      measured.get(server.name).push(measurement)
    }
  return measured
}

/** Size of one response. A server with another status is left out of this row. */
async function bodySize(server, workload) {
  const { status, body } = await send(server.port, requestsOf(workload.request(server), 'probe')[0])
  if (status !== workload.status) throw new Error(`${server.name} answers “${workload.label}” with ${status}`)
  return Buffer.byteLength(body)
}

async function fillWorlds(server) {
  const agent = keepAlive()
  for (let connection = 0; connection < CONNECTIONS; connection++)
    for (let i = 0; i < WORLDS_EACH; i++) await fillPage(server.port, { 'x-api-key': keyOf(connection, i) }, agent)
  await fillPage(server.port, { 'x-api-key': keyOf('probe', 0) }, agent)
  agent.destroy()
}

async function startServers(report) {
  const servers = []
  for (const name of COLUMNS) {
    try {
      const server = await start(name)
      servers.push(server)
      await bodySize(server, WORKLOADS[0])
      server.initialResidentBytes = residentBytes(server.pid)
    } catch (error) {
      if (!(name in PEERS)) throw error
      report.skipServer(name, error.message)
    }
  }
  return servers
}

const perSecond = (n) => `${Math.round(n).toLocaleString('en')}/s`
const microseconds = (n) => `${n.toFixed(n < 100 ? 1 : 0)} µs`
const megabytes = (n) => `${Math.round(n / 1e6)} MB`

async function measureWorkload(report, servers, workload, settings) {
  const comparedServers = []
  const sizes = []
  for (const server of servers)
    try {
      sizes.push(`${server.name} ${(await bodySize(server, workload)).toLocaleString('en')}`)
      comparedServers.push(server)
    } catch (error) {
      report.addNote(`${workload.label}: ${server.name} is left out: ${error.message}.`)
    }
  const measured = await measure(comparedServers, workload, settings)
  const medians = (field) =>
    new Map([...measured].map(([name, all]) => [name, median(all.map((measurement) => measurement[field]))]))
  const ours = measured.get(OURS)
  const ratiosTo = (field) =>
    new Map(
      [...measured].map(([name, all]) => [
        name,
        median(all.map((measurement, i) => ours[i][field] / measurement[field])),
      ]),
    )

  const ratios = ratiosTo('rate')
  report.addRow(workload.id, workload.label, { better: 'more', format: perSecond, values: medians('rate'), ratios })
  const hasCpu = ours[0].cpu !== undefined
  if (hasCpu)
    report.addRow(`${workload.id} CPU`, `${workload.label}: server CPU per request`, {
      ...{ better: 'less', format: microseconds, values: medians('cpu'), ratios: ratiosTo('cpu') },
    })
  for (const [name, atLeast] of Object.entries(TARGETS[workload.id] ?? {}))
    if (ratios.has(name)) report.addTarget(`${workload.label}, relative to ${name}`, ratios.get(name), { atLeast })

  report.addNote(`${workload.label}, bytes of the response body: ${sizes.join(', ')}.`)
  const sortedRatios = ours.map(({ rate }, i) => (rate / measured.get('bare')[i].rate).toFixed(2)).sort()
  const busy = [...medians('generatorUtilization')].map(([name, share]) => `${name} ${Math.round(share * 100)} %`)
  report.addNote(
    `${workload.label}, relative to bare: ${sortedRatios[0]} to ${sortedRatios.at(-1)} over the rounds. Utilization of the load generator: ${busy.join(', ')}.`,
  )
  for (const [name, all] of measured) {
    const refused = all.reduce((sum, measurement) => sum + measurement.refused, 0)
    if (refused > 0)
      report.addWarning(
        `${name} did not answer ${refused} requests of “${workload.label}” with 2xx, so its figure is invalid`,
      )
  }
}

export async function measureHttp(report, settings) {
  const servers = await startServers(report)
  const valuesByServer = (bytesOf) => new Map(servers.map((server) => [server.name, bytesOf(server)]))
  try {
    await fillWorlds(servers.find(({ name }) => name === OURS))
    for (const workload of WORKLOADS) await measureWorkload(report, servers, workload, settings)
    const made = servers.map(({ name, answered }) => `${name} ${answered.toLocaleString('en')}`)
    report.addNote(`Releases created before the last measurement of memory: ${made.join(', ')}.`)
    if (servers[0].initialResidentBytes === undefined) return
    const memory = { better: 'less', format: megabytes }
    report.addRow('memory', 'memory (RSS) after the first response', {
      ...memory,
      values: valuesByServer(({ initialResidentBytes }) => initialResidentBytes),
    })
    report.addRow('memory after', 'memory (RSS) after all requests', {
      ...{ ...memory, values: valuesByServer(({ pid }) => residentBytes(pid)) },
    })
  } finally {
    for (const server of servers) await server.stop()
  }
}

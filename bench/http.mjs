import autocannon from 'autocannon'
import { cpuSeconds, inOrder, median, send, start } from './servers.mjs'

// Every world has limits of its own: 2,500 requests in a second, 60,000 in a minute. Each connection goes round its own
// worlds, so that the limiter counts every request and, up to 45,000 a second, refuses none. More worlds than that would
// measure the processor's cache.
const CONNECTIONS = 15
const WORLDS_EACH = 3
const keyOf = (connection, i) => `sk_sandbox_enterprise_bench-${connection}-${i}`

const BODY = JSON.stringify({
  title: 'Bench',
  artists: [{ name: 'Bench', role: 'main' }],
  release_date: '2030-01-01',
})
const LOADS = {
  GET: { method: 'GET', path: '/v1/releases/rel_seed_01' },
  POST: { method: 'POST', path: '/v1/releases', body: BODY },
}

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
    setupClient: (client) => client.setRequests(requestsOf(load, connection++)),
  })
  const after = cpuSeconds(server.pid)
  const answered = result['2xx']
  return {
    rate: answered / result.duration,
    cpu: after === undefined ? Number.NaN : ((after - before) / answered) * 1e6,
    generator: performance.eventLoopUtilization(idle).utilization,
    refused: result.non2xx + result.errors + result.timeouts,
  }
}

async function measure(servers, method, { rounds, seconds, warmup }) {
  const load = LOADS[method]
  for (const server of servers) await round(server, load, warmup)
  const measured = new Map(servers.map(({ name }) => [name, []]))
  for (let i = 0; i < rounds; i++)
    for (const server of inOrder(servers, i)) measured.get(server.name).push(await round(server, load, seconds))
  const summary = {}
  for (const [name, all] of measured) {
    const of = (field) => median(all.map((one) => one[field]))
    const refused = all.reduce((sum, one) => sum + one.refused, 0)
    const rates = all.map(({ rate }) => rate)
    summary[name] = { rates, rate: median(rates), cpu: of('cpu'), generator: of('generator'), refused }
  }
  return summary
}

/** What one request of each kind brings back: a floor with smaller answers would be no floor. */
async function bodySize(server, method) {
  const { status, body } = await send(server.port, requestsOf(LOADS[method], 'probe')[0])
  if (status !== (method === 'GET' ? 200 : 201)) throw new Error(`${server.name} answers ${method} with ${status}`)
  return Buffer.byteLength(body)
}

async function startRivals(report) {
  const servers = [await start('bare'), await start('mds-sandbox')]
  try {
    servers.push(await start('prism'))
  } catch (error) {
    report.note(`Prism is left out: ${error.message}`)
  }
  return servers
}

const perSecond = (n) => `${Math.round(n).toLocaleString('en')}/s`

export async function http(report, pace) {
  const servers = await startRivals(report)
  try {
    for (const [method, target] of [
      ['GET', 0.6],
      ['POST', 0.5],
    ]) {
      const sizes = []
      for (const server of servers) sizes.push(`${server.name} ${await bodySize(server, method)}`)
      const summary = await measure(servers, method, pace)
      const { bare, 'mds-sandbox': ours, prism } = summary
      const row = `${method} one release`
      const rates = (floor) => [perSecond(ours.rate), perSecond(floor.rate), ours.rate / floor.rate]
      report.row(`${row}, of bare`, ...rates(bare), { atLeast: target })
      if (prism) report.row(`${row}, of Prism`, ...rates(prism), { atLeast: 5 })

      report.note(`${method}: body bytes: ${sizes.join(', ')}`)
      const ratios = ours.rates.map((rate, i) => (rate / bare.rates[i]).toFixed(2)).sort()
      report.note(`${method}: of bare, round by round: ${ratios[0]} to ${ratios.at(-1)}`)
      for (const [name, { cpu, generator, refused }] of Object.entries(summary)) {
        const spent = Number.isNaN(cpu) ? '' : `${cpu.toFixed(1)} µs of the server's CPU an answer, `
        report.note(`${method}: ${name}: ${spent}load generator ${Math.round(generator * 100)} % busy`)
        if (refused > 0) report.warn(`${name} did not answer ${refused} ${method} requests with 2xx: worthless figure`)
      }
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

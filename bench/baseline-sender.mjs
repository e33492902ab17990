import { Agent } from 'node:http'
import { send } from './own-servers.mjs'

// The baseline sender: sequential POST requests over one connection. Prints how many seconds they took.
const [port, count] = process.argv.slice(2).map(Number)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const body = JSON.stringify({ id: 'evt_'.padEnd(25, '0'), data: 'x'.repeat(150) })
const startedAt = performance.now()
for (let i = 0; i < count; i++) await send(port, { method: 'POST', path: '/', body, agent })
process.stdout.write(String((performance.now() - startedAt) / 1000))
agent.destroy()

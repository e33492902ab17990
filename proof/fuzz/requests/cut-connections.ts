import { METHODS } from 'node:http'
import { connect, type Socket } from 'node:net'
import { CaseFailure } from '../../runner/proof.js'
import { createRandom, type Random } from '../../runner/random.js'

/** The server under test. */
export interface CutTarget {
  port: number
  countConnections(): number
}

const KEY = 'sk_sandbox_standard_cut'

/** Cuts per method. CONNECT, which node:http hands over to the listener, is cut after every byte. */
const CUTS_PER_METHOD = 6

/** Within this time, the server must close the connections whose clients are gone. */
const CLOSE_TIMEOUT_MS = 10_000

const HEADERS = [
  '',
  'Connection: Upgrade\r\nUpgrade: websocket\r\n',
  'Connection: close\r\n',
  'Expect: 100-continue\r\n',
]

function requestBytes(method: string, random: Random): Buffer {
  const target =
    method === 'CONNECT' ? 'mds.test:443' : random.pick(['/v1/stores', '/_sandbox/events/stream', '/_sandbox/clock'])
  const body = random.percent(50) ? '{"title":"cut"}' : ''
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const head = `${method} ${target} HTTP/1.1\r\nHost: mds.test\r\nX-API-Key: ${KEY}\r\n${random.pick(HEADERS)}${length}\r\n`
  // What follows is garbage, or the next request.
  const rest = random.pick(['', 'GARBAGE\r\n\r\n', `${method} ${target} HTTP/1.1\r\nHost: mds.test\r\n\r\n`])
  return Buffer.from(head + body + rest)
}

type Cut = 'reset' | 'end' | 'destroy'
/** The moment of the cut, after the bytes are written. */
type Moment = 'at once' | 'after writing' | 'after the response'

/**
 * Sends bytes and then closes the connection in the given way. Returns false if the client had to give up, because it
 * got neither a response nor the end of the connection.
 */
function sendAndCut(port: number, bytes: Buffer, cut: Cut, moment: Moment, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let isCut = false
    const close = () => {
      if (isCut) return
      isCut = true
      if (cut === 'reset') socket.resetAndDestroy()
      else if (cut === 'destroy') socket.destroy()
      else socket.end()
    }
    socket.on('error', () => {})
    const timer = setTimeout(() => {
      resolve(false)
      socket.destroy()
    }, timeoutMs)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
    socket.on('connect', () => {
      socket.write(bytes, () => {
        if (moment !== 'after the response') close()
      })
      if (moment === 'at once') close()
    })
    // A request that is not complete has no response until a timeout, so the client does not wait for one.
    if (moment === 'after the response') setImmediate(() => socket.once('data', close))
    socket.on('end', () => socket.end())
    // A stream does not end by itself.
    if (cut === 'end') socket.on('data', () => isCut && socket.destroy())
  })
}

/**
 * Sends every method, cuts the connection at a random moment, and checks that the server still serves and holds no
 * connection whose client is gone. Returns the number of connections.
 */
export async function cutConnections(
  seed: number,
  target: CutTarget,
  closeTimeoutMs = CLOSE_TIMEOUT_MS,
): Promise<number> {
  const random = createRandom(seed)
  let count = 0
  const fail = (issue: string, bytes: Buffer): never => {
    throw new CaseFailure(seed, `${issue}\n${JSON.stringify(bytes.toString())}`)
  }
  for (const method of METHODS) {
    const bytes = requestBytes(method, random)
    const lengths =
      method === 'CONNECT'
        ? Array.from(bytes, (_, i) => i + 1)
        : Array.from({ length: CUTS_PER_METHOD }, () => 1 + random.below(bytes.length))
    const cuts = lengths.map((length) => {
      const isWhole = length === bytes.length
      const cut = random.pick<Cut>(['reset', 'end', 'destroy'])
      const moment = random.pick<Moment>([
        'at once',
        'after writing',
        ...(isWhole ? ['after the response' as const] : []),
      ])
      return sendAndCut(target.port, bytes.subarray(0, length), cut, moment, closeTimeoutMs)
    })
    // One whole request of every method, whose client leaves after the response.
    cuts.push(sendAndCut(target.port, bytes, 'reset', 'after the response', closeTimeoutMs))
    count += cuts.length
    if ((await Promise.all(cuts)).includes(false)) fail('the server neither responded nor closed a connection', bytes)
    const health = await fetch(`http://127.0.0.1:${target.port}/_sandbox/health`, { headers: { connection: 'close' } })
    if (health.status !== 200) fail(`the server no longer serves: ${health.status}`, bytes)
    await health.arrayBuffer()
    const deadline = Date.now() + closeTimeoutMs
    while (target.countConnections() > 0) {
      if (Date.now() > deadline)
        fail(`the server holds ${target.countConnections()} connections without a client`, bytes)
      await new Promise(setImmediate)
    }
  }
  return count
}

import { once } from 'node:events'
import { connect } from 'node:net'

/** A response as received. */
export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
  /** The code, if the body is an error envelope. */
  code: string | undefined
}

/** A request as text. Nothing is added, so that it can be malformed. */
export const formatRequest = (line: string, headers: readonly (readonly [string, string])[] = [], body = ''): string =>
  `${line} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`

/** Takes complete responses from the received bytes and leaves the rest. */
function parseResponses(bytes: Buffer): { responses: RawResponse[]; rest: Buffer } {
  const responses: RawResponse[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return { responses, rest }
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
    )
    const size = Number(headers['content-length'] ?? 0)
    if (rest.length < end + 4 + size) return { responses, rest }
    const body = rest.subarray(end + 4, end + 4 + size).toString()
    rest = rest.subarray(end + 4 + size)
    responses.push({ status: Number(first.split(' ')[1]), headers, body, code: parseErrorCode(body) })
  }
}

function parseErrorCode(body: string): string | undefined {
  try {
    return JSON.parse(body).error.code
  } catch {
    return undefined
  }
}

/**
 * Writes bytes to the server and reads its responses until it closes the connection, or until `count` responses have
 * arrived. To see whether there are more responses than expected, pass Infinity.
 */
export async function sendRaw(port: number, bytes: string | Buffer, expectedCount = 1): Promise<RawResponse[]> {
  const socket = connect(port, '127.0.0.1')
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  const responses: RawResponse[] = []
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    const parsed = parseResponses(Buffer.concat([rest, chunk]))
    rest = parsed.rest
    responses.push(...parsed.responses)
    if (responses.length >= expectedCount) socket.end()
  })
  // A server may reset the connection before it has read everything. The responses received by then count.
  socket.on('error', () => {})
  await once(socket, 'close')
  return responses
}

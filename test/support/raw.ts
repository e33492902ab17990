import { once } from 'node:events'
import { connect } from 'node:net'

/** An answer as it stood on the wire. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** The code of the error envelope, where the body is one. */
  code: string | undefined
}

/** A request as text. Nothing is added, so that it can be as wrong as need be. */
export const message = (line: string, headers: readonly (readonly [string, string])[] = [], body = ''): string =>
  `${line} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`

/** Takes the answers off the front of what has arrived; whatever is no whole answer yet stays. */
function takeAnswers(bytes: Buffer): { answers: RawAnswer[]; rest: Buffer } {
  const answers: RawAnswer[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return { answers, rest }
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
    )
    const size = Number(headers['content-length'] ?? 0)
    if (rest.length < end + 4 + size) return { answers, rest }
    const body = rest.subarray(end + 4, end + 4 + size).toString()
    rest = rest.subarray(end + 4 + size)
    answers.push({ status: Number(first.split(' ')[1]), headers, body, code: codeOf(body) })
  }
}

function codeOf(body: string): string | undefined {
  try {
    return JSON.parse(body).error.code
  } catch {
    return undefined
  }
}

/**
 * Writes bytes to the server and reads its answers until it hangs up. After so many answers we do so ourselves, not
 * before: who hangs up first gets none. For more than are expected, ask for them by Infinity.
 */
export async function raw(port: number, bytes: string | Buffer, enough = 1): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1')
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  const answers: RawAnswer[] = []
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    const taken = takeAnswers(Buffer.concat([rest, chunk]))
    rest = taken.rest
    answers.push(...taken.answers)
    if (answers.length >= enough) socket.end()
  })
  // A server that does not want to hear the rest may cut us off; what it had said by then counts.
  socket.on('error', () => {})
  await once(socket, 'close')
  return answers
}

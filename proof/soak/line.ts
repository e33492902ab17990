import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Call {
  method: string
  path: string
  /** Whole lines, each with its end. */
  headers: string
  body: string
}

export interface Answer {
  status: number
  head: string
  body: string
}

/** One connection, on which many requests are under way at once: a client that costs less than the server it asks. */
export interface Line {
  /** Sends all of them in one piece and reads as many answers. */
  send(calls: readonly Call[]): Promise<Answer[]>
  close(): Promise<void>
}

const HEAD_END = '\r\n\r\n'

export const write = ({ method, path, headers, body }: Call): string => {
  const length = body === '' && method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}${length}\r\n${body}`
}

/** The answer that begins at a place, and where it ends; undefined while it is not whole. */
function read(text: string, from: number): { answer: Answer; end: number } | undefined {
  const at = text.indexOf(HEAD_END, from)
  if (at < 0) return undefined
  const head = text.slice(from, at)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined && status !== 204) throw new Error(`An answer without a length: ${head}`)
  const begin = at + HEAD_END.length
  const end = begin + Number(length ?? 0)
  return end > text.length ? undefined : { answer: { status, head, body: text.slice(begin, end) }, end }
}

async function dial(port: number): Promise<Socket> {
  // A character is a byte, so that lengths are those of the wire.
  const socket = connect({ host: '127.0.0.1', port, noDelay: true }).setEncoding('latin1')
  await once(socket, 'connect')
  return socket
}

export async function openLine(port: number): Promise<Line> {
  const socket = await dial(port)
  let rest = ''
  let answers: Answer[] = []
  let waiting: { count: number; resolve(answers: Answer[]): void; reject(fault: Error): void } | undefined
  let fault: Error | undefined

  function fail(why: Error) {
    fault ??= why
    waiting?.reject(fault)
  }
  socket.on('data', (chunk: string) => {
    const text = rest + chunk
    let place = 0
    try {
      for (let found = read(text, 0); found; found = read(text, place)) {
        answers.push(found.answer)
        place = found.end
      }
    } catch (why) {
      return fail(why as Error)
    }
    rest = text.slice(place)
    if (!waiting || answers.length < waiting.count) return
    const { resolve } = waiting
    waiting = undefined
    resolve(answers)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server hung up.')))

  return {
    send: (calls) =>
      new Promise((resolve, reject) => {
        if (fault) return reject(fault)
        answers = []
        waiting = { count: calls.length, resolve, reject }
        socket.write(calls.map(write).join(''))
      }),
    async close() {
      if (socket.destroyed) return
      const closed = new Promise((resolve) => socket.once('close', resolve))
      // Somebody else's fault ends this client in the middle of its own work.
      if (waiting) socket.destroy()
      else socket.end()
      await closed
    },
  }
}

/** Says something on a connection of its own, and listens until the server hangs up. */
export async function lastWords(port: number, bytes: string): Promise<string> {
  const socket = await dial(port)
  let heard = ''
  socket.on('data', (chunk: string) => (heard += chunk))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(bytes, 'latin1')
  await closed
  return heard
}

/** Says something, and hangs up without a word: after the first bytes of an answer, or before there are any. */
export async function hangUp(port: number, bytes: string, isHeard: boolean): Promise<string> {
  const socket = await dial(port)
  await new Promise((resolve) => socket.write(bytes, 'latin1', resolve))
  const [heard = ''] = isHeard ? ((await once(socket, 'data')) as string[]) : []
  socket.destroy()
  return heard
}

import { Writable } from 'node:stream'

/** A log to look into. */
export function createLogSink() {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return {
    stream,
    text: () => text,
    lines: () => text.split('\n').slice(0, -1),
  }
}

import { Writable } from 'node:stream'

/** Collects log lines. */
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

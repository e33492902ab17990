import { expect, test } from 'vitest'
import type { RecordedEvent } from '../../src/webhooks/recording.js'
import { replayEvents } from '../../src/webhooks/replay-recording.js'
import type { Sender } from '../../src/webhooks/sender.js'

const DAY = 86_400_000

const at = (ms: number): RecordedEvent => ({
  at: new Date(Date.UTC(2025, 0, 1) + ms).toISOString(),
  id: `evt_${ms}`,
  event_type: 'asset.ready',
  body: '{}',
})

/** The send times, on a clock that only waits and responses move. */
async function timesOf(records: RecordedEvent[], speed: number, answerMs = 0) {
  let now = 0
  const waits: number[] = []
  const times: number[] = []
  const sender = {
    async send() {
      times.push(now)
      now += answerMs
      return { status_code: 200, failure: null, duration_ms: answerMs, response_body: '' }
    },
  } as unknown as Sender
  const wait = async (ms: number) => {
    waits.push(ms)
    now += ms
  }
  const options = { sender, url: '', secret: 's', userAgent: '', timeoutMs: 1, speed, time: { now: () => now, wait } }
  for await (const _ of replayEvents(records, options));
  return { times, waits }
}

test('keeps the pauses of a recording, divided by the speed', async () => {
  const records = [0, 1000, 1000, 4000].map(at)
  expect((await timesOf(records, 1)).times).toEqual([0, 1000, 1000, 4000])
  expect((await timesOf(records, 20)).times).toEqual([0, 50, 50, 200])
  expect(await timesOf(records, Number.POSITIVE_INFINITY)).toEqual({ times: [0, 0, 0, 0], waits: [] })
})

test('a slow receiver does not delay later events more than necessary', async () => {
  expect((await timesOf([0, 100, 1000].map(at), 1, 300)).times).toEqual([0, 300, 1000])
})

test('splits a pause that exceeds the maximum timer', async () => {
  const { times, waits } = await timesOf([0, 60 * DAY].map(at), 1)
  expect(times).toEqual([0, 60 * DAY])
  expect(Math.max(...waits)).toBe(2 ** 31 - 1)
})

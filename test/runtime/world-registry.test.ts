import { describe, expect, test } from 'vitest'
import type { Upload } from '../../src/core/catalogue/assets.js'
import { END_OF_TIME } from '../../src/core/primitives/time.js'
import { createClock, createSteadyWall } from '../../src/runtime/clock.js'
import { builtInSeeds } from '../../src/runtime/fixtures/built-in-seeds.js'
import type { RunningWorld } from '../../src/runtime/running-world.js'
import { createScenarios } from '../../src/runtime/scenarios/built-in-scenarios.js'
import { createWorlds } from '../../src/runtime/world-registry.js'
import { noTransport } from '../support/no-transport.js'

test('a live clock follows wall time, never goes backwards, and keeps its advances', () => {
  let wall = 1000
  const clock = createClock('live', undefined, () => wall)
  expect(clock.now()).toBe(1000)
  wall = 900
  expect(clock.now()).toBe(1000)
  wall = 2000
  clock.moveTo(5000)
  expect(clock.now()).toBe(5000)
  wall = 2500
  expect(clock.now()).toBe(5500)
})

test('a live clock stops at the last instant with a four-digit year', () => {
  let wall = Date.UTC(2026, 0, 1)
  const clock = createClock('live', END_OF_TIME - 1000, () => wall)
  wall += 999
  expect(clock.now()).toBe(END_OF_TIME - 1)
  wall += 5000
  expect(clock.now()).toBe(END_OF_TIME)
})

test('system time goes on when the system clock is set back, and this is reported once', () => {
  let wall = 10_000
  const reported: number[] = []
  const steady = createSteadyWall(
    () => wall,
    (ms) => reported.push(ms),
  )
  wall = 11_000
  expect(steady()).toBe(11_000)
  wall = 5000
  expect(steady()).toBe(11_000)
  wall = 5500
  expect(steady()).toBe(11_500)
  wall = 5400
  expect(steady()).toBe(11_500)
  expect(reported).toEqual([6000])
})

test('a live clock with a start runs from that time', () => {
  let wall = 1_000_000
  const clock = createClock('live', 500, () => wall)
  wall += 20
  expect(clock.now()).toBe(520)
})

test('a manual clock moves only when advanced, and only forward', () => {
  const clock = createClock('manual', undefined, () => 1)
  expect(clock.now()).toBe(Date.UTC(2025, 0, 1))
  clock.moveTo(0)
  expect(clock.now()).toBe(Date.UTC(2025, 0, 1))
  clock.moveTo(Date.UTC(2026, 0, 1))
  expect(clock.now()).toBe(Date.UTC(2026, 0, 1))
})

describe('the timer of a live world', () => {
  const DAY = 86_400_000
  const wav: Upload = { size_bytes: 1, checksum_sha256: 'x', fault: null }

  /** A world with wall time and timers controlled by the test. */
  function liveWorld(processing: number) {
    let wall = Date.UTC(2026, 0, 1)
    const armed: { ms: number; callback: () => void }[] = []
    const worlds = createWorlds({
      seed: 1,
      seeds: builtInSeeds,
      clock: 'live',
      now: undefined,
      speed: 1,
      limits: { override: undefined, fallback: 'off' },
      scenario: 'test',
      scenarios: createScenarios({
        name: 'test',
        summary: '',
        stores: [],
        takedowns: [],
        assets: [{ outcome: 'ready', after: processing }],
        faults: [],
      }),
      ...noTransport,
      wall: () => wall,
      timer: (ms, callback) => {
        const timer = { ms, callback }
        armed.push(timer)
        return () => void armed.splice(armed.indexOf(timer) >>> 0, 1)
      },
    })
    const world = worlds.open({ key: 'sk_sandbox_standard_a', tier: 'standard', name: 'a' }) as RunningWorld
    const upload = () => {
      const asset = world.execute({
        type: 'create-asset',
        input: { type: 'audio', filename: 'a', content_type: 'audio/wav' },
      })
      if (!asset.ok) throw new Error(asset.code)
      world.execute({ type: 'receive-upload', id: asset.value.id, upload: wav })
      return () => world.state.assets.get(asset.value.id)?.status
    }
    /** Moves wall time to the scheduled timer and fires it. */
    const ring = () => {
      const timer = armed.shift()
      wall += timer?.ms ?? 0
      timer?.callback()
    }
    return { worlds, world, armed, upload, ring, pass: (ms: number) => (wall += ms) }
  }

  test('runs a due task without a request', () => {
    const { upload, armed, ring } = liveWorld(1000)
    expect(armed).toEqual([])
    const status = upload()
    expect([armed.length, armed[0]?.ms, status()]).toEqual([1, 1000, 'processing'])
    ring()
    expect([status(), armed.length]).toEqual(['ready', 0])
  })

  test('continues a long backlog that is due at many instants', async () => {
    const { world, upload, armed, ring, pass } = liveWorld(1000)
    const statuses = Array.from({ length: 2500 }, () => {
      pass(1 / 4)
      return upload()
    })
    pass(DAY)
    world.runDue()
    const ready = () => statuses.filter((status) => status() === 'ready').length
    // An instant is not divided: four tasks are due in each millisecond.
    expect(ready()).toBeGreaterThanOrEqual(1000)
    expect(ready()).toBeLessThan(1010)
    expect(armed.map(({ ms }) => ms)).toEqual([0])
    while (armed.length > 0) {
      ring()
      await world.catchUp()
    }
    expect(ready()).toBe(2500)
    expect(world.state.now).toBe(world.clock.now())
  })

  test('is a single timer for the next task', () => {
    const { upload, armed, pass, ring } = liveWorld(1000)
    const first = upload()
    pass(400)
    const second = upload()
    expect(armed.map(({ ms }) => ms)).toEqual([1000])
    // 400 ms of the wait have passed.
    pass(-400)
    ring()
    expect([first(), second(), armed[0]?.ms]).toEqual(['ready', 'processing', 400])
  })

  test('is split when the wait exceeds the maximum timer', () => {
    const { upload, armed, ring } = liveWorld(30 * DAY)
    const status = upload()
    expect(armed[0]?.ms).toBe(2 ** 31 - 1)
    ring()
    expect(status()).toBe('processing')
    expect(armed[0]?.ms).toBe(30 * DAY - (2 ** 31 - 1))
    ring()
    expect(status()).toBe('ready')
  })

  test('is cancelled by a reset and by closing', () => {
    const { worlds, world, upload, armed } = liveWorld(1000)
    upload()
    world.reset()
    expect(armed).toEqual([])
    upload()
    worlds.close()
    expect(armed).toEqual([])
    upload()
    expect(armed).toEqual([])
  })

  test('is rescheduled when the clock is advanced', async () => {
    const { world, upload, armed } = liveWorld(1000)
    const status = upload()
    await world.advance((now) => now + 400)
    expect([armed.length, armed[0]?.ms]).toEqual([1, 600])
    await world.advance((now) => now + 600)
    expect([status(), armed]).toEqual(['ready', []])
  })
})

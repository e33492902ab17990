import { expect, test } from 'vitest'
import { createClock } from '../../src/runtime/clock.js'

test('a live clock follows the wall, never runs backwards, and keeps what it was advanced by', () => {
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

test('a live clock with a start runs on from there', () => {
  let wall = 1_000_000
  const clock = createClock('live', 500, () => wall)
  wall += 20
  expect(clock.now()).toBe(520)
})

test('a manual clock moves only when told to, and only forward', () => {
  const clock = createClock('manual', undefined, () => 1)
  expect(clock.now()).toBe(Date.UTC(2025, 0, 1))
  clock.moveTo(0)
  expect(clock.now()).toBe(Date.UTC(2025, 0, 1))
  clock.moveTo(Date.UTC(2026, 0, 1))
  expect(clock.now()).toBe(Date.UTC(2026, 0, 1))
})

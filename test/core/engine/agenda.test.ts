import { expect, test } from 'vitest'
import { createAgenda } from '../../../src/core/engine/agenda.js'

test('returns entries by due time, then in the order of scheduling', () => {
  const agenda = createAgenda<string>()
  const plan = [30, 10, 20, 10, 30, 10, 0, 20, 10]
  for (const [i, due] of plan.entries()) agenda.schedule(due, `${due}#${i}`)
  const out: string[] = []
  while (agenda.size > 0) out.push(agenda.take()?.task ?? '')
  expect(out).toEqual(['0#6', '10#1', '10#3', '10#5', '10#8', '20#2', '20#7', '30#0', '30#4'])
})

test('returns ten thousand shuffled entries in order', () => {
  const agenda = createAgenda<number>()
  for (let i = 0; i < 10_000; i++) agenda.schedule((i * 7919) % 1009, i)
  let previous = { due: -1, sequence: -1 }
  for (let next = agenda.take(); next; next = agenda.take()) {
    expect(next.due > previous.due || (next.due === previous.due && next.sequence > previous.sequence)).toBe(true)
    previous = next
  }
})

test('an empty agenda returns undefined', () => {
  const agenda = createAgenda<string>()
  expect(agenda.peek()).toBeUndefined()
  expect(agenda.take()).toBeUndefined()
})

test('the first entries are those that would be taken first, and stay', () => {
  const agenda = createAgenda<number>()
  for (let i = 0; i < 1000; i++) agenda.schedule((i * 7919) % 331, i)
  const first = agenda.first(100)
  expect(first).toEqual(agenda.entries().slice(0, 100))
  expect(agenda.size).toBe(1000)
  expect(agenda.first(5000)).toHaveLength(1000)
})

test('entries keep their order after others are cancelled', () => {
  const agenda = createAgenda<number>()
  for (let i = 0; i < 1000; i++) agenda.schedule((i * 7919) % 331, i)
  const expected = agenda.entries().filter(({ task }) => task % 3 !== 0)
  agenda.cancelWhere((task) => task % 3 === 0)
  expect(Array.from({ length: expected.length }, () => agenda.take())).toEqual(expected)
})

import { expect, test } from 'vitest'
import { createTrial } from '../../proof/runner/proof.js'
import { createRandom } from '../../proof/runner/random.js'

const silent = () => {}

test('a trial has consecutive seeds', () => {
  const trial = createTrial({ cases: 3 }, { seed: 41, cases: 3 }, silent)
  expect(trial.isFullRun()).toBe(false)
  expect([...trial.seeds]).toEqual([41, 42, 43])
  expect(trial.isFullRun()).toBe(true)
})

test('a single case is not a full run', () => {
  const trial = createTrial({ cases: 3 }, { seed: 7, cases: 1 }, silent)
  expect([...trial.seeds]).toEqual([7])
  expect(trial.isFullRun()).toBe(false)
})

test('a time limit still runs at least one case', () => {
  const trial = createTrial({ cases: 3 }, { seed: 7, cases: 3, seconds: 0 }, silent)
  expect([...trial.seeds]).toEqual([7])
})

test('the same seed gives the same random numbers, another seed others', () => {
  const draw = (seed: number) => {
    const { below } = createRandom(seed)
    return Array.from({ length: 20 }, () => below(1000))
  }
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
})

test('random numbers are evenly distributed', () => {
  const random = createRandom(5)
  const counts = [0, 0, 0, 0]
  for (let i = 0; i < 10_000; i++) {
    const side = random.below(4)
    counts[side] = (counts[side] ?? 0) + 1
  }
  for (const count of counts) expect(Math.abs(count - 2500)).toBeLessThan(200)
  expect(() => random.pick([])).toThrow('at least one value')
})

test('onCase is called before each case', () => {
  const begun: number[] = []
  const { seeds } = createTrial({ cases: 2 }, { seed: 7, cases: 2 }, silent, (seed) => begun.push(seed))
  for (const seed of seeds) expect(begun.at(-1)).toBe(seed)
  expect(begun).toEqual([7, 8])
})

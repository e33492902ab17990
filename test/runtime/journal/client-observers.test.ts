import { expect, onTestFinished, test, vi } from 'vitest'
import openapi from '../../../openapi.yaml'
import { createContract } from '../../../src/contract/contract.js'
import type { Document } from '../../../src/contract/openapi-document.js'
import { describeContract } from '../../../src/report/contract-facts.js'
import { createClientObservers } from '../../../src/runtime/journal/client-observers.js'
import { observedRequest } from '../../support/observed-request.js'

const { document, operations } = createContract(openapi as Document)

const request = (target: string) => observedRequest({ target })

const createObservers = (maxObservedWorlds?: number) =>
  createClientObservers({
    version: '0.0.0',
    clock: 'manual',
    scenario: 'happy-path',
    describeContract: () => describeContract(document, operations, [], ['happy-path']),
    ...(maxObservedWorlds !== undefined && { maxObservedWorlds }),
  })

const credential = (name: string) => ({ key: name, tier: 'standard', name })

test('few worlds have facts of their own; the report of all worlds has the facts of the others too', async () => {
  const observers = createObservers(2)
  const observe = ['a', 'b', 'c'].map((name) => observers.observeWorld(credential(name), undefined))
  for (const take of observe) take(request('/v1/stores?token=x'))
  const [a, b, c] = [await observers.report('a'), await observers.report('b'), await observers.report('c')]
  expect([a.requests, b.requests, c.requests]).toEqual([0, 1, 1])
  expect([a, b].map(({ notes }) => notes.some((note) => note.startsWith('Earlier facts')))).toEqual([true, false])
  const all = await observers.reportAll()
  expect([all.requests, all.worlds.toSorted()]).toEqual([3, ['standard/a', 'standard/b', 'standard/c']])
  expect(all.rules.find(({ id }) => id === 'secret-in-url')?.count).toBe(3)
})

test('reading reports of worlds without requests forgets nothing', async () => {
  const observers = createObservers(1)
  observers.observeWorld(credential('a'), undefined)(request('/v1/stores'))
  observers.observeWorld(credential('b'), undefined)
  expect([(await observers.report('b')).requests, (await observers.report('a')).requests]).toEqual([0, 1])
})

test('a world that was put away goes on with its facts, and a removed one starts again', async () => {
  const observers = createObservers()
  observers.observeWorld(credential('a'), undefined)(request('/v1/stores'))
  observers.observeWorld(credential('a'), undefined)(request('/v1/stores'))
  expect((await observers.report('a')).requests).toBe(2)
  observers.removeWorld('a')
  observers.observeWorld(credential('a'), undefined)(request('/v1/stores'))
  expect([(await observers.report('a')).requests, (await observers.reportAll()).requests]).toEqual([1, 3])
})

test('the report of hundreds of worlds is complete', async () => {
  const observers = createObservers()
  for (let i = 0; i < 120; i++) observers.observeWorld(credential(`w${i}`), undefined)(request('/v1/stores'))
  const { requests, worlds } = await observers.reportAll()
  expect([requests, worlds.length]).toEqual([120, 120])
})

test('nothing is loaded in the background after close, and reports still contain all records', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const observers = createObservers()
  const observe = observers.observeWorld(credential('a'), undefined)
  observe(request('/v1/stores'))
  expect(vi.getTimerCount()).toBe(1)
  await observers.close()
  observe(request('/v1/stores'))
  expect(vi.getTimerCount()).toBe(0)
  expect((await observers.report('a')).requests).toBe(2)
})

import { expect, test } from 'vitest'
import openapi from '../../../openapi.yaml'
import { createContract } from '../../../src/contract/contract.js'
import type { Document } from '../../../src/contract/openapi-document.js'
import { quotaFor } from '../../../src/core/access/rate-limits.js'
import { refuse } from '../../../src/core/primitives/result.js'
import type { Incoming, OperationHandler } from '../../../src/http/pipeline/exchange.js'
import { createPipeline } from '../../../src/http/pipeline/pipeline.js'
import { builtInSeeds } from '../../../src/runtime/fixtures/built-in-seeds.js'
import { createScenarios } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { createWorlds } from '../../../src/runtime/world-registry.js'
import { noTransport } from '../../support/no-transport.js'
import { validRelease } from '../../support/test-sandbox.js'

/** The real pipeline over the real document, with one operation that behaves as the test says. */
function pipelineWith(createRelease: OperationHandler['run']) {
  const errors: string[] = []
  const pipeline = createPipeline({
    contract: createContract(openapi as Document),
    operations: { createRelease: { run: createRelease } },
    worlds: createWorlds({
      seed: 1,
      seeds: builtInSeeds,
      clock: 'manual',
      now: undefined,
      speed: 1,
      limits: { override: undefined, fallback: 'off' },
      scenario: 'happy-path',
      scenarios: createScenarios(),
      ...noTransport,
      wall: () => 0,
      timer: () => () => {},
    }),
    log: { request: () => {}, attempt: () => {}, error: (_id, error) => errors.push(String(error)) },
    anonymousIds: { seed: 1, key: '', counters: {} },
    anonymousQuota: quotaFor('standard', 'off'),
    strict: false,
  })
  const incoming: Incoming = {
    method: 'POST',
    target: '/v1/releases',
    headers: {
      'x-api-key': 'sk_sandbox_standard_demo',
      'content-type': 'application/json',
      'idempotency-key': '7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18',
    },
    streamBody: async (_limit, take) => {
      take(Buffer.from(JSON.stringify(validRelease)))
      return 'complete'
    },
  }
  return { errors, post: () => pipeline.handle(incoming) }
}

const release = {
  id: 'rel_1',
  ...validRelease,
  label: 'L',
  upc: '036000291452',
  territories: ['WORLD'],
  status: 'draft',
  artwork_asset_id: null,
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-01-01T00:00:00.000Z',
}

const invalidResponses: [what: string, run: OperationHandler['run'], error: string][] = [
  [
    'a missing field',
    () => ({ status: 201, body: { ...release, upc: undefined } }),
    "must have required property 'upc'",
  ],
  [
    'a field that is not described',
    () => ({ status: 201, body: { ...release, secret: 1 } }),
    'must NOT have additional properties',
  ],
  ['a wrong type', () => ({ status: 201, body: { ...release, title: 1 } }), 'body/title must be string'],
  ['an undocumented status', () => ({ status: 202, body: release }), 'status 202'],
  ['an undocumented code', () => refuse('payout_on_hold'), 'code payout_on_hold with status 409'],
]
for (const [what, run, error] of invalidResponses)
  test(`a response with ${what} is logged, becomes a 500, and is not kept for a retry`, async () => {
    const { errors, post } = pipelineWith(run)
    for (let i = 0; i < 2; i++) {
      const answer = await post()
      expect(answer?.status).toBe(500)
      expect(JSON.parse(answer?.body ?? '').error).toMatchObject({
        code: 'internal_error',
        request_id: answer?.headers['X-Request-Id'],
      })
      expect(answer?.headers['Idempotent-Replayed']).toBeUndefined()
    }
    expect(errors).toHaveLength(2)
    expect(errors[0]).toContain(error)
  })

test('a thrown error becomes a 500 in the envelope, and the key can be used again', async () => {
  let calls = 0
  const { errors, post } = pipelineWith(() => {
    if (calls++ === 0) throw new Error('out of cheese')
    return { status: 201, body: release }
  })
  expect((await post())?.status).toBe(500)
  expect(errors).toEqual(['Error: out of cheese'])
  expect((await post())?.status).toBe(201)
  expect((await post())?.headers['Idempotent-Replayed']).toBe('true')
  expect(calls).toBe(2)
})

test('a second call is refused while the first call with its key is running', async () => {
  let finish = () => {}
  let calls = 0
  const { post } = pipelineWith(() => {
    calls++
    return new Promise((resolve) => (finish = () => resolve({ status: 201, body: release })))
  })
  const first = post()
  const second = await new Promise<Awaited<typeof first>>((resolve) => {
    const again = async () => {
      const answer = await post()
      resolve(answer)
    }
    void Promise.resolve().then(again)
  })
  expect(JSON.parse(second?.body ?? '').error.code).toBe('idempotency_key_in_use')
  finish()
  expect((await first)?.status).toBe(201)
  expect((await post())?.headers['Idempotent-Replayed']).toBe('true')
  expect(calls).toBe(1)
})

import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken, isTokenValid } from '../../../src/core/access/access-tokens.js'
import { keepAnswer } from '../../../src/core/access/idempotency-keys.js'
import { execute } from '../../../src/core/engine/commands.js'
import {
  MAX_ATTEMPTS_PER_DISPATCH,
  MAX_EVENTS,
  MAX_FAULTS,
  MAX_KEPT_ANSWER_BYTES,
  MAX_KEPT_ANSWERS,
  MAX_RELEASES,
  MAX_TOKENS,
} from '../../../src/core/engine/world-limits.js'
import { emit } from '../../../src/core/events/events.js'
import { MAX_WEBHOOKS } from '../../../src/core/events/webhook-endpoints.js'
import { createCoreWorld } from '../../support/core-world.js'
import { startSandbox, validRelease } from '../../support/test-sandbox.js'
import { registerWebhook, startReceiver } from '../../support/webhook-receiver.js'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})

describe('a world refuses', () => {
  test('one fault too many, and says what to do', async () => {
    const api = sandbox.fresh()
    for (let i = 0; i < MAX_FAULTS; i++)
      expect((await api.post('/_sandbox/faults', { status: 500, probability: 0 })).status).toBe(201)
    const { status, body } = await api.post('/_sandbox/faults', { status: 500 })
    expect([status, body.error.code]).toEqual([422, 'validation_failed'])
    expect(body.error.details[0].issue).toBe(
      `a world can have at most ${MAX_FAULTS} faults; remove one with DELETE /_sandbox/faults/{fault_id}, or all of them with DELETE /_sandbox/faults`,
    )
    const { data } = (await api.get('/_sandbox/faults')).body
    await api.send('DELETE', `/_sandbox/faults/${data[0].id}`, { 'x-api-key': api.key })
    expect((await api.post('/_sandbox/faults', { status: 500, probability: 0 })).status).toBe(201)
  })

  test('releases beyond its limit', async () => {
    const world = createCoreWorld()
    const size = { value: MAX_RELEASES }
    Object.defineProperty(world.releases, 'size', { get: () => size.value })
    const create = () => execute(world, { type: 'create-release', input: validRelease as never })
    const refused = create()
    expect(refused).toMatchObject({ ok: false, code: 'validation_failed' })
    expect(refused.ok ? '' : refused.details?.[0]?.issue).toContain('a world can have at most 1 million releases')
    size.value--
    expect(create().ok).toBe(true)
  })

  test('names that are longer than the contract allows', async () => {
    const api = sandbox.fresh()
    const named = (name: string) => api.post('/v1/releases', { ...validRelease, artists: [{ name, role: 'main' }] })
    expect((await named('x'.repeat(500))).status).toBe(201)
    const { status, body } = await named('x'.repeat(501))
    expect([status, body.error.details]).toEqual([
      422,
      [{ field: 'artists[0].name', issue: 'must have at most 500 characters; it has 501' }],
    ])
  })
})

describe('a world drops the oldest', () => {
  test('tokens, when their clock stands still', () => {
    const world = createCoreWorld()
    const [first, second] = [issueToken(world), issueToken(world)]
    for (let i = 2; i <= MAX_TOKENS; i++) issueToken(world)
    expect(world.tokens.size).toBe(MAX_TOKENS)
    expect([isTokenValid(world, first), isTokenValid(world, second)]).toEqual([false, true])
  })

  test('answers to idempotent requests, by number and by size', () => {
    const world = createCoreWorld()
    const answer = (bytes: number) => ({
      fingerprint: '',
      requestId: '',
      status: 201,
      headers: {},
      body: 'x'.repeat(bytes),
    })
    for (let i = 0; i <= MAX_KEPT_ANSWERS; i++) keepAnswer(world, `key ${i}`, answer(1))
    expect([world.keptAnswers.size, world.keptAnswers.has('key 0')]).toEqual([MAX_KEPT_ANSWERS, false])
    const mebibyte = 1024 * 1024
    for (let i = 0; i < 100; i++) keepAnswer(world, `large ${i}`, answer(mebibyte))
    expect(world.keptAnswers.size).toBe(MAX_KEPT_ANSWER_BYTES / mebibyte)
    expect(world.keptAnswers.has('large 99')).toBe(true)
    keepAnswer(world, 'large 99', answer(1))
    keepAnswer(world, 'more', answer(mebibyte - 1))
    expect(world.keptAnswers.size).toBe(1 + MAX_KEPT_ANSWER_BYTES / mebibyte)
  })

  test('events', () => {
    const world = createCoreWorld()
    const publish = () => emit(world, 'api.changelog.published', { date: '2025-01-01', summary: 'x' })
    const first = publish()
    for (let i = 0; i < MAX_EVENTS; i++) publish()
    expect([world.events.size, world.events.get(first.id)]).toEqual([MAX_EVENTS, undefined])
  })
})

test('an event is sent again until it has the most attempts that are recorded', async () => {
  const api = sandbox.fresh('enterprise')
  const receiver = await startReceiver()
  const { id } = (await registerWebhook(api, receiver.url, { event_type: 'api.changelog.published' })).body
  await api.post('/_sandbox/changelog', { summary: 'x' })
  await api.post('/_sandbox/clock/advance', { duration: '1s' })
  const [{ event }] = (await api.get(`/v1/webhooks/${id}/events`)).body.data
  const redeliver = () => api.post(`/v1/webhooks/${id}/redeliver`, { event_ids: [event.id] })
  for (let i = 1; i < MAX_ATTEMPTS_PER_DISPATCH; i++) {
    expect((await redeliver()).status).toBe(202)
    await api.post('/_sandbox/clock/advance', { duration: '1s' })
  }
  const { status, body } = await redeliver()
  expect([status, body.error.code]).toEqual([409, 'invalid_state'])
  expect(body.error.message).toContain(`has ${MAX_ATTEMPTS_PER_DISPATCH} attempts`)
})

test('the limit of webhook endpoints is stated', () => {
  expect(MAX_WEBHOOKS).toBe(500)
})

test('a world at the end of time answers everything, and its clock does not go further', async () => {
  const { fresh } = await startSandbox({ now: '9998-01-01T00:00:00Z' })
  const api = fresh()
  const last = '9999-12-31T23:59:59.999Z'
  expect((await api.post('/_sandbox/clock/advance', { to: '9999-12-31T23:59:59Z' })).status).toBe(200)
  const { id } = (await api.post('/v1/releases', { ...validRelease, release_date: '9999-12-31' })).body
  const track = { release_id: id, title: 'T', audio_asset_id: 'ast_seed_audio_01' }
  expect((await api.post('/v1/tracks', track)).status).toBe(201)
  const [statement] = (await api.get('/v1/statements?status=closed&limit=1')).body.data
  expect((await api.post('/v1/payouts', { statement_ids: [statement.id] })).status).toBe(201)
  const agenda = (await api.get('/_sandbox/agenda')).body
  expect(agenda.data.map(({ due }: { due: string }) => due)).toEqual([last])
  const refused = await api.post('/_sandbox/clock/advance', { duration: '1h' })
  expect([refused.status, refused.body.error.details]).toEqual([
    422,
    [{ field: 'duration', issue: `must not be after ${last}` }],
  ])
  expect((await api.post('/_sandbox/clock/advance', { until: 'idle' })).body).toMatchObject({ reached: false })
  for (const path of ['/v1/statements', '/v1/royalties', '/_sandbox/clock', '/_sandbox/events', '/_sandbox/invariants'])
    expect([path, (await api.get(path)).status]).toEqual([path, 200])
})

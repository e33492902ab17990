import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/index.js'
import { createClientFor, startSandbox, validRelease } from '../../support/test-sandbox.js'

const { sandbox, fresh } = await startSandbox()

const brokenRules = (report: { rules: { id: string; result: string }[] }) =>
  report.rules.filter(({ result }) => result === 'broken').map(({ id }) => id)

describe('GET /_sandbox/report', () => {
  test('judges the client of a world, and leaves out the control plane', async () => {
    const api = fresh()
    await api.get('/v1/stores?colour=red')
    await api.post('/_sandbox/clock/advance', { duration: '1s' })
    const { status, body } = await api.get('/_sandbox/report')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      requests: 1,
      clock: 'manual',
      worlds: [api.key.replace('sk_sandbox_standard_', 'standard/')],
    })
    expect(brokenRules(body)).toEqual(['unknown-sent'])
    const listed = (await api.get('/_sandbox/requests')).body.data
    expect(body.rules.find(({ id }: { id: string }) => id === 'unknown-sent').evidence[0].request_ids).toEqual([
      listed[0].request_id,
    ])
  })

  test('survives a reset and a restore, because the facts belong to the run', async () => {
    const api = fresh()
    await api.post('/_sandbox/snapshots', { name: 'before' })
    await api.get('/v1/stores?colour=red')
    await api.post('/_sandbox/reset')
    await api.post('/_sandbox/snapshots/before/restore')
    expect(brokenRules((await api.get('/_sandbox/report')).body)).toEqual(['unknown-sent'])
    expect((await api.get('/_sandbox/snapshots/before')).text).not.toContain('unknown-sent')
  })

  test('scope=all includes other worlds, deleted worlds and requests without a credential', async () => {
    const [api, other] = [fresh(), fresh()]
    await api.get('/v1/stores')
    await other.get('/v1/stores?page=1')
    await other.send('DELETE', `/_sandbox/worlds/standard/${other.key.split('_').at(-1)}`, { 'x-api-key': api.key })
    await api.send('GET', '/v1/stores?token=secret-of-someone')
    const { body } = await api.get('/_sandbox/report?scope=all')
    expect(body.worlds).toEqual(expect.arrayContaining([expect.stringContaining('standard/'), 'none']))
    expect(body.worlds).toContain(`standard/${other.key.split('_').at(-1)}`)
    expect(brokenRules(body)).toEqual(expect.arrayContaining(['unknown-sent', 'secret-in-url']))
    expect(JSON.stringify(body)).not.toContain('secret-of-someone')
    expect(brokenRules((await api.get('/_sandbox/report')).body)).toEqual([])
    expect(await sandbox.report()).toEqual((await api.get('/_sandbox/report?scope=all')).body)
  })

  test('a request without a valid credential counts for the world that it names', async () => {
    const api = fresh()
    await api.get('/v1/stores')
    await api.send('GET', `/v1/stores?api_key=${api.key}`)
    await api.send('GET', '/v1/stores', { authorization: `Bearer ${api.key.replace('sk_', 'at_')}_${'0'.repeat(21)}` })
    const { body } = await api.get('/_sandbox/report')
    expect([body.requests, brokenRules(body)]).toEqual([3, ['secret-in-url']])
    expect(JSON.stringify(body)).not.toContain(api.key)
    expect(body.coverage.error_codes.partial).toEqual(['unauthorized'])
    await api.get('/v1/stores')
    expect((await api.get('/_sandbox/report')).body.coverage.error_codes.covered).toEqual(['unauthorized'])
  })

  test('a throttled request is recorded with its body, so that its retry is recognized', async () => {
    const api = fresh()
    await api.post('/_sandbox/faults', { operation: 'createRelease', status: 429, times: 1 })
    await api.post('/v1/releases', validRelease)
    await api.post('/v1/releases', { ...validRelease, title: 'Another' })
    const verdict = async () =>
      (await api.get('/_sandbox/report')).body.rules.find(({ id }: { id: string }) => id === 'retry-without-key').result
    expect(await verdict()).toBe('not_tried')
    await api.post('/v1/releases', validRelease)
    expect(await verdict()).toBe('broken')
  })

  test('refuses an unknown scope', async () => {
    expect((await fresh().get('/_sandbox/report?scope=worlds')).status).toBe(400)
  })

  test('is refused if clients are not judged', async () => {
    await using silent = await createSandbox({ clock: 'manual', report: false })
    const api = await createClientFor(silent, 'sk_sandbox_standard_a')
    const { status, body } = await api.get('/_sandbox/report')
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'invalid_state',
      expect.stringContaining('--report off'),
    ])
    await expect(silent.report()).rejects.toThrow('report: false')
  })
})

describe('PUT /_sandbox/report/mark', () => {
  test('names the running test, or leaves its setup out', async () => {
    const api = fresh()
    const mark = (body: object) =>
      api.send(
        'PUT',
        '/_sandbox/report/mark',
        { 'x-api-key': api.key, 'content-type': 'application/json' },
        JSON.stringify(body),
      )
    expect((await mark({ name: 'setup', exclude: true })).body).toEqual({ name: 'setup', exclude: true })
    await api.get('/v1/stores?colour=red')
    await mark({ name: 'reads' })
    await api.get('/v1/stores?colour=red')
    await api.get('/v1/stores?colour=red', { 'x-sandbox-report': 'exclude' })
    const { body } = await api.get('/_sandbox/report')
    expect([body.requests, body.excluded]).toEqual([1, 2])
    expect(body.rules.find(({ id }: { id: string }) => id === 'unknown-sent').evidence).toMatchObject([
      { mark: 'reads' },
    ])
    expect((await mark({ name: null })).status).toBe(200)
    expect((await mark({ name: '' })).status).toBe(422)
  })
})

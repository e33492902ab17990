import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/create-sandbox.js'
import { runCli } from '../../support/cli.js'
import { createCliDriver } from '../../support/cli-driver.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())

let worlds = 0
const inWorld = (where = sandbox) => createCliDriver(where, `sk_sandbox_standard_wait-${++worlds}`)
const STANDS = (id: string, status: string) =>
  `mds-sandbox: The clock is manual and does not move by itself. Advance it: mds-sandbox clock advance --until ${id}=${status}\n`

/** Waits until the command has printed this to stderr. */
async function waitForStderr({ output: out, child, ended }: ReturnType<typeof runCli>, text: string) {
  const early = ended.then((end) => Promise.reject(new Error(`It ended: ${JSON.stringify(end)}`)))
  while (!out.stderr.includes(text))
    await Promise.race([new Promise((resolve) => child.stderr?.once('data', resolve)), early])
  early.catch(() => undefined)
}

describe('wait --delivery', () => {
  test('returns immediately if the delivery already has the status', async () => {
    const { cli, deliver } = inWorld()
    const id = await deliver()
    expect(await cli('wait', '--delivery', id, '--status', 'in_progress')).toEqual({
      code: 0,
      stdout: `${id} is in_progress\n`,
      stderr: '',
    })
  })

  test('explains how to advance a manual clock, and notices when it is advanced', async () => {
    const { cli, start, deliver } = inWorld()
    const id = await deliver()
    const waiting = start('wait', '--delivery', id, '--status', 'delivered')
    await waitForStderr(waiting, 'clock advance')
    // The suggested command works.
    const [, suggestion = ''] = /mds-sandbox (clock .*)\n/.exec(waiting.output.stderr) ?? []
    expect((await cli(...suggestion.split(' '))).code).toBe(0)
    expect(await waiting.ended).toEqual({ code: 0, stdout: `${id} is delivered\n`, stderr: STANDS(id, 'delivered') })
  })

  test('waits for a takedown, for which there is no event', async () => {
    const { start, deliver, api } = inWorld()
    const id = await deliver()
    const waiting = start('wait', '--delivery', id, '--status', 'taken_down', '--json')
    await waitForStderr(waiting, 'clock advance')
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    await api('POST', `/v1/deliveries/${id}/takedown`)
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    const { code, stdout } = await waiting.ended
    expect([code, JSON.parse(stdout).status]).toEqual([0, 'taken_down'])
  })

  test('keeps waiting through a rejection and a resubmission', async () => {
    const { start, deliver, api } = inWorld()
    await api('PUT', '/_sandbox/scenario', { name: 'rejection' })
    const id = await deliver()
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    const waiting = start('wait', '--delivery', id, '--status', 'delivered')
    await waitForStderr(waiting, 'nothing is scheduled for it. Its status changes only after a resubmission.\n')
    // Most likely all between two polls of the command.
    await api('POST', `/v1/deliveries/${id}/resubmit`)
    await api('POST', '/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'delivered' })
    expect((await waiting.ended).code).toBe(0)
  })

  test('finishes by itself with a live clock', async () => {
    const live = await createSandbox({ speed: 36_000 })
    const { cli, deliver } = inWorld(live)
    const id = await deliver()
    expect(await cli('wait', '--delivery', id, '--status', 'delivered')).toEqual({
      code: 0,
      stdout: `${id} is delivered\n`,
      stderr: '',
    })
    await live.close()
  })

  test('exits with 1 as soon as the status can no longer be reached', async () => {
    const { cli, deliver, api } = inWorld()
    const id = await deliver()
    await api('POST', '/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'delivered' })
    expect(await cli('wait', '--delivery', id, '--status', 'rejected')).toEqual({
      code: 1,
      stdout: '',
      stderr: `mds-sandbox: ${id} is delivered, and can no longer become rejected.\n`,
    })
  })

  test('exits with 1 after --timeout', async () => {
    const { cli, deliver } = inWorld()
    const id = await deliver()
    expect(await cli('wait', '--delivery', id, '--status', 'rejected', '--timeout', '300ms')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${STANDS(id, 'rejected')}mds-sandbox: ${id} was not rejected within 0.3 s: it is in_progress.\n`,
    })
  })

  test('reports an unknown delivery immediately', async () => {
    const { code, stderr } = await inWorld().cli('wait', '--delivery', 'dlv_x', '--status', 'rejected')
    expect([code, stderr]).toEqual([
      1,
      'mds-sandbox: The body has invalid values. See details.\n  until.delivery: is not a known delivery\n',
    ])
  })

  test('is not affected by faults, and sends no requests to the API', async () => {
    const { start, deliver, api } = inWorld()
    const id = await deliver()
    await api('POST', '/_sandbox/faults', { operation: 'getDelivery', status: 503 })
    const waiting = start('wait', '--delivery', id, '--status', 'delivered')
    await waitForStderr(waiting, 'clock advance')
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    expect((await waiting.ended).code).toBe(0)
    expect((await api('GET', '/_sandbox/faults')).data).toMatchObject([{ struck: 0 }])
  })
})

describe('wait --until', () => {
  test('waits for a resource of every kind, and for events', async () => {
    const { cli, start, deliver, api } = inWorld()
    const id = await deliver()
    const until = ['wait', '--until', 'delivery.completed', '--data', 'status=delivered', '--data', `delivery_id=${id}`]
    const waiting = start(...until)
    await waitForStderr(waiting, `--until delivery.completed --data status=delivered --data delivery_id=${id}\n`)
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'delivery.completed has happened\n' })
    expect(await cli('wait', '--until', 'ast_seed_audio_01=ready')).toEqual({
      code: 0,
      stdout: 'ast_seed_audio_01 is ready\n',
      stderr: '',
    })
    expect(await cli('wait', '--until', 'ast_seed_audio_01=failed')).toMatchObject({
      code: 1,
      stderr: 'mds-sandbox: ast_seed_audio_01 is ready, and can no longer become failed.\n',
    })
  })

  test('explains what is missing, and ends after --timeout', async () => {
    const { cli, api } = inWorld()
    const asset = { type: 'audio', filename: 'a.wav', content_type: 'audio/wav' }
    const { id } = await api('POST', '/v1/assets', asset)
    expect(await cli('wait', '--until', `${id}=ready`, '--timeout', '100ms')).toMatchObject({
      code: 1,
      stderr: `mds-sandbox: ${id} is awaiting_upload, and nothing is scheduled for it. Its status changes only after an upload.\nmds-sandbox: ${id} was not ready within 0.1 s: it is awaiting_upload.\n`,
    })
  })
})

describe('wait --ready', () => {
  test('waits for a sandbox that starts later', async () => {
    const first = await createSandbox()
    await first.close()
    const waiting = runCli(['wait', '--ready', '--url', first.url])
    const late = await createSandbox({ port: first.port })
    expect(await waiting.ended).toEqual({ code: 0, stdout: `A sandbox is ready at ${first.url}\n`, stderr: '' })
    await late.close()
  })

  test('works without a key', async () => {
    const { stdout } = await runCli(['wait', '--ready', '--json', '--url', sandbox.url, '--key', 'nonsense']).ended
    expect(JSON.parse(stdout)).toEqual({ status: 'ready' })
  })

  test('exits with 1 after --timeout', async () => {
    expect(await runCli(['wait', '--ready', '--timeout', '200ms', '--url', 'http://127.0.0.1:9']).ended).toEqual({
      code: 1,
      stdout: '',
      stderr: 'mds-sandbox: No sandbox was ready at http://127.0.0.1:9 within 0.2 s: ECONNREFUSED\n',
    })
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/composition/sandbox.js'
import { runCli } from '../../support/cli.js'
import { createCliDriver } from '../../support/cli-driver.js'

const sandbox = await createSandbox({ clock: 'manual' })
afterAll(() => sandbox.close())

let worlds = 0
const inWorld = (where = sandbox) => createCliDriver(where, `sk_sandbox_standard_wait-${++worlds}`)
const STANDS = (id: string, status: string) =>
  `mds-sandbox: The clock stands still. Move it: mds-sandbox clock advance --until ${id}=${status}\n`

/** Waits until the command has said this on stderr. */
async function said({ output: out, child, ended }: ReturnType<typeof runCli>, text: string) {
  const early = ended.then((end) => Promise.reject(new Error(`It ended: ${JSON.stringify(end)}`)))
  while (!out.stderr.includes(text))
    await Promise.race([new Promise((resolve) => child.stderr?.once('data', resolve)), early])
  early.catch(() => undefined)
}

describe('wait --delivery', () => {
  test('that has the status already is done at once', async () => {
    const { cli, deliver } = inWorld()
    const id = await deliver()
    expect(await cli('wait', '--delivery', id, '--status', 'in_progress')).toEqual({
      code: 0,
      stdout: `${id} is in_progress\n`,
      stderr: '',
    })
  })

  test('says that a manual clock stands still and how to move it, and sees when somebody does', async () => {
    const { cli, start, deliver } = inWorld()
    const id = await deliver()
    const waiting = start('wait', '--delivery', id, '--status', 'delivered')
    await said(waiting, 'clock advance')
    // What it suggests is what works.
    const [, suggestion = ''] = /mds-sandbox (clock .*)\n/.exec(waiting.output.stderr) ?? []
    expect((await cli(...suggestion.split(' '))).code).toBe(0)
    expect(await waiting.ended).toEqual({ code: 0, stdout: `${id} is delivered\n`, stderr: STANDS(id, 'delivered') })
  })

  test('follows a delivery to its takedown, which no event tells of', async () => {
    const { start, deliver, api } = inWorld()
    const id = await deliver()
    const waiting = start('wait', '--delivery', id, '--status', 'taken_down', '--json')
    await said(waiting, 'clock advance')
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    await api('POST', `/v1/deliveries/${id}/takedown`)
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    const { code, stdout } = await waiting.ended
    expect([code, JSON.parse(stdout).status]).toEqual([0, 'taken_down'])
  })

  test('goes through a rejection and a resubmission', async () => {
    const { start, deliver, api } = inWorld()
    await api('PUT', '/_sandbox/scenario', { name: 'rejection' })
    const id = await deliver()
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    const waiting = start('wait', '--delivery', id, '--status', 'delivered')
    await said(waiting, 'nothing is scheduled for it: it takes a resubmission.\n')
    // All within two looks of the command, most likely.
    await api('POST', `/v1/deliveries/${id}/resubmit`)
    await api('POST', '/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'delivered' })
    expect((await waiting.ended).code).toBe(0)
  })

  test('with a live clock needs nobody', async () => {
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

  test('gives up when it can not come to that any more', async () => {
    const { cli, deliver, api } = inWorld()
    const id = await deliver()
    await api('POST', '/_sandbox/simulate/delivery', { delivery_id: id, outcome: 'delivered' })
    expect(await cli('wait', '--delivery', id, '--status', 'rejected')).toEqual({
      code: 1,
      stdout: '',
      stderr: `mds-sandbox: ${id} is delivered, and can't become rejected any more.\n`,
    })
  })

  test('gives up after --timeout', async () => {
    const { cli, deliver } = inWorld()
    const id = await deliver()
    expect(await cli('wait', '--delivery', id, '--status', 'rejected', '--timeout', '300ms')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${STANDS(id, 'rejected')}mds-sandbox: ${id} was not rejected within 0.3 s: it is in_progress.\n`,
    })
  })

  test('that is not there is said at once', async () => {
    const { code, stderr } = await inWorld().cli('wait', '--delivery', 'dlv_x', '--status', 'rejected')
    expect([code, stderr]).toEqual([1, 'mds-sandbox: There is no delivery dlv_x.\n'])
  })

  test('is not stopped by faults, and spares the limits', async () => {
    const { start, deliver, api } = inWorld()
    const id = await deliver()
    await api('POST', '/_sandbox/faults', { operation: 'getDelivery', status: 503, times: 2 })
    await api('POST', '/_sandbox/faults', { operation: 'getDelivery', connection: 'reset', times: 1 })
    // Strikes for ever and does nothing: it counts.
    await api('POST', '/_sandbox/faults', { operation: 'getDelivery', delay: '1ms' })
    const waiting = start('wait', '--delivery', id, '--status', 'delivered')
    await said(waiting, 'clock advance')
    await api('POST', '/_sandbox/clock/advance', { until: 'idle' })
    expect((await waiting.ended).code).toBe(0)
    const struck = (await api('GET', '/_sandbox/faults')).data.map(({ struck }: { struck: number }) => struck)
    expect(struck).toEqual([2, 1, 2])
  })
})

describe('wait --ready', () => {
  test('waits for a sandbox that is still to come', async () => {
    const first = await createSandbox()
    await first.close()
    const waiting = runCli(['wait', '--ready', '--url', first.url])
    const late = await createSandbox({ port: first.port })
    expect(await waiting.ended).toEqual({ code: 0, stdout: `A sandbox is ready at ${first.url}\n`, stderr: '' })
    await late.close()
  })

  test('needs no key', async () => {
    const { stdout } = await runCli(['wait', '--ready', '--json', '--url', sandbox.url, '--key', 'nonsense']).ended
    expect(JSON.parse(stdout)).toEqual({ status: 'ready' })
  })

  test('gives up after --timeout', async () => {
    expect(await runCli(['wait', '--ready', '--timeout', '200ms', '--url', 'http://127.0.0.1:9']).ended).toEqual({
      code: 1,
      stdout: '',
      stderr: 'mds-sandbox: No sandbox was ready at http://127.0.0.1:9 within 0.2 s: ECONNREFUSED\n',
    })
  })
})

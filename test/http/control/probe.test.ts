import { describe, expect, test } from 'vitest'
import { createProbeOperation } from '../../../src/http/control/tools/probe.js'
import { PROBE_CHECKS } from '../../../src/webhooks/probe.js'
import { createSender } from '../../../src/webhooks/sender.js'
import { startSandbox } from '../../support/test-sandbox.js'
import { SECRET, startReceiver } from '../../support/webhook-receiver.js'

describe('the probe of the control plane', async () => {
  const { fresh } = await startSandbox()

  test('passes a correct handler, and records neither events nor the secret', async () => {
    const api = fresh()
    const { url } = await startReceiver()
    const { status, body } = await api.post('/_sandbox/probe', { url, secret: SECRET })
    expect([status, body.reachable, body.passed, body.total]).toEqual([
      200,
      true,
      PROBE_CHECKS.length,
      PROBE_CHECKS.length,
    ])
    expect((await api.get('/_sandbox/activity')).body.data).toEqual([])
    expect((await api.get('/_sandbox/journal')).text).not.toContain(SECRET)
  })

  test('says what an incorrect handler should have done', async () => {
    const { url } = await startReceiver({ secret: 'another secret' })
    const { body } = await fresh().post('/_sandbox/probe', { url, secret: SECRET })
    expect(body.checks[0]).toMatchObject({
      check: 'ping',
      does: 'answers 200 to a ping',
      passed: false,
      reason: expect.stringContaining('does it have the same secret?'),
    })
  })

  test('reports a handler that does not listen, and refuses blocked addresses', async () => {
    const api = fresh()
    const { body } = await api.post('/_sandbox/probe', { url: 'http://127.0.0.1:9', secret: 'x' })
    expect(body).toEqual({ reachable: false, reason: 'connection refused', passed: 0, total: 0, checks: [] })
    const blocked = await api.post('/_sandbox/probe', { url: 'http://169.254.169.254/', secret: 'x' })
    expect([blocked.status, blocked.body.error.details[0].field]).toEqual([422, 'url'])
    const { fresh: freshStrict } = await startSandbox({ egress: 'strict' })
    const strict = await freshStrict().post('/_sandbox/probe', { url: 'http://127.0.0.1:9', secret: 'x' })
    expect([strict.status, strict.text]).toEqual([422, expect.stringContaining('public addresses only')])
  })

  test('ends at its time limit when the handler never answers', async () => {
    const { url } = await startReceiver({ respond: () => ({ status: 200, delayMs: 60_000 }) })
    const sender = createSender({ egress: 'open' })
    const { runProbe } = createProbeOperation(sender, '0.0.0', Date.now, 50)
    const answer = (await runProbe.run({ body: { url, secret: SECRET, timeout_ms: 30_000 } } as never)) as {
      body: { checks: { reason: string }[] }
    }
    sender.close()
    expect(answer.body.checks).toHaveLength(PROBE_CHECKS.length)
    expect(answer.body.checks.at(-1)?.reason).toContain('took longer than')
  })
})

import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '../../../src/cli/mcp/mcp-server.js'
import type { ApiResponse } from '../../support/test-sandbox.js'
import { startReceiver } from '../../support/webhook-receiver.js'

// One session of a real MCP client with the built command, in the order that an assistant would use the tools.
describe('mds-sandbox mcp', () => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../../dist/cli.js'), 'mcp'],
  })
  let url: string
  let key: string

  beforeAll(async () => {
    await client.connect(transport)
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(client.getInstructions() ?? '')?.[0] as string
  })
  afterAll(() => client.close())

  async function use(name: string, input: Record<string, unknown> = {}) {
    const { content, isError } = await client.callTool({ name, arguments: key ? { key, ...input } : input })
    const [first] = content as { text: string }[]
    return { text: first?.text ?? '', failed: isError === true }
  }

  async function callApi(method: string, path: string, body?: object) {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as ApiResponse['body'] }
  }

  test('offers its tools with descriptions, and says which only read', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    expect(tools.length).toBeGreaterThanOrEqual(12)
    for (const { name, description, annotations } of tools) {
      expect(description, name).toMatch(/\.$/)
      expect(typeof annotations?.readOnlyHint, name).toBe('boolean')
    }
  })

  test('starts a world of its own, whose key works', async () => {
    const { text } = await use('start_world', { name: 'assistant', scenario: 'rejection' })
    key = /sk_sandbox_standard_assistant/.exec(text)?.[0] as string
    expect((await callApi('GET', '/v1/releases')).status).toBe(200)
    expect((await use('list_scenarios')).text).toMatch(/^The world uses rejection\.\n- happy-path: /)
  })

  test('explains a release, a refused request, a delivery and what comes next', async () => {
    const { body: release } = await callApi('POST', '/v1/releases', {
      title: 'Assisted',
      artists: [{ name: 'The Prompts', role: 'main' }],
      release_date: '2025-03-01',
      territories: ['WORLD'],
    })
    expect((await use('explain_release', { release_id: release.id })).text).toMatch(
      /is draft and can't be submitted[\s\S]+- artwork: missing\n {2}- artwork_asset_id: is required/,
    )
    const refused = await callApi('POST', `/v1/releases/${release.id}/submit`)
    const explained = await use('explain_request', { request_id: refused.body.error.request_id })
    expect(explained.text).toMatch(/^missing_required_field \(422\): [\s\S]+Fix: /)

    await callApi('PATCH', `/v1/releases/${release.id}`, { artwork_asset_id: 'ast_seed_artwork_01' })
    await callApi('POST', '/v1/tracks', { release_id: release.id, title: 'One', audio_asset_id: 'ast_seed_audio_01' })
    await callApi('POST', `/v1/releases/${release.id}/submit`)
    const { body: delivery } = await callApi('POST', '/v1/deliveries', {
      release_id: release.id,
      store_ids: ['store_lumenwave'],
      territory_codes: ['WORLDWIDE'],
    })
    expect((await use('what_happens_next')).text).toContain(`ingest-order ${delivery.id}`)
    expect((await use('explain_delivery', { delivery_id: delivery.id })).text).toMatch(/pending\n {2}Next: /)
    expect((await use('advance_clock', { until_idle: true })).text).toContain('ingesting → rejected')
    expect((await use('explain_delivery', { delivery_id: delivery.id })).text).toMatch(
      /is rejected\. [\s\S]+artwork_too_small[\s\S]+Remedy: Upload a larger square cover\.[\s\S]+Nothing that the store wants changed \(artwork\)/,
    )
    expect((await use('recent_activity', { kind: 'event' })).text).toContain('delivery.completed')
  })

  test('checks handlers, redelivers, makes calls fail and judges the client', async () => {
    const receiver = await startReceiver()
    const { body: webhook } = await callApi('POST', '/v1/webhooks', {
      url: receiver.url,
      event_type: ['release.status.changed'],
      secret: 'whsec_of_the_tests',
    })
    const probed = await use('probe_webhook_handler', { url: receiver.url, secret: 'whsec_of_the_tests' })
    expect(probed.text).toContain('"check"')
    expect((await use('redeliver_events', { webhook_id: webhook.id })).text).toContain('events are sent again')
    expect((await use('list_events', { status: 'undeliverable' })).text).toBe('There are none.')
    await use('make_calls_fail', { operation: 'listReleases', status: 503 })
    expect((await callApi('GET', '/v1/releases')).status).toBe(503)
    expect((await use('client_report')).text).toMatch(/The client broke .+[\s\S]+Coverage: /)
    expect((await use('use_scenario', { name: 'happy-path' })).text).toContain('uses happy-path now')
    await use('reset_world')
    expect((await use('what_happens_next')).text).toContain('0 things are scheduled')
  })

  test.each([
    ['explain_error_code', { code: 'asset_not_ready' }, false, /^asset_not_ready \(409\): /],
    ['explain_error_code', { code: 'asset_notready' }, true, /Did you mean asset_not_ready\?/],
    ['use_scenario', { name: 'rejected' }, true, /The sandbox refused: .*rejection/s],
    ['explain_delivery', { delivery_id: 'dlv_unknown' }, true, /The sandbox refused/],
    ['advance_clock', {}, true, /The sandbox refused/],
    ['advance_clock', { duration: 3 }, true, /duration/],
  ])('answers %s %j in words', async (name, input, failed, expected) => {
    const result = await use(name, input)
    expect(result.text).toMatch(expected)
    expect(result.failed).toBe(failed)
  })
})

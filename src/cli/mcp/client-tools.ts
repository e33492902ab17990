import { z } from 'zod'
import type { components } from '../../generated/control-api.js'
import { defineTool, formatFacts } from './tool.js'

type Schemas = components['schemas']

/** Tools that check the client and the webhook handler. */
export const CLIENT_TOOLS = [
  defineTool({
    name: 'client_report',
    title: 'Judge the client',
    description:
      'Judge everything that the client did in this world: rules that it broke (retries without a key, polling, …) with ' +
      'evidence and remedy, and what it has not tried yet.',
    readOnly: true,
    fields: {},
    async run(_input, { client }) {
      const { body } = await client.call<Schemas['ClientReport']>('GET', '/_sandbox/report')
      const broken = body.rules.filter(({ result }) => result === 'broken')
      const lines = broken.flatMap(({ id, severity, evidence, remedy }) => [
        `- ${id} (${severity}): ${remedy}`,
        ...evidence.slice(0, 3).map((each) => `  ${JSON.stringify(each)}`),
      ])
      const kept = body.rules.filter(({ result }) => result === 'kept').map(({ id }) => id)
      return [
        broken.length === 0 ? 'The client broke no rule.' : `The client broke ${broken.length} rules:`,
        ...lines,
        `Kept: ${kept.join(', ') || 'none'}. The others were not tried.`,
        `Coverage: ${formatFacts(body.coverage)}`,
      ].join('\n')
    },
  }),

  defineTool({
    name: 'list_events',
    title: 'List the events',
    description: 'List the events of the world and their deliveries to webhook endpoints.',
    readOnly: true,
    fields: {
      status: z.enum(['pending', 'delivered', 'undeliverable']).optional(),
      limit: z.number().int().min(1).max(100).default(20),
    },
    async run({ status, limit }, { client }) {
      const query = new URLSearchParams({ limit: String(limit), ...(status && { status }) })
      const { body } = await client.call<{ data: unknown[] }>('GET', `/_sandbox/events?${query}`)
      return body.data.length === 0 ? 'There are none.' : formatFacts(body.data)
    },
  }),

  defineTool({
    name: 'redeliver_events',
    title: 'Redeliver events',
    description: 'Send events to a webhook endpoint again: the given ones, or all that are undeliverable.',
    readOnly: false,
    fields: {
      webhook_id: z.string().describe('An id such as whk_….'),
      event_ids: z.array(z.string()).min(1).max(100).optional(),
    },
    async run({ webhook_id, event_ids }, { client }) {
      const path = `/v1/webhooks/${encodeURIComponent(webhook_id)}/redeliver`
      const { body } = await client.call<{ data: unknown[] }>('POST', path, event_ids ? { event_ids } : {})
      return `${body.data.length} events are sent again. list_events shows the attempts.`
    },
  }),

  defineTool({
    name: 'probe_webhook_handler',
    title: 'Check a webhook handler',
    description:
      'Send valid, forged, repeated, reordered and unusual events to a webhook handler, and report which checks it passes.',
    readOnly: true,
    fields: {
      url: z.string().describe('The URL of the handler.'),
      secret: z.string().describe('The secret with which the handler verifies signatures.'),
    },
    async run({ url, secret }, { client }) {
      const { body } = await client.call<Schemas['ProbeReport']>('POST', '/_sandbox/probe', { url, secret }, 90_000)
      return formatFacts(body)
    },
  }),
]

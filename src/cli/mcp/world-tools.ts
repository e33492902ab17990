import { z } from 'zod'
import type { components } from '../../generated/control-api.js'
import { defineTool, formatFacts } from './tool.js'

type Schemas = components['schemas']
interface List<T> {
  data: T[]
}

/** Tools that set up a world and move it on. */
export const WORLD_TOOLS = [
  defineTool({
    name: 'start_world',
    title: 'Start a world',
    description:
      'Create an isolated world (an account with its own catalogue, clock and webhooks) for a test, and get its API key.',
    readOnly: false,
    fields: {
      name: z.string().describe('Lower-case letters, digits and hyphens, such as checkout-test.'),
      tier: z.enum(['standard', 'enterprise']).default('standard'),
      scenario: z.string().optional().describe('What stores and webhooks do. list_scenarios names them.'),
      seed: z.number().int().min(0).optional(),
    },
    async run({ name, tier, scenario, seed }, { client, url }) {
      const options = { tier, name, ...(scenario && { scenario }), ...(seed !== undefined && { seed }) }
      const { body } = await client.call<Schemas['WorldSummary']>('POST', '/_sandbox/worlds', options)
      return `The world is ready. Call ${url} with the header X-API-Key: ${body.api_key}\n${formatFacts(body)}`
    },
  }),

  defineTool({
    name: 'reset_world',
    title: 'Reset a world',
    description: 'Put a world back into its initial state: its data, clock, scenario, faults and webhooks.',
    readOnly: false,
    fields: {},
    async run(_input, { client, key }) {
      await client.call('POST', '/_sandbox/reset')
      return `The world of ${key} is in its initial state again.`
    },
  }),

  defineTool({
    name: 'list_scenarios',
    title: 'List the scenarios',
    description:
      'List the scenarios: what stores, assets, payouts and webhooks do in each, and which one the world uses.',
    readOnly: true,
    fields: {},
    async run(_input, { client }) {
      const { body: present } = await client.call<Schemas['ScenarioState']>('GET', '/_sandbox/scenario')
      const { body: all } = await client.call<List<{ name: string; summary: string }>>('GET', '/_sandbox/scenarios')
      return [`The world uses ${present.name}.`, ...all.data.map(({ name, summary }) => `- ${name}: ${summary}`)].join(
        '\n',
      )
    },
  }),

  defineTool({
    name: 'use_scenario',
    title: 'Use a scenario',
    description: 'Choose what happens to the deliveries, assets, payouts and webhooks of the world from now on.',
    readOnly: false,
    fields: { name: z.string().describe('Such as rejection. list_scenarios names them all.') },
    async run({ name }, { client }) {
      const { body } = await client.call<Schemas['ScenarioState']>('PUT', '/_sandbox/scenario', { name })
      return `The world uses ${body.name} now: ${body.summary}`
    },
  }),

  defineTool({
    name: 'advance_clock',
    title: 'Advance the clock',
    description:
      'Advance the clock of the world instead of waiting, and see every step that happened: store reviews, asset ' +
      'processing, webhook attempts, statements.',
    readOnly: false,
    fields: {
      duration: z.string().optional().describe('Such as 72h, 30m or 2d.'),
      to: z.string().optional().describe('An instant such as 2025-02-01T00:00:00Z.'),
      until_idle: z.boolean().optional().describe('Until nothing more is scheduled.'),
    },
    async run({ duration, to, until_idle }, { client }) {
      const target = { ...(duration && { duration }), ...(to && { to }), ...(until_idle && { until: 'idle' }) }
      const { body } = await client.call<Schemas['Advanced']>('POST', '/_sandbox/clock/advance', target, 0)
      const steps = body.steps.map(({ at, subject, change }) => `- ${at} ${subject}: ${change}`)
      return [`The clock is at ${body.now}. ${steps.length} steps happened.`, ...steps.slice(-200)].join('\n')
    },
  }),

  defineTool({
    name: 'what_happens_next',
    title: 'What will happen next?',
    description: 'List what is scheduled in the world, and when: store decisions, asset processing, webhook retries.',
    readOnly: true,
    fields: {},
    async run(_input, { client }) {
      const { body: clock } = await client.call<Schemas['Clock']>('GET', '/_sandbox/clock')
      const { body } = await client.call<Schemas['Agenda']>('GET', '/_sandbox/agenda')
      const entries = body.data.map(({ due, subject, task }) => `- ${due} ${task} ${subject}`)
      const heading = `It is ${clock.now} on the world's clock (${clock.mode}). ${body.total} things are scheduled.`
      return [heading, ...entries].join('\n')
    },
  }),

  defineTool({
    name: 'make_calls_fail',
    title: 'Make calls fail',
    description: 'Let the next calls of an operation fail, to test retries. Use it before the client calls.',
    readOnly: false,
    fields: {
      operation: z.string().describe('An operationId of the contract, such as createTrack.'),
      status: z.union([z.literal(429), z.literal(500), z.literal(503)]),
      times: z.number().int().min(1).default(1),
    },
    async run({ operation, status, times }, { client }) {
      const { body } = await client.call('POST', '/_sandbox/faults', { operation, status, times })
      return `The next ${times} calls of ${operation} get ${status}.\n${formatFacts(body)}`
    },
  }),
]

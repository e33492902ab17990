import { z } from 'zod'
import errorsGuide from '../../../docs/errors.md?text'
import rejections from '../../../seeds/rejections.yaml'
import type { Rejection } from '../../core/engine/seed-types.js'
import { suggest } from '../../core/primitives/suggest.js'
import type { components } from '../../generated/control-api.js'
import { defineTool, formatFacts, formatIssues } from './tool.js'

type Schemas = components['schemas']
type Issues = { field?: string; issue: string }[]

interface DeliveryState {
  id: string
  status: string
  stores: { store_id: string; status: string; rejection_code?: string; rejection_reason?: string }[]
  sandbox: {
    scenario: { name: string }
    stores: {
      store_id: string
      can_resubmit: boolean
      can_take_down: boolean
      next_steps: { due: string; task: string }[]
      correction: { code: string; wants: string[]; corrected: boolean } | null
    }[]
  }
}

interface ReleaseState {
  id: string
  title: string
  status: string
  sandbox: {
    submission: { ready: boolean; checks: { name: string; ok: boolean; issues: Issues }[] }
    delivery_ids: string[]
  }
}

/** The row of an error code and the section about its conditions. */
function explainCode(code: string): string | undefined {
  const row = errorsGuide.split('\n').find((line) => line.startsWith(`| \`${code}\` |`))
  if (row === undefined) return undefined
  const [, , status, cause, fix] = row.split('|').map((cell) => cell.trim())
  const section = errorsGuide.split(/^#{2,3} /m).find((text) => text.startsWith(`${code}\n`))
  const conditions = section?.slice(code.length).trim()
  return [`${code} (${status}): ${cause}`, `Fix: ${fix}`, ...(conditions ? ['', conditions] : [])].join('\n')
}

const ERROR_CODES = [...errorsGuide.matchAll(/^\| `([a-z_]+)` \| \d/gm)].map(([, code]) => code as string)

function explainStore(
  { store_id, status, rejection_code, rejection_reason }: DeliveryState['stores'][number],
  known: DeliveryState['sandbox']['stores'][number] | undefined,
): string[] {
  const remedy = (rejections as Rejection[]).find(({ code }) => code === rejection_code)?.remedy
  const correction = known?.correction
  return [
    `- ${store_id} is ${status}${rejection_code ? ` (${rejection_code}): ${rejection_reason}` : ''}`,
    ...(remedy ? [`  Remedy: ${remedy}`] : []),
    ...(correction
      ? [
          correction.corrected
            ? '  Something that the store wants was changed: resubmit the delivery.'
            : `  Nothing that the store wants changed (${correction.wants.join(', ')}) was changed since: a resubmission would be answered in the same way.`,
        ]
      : []),
    ...(known?.can_resubmit ? ['  It can be resubmitted: POST /v1/deliveries/{delivery_id}/resubmit'] : []),
    ...(known?.next_steps ?? []).map(({ due, task }) => `  Next: ${task} at ${due}`),
  ]
}

/** Tools that say why something is as it is. */
export const EXPLAIN_TOOLS = [
  defineTool({
    name: 'explain_delivery',
    title: 'Why did this delivery fail, or where is it?',
    description: 'Explain the state of a delivery: each store, its reason, the remedy, and what happens next.',
    readOnly: true,
    fields: { delivery_id: z.string().describe('An id such as dlv_….') },
    async run({ delivery_id }, { client }) {
      const { body } = await client.call<DeliveryState>(
        'GET',
        `/_sandbox/state/deliveries/${encodeURIComponent(delivery_id)}`,
      )
      const { id, status, stores, sandbox } = body
      return [
        `Delivery ${id} is ${status}. It follows the scenario ${sandbox.scenario.name}.`,
        ...stores.flatMap((store) =>
          explainStore(
            store,
            sandbox.stores.find(({ store_id }) => store_id === store.store_id),
          ),
        ),
      ].join('\n')
    },
  }),

  defineTool({
    name: 'explain_release',
    title: "Why can't I submit this release?",
    description: 'Check everything that a submission needs, and say what is missing.',
    readOnly: true,
    fields: { release_id: z.string().describe('An id such as rel_….') },
    async run({ release_id }, { client }) {
      const { body } = await client.call<ReleaseState>(
        'GET',
        `/_sandbox/state/releases/${encodeURIComponent(release_id)}`,
      )
      const { id, title, status, sandbox } = body
      const { ready, checks } = sandbox.submission
      return [
        `Release ${id} (${JSON.stringify(title)}) is ${status} and ${ready ? 'can' : "can't"} be submitted.`,
        ...checks.map(({ name, ok, issues }) =>
          [`- ${name}: ${ok ? 'ok' : 'missing'}`, ...formatIssues(issues).map((line) => `  ${line}`)].join('\n'),
        ),
        ...(sandbox.delivery_ids.length > 0 ? [`Deliveries: ${sandbox.delivery_ids.join(', ')}`] : []),
      ].join('\n')
    },
  }),

  defineTool({
    name: 'explain_request',
    title: 'Why did this request fail?',
    description: 'Show a recorded request with both bodies, and explain its error code. recent_activity lists the ids.',
    readOnly: true,
    fields: { request_id: z.string().describe('The X-Request-Id of the response, such as req_….') },
    async run({ request_id }, { client }) {
      const { body } = await client.call<Schemas['RecordedRequest']>(
        'GET',
        `/_sandbox/requests/${encodeURIComponent(request_id)}`,
      )
      const explanation = body.code === null ? undefined : explainCode(body.code)
      return [...(explanation ? [explanation, ''] : []), formatFacts(body)].join('\n')
    },
  }),

  defineTool({
    name: 'explain_error_code',
    title: 'What does this error code mean?',
    description: 'Explain an error code of the API: its status, every condition that leads to it, and the fix.',
    readOnly: true,
    fields: { code: z.string().describe('Such as asset_not_ready.') },
    async run({ code }) {
      const explanation = explainCode(code)
      if (explanation !== undefined) return explanation
      const suggestion = suggest(code, ERROR_CODES)
      throw new Error(
        `There is no error code ${JSON.stringify(code)}.${suggestion ? ` Did you mean ${suggestion}?` : ''} The codes are ${ERROR_CODES.join(', ')}.`,
      )
    },
  }),

  defineTool({
    name: 'recent_activity',
    title: 'What happened?',
    description: 'List the latest requests, events, webhook attempts, state changes and clock moves, newest first.',
    readOnly: true,
    fields: {
      kind: z.enum(['request', 'event', 'attempt', 'change', 'clock']).optional(),
      limit: z.number().int().min(1).max(200).default(30),
    },
    async run({ kind, limit }, { client }) {
      const query = new URLSearchParams({ limit: String(limit), ...(kind && { kind }) })
      const { body } = await client.call<{ data: unknown[] }>('GET', `/_sandbox/activity?${query}`)
      if (body.data.length === 0) return 'Nothing happened yet.'
      return body.data.map((entry) => formatFacts(entry).replaceAll(/\n\s*/g, ' ')).join('\n')
    },
  }),
]

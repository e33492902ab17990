import type { Dispatch, Webhook, WorldEvent } from '../../core/engine/rows.js'
import type { World } from '../../core/engine/world.js'
import { statusKeyOf } from '../../core/events/dispatches.js'
import { type Issue, invalidField, type Refusal, refuse, refuseWithIssues } from '../../core/primitives/result.js'
import { formatInstant } from '../../core/primitives/time.js'
import { type EgressMode, findUrlIssue } from '../../webhooks/egress-guard.js'
import type { Sender } from '../../webhooks/sender.js'
import { paginateTable } from '../pagination/paginate.js'
import type { V1Operations } from '../pipeline/exchange.js'

/** Without the secret, which only the response to creation contains. */
export const webhookView = ({ id, url, event_type, status, verification, created_at, updated_at }: Webhook) => ({
  id,
  url,
  event_type,
  status,
  // Snapshots of earlier versions have no such field.
  verification: verification ?? null,
  created_at,
  updated_at,
})

function createdReply(webhook: Webhook) {
  const { created_at, updated_at, ...view } = webhookView(webhook)
  return { status: 201, body: { ...view, secret: webhook.secret, created_at, updated_at } }
}

const eventDeliveryView =
  ({ events }: World) =>
  ({ event_id, status, due, attempts }: Dispatch) => ({
    event: events.get(event_id) as WorldEvent,
    status,
    next_attempt_at: due === null ? null : formatInstant(due),
    attempts,
  })

type WebhookOperations =
  | 'createWebhook'
  | 'listWebhooks'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'pingWebhook'
  | 'listWebhookEvents'
  | 'redeliverEvents'

export function createWebhookOperations(
  egress: EgressMode,
  { checkUrl }: Sender,
): Pick<V1Operations, WebhookOperations> {
  const findWebhook = ({ webhooks }: World, id: string): Webhook | Refusal =>
    webhooks.get(id) ?? refuse('not_found', { message: `There is no webhook endpoint ${id}.` })

  /** Adds the issues of the egress guard. The contract reports values that are not URLs. */
  const findIssues = (_: World, { url }: Record<string, unknown>): Issue[] => {
    const problem = typeof url === 'string' && /^https?:\/\//i.test(url) ? findUrlIssue(url, egress) : undefined
    return problem === undefined ? [] : [invalidField('url', problem)]
  }

  /** Also resolves the host name, before anything changes. */
  async function refuseUrl(url: string | undefined): Promise<Refusal | undefined> {
    const problem = url === undefined ? undefined : await checkUrl(url)
    return problem === undefined ? undefined : refuseWithIssues([invalidField('url', problem)])
  }

  return {
    createWebhook: {
      findIssues,
      async run({ world, body, saveInterimReply }) {
        const refusal = await refuseUrl(body.url)
        if (refusal) return refusal
        const created = world.execute({ type: 'create-webhook', input: body })
        if (!created.ok) return created
        saveInterimReply(createdReply(created.value))
        const pinged = await world.ping(created.value.id)
        if (!pinged.ok)
          return refuse('invalid_state', {
            message: 'The endpoint was deleted, or the world was reset, during the ping. Create the endpoint again.',
          })
        return createdReply(pinged.value)
      },
    },

    listWebhooks: {
      run: ({ world: { state }, query }) => paginateTable(state, 'webhooks', state.webhooks, {}, query, webhookView),
    },

    getWebhook: {
      run({ world, path }) {
        const found = findWebhook(world.state, path.webhook_id)
        return 'ok' in found ? found : { status: 200, body: webhookView(found) }
      },
    },

    updateWebhook: {
      findIssues,
      async run({ world, path, body }) {
        const refusal = await refuseUrl(body.url)
        if (refusal) return refusal
        const done = world.execute({ type: 'update-webhook', id: path.webhook_id, changes: body })
        return done.ok ? { status: 200, body: webhookView(done.value) } : done
      },
    },

    deleteWebhook: {
      run({ world, path }) {
        const done = world.execute({ type: 'delete-webhook', id: path.webhook_id })
        return done.ok ? { status: 204, body: undefined } : done
      },
    },

    pingWebhook: {
      async run({ world, path }) {
        const done = await world.ping(path.webhook_id)
        return done.ok ? { status: 200, body: webhookView(done.value) } : done
      },
    },

    listWebhookEvents: {
      run({ world: { state }, path, query }) {
        const found = findWebhook(state, path.webhook_id)
        if ('ok' in found) return found
        const { status } = query
        const filter = {
          webhook_id: found.id,
          isPing: false,
          ...(status !== undefined && { statusKey: statusKeyOf(found.id, status) }),
        }
        return paginateTable(state, 'webhook-events', state.dispatches, filter, query, eventDeliveryView(state))
      },
    },

    redeliverEvents: {
      run({ world, path, body }) {
        const done = world.execute({ type: 'redeliver-events', id: path.webhook_id, event_ids: body?.event_ids })
        return done.ok ? { status: 202, body: { data: done.value.map(eventDeliveryView(world.state)) } } : done
      },
    },
  }
}

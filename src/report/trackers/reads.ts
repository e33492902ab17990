import type { WorldEvent } from '../../core/engine/rows.js'
import type { Findings } from '../findings.js'
import { isObject } from '../observed-records.js'
import { type Call, idOf, setBounded, type Tracker } from './tracker.js'

const MAX_RESOURCES = 300
const MAX_READS = 20
const MAX_READS_WHEN_SUBSCRIBED = 5
/** A client that asks for a few rows wants the newest ones, not the whole list. */
const FEW_ROWS = 5

/** The event that tells about a change of the resource. */
const EVENT_BY_COLLECTION: Record<string, string> = {
  releases: 'release.status.changed',
  deliveries: 'delivery.completed',
  assets: 'asset.ready',
}

interface Reads {
  count: number
  firstRequestId: string
}

interface ListReads {
  isFollowed: boolean
  /** The first page of a longer list. */
  unfollowed: { name: string; requestId: string; at: number; mark: string | undefined } | undefined
}

/** The path of the resource that an event is about. */
function pathOf({ data }: WorldEvent): string | undefined {
  const { release_id, delivery_id, asset_id } = data as Record<string, string | undefined>
  if (delivery_id !== undefined) return `/v1/deliveries/${delivery_id}`
  if (asset_id !== undefined) return `/v1/assets/${asset_id}`
  return release_id === undefined ? undefined : `/v1/releases/${release_id}`
}

/** Judges how the client reads: polling of single resources, and lists that are not read to their end. */
export function createReadTracker(findings: Findings): Tracker {
  const readsByPath = new Map<string, Reads>()
  const lists = new Map<string, ListReads>()
  /** The subscribed event types by endpoint. */
  const subscriptions = new Map<string, readonly string[]>()

  function learnWebhook(webhook: unknown) {
    if (!isObject(webhook) || typeof webhook.id !== 'string' || !Array.isArray(webhook.event_type)) return
    if (webhook.status === 'verified') setBounded(subscriptions, webhook.id, webhook.event_type, MAX_RESOURCES)
    else subscriptions.delete(webhook.id)
  }

  function learnWebhooks(call: Call) {
    if (call.operation?.id === 'deleteWebhook') return void subscriptions.delete(idOf(call.path))
    if (call.isUnchangedRead || call.operation?.id === 'listWebhookEvents') return
    const answer = call.answer()
    if (isObject(answer) && Array.isArray(answer.data)) answer.data.forEach(learnWebhook)
    else learnWebhook(answer)
  }

  function judgePolling(call: Call) {
    const { request, path, operation } = call
    const reads = readsByPath.get(path)
    if (!reads || !call.isUnchangedRead) {
      findings.markTried('polling')
      return setBounded(readsByPath, path, { count: 1, firstRequestId: request.requestId }, MAX_RESOURCES)
    }
    reads.count++
    if (reads.count <= MAX_READS_WHEN_SUBSCRIBED || reads.count > MAX_READS + 1) return
    const event = EVENT_BY_COLLECTION[path.split('/')[2] ?? '']
    const isSubscribed = event !== undefined && [...subscriptions.values()].some((types) => types.includes(event))
    const limit = isSubscribed ? MAX_READS_WHEN_SUBSCRIBED : MAX_READS
    if (reads.count !== limit + 1) return
    const reason = isSubscribed ? `, although the client is subscribed to ${event}` : ''
    findings.add({
      rule: 'polling',
      operation: operation?.id,
      subject: isSubscribed ? 'subscribed' : 'not subscribed',
      what: `${path} was read more than ${limit} times without a change${reason}`,
      requestIds: [reads.firstRequestId, request.requestId],
      at: request.now,
      mark: call.mark,
    })
  }

  function judgeList(call: Call, operation: string) {
    const { request, query } = call
    let list = lists.get(operation)
    if (!list) lists.set(operation, (list = { isFollowed: false, unfollowed: undefined }))
    if (list.isFollowed) return
    const parameters = new URLSearchParams(query)
    if (parameters.has('cursor') || Number(parameters.get('page')) > 1) list.isFollowed = true
    if (!request.responseBody.endsWith('"has_more":true}')) return
    if (Number(parameters.get('limit') ?? parameters.get('per_page') ?? FEW_ROWS + 1) <= FEW_ROWS) return
    findings.markTried('list-first-page-only')
    const { requestId, now: at, method } = request
    list.unfollowed ??= { name: `${method} ${call.path}`, requestId, at, mark: call.mark }
  }

  return {
    observeCall(call) {
      const { request, operation, path, isExcluded } = call
      if (!operation || request.status >= 300) return
      if (path.startsWith('/v1/webhooks')) learnWebhooks(call)
      if (isExcluded || request.method !== 'GET') return
      if (operation.isItemRead) judgePolling(call)
      else if (operation.isList) judgeList(call, operation.id)
    },
    observeEvent(event) {
      const path = pathOf(event)
      if (path !== undefined) readsByPath.delete(path)
    },
    observeAttempt({ event, isAcknowledged }) {
      const path = event && isAcknowledged ? pathOf(event) : undefined
      if (path !== undefined) readsByPath.delete(path)
    },
    forgetWorld() {
      readsByPath.clear()
      subscriptions.clear()
    },
    startTest: () => readsByPath.clear(),
    conclude(verdicts) {
      for (const [operation, { isFollowed, unfollowed }] of lists)
        if (unfollowed && !isFollowed)
          verdicts.add({
            rule: 'list-first-page-only',
            operation,
            subject: operation,
            what: `${unfollowed.name} had more pages, and no cursor of this list was ever followed`,
            requestIds: [unfollowed.requestId],
            at: unfollowed.at,
            mark: unfollowed.mark,
          })
    },
  }
}

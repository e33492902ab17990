import { createHash } from 'node:crypto'
import { findRelease } from '../../core/catalogue/visibility.js'
import type { World } from '../../core/engine/world.js'
import type { ErnMessage, ErnMessageView } from '../../core/ern/ern-rows.js'
import { exportData } from '../../core/ern/export-data.js'
import { ok, type Refusal, type Result, refuse } from '../../core/primitives/result.js'
import { formatInstant } from '../../core/primitives/time.js'
import type { PartyFacts } from '../../ern/facts/facts.js'
import { SERVICE_DPID } from '../../ern/message/party-ids.js'
import { type ReadMessage, readMessage } from '../../ern/message/read-message.js'
import { writeAcknowledgement } from '../../ern/write/acknowledgement.js'
import { exportNewRelease, exportPurge } from '../../ern/write/export-release.js'
import { paginateTable } from '../pagination/paginate.js'
import type { OperationHandler, Reply, V1Operations } from '../pipeline/exchange.js'
import { MOUNT_PATH_HEADER, mountPrefixOf } from '../server/base-url.js'
import { chooseByTitle, scenarioHeaders } from './choose-scenario.js'

const SERVICE: PartyFacts = { party_id: SERVICE_DPID, name: 'Music Distribution Service' }

interface ReadBody extends ReadMessage {
  checksum_sha256: string
  size_bytes: number
}

/** How long a message is read before other requests get their turn. */
const SLICE_MS = 5

function createPause(): () => Promise<void> {
  let start = performance.now()
  return async () => {
    if (performance.now() - start < SLICE_MS) return
    await new Promise(setImmediate)
    start = performance.now()
  }
}

async function parseBody(bytes: Buffer): Promise<Result<ReadBody>> {
  const read = await readMessage(bytes, { pause: createPause() })
  if (!read.ok) return read
  const checksum_sha256 = createHash('sha256').update(bytes).digest('hex')
  return ok({ ...read.value, checksum_sha256, size_bytes: bytes.length })
}

function authorize({ account }: World): Refusal | undefined {
  if (account.tier === 'enterprise') return undefined
  return refuse('forbidden', {
    message:
      'ERN messages are for enterprise accounts only. Use the key of an enterprise world, such as sk_sandbox_enterprise_demo.',
  })
}

export function ernMessageView(message: ErnMessage): ErnMessageView {
  const {
    messageKey: _messageKey,
    contentKey: _contentKey,
    facts: _facts,
    delivery: _delivery,
    scenario: _scenario,
    plan: _plan,
    references: _references,
    ...view
  } = message
  return view
}

const messageNotFound = (id: string) => refuse('not_found', { message: `There is no ERN message ${id}.` })

const xmlReply = (content: string): Reply => ({
  status: 200,
  body: undefined,
  text: { type: 'application/xml', content },
})

type ErnOperations =
  | 'sendErnMessage'
  | 'listErnMessages'
  | 'getErnMessage'
  | 'getErnAcknowledgement'
  | 'exportReleaseErn'

const sendErnMessage: OperationHandler<ReadBody, { delivery?: 'auto' | 'none' }> = {
  authorize,
  parseBody,
  run({ world, body, query, header }) {
    const requested = header('x-sandbox-scenario')
    const choice = chooseByTitle(world.state, body.facts.release?.title, requested)
    if ('ok' in choice) return choice
    const scenario = { name: choice.name, source: choice.source }
    const received = world.execute({
      type: 'receive-ern',
      input: { ...body, delivery: query.delivery ?? 'auto', scenario },
    })
    if (!received.ok) return received
    const { message, isRepeated } = received.value
    const prefix = mountPrefixOf({ [MOUNT_PATH_HEADER]: header(MOUNT_PATH_HEADER) })
    return {
      status: isRepeated ? 200 : 202,
      body: ernMessageView(message),
      headers: { Location: `${prefix}/v1/ern/messages/${message.id}`, ...scenarioHeaders(choice) },
    }
  },
}

export const ernOperations: Pick<V1Operations, ErnOperations> = {
  // The contract describes the bytes, and the operation gets what they say.
  sendErnMessage: sendErnMessage as unknown as V1Operations['sendErnMessage'],

  listErnMessages: {
    authorize,
    run({ world: { state }, query }) {
      const { status, message_type, release_id } = query
      const filter = {
        ...(status && { status }),
        ...(message_type && { message_type }),
        ...(release_id !== undefined && { release_id }),
      }
      return paginateTable(state, 'ern-messages', state.ernMessages, filter, query, ernMessageView)
    },
  },

  getErnMessage: {
    authorize,
    run({ world, path }) {
      const message = world.state.ernMessages.get(path.ern_message_id)
      return message ? { status: 200, body: ernMessageView(message) } : messageNotFound(path.ern_message_id)
    },
  },

  getErnAcknowledgement: {
    authorize,
    run({ world, path }) {
      const message = world.state.ernMessages.get(path.ern_message_id)
      if (!message) return messageNotFound(path.ern_message_id)
      if (message.processed_at === null)
        return refuse('invalid_state', {
          message: `${message.id} is not processed yet. Wait for ern.message.processed, or read the message until its status changes.`,
        })
      return xmlReply(acknowledge(message, message.processed_at))
    },
  },

  exportReleaseErn: {
    authorize,
    run({ world: { state }, path, query }) {
      const release = findRelease(state, path.release_id)
      if (!release) return refuse('not_found', { message: `There is no release ${path.release_id}.` })
      const { sender, changed_at, release: exported } = exportData(state, release)
      const common = { version: query.version ?? '4.3.2', serviceDpid: SERVICE_DPID, sender, recipient: SERVICE }
      return xmlReply(
        query.message_type === 'PurgeReleaseMessage'
          ? exportPurge({ ...common, message_created_at: formatInstant(state.now), release: exported })
          : exportNewRelease({ ...common, message_created_at: changed_at, release: exported }),
      )
    },
  },
}

function acknowledge(message: ErnMessage, processedAt: string): string {
  const { sender, message_type, message_id, release_ids, status, issues, plan, references } = message
  const errors = issues.filter(({ severity, code }) => severity === 'error' && code !== 'scenario')
  const isInjected = issues.some(({ code }) => code === 'scenario')
  const isAboutResources = isInjected && plan.rejection?.status.startsWith('Resource')
  return writeAcknowledgement({
    sender: SERVICE,
    recipient: sender,
    message_created_at: processedAt,
    message_type,
    message_id,
    release_ids,
    isRejected: status === 'rejected',
    errors,
    injected: isInjected ? plan.rejection : undefined,
    ...(isAboutResources && { affectedResources: references }),
  })
}

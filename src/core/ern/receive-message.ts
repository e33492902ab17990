import type { ErnReport } from '../../ern/checks/report.js'
import type { ErnFacts } from '../../ern/facts/facts.js'
import { planMessage } from '../delivery/scenario-rules.js'
import { scaledDelay, type World } from '../engine/world.js'
import { refuseBeyondLimit } from '../engine/world-limits.js'
import { nextId } from '../primitives/ids.js'
import { ok, type Result, refuse } from '../primitives/result.js'
import { formatInstant } from '../primitives/time.js'
import type { DeliveryMode, ErnMessage, ErnScenario } from './ern-rows.js'
import { findKnownRelease, keysOf } from './find-release.js'

/** A message that was read: what it says and what is wrong with it, but not its XML. */
export interface ErnInput {
  facts: ErnFacts
  report: ErnReport
  not_carried: string[]
  checksum_sha256: string
  size_bytes: number
  delivery: DeliveryMode
  scenario: ErnScenario
}

export interface ReceivedMessage {
  message: ErnMessage
  /** Whether the sender sent the same bytes before. */
  isRepeated: boolean
}

const MAX_LISTED = 100

/** Messages with thousands of identifiers are not real, and each one is kept. */
export const MAX_RELEASE_IDS = 100

/** Keeps the message until it is processed. */
export function receiveMessage(world: World, input: ErnInput): Result<ReceivedMessage> {
  const { report, not_carried, checksum_sha256, size_bytes, delivery, scenario } = input
  const facts = { ...input.facts, release_ids: input.facts.release_ids.slice(0, MAX_RELEASE_IDS) }
  const { header } = facts
  const messageKey = JSON.stringify([header.sender.party_id, header.message_id])
  const contentKey = JSON.stringify([header.sender.party_id, checksum_sha256])
  const [repeated] = world.ernMessages.where({ contentKey })
  if (repeated) return ok({ message: repeated, isRepeated: true })
  const [reused] = world.ernMessages.where({ messageKey })
  if (reused) return refuseReusedId(facts, reused)
  const beyondLimit = refuseBeyondLimit(world, 'ernMessages')
  if (beyondLimit) return beyondLimit

  const title = facts.release?.title ?? findKnownRelease(world, facts)[0]?.title ?? ''
  const attempt = world.ern.countAttempt(keysOf(facts))
  const plan = planMessage(world.findScenario(scenario.name), facts.message_type, title, attempt)
  const resources = [...(facts.release?.tracks ?? []), ...(facts.release?.cover ? [facts.release.cover] : [])]
  const message: ErnMessage = {
    id: nextId(world, 'ern'),
    message_type: facts.message_type,
    version: facts.version,
    message_id: header.message_id,
    thread_id: header.thread_id,
    sender: header.sender,
    sent_on_behalf_of: header.sent_on_behalf_of,
    recipients: header.recipients.slice(0, MAX_LISTED),
    message_created_at: header.message_created_at,
    control_type: header.control_type,
    profile: facts.profile,
    checksum_sha256,
    size_bytes,
    status: 'received',
    outcome: null,
    release_ids: facts.release_ids,
    release_id: null,
    resources: [],
    delivery_ids: [],
    ...report,
    not_carried,
    received_at: formatInstant(world.now),
    processed_at: null,
    messageKey,
    contentKey,
    facts,
    delivery,
    scenario,
    plan,
    references: resources.map(({ reference }) => reference),
  }
  world.ernMessages.add(message)
  world.agenda.schedule(world.now + scaledDelay(world, plan.after), { type: 'process-ern', subject: message.id })
  return ok({ message, isRepeated: false })
}

/** DDEX forbids that a sender uses a MessageId again, even if the first message was rejected. */
function refuseReusedId({ header }: ErnFacts, first: ErnMessage) {
  const { path, line, column } = header.message_id_place
  return refuse('duplicate_submission', {
    message: `The sender used this MessageId before, for ${first.id} with other bytes. Send the message with a new MessageId.`,
    details: [
      {
        code: 'duplicate_submission',
        field: path,
        issue: `line ${line}, column ${column}: ${header.message_id.slice(0, 100)} is the MessageId of ${first.id}`,
      },
    ],
  })
}

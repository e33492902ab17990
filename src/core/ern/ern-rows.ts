import type { ErnFacts, FileFacts, PartyFacts, ReleaseIdFacts } from '../../ern/facts/facts.js'
import type { components } from '../../generated/service-api.js'
import type { ErnPlan } from '../delivery/scenario-rules.js'

type Schemas = components['schemas']

export type ErnMessageView = Schemas['ErnMessage']
export type ErnOutcome = NonNullable<Schemas['ErnOutcome']>
export type ErnResource = Schemas['ErnResource']
export type DeliveryMode = 'auto' | 'none'

/** One from a header also applies to the submission of the release. */
export interface ErnScenario {
  name: string
  source: 'header' | 'title' | 'world' | 'default'
}

/** A message with its internal fields. */
export interface ErnMessage extends ErnMessageView {
  /** The sender and the MessageId in one indexed field. */
  messageKey: string
  /** The sender and the checksum. */
  contentKey: string
  /** What the message says. Null once it is processed. */
  facts: ErnFacts | null
  delivery: DeliveryMode
  scenario: ErnScenario
  /** What the scenario does with the message. */
  plan: ErnPlan
  /** The anchors of its resources, for the acknowledgement of a rejection that concerns them. */
  references: string[]
}

/** Stores that are ordered together. */
export interface OrderPlan {
  store_ids: string[]
  territory_codes: string[]
}

/** A file as the last message announced it. An export says the same again. */
export interface KeptFile {
  asset_id: string
  file: Pick<FileFacts, 'filename' | 'content_type' | 'hash'>
}

/** What the last accepted message says about a release, beyond what the release itself has. */
export interface ErnRelease {
  /** By these, later messages find the release. */
  keys: string[]
  /** The same as sent, for exports. */
  ids: ReleaseIdFacts[]
  sender: PartyFacts
  /** MessageCreatedDateTime, in milliseconds. */
  created: number
  /** The id of the message. */
  message: string
  delivery: DeliveryMode
  scenario: ErnScenario
  hasDeal: boolean
  /** Whether the release was, or will be, submitted and delivered automatically. */
  isDistributed: boolean
  /** What is still to be ordered. Null if nothing waits for assets. */
  waiting: OrderPlan[] | null
  /** The cover, while it is not ready. */
  cover: string | null
  /** By the id of the track, or `cover`. */
  files: Record<string, KeptFile>
}

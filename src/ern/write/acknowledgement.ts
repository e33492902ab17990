import { ISSUE_CODES, type IssueCode } from '../checks/issue-codes.js'
import type { ErnIssue } from '../checks/report.js'
import type { ReleaseIdFacts } from '../facts/facts.js'
import type { MessageType } from '../message/versions.js'
import { type Envelope, partyNode, releaseIdNode, writeIdentified } from './message-parts.js'
import { node, type XmlNode } from './xml-writer.js'

const NAMESPACE = 'http://ddex.net/xml/ern-c-sftp/18'

export type ProposedAction = 'ResendXmlOnly' | 'ResendXmlAndResources' | 'DoNotResendRelease'

export interface Acknowledgement extends Envelope {
  message_type: MessageType
  /** The id of the acknowledged message. */
  message_id: string
  /** As sent. */
  release_ids: ReleaseIdFacts[]
  isRejected: boolean
  /** Those that led to the rejection. */
  errors: Pick<ErnIssue, 'code' | 'path' | 'message'>[]
  /** A rejection that a scenario asks for, such as ResourceCorrupt. */
  injected?: { status: string; reason: string } | undefined
  /** The anchors of the resources that the rejection is about. */
  affectedResources?: string[]
}

const FINAL_CODES: readonly IssueCode[] = ['release_type_unsupported', 'duplicate_submission']

function proposeAction({ errors, injected }: Acknowledgement): ProposedAction {
  if (injected && /^(Resource|Technical)/.test(injected.status)) return 'ResendXmlAndResources'
  return errors.some(({ code }) => FINAL_CODES.includes(code)) ? 'DoNotResendRelease' : 'ResendXmlOnly'
}

const MAX_ERROR_TEXT = 1000

function errorText({ errors, injected }: Acknowledgement): string {
  const texts = [...(injected ? [injected.reason] : []), ...errors.map(({ path, message }) => `${path}: ${message}`)]
  const text = texts.join('\n')
  return text.length > MAX_ERROR_TEXT ? `${text.slice(0, MAX_ERROR_TEXT)}…` : text
}

/** One status for each kind of error. `UserDefined` names the code. */
function statusNodes({ isRejected, errors, injected }: Acknowledgement): XmlNode[] {
  if (!isRejected) return [node('MessageStatus', 'FileOK')]
  const statuses = new Map<string, XmlNode>()
  if (injected) statuses.set(injected.status, node('MessageStatus', injected.status))
  for (const { code } of errors) {
    const entry = ISSUE_CODES[code]
    const status = 'acknowledgedAs' in entry ? entry.acknowledgedAs : 'UserDefined'
    const isUserDefined = status === 'UserDefined'
    const key = isUserDefined ? `${status} ${code}` : status
    statuses.set(key, node('MessageStatus', status, { UserDefinedValue: isUserDefined ? code : undefined }))
  }
  return [...statuses.values()]
}

/** An AcknowledgementMessage. Its shape follows DDEX's public data dictionary. */
export function writeAcknowledgement(acknowledgement: Acknowledgement): string {
  const { sender, recipient, message_created_at, message_type, message_id, release_ids, isRejected } = acknowledgement
  const status = isRejected ? 'ProcessingErrorAtReleaseDistributor' : 'SuccessfullyIngestedByReleaseDistributor'
  const failure = isRejected
    ? [
        node('ErrorText', errorText(acknowledgement)),
        node('ProposedActionType', proposeAction(acknowledgement)),
        ...(acknowledgement.affectedResources ?? []).map((reference) =>
          node('AffectedResource', [node('ResourceReference', reference)]),
        ),
      ]
    : []
  return writeIdentified((id) =>
    node(
      'ernc:AcknowledgementMessage',
      [
        node('MessageHeader', [
          node('MessageId', id),
          partyNode('MessageSender', sender),
          partyNode('MessageRecipient', recipient),
          node('MessageCreatedDateTime', message_created_at),
        ]),
        node('ReleaseStatus', [
          release_ids.length > 0 ? releaseIdNode(release_ids) : undefined,
          node('ReleaseStatus', status),
          ...failure,
          node('Acknowledgement', [
            node('MessageType', message_type),
            node('MessageId', message_id),
            ...statusNodes(acknowledgement),
          ]),
        ]),
      ],
      { 'xmlns:ernc': NAMESPACE },
    ),
  )
}

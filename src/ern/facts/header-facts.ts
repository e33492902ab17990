import { isDpid } from '../checks/identifiers.js'
import type { ReportBuilder } from '../checks/report.js'
import { parseDateTime } from '../checks/values.js'
import { childNamed, childrenNamed, descendantAt, placeOf, textOf, type XmlElement } from '../xml/xml-element.js'
import { quote } from './context.js'
import type { HeaderFacts, PartyFacts } from './facts.js'

const CONTROL_TYPES = ['LiveMessage', 'TestMessage']

/** The reader has checked that MessageId, MessageSender/PartyId and MessageCreatedDateTime have values. */
export function readHeader(root: XmlElement, report: ReportBuilder): HeaderFacts {
  const header = childNamed(root, 'MessageHeader') as XmlElement
  const sender = childNamed(header, 'MessageSender') as XmlElement
  const onBehalfOf = childNamed(header, 'SentOnBehalfOf')
  const recipients = childrenNamed(header, 'MessageRecipient')
  const createdElement = childNamed(header, 'MessageCreatedDateTime') as XmlElement
  const facts: HeaderFacts = {
    message_id: textOf(childNamed(header, 'MessageId')) as string,
    thread_id: textOf(childNamed(header, 'MessageThreadId')) ?? null,
    sender: readParty(sender),
    sent_on_behalf_of: onBehalfOf ? readParty(onBehalfOf) : null,
    recipients: recipients.map(readParty),
    message_created_at: textOf(createdElement) as string,
    created: readCreated(createdElement, report),
    control_type: textOf(childNamed(header, 'MessageControlType')) ?? null,
    message_id_place: placeOf(childNamed(header, 'MessageId') as XmlElement),
    sender_place: placeOf(childNamed(sender, 'PartyId') as XmlElement),
    created_place: placeOf(createdElement),
    recipient_place: placeOf(recipients[0] ?? header),
  }
  checkSender(sender, facts.sender.party_id, report)
  checkControlType(childNamed(header, 'MessageControlType'), report)
  return facts
}

const readParty = (party: XmlElement): PartyFacts => ({
  party_id: textOf(childNamed(party, 'PartyId')) ?? '',
  name: textOf(descendantAt(party, 'PartyName', 'FullName')) ?? null,
})

function readCreated(element: XmlElement, report: ReportBuilder): number | null {
  const text = textOf(element) as string
  const parsed = parseDateTime(text)
  if (!parsed)
    report.add(
      element,
      'value_invalid',
      `MessageCreatedDateTime is ${quote(text)}; it must be a date and time such as 2027-01-31T12:00:00Z.`,
    )
  else if (!parsed.hasOffset)
    report.add(element, 'timezone_missing', `MessageCreatedDateTime has no offset, so ${text} is read as UTC.`)
  return parsed?.ms ?? null
}

function checkSender(sender: XmlElement, partyId: string, report: ReportBuilder): void {
  const element = childNamed(sender, 'PartyId')
  if (element && !isDpid(partyId))
    report.add(
      element,
      'dpid_invalid',
      `${quote(partyId)} is not a DDEX party id: it must be PADPIDA and 11 characters, the last one a check character.`,
    )
}

function checkControlType(element: XmlElement | undefined, report: ReportBuilder): void {
  if (element && !CONTROL_TYPES.includes(element.text.trim()))
    report.add(
      element,
      'value_invalid',
      `MessageControlType is ${quote(element.text)}; it must be ${CONTROL_TYPES.join(' or ')}.`,
    )
}

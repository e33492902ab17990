import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { ISSUE_CODES } from '../../src/ern/checks/issue-codes.js'
import { ACCOUNT_DPID, SERVICE_DPID } from '../../src/ern/message/party-ids.js'
import { type Acknowledgement, writeAcknowledgement } from '../../src/ern/write/acknowledgement.js'
import { parseXml } from '../../src/ern/xml/parse-xml.js'
import { descendantAt, descendantsAt, type XmlElement } from '../../src/ern/xml/xml-element.js'
import { resolve } from './issues-of.js'
import { GRID, newRelease, purge, UPC } from './message-builder.js'

function parse(xml: string): XmlElement {
  const steps = parseXml(xml, 'UTF-8', SaxesParser, () => undefined)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

async function acknowledge(document: string, changes: Partial<Acknowledgement> = {}): Promise<XmlElement> {
  const { facts, report } = await resolve(document)
  return parse(
    writeAcknowledgement({
      sender: { party_id: SERVICE_DPID, name: 'Music Distribution Service' },
      recipient: facts.header.sender,
      message_created_at: '2026-11-15T12:05:00.000Z',
      message_type: facts.message_type,
      message_id: facts.header.message_id,
      release_ids: facts.release_ids,
      isRejected: report.error_count > 0,
      errors: report.issues.filter(({ severity }) => severity === 'error'),
      ...changes,
    }),
  )
}

const textAt = (root: XmlElement, ...path: string[]) => descendantAt(root, ...path)?.text
const statusesOf = (root: XmlElement) =>
  descendantsAt(root, 'ReleaseStatus', 'Acknowledgement', 'MessageStatus').map(({ text, attributes }) =>
    [text, attributes.get('UserDefinedValue')].filter(Boolean).join(' '),
  )

describe('an acknowledgement', () => {
  test('of an accepted message', async () => {
    const root = await acknowledge(
      newRelease({
        releaseId: `<GRid>${GRID}</GRid><ICPN>${UPC}</ICPN><ProprietaryId Namespace="X">1 &amp; 2</ProprietaryId>`,
      }),
    )
    expect([root.localName, root.namespace]).toEqual(['AcknowledgementMessage', 'http://ddex.net/xml/ern-c-sftp/18'])
    expect(textAt(root, 'MessageHeader', 'MessageSender', 'PartyId')).toBe(SERVICE_DPID)
    expect(textAt(root, 'MessageHeader', 'MessageRecipient', 'PartyId')).toBe(ACCOUNT_DPID)
    expect(textAt(root, 'ReleaseStatus', 'ReleaseStatus')).toBe('SuccessfullyIngestedByReleaseDistributor')
    expect(descendantAt(root, 'ReleaseStatus', 'ReleaseId')?.children.map(({ name, text }) => [name, text])).toEqual([
      ['GRid', GRID],
      ['ICPN', UPC],
      ['ProprietaryId', '1 & 2'],
    ])
    expect(textAt(root, 'ReleaseStatus', 'Acknowledgement', 'MessageType')).toBe('NewReleaseMessage')
    expect(textAt(root, 'ReleaseStatus', 'Acknowledgement', 'MessageId')).toBe('MSG-1')
    expect(statusesOf(root)).toEqual(['FileOK'])
    expect(textAt(root, 'ReleaseStatus', 'ErrorText')).toBeUndefined()
  })

  test('of a rejected message has one status for each kind of error, and the errors as text', async () => {
    const root = await acknowledge(
      newRelease({
        releaseDate: null,
        deals: null,
        releaseType: '<ReleaseType>Ringtone</ReleaseType>',
        releaseId: '<ICPN>1</ICPN>',
        title: '',
        recordings: [{ isrc: 'X' }],
      }),
    )
    expect(textAt(root, 'ReleaseStatus', 'ReleaseStatus')).toBe('ProcessingErrorAtReleaseDistributor')
    expect(statusesOf(root).sort()).toEqual([
      'IdentifierSyntaxInvalid',
      'MetadataMissing',
      'UserDefined release_type_unsupported',
    ])
    expect(textAt(root, 'ReleaseStatus', 'ErrorText')).toContain(
      'NewReleaseMessage/ReleaseList/Release/ReleaseId/ICPN: "1" is not a UPC or EAN',
    )
    expect(textAt(root, 'ReleaseStatus', 'ProposedActionType')).toBe('DoNotResendRelease')
  })

  test('proposes to send the message again', async () => {
    const root = await acknowledge(newRelease({ releaseDate: 'never' }))
    expect(textAt(root, 'ReleaseStatus', 'ProposedActionType')).toBe('ResendXmlOnly')
    expect(statusesOf(root)).toEqual(['NewReleaseMessageInvalid'])
  })

  test('of a rejection that a scenario asks for', async () => {
    const root = await acknowledge(newRelease(), {
      isRejected: true,
      injected: { status: 'ResourceCorrupt', reason: 'The audio can not be decoded.' },
      affectedResources: ['A1'],
    })
    expect(statusesOf(root)).toEqual(['ResourceCorrupt'])
    expect(textAt(root, 'ReleaseStatus', 'ProposedActionType')).toBe('ResendXmlAndResources')
    expect(textAt(root, 'ReleaseStatus', 'AffectedResource', 'ResourceReference')).toBe('A1')
    expect(textAt(root, 'ReleaseStatus', 'ErrorText')).toBe('The audio can not be decoded.')
  })

  test('of a purge without an id has no ReleaseId', async () => {
    const root = await acknowledge(purge({ releaseId: '' }))
    expect(descendantAt(root, 'ReleaseStatus', 'ReleaseId')).toBeUndefined()
    expect(statusesOf(root)).toEqual(['MetadataMissing'])
  })

  test('has a short text, whatever the number of errors', async () => {
    const root = await acknowledge(newRelease({ otherResources: '<Hologram/>'.repeat(500) }))
    expect(textAt(root, 'ReleaseStatus', 'ErrorText')?.length).toBeLessThan(1100)
  })

  test('knows a status for every error', () => {
    const missing = Object.entries(ISSUE_CODES).filter(
      ([, entry]) => (entry.severity === 'error') !== 'acknowledgedAs' in entry,
    )
    expect(missing).toEqual([])
  })
})

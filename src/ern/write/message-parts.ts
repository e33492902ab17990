import { createHash } from 'node:crypto'
import type { PartyFacts, ReleaseIdFacts } from '../facts/facts.js'
import { node, writeXml, type XmlNode } from './xml-writer.js'

/** The parties and the time of a message that the service writes. */
export interface Envelope {
  sender: PartyFacts
  recipient: PartyFacts
  message_created_at: string
}

export const partyNode = (name: string, { party_id, name: fullName }: PartyFacts): XmlNode =>
  node(name, [
    node('PartyId', party_id),
    fullName === null ? undefined : node('PartyName', [node('FullName', fullName)]),
  ])

const ID_ORDER = ['GRid', 'ICPN', 'CatalogNumber', 'ProprietaryId']

export const releaseIdNode = (ids: readonly ReleaseIdFacts[]): XmlNode =>
  node(
    'ReleaseId',
    [...ids]
      .sort((a, b) => ID_ORDER.indexOf(a.type) - ID_ORDER.indexOf(b.type))
      .map(({ type, namespace, value }) => node(type, value, { Namespace: namespace ?? undefined })),
  )

/** Writes a message whose id is a hash of everything else, so that equal content has equal bytes. */
export function writeIdentified(build: (messageId: string) => XmlNode): string {
  const hash = createHash('sha256')
    .update(writeXml(build('')))
    .digest('hex')
  return writeXml(build(hash.slice(0, 32)))
}

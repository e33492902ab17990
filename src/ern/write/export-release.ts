import type { ArtistFacts, FileFacts, ReleaseIdFacts } from '../facts/facts.js'
import { namespaceOf } from '../message/versions.js'
import { type Envelope, partyNode, releaseIdNode, writeIdentified } from './message-parts.js'
import { node, replaceForbidden, type XmlNode } from './xml-writer.js'

export const EXPORT_VERSIONS = ['4.3.2', '4.3'] as const
export type ExportVersion = (typeof EXPORT_VERSIONS)[number]

type ExportedFile = Pick<FileFacts, 'filename' | 'content_type' | 'hash'>

export interface ExportedTrack {
  id: string
  track_number: number
  title: string
  /** With or without hyphens. */
  isrc: string
  territories: string[]
  file: ExportedFile | null
}

export interface ExportedRelease {
  id: string
  /** GRid, ICPN and ProprietaryIds in namespaces of others, as they were sent. The UPC replaces a missing ICPN. */
  ids: ReleaseIdFacts[]
  upc: string
  title: string
  artists: ArtistFacts[]
  label: string
  release_date: string
  territories: string[]
  tracks: ExportedTrack[]
  cover: { id: string; file: ExportedFile } | null
  /** False if every order was taken down. */
  hasDeals: boolean
  /** The stores that were ordered; all stores if there are none. */
  store_ids: string[]
}

export interface NewReleaseExport extends Envelope {
  version: ExportVersion
  /** The party id of the service: the namespace of the API's ids. */
  serviceDpid: string
  release: ExportedRelease
}

const AVS_VERSION = '9'
const LANGUAGE = 'en'
const WORLDWIDE_DEFAULT = { ApplicableTerritoryCode: 'Worldwide', IsDefault: 'true' }

const ROLES: Record<ArtistFacts['role'], { value: string; userDefined?: string }> = {
  main: { value: 'MainArtist' },
  featured: { value: 'FeaturedArtist' },
  composer: { value: 'Composer' },
  remixer: { value: 'UserDefined', userDefined: 'Remixer' },
  producer: { value: 'UserDefined', userDefined: 'Producer' },
}

/** The NewReleaseMessage that would create the release. */
export function exportNewRelease(message: NewReleaseExport): string {
  const { version, release } = message
  return writeIdentified((id) =>
    node(
      'ern:NewReleaseMessage',
      [
        headerNode(message, id),
        partyListNode(release),
        resourceListNode(message),
        releaseListNode(message),
        release.hasDeals ? dealListNode(message) : undefined,
      ],
      { ...rootAttributes(version), ReleaseProfileVersionId: 'Audio' },
    ),
  )
}

export interface PurgeExport extends Envelope {
  version: ExportVersion
  serviceDpid: string
  release: Pick<ExportedRelease, 'id' | 'ids' | 'upc' | 'title'>
}

/** The PurgeReleaseMessage that would remove the release. */
export const exportPurge = (message: PurgeExport): string =>
  writeIdentified((id) =>
    node(
      'ern:PurgeReleaseMessage',
      [
        headerNode(message, id),
        node('PurgedRelease', [
          releaseIdNode(allIds(message)),
          node('Title', [node('TitleText', message.release.title)]),
        ]),
      ],
      rootAttributes(message.version),
    ),
  )

const rootAttributes = (version: ExportVersion) => ({
  'xmlns:ern': namespaceOf(version),
  AvsVersionId: AVS_VERSION,
  LanguageAndScriptCode: LANGUAGE,
})

const headerNode = ({ sender, recipient, message_created_at }: Envelope, messageId: string): XmlNode =>
  node('MessageHeader', [
    node('MessageId', messageId),
    partyNode('MessageSender', sender),
    partyNode('MessageRecipient', recipient),
    node('MessageCreatedDateTime', message_created_at),
    node('MessageControlType', 'TestMessage'),
  ])

function allIds({ release, serviceDpid }: { release: PurgeExport['release']; serviceDpid: string }): ReleaseIdFacts[] {
  const hasIcpn = release.ids.some(({ type }) => type === 'ICPN')
  const icpn: ReleaseIdFacts[] = hasIcpn ? [] : [{ type: 'ICPN', namespace: null, value: release.upc }]
  return [...release.ids, ...icpn, { type: 'ProprietaryId', namespace: serviceDpid, value: release.id }]
}

const artistReference = (i: number): string => `P${i + 1}`
const LABEL_REFERENCE = 'PLabel'

const partyListNode = ({ artists, label }: ExportedRelease): XmlNode => {
  const party = (reference: string, name: string) =>
    node('Party', [node('PartyReference', reference), node('PartyName', [node('FullName', name)])])
  return node('PartyList', [
    ...artists.map(({ name }, i) => party(artistReference(i), name)),
    party(LABEL_REFERENCE, label),
  ])
}

const titleNodes = (title: string): XmlNode[] => [
  node('DisplayTitleText', title),
  node('DisplayTitle', [node('TitleText', title)], WORLDWIDE_DEFAULT),
]

const artistNodes = ({ artists }: ExportedRelease, serviceDpid: string): XmlNode[] => [
  node(
    'DisplayArtistName',
    artists
      .filter(({ role }) => role === 'main')
      .map(({ name }) => name)
      .join(', '),
    WORLDWIDE_DEFAULT,
  ),
  ...artists.map(({ role }, i) => {
    const { value, userDefined } = ROLES[role]
    const attributes = userDefined === undefined ? {} : { Namespace: serviceDpid, UserDefinedValue: userDefined }
    return node(
      'DisplayArtist',
      [node('ArtistPartyReference', artistReference(i)), node('DisplayArtistRole', value, attributes)],
      { SequenceNumber: String(i + 1) },
    )
  }),
]

const HASH_NAMES = { md5: 'MD5', sha1: 'SHA1', sha256: 'SHA-256' } as const

const fileNode = ({ filename, hash }: ExportedFile): XmlNode =>
  node('File', [
    node('URI', encodeURIComponent(replaceForbidden(filename))),
    hash
      ? node('HashSum', [node('Algorithm', HASH_NAMES[hash.algorithm]), node('HashSumValue', hash.value)])
      : undefined,
  ])

const resourceReference = (i: number): string => `A${i + 1}`
const trackReference = (i: number): string => `R${i + 1}`
const COVER_REFERENCE = 'ACover'
const RELEASE_REFERENCE = 'R0'

function resourceListNode({ release, serviceDpid }: NewReleaseExport): XmlNode {
  const recordings = release.tracks.map((track, i) =>
    node('SoundRecording', [
      node('ResourceReference', resourceReference(i)),
      node('Type', 'MusicalWorkSoundRecording'),
      node('SoundRecordingEdition', [
        node('ResourceId', [node('ISRC', track.isrc.replaceAll('-', ''))]),
        track.file
          ? node('TechnicalDetails', [
              node('TechnicalResourceDetailsReference', `T${i + 1}`),
              node('DeliveryFile', [
                node('Type', 'AudioFile'),
                node('AudioCodecType', track.file.content_type === 'audio/flac' ? 'FLAC' : 'PCM'),
                fileNode(track.file),
              ]),
            ])
          : undefined,
      ]),
      ...titleNodes(track.title),
      ...artistNodes(release, serviceDpid),
      node('Duration', 'PT0S'),
      node('ParentalWarningType', 'NoAdviceAvailable'),
    ]),
  )
  const cover = release.cover
    ? node('Image', [
        node('ResourceReference', COVER_REFERENCE),
        node('Type', 'FrontCoverImage'),
        node('ResourceId', [node('ProprietaryId', release.cover.id, { Namespace: serviceDpid })]),
        node('ParentalWarningType', 'NoAdviceAvailable'),
        node('TechnicalDetails', [
          node('TechnicalResourceDetailsReference', 'TCover'),
          node('ImageCodecType', release.cover.file.content_type === 'image/png' ? 'PNG' : 'JPEG'),
          fileNode(release.cover.file),
        ]),
      ])
    : undefined
  return node('ResourceList', [...recordings, cover])
}

const labelNode = (): XmlNode =>
  node('ReleaseLabelReference', LABEL_REFERENCE, { ApplicableTerritoryCode: 'Worldwide' })

/** 4.3.1 renamed Genre to DisplayGenre. */
const genreNode = (version: ExportVersion): XmlNode =>
  node(version === '4.3' ? 'Genre' : 'DisplayGenre', [node('GenreText', 'Unknown')], {
    ApplicableTerritoryCode: 'Worldwide',
  })

const releaseType = (trackCount: number): string => {
  if (trackCount <= 3) return 'Single'
  return trackCount <= 6 ? 'EP' : 'Album'
}

function releaseListNode(message: NewReleaseExport): XmlNode {
  const { release, serviceDpid, version } = message
  return node('ReleaseList', [
    node('Release', [
      node('ReleaseReference', RELEASE_REFERENCE),
      node('ReleaseType', releaseType(release.tracks.length)),
      releaseIdNode(allIds(message)),
      ...titleNodes(release.title),
      ...artistNodes(release, serviceDpid),
      labelNode(),
      node('Duration', 'PT0S'),
      genreNode(version),
      node('ReleaseDate', release.release_date),
      node('ParentalWarningType', 'NoAdviceAvailable'),
      node('ResourceGroup', [
        ...release.tracks.map(({ track_number }, i) =>
          node('ResourceGroupContentItem', [
            node('SequenceNumber', String(track_number)),
            node('ReleaseResourceReference', resourceReference(i)),
          ]),
        ),
        release.cover ? node('LinkedReleaseResourceReference', COVER_REFERENCE) : undefined,
      ]),
    ]),
    ...release.tracks.map(({ id }, i) =>
      node('TrackRelease', [
        node('ReleaseReference', trackReference(i)),
        node('ReleaseId', [node('ProprietaryId', id, { Namespace: serviceDpid })]),
        node('ReleaseResourceReference', resourceReference(i)),
        labelNode(),
        genreNode(version),
      ]),
    ),
  ])
}

/** Equal terms are written once for each release, because recipients read the deals of a release one by one. */
function dealListNode({ release, serviceDpid }: NewReleaseExport): XmlNode {
  const channels = release.store_ids.map((id) =>
    node('DistributionChannel', [node('PartyId', [node('ProprietaryId', id, { Namespace: serviceDpid })])]),
  )
  const deal = (reference: string, territories: readonly string[]) =>
    node('ReleaseDeal', [
      node('DealReleaseReference', reference),
      node('Deal', [
        node('DealTerms', [
          ...territories.map((code) => node('TerritoryCode', code === 'WORLD' ? 'Worldwide' : code)),
          node('ValidityPeriod', [node('StartDate', release.release_date)]),
          node('CommercialModelType', 'SubscriptionModel'),
          node('UseType', 'OnDemandStream'),
          ...channels,
        ]),
      ]),
    ])
  return node('DealList', [
    deal(RELEASE_REFERENCE, release.territories),
    ...release.tracks.map(({ territories }, i) => deal(trackReference(i), territories)),
  ])
}

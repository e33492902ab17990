import { ACCOUNT_DPID, SERVICE_DPID } from '../../src/ern/message/party-ids.js'
import { isAtLeast, namespaceOf, type Version } from '../../src/ern/message/versions.js'

/** A recording. Null leaves the ISRC or the file out. */
export interface RecordingOptions {
  isrc?: string | null
  title?: string
  uri?: string | null
  hash?: { algorithm: string; value: string }
  /** XML in TechnicalDetails, before the file. */
  details?: string
  /** Further SoundRecordingEditions. */
  editions?: string
  /** XML after the titles. */
  extra?: string
}

export interface MessageOptions {
  version?: Version
  messageId?: string
  created?: string
  sender?: string
  recipient?: string
  language?: string
  rootAttributes?: string
  /** XML at the end of the header. */
  headerEnd?: string
  parties?: string
  recordings?: RecordingOptions[]
  /** Images and other resources. */
  otherResources?: string
  releaseType?: string
  releaseId?: string
  title?: string
  artists?: string
  releaseDate?: string | null
  /** XML before ResourceGroup. */
  releaseExtra?: string
  resourceGroup?: string
  trackReleases?: string
  /** The content of DealList. Null leaves it out. */
  deals?: string | null
}

export const GRID = 'A10000100000012345'
export const UPC = '012345678905'

export const party = (reference: string, ...names: string[]): string =>
  `<Party><PartyReference>${reference}</PartyReference>${names.map((name) => `<PartyName><FullName>${name}</FullName></PartyName>`).join('')}</Party>`

export const displayArtist = (reference: string, role = 'MainArtist', attributes = ''): string =>
  `<DisplayArtist${attributes}><ArtistPartyReference>${reference}</ArtistPartyReference><DisplayArtistRole>${role}</DisplayArtistRole></DisplayArtist>`

export const file = (uri: string, hash?: RecordingOptions['hash']): string =>
  `<File><URI>${uri}</URI>${hash ? `<HashSum><Algorithm>${hash.algorithm}</Algorithm><HashSumValue>${hash.value}</HashSumValue></HashSum>` : ''}</File>`

export const image = (reference: string, uri: string, type = 'FrontCoverImage'): string =>
  `<Image><ResourceReference>${reference}</ResourceReference><Type>${type}</Type><ResourceId><ProprietaryId Namespace="${ACCOUNT_DPID}">${reference}</ProprietaryId></ResourceId><ParentalWarningType>NotExplicit</ParentalWarningType><TechnicalDetails><TechnicalResourceDetailsReference>T${reference}</TechnicalResourceDetailsReference>${file(uri)}</TechnicalDetails></Image>`

export const titles = (title: string): string =>
  `<DisplayTitleText>${title}</DisplayTitleText><DisplayTitle ApplicableTerritoryCode="Worldwide" IsDefault="true"><TitleText>${title}</TitleText></DisplayTitle>`

export interface DealOptions {
  releases?: string[]
  territories?: string[]
  excluded?: string[]
  period?: string
  uses?: string[]
  extra?: string
}

export const deal = ({
  releases = ['R0'],
  territories = ['Worldwide'],
  excluded = [],
  period = '<StartDate>2027-03-05</StartDate>',
  uses = ['OnDemandStream', 'PermanentDownload'],
  extra = '',
}: DealOptions = {}): string =>
  `<ReleaseDeal>${releases.map((reference) => `<DealReleaseReference>${reference}</DealReleaseReference>`).join('')}<Deal><DealTerms>${territories.map((code) => `<TerritoryCode>${code}</TerritoryCode>`).join('')}${excluded.map((code) => `<ExcludedTerritoryCode>${code}</ExcludedTerritoryCode>`).join('')}<ValidityPeriod>${period}</ValidityPeriod><CommercialModelType>SubscriptionModel</CommercialModelType>${uses.map((use) => `<UseType>${use}</UseType>`).join('')}${extra}</DealTerms></Deal></ReleaseDeal>`

export const channel = (storeId: string, namespace = SERVICE_DPID): string =>
  `<DistributionChannel><PartyId><ProprietaryId Namespace="${namespace}">${storeId}</ProprietaryId></PartyId></DistributionChannel>`

export const item = (sequence: number | null, reference: string, extra = ''): string =>
  `<ResourceGroupContentItem>${sequence === null ? '' : `<SequenceNumber>${sequence}</SequenceNumber>`}<ReleaseResourceReference>${reference}</ReleaseResourceReference>${extra}</ResourceGroupContentItem>`

export const group = (sequence: number, content: string): string =>
  `<ResourceGroup><SequenceNumber>${sequence}</SequenceNumber>${content}</ResourceGroup>`

export const trackRelease = (n: number, extra = '', attributes = ''): string =>
  `<TrackRelease${attributes}><ReleaseReference>R${n}</ReleaseReference><ReleaseId><ProprietaryId Namespace="${ACCOUNT_DPID}">track-${n}</ProprietaryId></ReleaseId>${extra}<ReleaseResourceReference>A${n}</ReleaseResourceReference><ReleaseLabelReference>PLabel</ReleaseLabelReference></TrackRelease>`

function recordingXml(version: Version, options: RecordingOptions, n: number): string {
  const {
    isrc = `QZK3V26${String(n).padStart(5, '0')}`,
    title = `Track ${n}`,
    uri = `resources/track-${n}.wav`,
  } = options
  const id =
    isrc === null
      ? '<ResourceId><ProprietaryId Namespace="X">1</ProprietaryId></ResourceId>'
      : `<ResourceId><ISRC>${isrc}</ISRC></ResourceId>`
  const fileXml = uri === null ? '' : file(uri, options.hash)
  const reference = `<TechnicalResourceDetailsReference>T${n}</TechnicalResourceDetailsReference>`
  const hasEditions = isAtLeast(version, '4.3')
  const delivery = uri === null ? '' : `<DeliveryFile><Type>AudioFile</Type>${fileXml}</DeliveryFile>`
  const edition = `<SoundRecordingEdition><Type>NonImmersiveEdition</Type>${id}<PLine><Year>2026</Year><PLineText>2026 Blue Heron Records</PLineText></PLine><TechnicalDetails>${reference}${options.details ?? ''}${delivery}</TechnicalDetails></SoundRecordingEdition>`
  const technicalDetails = `<TechnicalDetails>${reference}${options.details ?? ''}${fileXml}</TechnicalDetails>`
  return `<SoundRecording><ResourceReference>A${n}</ResourceReference><Type>MusicalWorkSoundRecording</Type>${hasEditions ? `${edition}${options.editions ?? ''}` : id}${titles(title)}<DisplayArtistName>Ada Wren</DisplayArtistName>${displayArtist('P1')}${options.extra ?? ''}<Duration>PT3M30S</Duration><ParentalWarningType>NotExplicit</ParentalWarningType>${hasEditions ? '' : technicalDetails}</SoundRecording>`
}

const lines = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n')

/** A valid message about a fictional release, except for what the options change. Every part is on its own line. */
export function newRelease(options: MessageOptions = {}): string {
  const { version = '4.3.2', recordings = [{}, {}], deals = deal() } = options
  const references = recordings.map((_, i) => `A${i + 1}`)
  const releaseDate = options.releaseDate === undefined ? '2027-03-05' : options.releaseDate
  const genre = isAtLeast(version, '4.3.1') ? 'DisplayGenre' : 'Genre'
  return lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ern:NewReleaseMessage xmlns:ern="${namespaceOf(version)}"${options.rootAttributes ?? defaultRootAttributes(version, options.language)}>`,
    header(options),
    '<PartyList>',
    options.parties ?? `${party('P1', 'Ada Wren')}\n${party('PLabel', 'Blue Heron Records')}`,
    '</PartyList>',
    '<ResourceList>',
    ...recordings.map((recording, i) => recordingXml(version, recording, i + 1)),
    options.otherResources ?? image('ACover', 'resources/cover.jpg'),
    '</ResourceList>',
    '<ReleaseList>',
    '<Release>',
    '<ReleaseReference>R0</ReleaseReference>',
    options.releaseType ?? '<ReleaseType>Single</ReleaseType>',
    `<ReleaseId>${options.releaseId ?? `<ICPN>${UPC}</ICPN>`}</ReleaseId>`,
    options.title ?? titles('Night Ferry'),
    '<DisplayArtistName>Ada Wren</DisplayArtistName>',
    options.artists ?? displayArtist('P1'),
    '<ReleaseLabelReference>PLabel</ReleaseLabelReference>',
    `<${genre}><GenreText>Folk</GenreText></${genre}>`,
    releaseDate === null ? '' : `<ReleaseDate>${releaseDate}</ReleaseDate>`,
    options.releaseExtra ?? '',
    '<ParentalWarningType>NotExplicit</ParentalWarningType>',
    options.resourceGroup ??
      `<ResourceGroup>${references.map((reference, i) => item(i + 1, reference)).join('')}<LinkedReleaseResourceReference>ACover</LinkedReleaseResourceReference></ResourceGroup>`,
    '</Release>',
    options.trackReleases ?? recordings.map((_, i) => trackRelease(i + 1)).join('\n'),
    '</ReleaseList>',
    deals === null ? '' : `<DealList>\n${deals}\n</DealList>`,
    '</ern:NewReleaseMessage>',
    '',
  ).concat('\n')
}

export const defaultRootAttributes = (version: Version, language = 'en'): string =>
  ` LanguageAndScriptCode="${language}"${isAtLeast(version, '4.3') ? ' AvsVersionId="9"' : ''} ReleaseProfileVersionId="Audio"`

function header(options: MessageOptions): string {
  const {
    messageId = 'MSG-1',
    created = '2026-11-15T12:00:00Z',
    sender = ACCOUNT_DPID,
    recipient = SERVICE_DPID,
  } = options
  return lines(
    '<MessageHeader>',
    '<MessageThreadId>THREAD-1</MessageThreadId>',
    `<MessageId>${messageId}</MessageId>`,
    `<MessageSender><PartyId>${sender}</PartyId><PartyName><FullName>Blue Heron Distribution</FullName></PartyName></MessageSender>`,
    `<MessageRecipient><PartyId>${recipient}</PartyId></MessageRecipient>`,
    `<MessageCreatedDateTime>${created}</MessageCreatedDateTime>`,
    options.headerEnd ?? '',
    '</MessageHeader>',
  )
}

/** A purge of the release that the ids identify. */
export function purge(options: MessageOptions & { releaseId?: string } = {}): string {
  const { version = '4.3.2' } = options
  const attributes = options.rootAttributes ?? defaultRootAttributes(version).replace(/ ReleaseProfile.*$/, '')
  return lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ern:PurgeReleaseMessage xmlns:ern="${namespaceOf(version)}"${attributes}>`,
    header(options),
    '<PurgedRelease>',
    options.releaseId === '' ? '' : `<ReleaseId>${options.releaseId ?? `<ICPN>${UPC}</ICPN>`}</ReleaseId>`,
    '<Title><TitleText>Night Ferry</TitleText></Title>',
    '</PurgedRelease>',
    '</ern:PurgeReleaseMessage>',
    '',
  )
}

/** Replaces a part of a message. Fails if the message does not have it, so that a test can't miss its point. */
export function edit(xml: string, part: string | RegExp, replacement: string): string {
  const edited = xml.replace(part, () => replacement)
  if (edited === xml) throw new Error(`The message has no ${part}`)
  return edited
}

import { isAtLeast, type MessageType, type Version } from '../message/versions.js'
import type { XmlElement } from '../xml/xml-element.js'

/** The elements that the API carries or the mapping reads. An empty object is an element with a value. */
interface CarriedElements {
  [name: string]: CarriedElements
}

export const MAX_NOT_CARRIED = 200

const VALUE: CarriedElements = {}
const values = (...names: string[]): CarriedElements => Object.fromEntries(names.map((name) => [name, VALUE]))

const HEADER_PARTY = { ...values('PartyId'), PartyName: values('FullName') }
const HEADER: CarriedElements = {
  ...values('MessageThreadId', 'MessageId', 'MessageCreatedDateTime', 'MessageControlType'),
  MessageSender: HEADER_PARTY,
  SentOnBehalfOf: HEADER_PARTY,
  MessageRecipient: HEADER_PARTY,
}
const RELEASE_ID = values('GRid', 'ICPN', 'ProprietaryId')
const TITLE = { ...values('DisplayTitleText'), DisplayTitle: values('TitleText', 'SubTitle') }
const DISPLAY_ARTIST = values('ArtistPartyReference', 'DisplayArtistRole', 'SpecialDisplayArtist')
const FILE = { ...values('URI'), HashSum: values('Algorithm', 'HashSumValue') }

const GROUP: CarriedElements = {
  ...values('SequenceNumber', 'LinkedReleaseResourceReference'),
  ResourceGroupContentItem: values('SequenceNumber', 'ReleaseResourceReference', 'LinkedReleaseResourceReference'),
}
GROUP.ResourceGroup = GROUP

const RELEASE: CarriedElements = {
  ...values('ReleaseReference', 'ReleaseType', 'ReleaseLabelReference', 'ReleaseDate', 'OriginalReleaseDate'),
  ...TITLE,
  ReleaseId: RELEASE_ID,
  DisplayArtist: DISPLAY_ARTIST,
  ResourceGroup: GROUP,
}

const DEAL_TERMS: CarriedElements = {
  ...values('TerritoryCode', 'ExcludedTerritoryCode', 'UseType', 'IsPreOrderDeal'),
  ValidityPeriod: values('StartDate', 'StartDateTime', 'EndDate', 'EndDateTime'),
  DistributionChannel: { PartyId: values('ProprietaryId') },
}

const DEALS: CarriedElements = {
  ReleaseDeal: { ...values('DealReleaseReference'), Deal: { DealTerms: DEAL_TERMS } },
}

/** `isSingleTrack`: the main release is a TrackRelease. */
export function carriedElements(type: MessageType, version: Version, isSingleTrack: boolean): CarriedElements {
  if (type === 'PurgeReleaseMessage') return { MessageHeader: HEADER, PurgedRelease: { ReleaseId: RELEASE_ID } }
  const details = values('IsPreview', 'IsClip', 'IsProvidedInDelivery')
  const audioFile = { ...details, ...values('AudioCodecType'), File: FILE }
  const edition = {
    ...values('Type'),
    ResourceId: values('ISRC'),
    TechnicalDetails: { ...details, DeliveryFile: { ...values('AudioCodecType', 'IsProvidedInDelivery'), File: FILE } },
  }
  const recording = {
    ...values('ResourceReference'),
    ...TITLE,
    ...(isSingleTrack && { DisplayArtist: DISPLAY_ARTIST }),
    ...(isAtLeast(version, '4.3')
      ? { SoundRecordingEdition: edition }
      : { ResourceId: values('ISRC'), TechnicalDetails: audioFile }),
  }
  const image = {
    ...values('ResourceReference', 'Type'),
    TechnicalDetails: { ...details, ...values('ImageCodecType'), File: FILE },
  }
  const track = {
    ...values('ReleaseReference', 'ReleaseResourceReference'),
    ...TITLE,
    ...(isSingleTrack && {
      ReleaseId: RELEASE_ID,
      ...values('ReleaseLabelReference', 'LinkedReleaseResourceReference'),
    }),
  }
  return {
    MessageHeader: HEADER,
    PartyList: {
      Party: { ...values('PartyReference'), PartyName: values('FullName') },
      Brand: { ...values('BrandReference'), BrandName: values('FullName') },
    },
    ResourceList: { SoundRecording: recording, Image: image },
    ReleaseList: { Release: RELEASE, TrackRelease: track },
    DealList: DEALS,
  }
}

/** Collects the paths of the elements that are not carried, without indices. Of a subtree, only its root is listed. */
export function* collectNotCarried(root: XmlElement, carried: CarriedElements): Generator<void, string[], void> {
  const paths = new Set<string>()
  let visited = 0
  function* visit(element: XmlElement, path: string, known: CarriedElements): Generator<void, void, void> {
    for (const child of element.children) {
      if (++visited % 500 === 0) yield
      if (paths.size >= MAX_NOT_CARRIED) return
      const childPath = `${path}/${child.localName}`
      const knownChildren = Object.hasOwn(known, child.name) ? known[child.name] : undefined
      if (!knownChildren) paths.add(childPath)
      else if (child.children.length > 0) yield* visit(child, childPath, knownChildren)
    }
  }
  yield* visit(root, root.localName, carried)
  return [...paths]
}

import { parseDate } from '../checks/values.js'
import { paced } from '../xml/paced.js'
import { childNamed, childrenNamed, placeOf, textOf, type XmlElement } from '../xml/xml-element.js'
import { readArtists } from './artist-facts.js'
import { type MappingContext, quote, readFlagAttribute } from './context.js'
import type { ReleaseFacts, ReleaseIdFacts, ResourceFacts, TrackFacts } from './facts.js'
import { readResource } from './file-facts.js'
import { readUpc, upcElement } from './release-ids.js'
import { collectLinkedReferences } from './resource-group.js'
import { readTrack, readTracks } from './track-facts.js'
import { checkTitle, chooseVariant, readPartyName, readTitle } from './variants.js'

const SUPPORTED_TYPES = new Set([
  'Album',
  'EP',
  'Single',
  'SingleResourceRelease',
  'ClassicalAlbum',
  'DigitalBoxSetRelease',
  'ClassicalDigitalBoxedSet',
  'ClassicalMultimediaAlbum',
  'Bundle',
  'DjMix',
  'AudioBookRelease',
  'AudioDramaRelease',
  'StemBundle',
  'PlayList',
  'KaraokeRelease',
  'AsPerContract',
  'UserDefined',
])
const isSupportedType = (type: string): boolean => SUPPORTED_TYPES.has(type) || type.startsWith('Multimedia')

const UNSUPPORTED_PROFILES = ['Video', 'SimpleVideoSingle', 'LongFormMusicalWorkVideo', 'Ringtone']

/** The one Release, otherwise the one TrackRelease that says that it is the main release. */
export function findMainRelease(context: MappingContext, root: XmlElement): XmlElement | undefined {
  const list = childNamed(root, 'ReleaseList')
  const release = childNamed(list, 'Release')
  if (release) return release
  const main = childrenNamed(list, 'TrackRelease').filter((each) => readFlagAttribute(context, each, 'IsMainRelease'))
  if (main.length === 1) return main[0]
  if (list)
    context.report.add(
      list,
      'main_release_missing',
      main.length === 0
        ? 'There is no Release, and no TrackRelease with IsMainRelease="true".'
        : `There is no Release, and ${main.length} TrackReleases have IsMainRelease="true"; only one can be the main release.`,
    )
  return undefined
}

export function* readRelease(
  context: MappingContext,
  release: XmlElement,
  ids: readonly ReleaseIdFacts[],
): Generator<void, ReleaseFacts, void> {
  const { resources } = context
  const isTrack = release.name === 'TrackRelease'
  const recording = isTrack ? resources.get(textOf(childNamed(release, 'ReleaseResourceReference')) ?? '') : undefined
  const title = readTitle(context, release) ?? (recording && readTitle(context, recording))
  if (!isTrack) {
    checkTitle(context, release, title)
    checkType(context, release)
  }
  const tracks = isTrack ? readSingleTrack(context, release, recording) : yield* readGroup(context, release)
  const cover = readCover(context, release)
  yield* reportIgnoredResources(context, release, tracks, cover)
  return {
    reference: textOf(childNamed(release, 'ReleaseReference')) ?? '',
    title: title ?? '',
    artists: readArtists(context, recording ?? release, release),
    label: readLabel(context, release),
    upc: readUpc(ids),
    upc_place: placeOf(upcElement(release)),
    ...readDates(context, release),
    tracks,
    cover,
    place: placeOf(release),
  }
}

export function checkProfile({ report }: MappingContext, root: XmlElement): void {
  const profile = root.attributes.get('ReleaseProfileVersionId')
  if (UNSUPPORTED_PROFILES.includes(profile?.split('/').at(-1) ?? ''))
    report.add(
      root,
      'release_type_unsupported',
      `The profile ${quote(profile ?? '')} is not for audio releases.`,
      'ReleaseProfileVersionId',
    )
}

function checkType({ report }: MappingContext, release: XmlElement): void {
  const elements = childrenNamed(release, 'ReleaseType')
  const types = elements.map((element) => textOf(element) ?? '')
  if (elements[0] && !types.some(isSupportedType))
    report.add(
      elements[0],
      'release_type_unsupported',
      `The release type ${quote(types.join(', '))} is not one that can be distributed.`,
    )
}

function* readGroup(context: MappingContext, release: XmlElement): Generator<void, TrackFacts[], void> {
  const group = childNamed(release, 'ResourceGroup')
  return group ? yield* readTracks(context, release, group) : []
}

function readSingleTrack(
  context: MappingContext,
  release: XmlElement,
  recording: XmlElement | undefined,
): TrackFacts[] {
  if (recording?.name === 'SoundRecording') return [readTrack(context, recording, release, 1)]
  context.report.add(
    release,
    'no_sound_recording',
    'The release refers to no SoundRecording, and a release has at least one track.',
  )
  return []
}

function readLabel(context: MappingContext, release: XmlElement): string | null {
  const reference = textOf(chooseVariant(context, release, 'ReleaseLabelReference'))
  const party = reference === undefined ? undefined : context.parties.get(reference)
  if (!party) return null
  const name = readPartyName(context, party)
  if (name === undefined)
    context.report.addOnce(party, 'party_name_missing', `${reference} is the label, and has no FullName.`)
  return name ?? null
}

function readDates(
  context: MappingContext,
  release: XmlElement,
): Pick<ReleaseFacts, 'release_date' | 'original_release_date'> {
  const released = readDate(context, release, 'ReleaseDate')
  const original = readDate(context, release, 'OriginalReleaseDate')
  const length = Math.min(released?.text.length ?? 0, original?.text.length ?? 0)
  if (released && original && original.text.slice(0, length) > released.text.slice(0, length))
    context.report.add(
      original.element,
      'original_date_later',
      `OriginalReleaseDate ${original.text} is after ReleaseDate ${released.text}.`,
    )
  if (released?.isPartial)
    context.report.add(
      released.element,
      'release_date_partial',
      `ReleaseDate is ${released.text}, which is not a whole date.`,
    )
  return {
    release_date: released && !released.isPartial ? released.text : null,
    original_release_date: original && !original.isPartial ? original.text : null,
  }
}

function readDate(context: MappingContext, release: XmlElement, name: string) {
  const element = chooseVariant(context, release, name)
  const text = textOf(element)
  if (!element || text === undefined) return undefined
  const parsed = parseDate(text)
  if (!parsed)
    context.report.add(element, 'value_invalid', `${name} is ${quote(text)}, which is not a date such as 2027-01-31.`)
  return parsed && { ...parsed, element }
}

/** The front cover that the release links to, otherwise the first one. */
function readCover(context: MappingContext, release: XmlElement): ResourceFacts | null {
  const { resources, report } = context
  const group = childNamed(release, 'ResourceGroup')
  const linked = group
    ? [...collectLinkedReferences(group), ...group.children.flatMap((child) => itemReferences(child))]
    : collectLinkedReferences(release)
  const images = [...linked.flatMap((reference) => resources.get(reference) ?? []), ...resources.values()]
  const cover = images.find(
    (image) => image.name === 'Image' && textOf(childNamed(image, 'Type')) === 'FrontCoverImage',
  )
  if (cover) return readResource(context, cover)
  report.add(release, 'cover_missing', 'The release has no Image of the type FrontCoverImage.')
  return null
}

const itemReferences = (member: XmlElement): string[] =>
  member.name === 'ResourceGroup'
    ? member.children.flatMap(itemReferences)
    : childrenNamed(member, 'ReleaseResourceReference').flatMap((element) => textOf(element) ?? [])

function* reportIgnoredResources(
  { resources, report }: MappingContext,
  release: XmlElement,
  tracks: readonly TrackFacts[],
  cover: ResourceFacts | null,
): Generator<void, void, void> {
  if (tracks.length === 0) return
  const used = new Set([...tracks, ...(cover ? [cover] : [])].map(({ reference }) => reference))
  const releaseReference = textOf(childNamed(release, 'ReleaseReference')) ?? ''
  yield* paced(resources, ([reference, resource]) => {
    if (used.has(reference)) return
    const message =
      resource.name === 'SoundRecording'
        ? `${reference} is not in the release ${releaseReference}, so it is not carried.`
        : `${resource.localName} ${reference} is not carried.`
    report.add(resource, 'resource_ignored', message)
  })
}

import { isIsrc, normalizeIdentifier } from '../checks/identifiers.js'
import { isAtLeast } from '../message/versions.js'
import { paced } from '../xml/paced.js'
import { childNamed, childrenNamed, descendantsAt, textOf, type XmlElement } from '../xml/xml-element.js'
import { type MappingContext, quote, readFlagAttribute } from './context.js'
import type { TrackFacts } from './facts.js'
import { readResource } from './file-facts.js'
import { collectItems, type GroupItem } from './resource-group.js'
import { checkTitle, readTitle } from './variants.js'

const MAX_TRACKS = 1000
const MAX_TRACK_NUMBER = 9999

/** The tracks of a release with a ResourceGroup. */
export function* readTracks(
  context: MappingContext,
  release: XmlElement,
  group: XmlElement,
): Generator<void, TrackFacts[], void> {
  const items = withoutRepetitions(
    context,
    collectItems(context, group).filter((item) => isRecording(context, item)),
  )
  if (items.length === 0) {
    context.report.add(
      release,
      'no_sound_recording',
      'The release refers to no SoundRecording, and a release has at least one track.',
    )
    return []
  }
  if (items.length > MAX_TRACKS) {
    context.report.add(
      group,
      'value_invalid',
      `The release has ${items.length} tracks; at most ${MAX_TRACKS} are accepted.`,
    )
    return []
  }
  const numbers = numberTracks(context, group, items)
  const trackReleases = trackReleasesByResource(context, release)
  const isrcs = new Set<string>()
  const tracks: TrackFacts[] = []
  yield* paced(items, ({ reference }) => {
    const recording = context.resources.get(reference) as XmlElement
    const track = readTrack(context, recording, trackReleases.get(reference), numbers[tracks.length] as number)
    checkDuplicateIsrc(context, recording, track, isrcs)
    tracks.push(track)
  })
  return tracks
}

/** The track of a main release that is a TrackRelease. */
export const readTrack = (
  context: MappingContext,
  recording: XmlElement,
  trackRelease: XmlElement | undefined,
  track_number: number,
): TrackFacts => {
  const edition = chooseEdition(context, recording)
  const ownTitle = trackRelease && readTitle(context, trackRelease)
  const title = ownTitle ?? readTitle(context, recording)
  checkTitle(context, trackRelease && ownTitle !== undefined ? trackRelease : recording, title)
  return {
    ...readResource(context, recording, edition),
    track_number,
    title: title ?? '',
    isrc: readIsrc(context, recording, edition),
    release_reference: textOf(childNamed(trackRelease, 'ReleaseReference')) ?? null,
  }
}

const isRecording = ({ resources }: MappingContext, { reference }: GroupItem): boolean =>
  resources.get(reference)?.name === 'SoundRecording'

function withoutRepetitions({ report }: MappingContext, items: readonly GroupItem[]): GroupItem[] {
  const seen = new Set<string>()
  return items.filter(({ reference, element }) => {
    if (seen.has(reference))
      report.add(element, 'recording_repeated', `${reference} is in the release more than once. It becomes one track.`)
    const isNew = !seen.has(reference)
    seen.add(reference)
    return isNew
  })
}

/** The sequence numbers, if there is one group and they are usable as track numbers. Otherwise 1, 2, 3… */
function numberTracks({ report }: MappingContext, group: XmlElement, items: readonly GroupItem[]): number[] {
  const groups = new Set(items.map((item) => item.group))
  if (groups.size > 1)
    report.add(
      group,
      'discs_flattened',
      `The recordings are in ${groups.size} groups, and a release has one list of tracks: they are numbered 1 to ${items.length}.`,
    )
  const numbers = items.map(({ sequenceNumber = 0 }) => sequenceNumber)
  const areUsable = numbers.every((number) => number >= 1 && number <= MAX_TRACK_NUMBER)
  return groups.size === 1 && areUsable && new Set(numbers).size === numbers.length
    ? numbers
    : items.map((_, i) => i + 1)
}

function trackReleasesByResource({ releases }: MappingContext, main: XmlElement): Map<string, XmlElement> {
  const found = new Map<string, XmlElement>()
  for (const release of releases.values()) {
    const reference = textOf(childNamed(release, 'ReleaseResourceReference'))
    if (release !== main && release.name === 'TrackRelease' && reference !== undefined && !found.has(reference))
      found.set(reference, release)
  }
  return found
}

/** From 4.3 on, a recording has editions. The API carries the first one that is not immersive. */
function chooseEdition({ report, version }: MappingContext, recording: XmlElement): XmlElement | undefined {
  if (!isAtLeast(version, '4.3')) return undefined
  const editions = childrenNamed(recording, 'SoundRecordingEdition')
  const chosen = editions.find((edition) => textOf(childNamed(edition, 'Type')) !== 'ImmersiveEdition')
  for (const edition of editions)
    if (edition !== chosen)
      report.add(
        edition,
        'edition_ignored',
        `The edition ${textOf(childNamed(edition, 'Type')) ?? 'without a type'} is not carried.`,
      )
  return chosen
}

function readIsrc(context: MappingContext, recording: XmlElement, edition: XmlElement | undefined): string | null {
  const { report, version } = context
  const hasEditions = isAtLeast(version, '4.3')
  const element = childrenNamed(hasEditions ? edition : recording, 'ResourceId')
    .filter((id) => readFlagAttribute(context, id, 'IsReplaced') !== true)
    .flatMap((id) => childrenNamed(id, 'ISRC'))[0]
  const sent = textOf(element)
  if (!element || sent === undefined) {
    const hasMisplacedId = hasEditions && descendantsAt(recording, 'ResourceId', 'ISRC').length > 0
    const hint = hasMisplacedId ? ` From 4.3 on, its place is SoundRecordingEdition/ResourceId.` : ''
    report.add(
      childNamed(hasEditions ? edition : recording, 'ResourceId') ?? edition ?? recording,
      'isrc_assigned',
      `The recording has no ISRC, so it gets one of the account's registrant code.${hint}`,
    )
    return null
  }
  const isrc = normalizeIdentifier(sent)
  if (!isIsrc(isrc)) {
    report.add(
      element,
      'isrc_invalid',
      `${quote(sent)} is not an ISRC: two letters, three letters or digits, and seven digits.`,
    )
    return null
  }
  if (isrc !== sent) report.add(element, 'identifier_normalized', `${quote(sent)} is read as ${isrc}.`)
  return isrc
}

function checkDuplicateIsrc(
  { report }: MappingContext,
  recording: XmlElement,
  { isrc }: TrackFacts,
  seen: Set<string>,
) {
  if (isrc === null) return
  if (seen.has(isrc)) {
    const element = [
      ...descendantsAt(recording, 'SoundRecordingEdition', 'ResourceId', 'ISRC'),
      ...descendantsAt(recording, 'ResourceId', 'ISRC'),
    ][0]
    report.add(element ?? recording, 'isrc_duplicate', `${isrc} is the ISRC of another track of the release too.`)
  }
  seen.add(isrc)
}

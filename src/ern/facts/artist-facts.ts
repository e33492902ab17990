import { parseInteger } from '../checks/values.js'
import { childNamed, childrenNamed, textOf, type XmlElement } from '../xml/xml-element.js'
import { type MappingContext, quote } from './context.js'
import type { ArtistFacts } from './facts.js'
import { compareSequence } from './resource-group.js'
import { readPartyName } from './variants.js'

const MAX_ARTISTS = 100

const ROLES: Record<string, ArtistFacts['role']> = {
  MainArtist: 'main',
  Artist: 'main',
  FeaturedArtist: 'featured',
  Composer: 'composer',
}
const USER_DEFINED_ROLES: Record<string, ArtistFacts['role']> = { Remixer: 'remixer', Producer: 'producer' }

/** The display artists of a release or recording. Problems that concern all of them point at the release. */
export function readArtists(context: MappingContext, holder: XmlElement, release: XmlElement): ArtistFacts[] {
  const elements = childrenNamed(holder, 'DisplayArtist')
  const shown = elements.filter((element) => childNamed(element, 'SpecialDisplayArtist') || roleOf(element))
  if (shown.length > MAX_ARTISTS) {
    context.report.add(
      release,
      'value_invalid',
      `The release has ${shown.length} artists; at most ${MAX_ARTISTS} are accepted.`,
    )
    return []
  }
  const sorted = elements
    .map((element) => ({ element, sequenceNumber: readSequenceNumber(context, element) }))
    .sort((a, b) => compareSequence(a.sequenceNumber, b.sequenceNumber))
  const artists = sorted.flatMap(({ element }) => readArtist(context, element) ?? [])
  const isMain = (element: XmlElement) => childNamed(element, 'SpecialDisplayArtist') || roleOf(element) === 'main'
  // A Release without any DisplayArtist is reported as a missing element.
  if ((elements.length > 0 || holder !== release) && !elements.some(isMain))
    context.report.add(release, 'main_artist_missing', 'No DisplayArtist has the role MainArtist.')
  return artists
}

function readSequenceNumber({ report }: MappingContext, element: XmlElement): number | undefined {
  const text = element.attributes.get('SequenceNumber')
  if (text === undefined) return undefined
  const number = parseInteger(text)
  if (number === undefined)
    report.add(
      element,
      'value_invalid',
      `SequenceNumber is ${quote(text)}; it must be a whole number.`,
      'SequenceNumber',
    )
  return number
}

function roleOf(element: XmlElement): ArtistFacts['role'] | undefined {
  const role = childNamed(element, 'DisplayArtistRole')
  const value = textOf(role) ?? ''
  if (value === 'UserDefined') return lookUp(USER_DEFINED_ROLES, role?.attributes.get('UserDefinedValue') ?? '')
  return lookUp(ROLES, value)
}

const lookUp = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

function readArtist(context: MappingContext, element: XmlElement): ArtistFacts | undefined {
  const { report, parties } = context
  if (childNamed(element, 'SpecialDisplayArtist')) return { name: 'Various Artists', role: 'main' }
  const roleElement = childNamed(element, 'DisplayArtistRole')
  const role = roleOf(element)
  if (!role) {
    const sent = roleElement?.attributes.get('UserDefinedValue') ?? textOf(roleElement) ?? ''
    report.add(
      roleElement ?? element,
      'role_ignored',
      `The API has no artist role for ${quote(sent)}, so the artist is left out.`,
    )
    return undefined
  }
  if (roleElement && textOf(roleElement) === 'Artist')
    report.add(roleElement, 'deprecated_value', 'The role Artist is deprecated. It is read as MainArtist.')
  const reference = textOf(childNamed(element, 'ArtistPartyReference')) ?? ''
  const party = parties.get(reference)
  if (!party) return undefined
  const name = readPartyName(context, party)
  if (name === undefined)
    report.addOnce(party, 'party_name_missing', `${reference} is a display artist, and has no FullName.`)
  return name === undefined ? undefined : { name, role }
}

import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { reportOf } from '../../../ern/issues-of.js'
import { startSandbox } from '../../../support/test-sandbox.js'

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ fileName: 'export' })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: attributes as Record<string, string>, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    ;(open.at(-1) as Element).text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0] as Element
}

const descendants = (element: Element): Element[] => [element, ...element.children.flatMap(descendants)]

const PARTY = 'PartyId PartyName?'
const DISPLAY = 'DisplayTitleText+ DisplayTitle+ DisplayArtistName+ DisplayArtist+'

/**
 * The sequence of the children of every element that exports have: `?`, `*` and `+` as in a DTD. Written by hand, because
 * DDEX's schemas are not part of the project. GENRE is Genre or DisplayGenre, by version.
 */
const SEQUENCES: Record<string, string> = {
  'ern:NewReleaseMessage': 'MessageHeader PartyList ResourceList ReleaseList DealList?',
  'ern:PurgeReleaseMessage': 'MessageHeader PurgedRelease',
  MessageHeader: 'MessageId MessageSender MessageRecipient+ MessageCreatedDateTime MessageControlType?',
  MessageSender: PARTY,
  MessageRecipient: PARTY,
  PartyName: 'FullName',
  PartyList: 'Party+',
  Party: 'PartyReference PartyName+',
  ResourceList: 'SoundRecording* Image*',
  SoundRecording: `ResourceReference Type+ SoundRecordingEdition+ ${DISPLAY} Duration ParentalWarningType+`,
  SoundRecordingEdition: 'ResourceId TechnicalDetails?',
  Image: 'ResourceReference Type ResourceId ParentalWarningType+ TechnicalDetails?',
  'SoundRecording/ResourceId': 'ISRC',
  'Image/ResourceId': 'ProprietaryId',
  'SoundRecording/TechnicalDetails': 'TechnicalResourceDetailsReference DeliveryFile+',
  'Image/TechnicalDetails': 'TechnicalResourceDetailsReference ImageCodecType File',
  DeliveryFile: 'Type AudioCodecType File',
  File: 'URI HashSum?',
  HashSum: 'Algorithm HashSumValue',
  DisplayTitle: 'TitleText',
  DisplayArtist: 'ArtistPartyReference DisplayArtistRole+',
  ReleaseList: 'Release TrackRelease*',
  Release: `ReleaseReference ReleaseType+ ReleaseId ${DISPLAY} ReleaseLabelReference+ Duration? GENRE+ ReleaseDate ParentalWarningType+ ResourceGroup`,
  ReleaseId: 'GRid? ICPN? ProprietaryId*',
  GENRE: 'GenreText',
  ResourceGroup: 'ResourceGroupContentItem+ LinkedReleaseResourceReference*',
  ResourceGroupContentItem: 'SequenceNumber ReleaseResourceReference',
  TrackRelease: 'ReleaseReference ReleaseId ReleaseResourceReference ReleaseLabelReference+ GENRE+',
  DealList: 'ReleaseDeal+',
  ReleaseDeal: 'DealReleaseReference+ Deal+',
  Deal: 'DealTerms',
  DealTerms: 'TerritoryCode+ ValidityPeriod CommercialModelType+ UseType+ DistributionChannel*',
  ValidityPeriod: 'StartDate',
  DistributionChannel: 'PartyId',
  'DistributionChannel/PartyId': 'ProprietaryId',
  PurgedRelease: 'ReleaseId Title',
  Title: 'TitleText',
}

/** What is wrong with the children of an element and of all below it. */
function findDefects(element: Element, genre: string, ancestors: readonly string[] = []): string[] {
  const name = element.name === genre ? 'GENRE' : element.name
  const qualified = ancestors.map((ancestor) => `${ancestor}/${name}`).find((key) => key in SEQUENCES)
  const sequence = SEQUENCES[qualified ?? name]
  const children = element.children.map((child) => `${child.name} `).join('')
  const pattern = (sequence ?? '')
    .replaceAll('GENRE', genre)
    .split(' ')
    .map((item) => item.replace(/^(\w+)(.?)$/, '(?:$1 )$2'))
    .join('')
  const isLeaf = sequence === undefined
  const defects = [
    ...(new RegExp(`^${isLeaf ? '' : pattern}$`).test(children) ? [] : [`${name}: ${children}`]),
    ...(isLeaf && element.text.trim() === '' ? [`${name} is empty`] : []),
  ]
  return [...defects, ...element.children.flatMap((child) => findDefects(child, genre, [...ancestors, name]))]
}

const textsOf = (elements: Element[], name: RegExp) =>
  elements.filter((element) => name.test(element.name)).map(({ text }) => text)

/** Every anchor once, and every reference to an anchor. */
function findBrokenReferences(root: Element): string[] {
  const all = descendants(root)
  const anchors = textsOf(all, /^(Party|Resource|Release|TechnicalResourceDetails)Reference$/)
  const references = textsOf(all, /^(ArtistParty|ReleaseLabel|(Linked)?ReleaseResource|DealRelease)Reference$/)
  return [
    ...anchors.filter((anchor, i) => anchors.indexOf(anchor) !== i),
    ...references.filter((reference) => !anchors.includes(reference)),
  ]
}

test('exports of seeded releases have the structure of their version', async () => {
  const { fresh } = await startSandbox()
  const api = fresh('enterprise')
  await api.post('/v1/deliveries', {
    release_id: 'rel_seed_05',
    store_ids: ['store_lumenwave'],
    territory_codes: ['DE', 'FR'],
  })
  const { data } = (await api.get('/_sandbox/state/releases?limit=30')).body as {
    data: { id: string; status: string; sandbox: { track_ids: string[] } }[]
  }
  // One release for each status and number of tracks. A message about a release without tracks can't be valid.
  const kinds = new Map(
    data
      .filter(({ sandbox }) => sandbox.track_ids.length > 0)
      .map((each) => [`${each.status} ${each.sandbox.track_ids.length}`, each.id]),
  )
  expect(kinds.size).toBeGreaterThan(3)
  for (const id of new Set([...kinds.values(), 'rel_seed_05']))
    for (const version of ['4.3', '4.3.2'])
      for (const type of ['NewReleaseMessage', 'PurgeReleaseMessage']) {
        const { text } = await api.get(`/v1/releases/${id}/ern?version=${version}&message_type=${type}`)
        const root = parse(text)
        const genre = version === '4.3' ? 'Genre' : 'DisplayGenre'
        expect([id, version, root.name]).toEqual([id, version, `ern:${type}`])
        expect([id, ...findDefects(root, genre), ...findBrokenReferences(root)]).toEqual([id])
        expect([id, (await reportOf(text)).error_count]).toEqual([id, 0])
      }
})

test('the check finds elements that are out of order, unknown, missing or empty, and broken references', async () => {
  const { fresh } = await startSandbox()
  const { text } = await fresh('enterprise').get('/v1/releases/rel_seed_05/ern')
  const defectsOf = (part: string | RegExp, replacement: string) => {
    const changed = text.replace(part, replacement)
    expect(changed).not.toBe(text)
    const root = parse(changed)
    return [...findDefects(root, 'DisplayGenre'), ...findBrokenReferences(root)].length
  }
  expect(defectsOf(/(<ReleaseType>.*?<\/ReleaseType>)\s*(<ReleaseId>.*?<\/ReleaseId>)/s, '$2$1')).toBe(1)
  expect(defectsOf('<PartyList>', '<Mood>calm</Mood><PartyList>')).toBe(1)
  expect(defectsOf(/<ReleaseDate>.*<\/ReleaseDate>/, '')).toBe(1)
  expect(defectsOf(/<ReleaseDate>.*<\/ReleaseDate>/, '<ReleaseDate/>')).toBe(1)
  expect(defectsOf('<LinkedReleaseResourceReference>ACover<', '<LinkedReleaseResourceReference>A99<')).toBe(1)
})

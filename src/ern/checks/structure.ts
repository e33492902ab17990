import { isAtLeast, type MessageType, type Version } from '../message/versions.js'
import { paced } from '../xml/paced.js'
import { childNamed, childrenNamed, descendantsAt, type XmlElement } from '../xml/xml-element.js'
import type { ReportBuilder } from './report.js'

/** An asterisk marks elements that may occur more than once. */
const ROOT_CHILDREN: Record<MessageType, readonly string[]> = {
  NewReleaseMessage: [
    'MessageHeader',
    'ReleaseAdmin*',
    'PartyList',
    'CueSheetList',
    'ResourceList',
    'ChapterList',
    'ReleaseList',
    'DealList',
    'SupplementalDocumentList',
  ],
  PurgeReleaseMessage: ['MessageHeader', 'PurgedRelease'],
}
const HEADER_CHILDREN = [
  'MessageThreadId',
  'MessageId',
  'MessageFileName',
  'MessageSender',
  'SentOnBehalfOf',
  'MessageRecipient*',
  'SentAsRequestedBy',
  'MessageCreatedDateTime',
  'MessageAuditTrail',
  'MessageControlType',
]
export const RESOURCE_NAMES = ['SoundRecording', 'Video', 'Image', 'Text', 'SheetMusic', 'Software']
export const RELEASE_NAMES = ['Release', 'TrackRelease', 'ClipRelease']

const REQUIRED_OF_RELEASE = [
  'ReleaseReference',
  'ReleaseType',
  'ReleaseId',
  'DisplayTitleText',
  'DisplayTitle',
  'DisplayArtistName',
  'DisplayArtist',
  'ReleaseLabelReference',
  'ResourceGroup',
]

const PROFILE_ATTRIBUTES = ['ReleaseProfileVersionId', 'ReleaseProfileVariantVersionId']
const SCHEMA_INSTANCE = '{http://www.w3.org/2001/XMLSchema-instance}'

/** Checks what DDEX's schemas say about the parts of a message that the reader reads. */
export function* checkStructure(
  root: XmlElement,
  type: MessageType,
  version: Version,
  report: ReportBuilder,
): Generator<void, void, void> {
  checkRootAttributes(root, type, version, report)
  checkSequence(root, ROOT_CHILDREN[type], report)
  const header = childNamed(root, 'MessageHeader')
  if (header) {
    checkSequence(header, HEADER_CHILDREN, report)
    requireChildren(header, ['MessageRecipient'], report)
  }
  if (type === 'PurgeReleaseMessage') {
    requireChildren(root, ['PurgedRelease'], report)
    return
  }
  requireChildren(root, ['PartyList', 'ResourceList', 'ReleaseList'], report)
  yield* checkList(childNamed(root, 'ResourceList'), RESOURCE_NAMES, report)
  yield* checkList(childNamed(root, 'ReleaseList'), RELEASE_NAMES, report)
  const releases = descendantsAt(root, 'ReleaseList', 'Release')
  for (const release of releases.slice(1))
    report.add(release, 'element_repeated', 'A message has at most one Release. Further tracks are TrackReleases.')
  for (const release of releases) requireChildren(release, REQUIRED_OF_RELEASE, report)
  yield* paced(descendantsAt(root, 'DealList', 'ReleaseDeal', 'Deal', 'DealTerms'), (terms) =>
    checkTerms(terms, version, report),
  )
}

function checkRootAttributes(root: XmlElement, type: MessageType, version: Version, report: ReportBuilder): void {
  const required = ['LanguageAndScriptCode', ...(isAtLeast(version, '4.3') ? ['AvsVersionId'] : [])]
  const allowed = [...required, ...(type === 'NewReleaseMessage' ? PROFILE_ATTRIBUTES : [])]
  for (const name of required)
    if (!root.attributes.get(name)?.trim())
      report.add(root, 'attribute_missing', `The root of ERN ${version} has the attribute ${name}.`)
  for (const name of root.attributes.keys())
    if (!allowed.includes(name) && !name.startsWith(SCHEMA_INSTANCE))
      report.add(
        root,
        'attribute_unexpected',
        `${type} of ERN ${version} has no attribute ${name}.`,
        name.replace(/^\{.*\}/, ''),
      )
  const avs = root.attributes.get('AvsVersionId')?.trim()
  if (avs && allowed.includes('AvsVersionId') && !/^\d+$/.test(avs))
    report.add(
      root,
      'avs_version_unknown',
      `AvsVersionId is ${JSON.stringify(avs)}; versions of the allowed value sets are whole numbers.`,
      'AvsVersionId',
    )
}

/** Checks that the children are known, in order, and not repeated. */
function checkSequence(parent: XmlElement, sequence: readonly string[], report: ReportBuilder): void {
  const names = sequence.map((name) => name.replace('*', ''))
  const seen = new Set<string>()
  let latest = 0
  for (const child of parent.children) {
    const index = names.indexOf(child.name)
    if (index < 0) {
      report.add(child, 'element_unexpected', `${parent.localName} has no element ${child.localName}.`)
      continue
    }
    if (index < latest) report.add(child, 'element_order', `${child.localName} must come before ${names[latest]}.`)
    latest = Math.max(latest, index)
    if (seen.has(child.name) && !sequence[index]?.endsWith('*'))
      report.add(child, 'element_repeated', `${parent.localName} has ${child.localName} once.`)
    seen.add(child.name)
  }
}

function* checkList(
  list: XmlElement | undefined,
  names: readonly string[],
  report: ReportBuilder,
): Generator<void, void, void> {
  yield* paced(list?.children ?? [], (child) => {
    if (!names.includes(child.name))
      report.add(child, 'element_unexpected', `${list?.localName} has no element ${child.localName}.`)
  })
}

function requireChildren(parent: XmlElement, names: readonly string[], report: ReportBuilder): void {
  for (const name of names)
    if (!childNamed(parent, name)) report.add(parent, 'element_missing', `${parent.localName} has no ${name}.`)
}

function checkTerms(terms: XmlElement, version: Version, report: ReportBuilder): void {
  requireChildren(terms, ['ValidityPeriod'], report)
  if (isAtLeast(version, '4.2'))
    for (const period of childrenNamed(terms, 'ValidityPeriod'))
      if (!childNamed(period, 'StartDate') && !childNamed(period, 'StartDateTime'))
        report.add(period, 'element_missing', 'ValidityPeriod has no StartDate and no StartDateTime.')
  const excluded = childNamed(terms, 'ExcludedTerritoryCode')
  if (excluded && childNamed(terms, 'TerritoryCode'))
    report.add(excluded, 'element_unexpected', 'DealTerms has either TerritoryCode or ExcludedTerritoryCode, not both.')
}

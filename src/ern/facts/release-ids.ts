import { isGrid, isIcpn, normalizeIdentifier, toGtin14, toUpc } from '../checks/identifiers.js'
import type { ReportBuilder } from '../checks/report.js'
import { childNamed, childrenNamed, descendantAt, textOf, type XmlElement } from '../xml/xml-element.js'
import { quote } from './context.js'
import type { ReleaseIdFacts } from './facts.js'

const ID_TYPES = ['GRid', 'ICPN', 'CatalogNumber', 'ProprietaryId'] as const

/** The identifiers in ReleaseId, as sent. Reports malformed ones, and a ReleaseId that does not identify a release. */
export function readReleaseIds(release: XmlElement, report: ReportBuilder): ReleaseIdFacts[] {
  const elements = childrenNamed(release, 'ReleaseId').flatMap(({ children }) => children)
  const ids = elements.flatMap((element): ReleaseIdFacts[] => {
    const type = ID_TYPES.find((name) => name === element.name)
    const value = textOf(element)
    return type && value !== undefined ? [{ type, namespace: element.attributes.get('Namespace') ?? null, value }] : []
  })
  for (const element of elements) checkId(element, report)
  const [holder] = childrenNamed(release, 'ReleaseId')
  // A missing ReleaseId is an error of its own, except in a purge, whose schema allows it.
  if (!ids.some(isKey) && (holder || release.name === 'PurgedRelease'))
    report.add(
      holder ?? release,
      'release_id_missing',
      'There is no GRid, no ICPN and no ProprietaryId with a Namespace, so nothing identifies the release.',
    )
  return ids
}

/** A catalogue number does not identify a release: labels use the same one for several. */
export const isKey = ({ type, namespace }: ReleaseIdFacts): boolean =>
  type === 'GRid' || type === 'ICPN' || (type === 'ProprietaryId' && namespace !== null)

function checkId(element: XmlElement, report: ReportBuilder): void {
  const sent = textOf(element)
  if (sent === undefined) return
  if (element.name === 'GRid') {
    const grid = normalizeIdentifier(sent)
    if (!isGrid(grid))
      report.add(
        element,
        'grid_invalid',
        `${quote(sent)} is not a GRid: it must be A1 and 16 characters, the last one a check character.`,
      )
    else if (grid !== sent) report.add(element, 'identifier_normalized', `${quote(sent)} is read as ${grid}.`)
  }
  if (element.name !== 'ICPN') return
  if (!isIcpn(sent))
    report.add(
      element,
      'icpn_invalid',
      `${quote(sent)} is not a UPC or EAN: it must be 8, 12, 13 or 14 digits, the last one a check digit.`,
    )
  else if (sent.length === 14 && sent.startsWith('0'))
    report.add(element, 'icpn_padded', `${sent} is padded to 14 digits.`)
}

/** The UPC of the release; null if the ICPN is none. */
export function readUpc(ids: readonly ReleaseIdFacts[]): string | null {
  const icpn = ids.find(({ type }) => type === 'ICPN')?.value
  return icpn !== undefined && isIcpn(icpn) ? (toUpc(toGtin14(icpn)) ?? null) : null
}

/** What a finding about the UPC points at: ICPN, or what should have it. */
export const upcElement = (release: XmlElement): XmlElement =>
  descendantAt(release, 'ReleaseId', 'ICPN') ?? childNamed(release, 'ReleaseId') ?? release

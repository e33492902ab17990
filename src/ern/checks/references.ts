import { paced } from '../xml/paced.js'
import { childNamed, textOf, type XmlElement } from '../xml/xml-element.js'
import type { ReportBuilder } from './report.js'
import { RELEASE_NAMES, RESOURCE_NAMES } from './structure.js'

/** Elements by their anchors. The first one wins if an anchor occurs twice. */
export interface Anchors {
  parties: ReadonlyMap<string, XmlElement>
  resources: ReadonlyMap<string, XmlElement>
  releases: ReadonlyMap<string, XmlElement>
}

const ANCHOR_NAMES: Record<string, string> = {
  Party: 'PartyReference',
  Brand: 'BrandReference',
  ...Object.fromEntries(RESOURCE_NAMES.map((name) => [name, 'ResourceReference'])),
  ...Object.fromEntries(RELEASE_NAMES.map((name) => [name, 'ReleaseReference'])),
}

/** Collects the anchors of a NewReleaseMessage, and reports malformed and repeated ones. */
export function* collectAnchors(root: XmlElement, report: ReportBuilder): Generator<void, Anchors, void> {
  const taken = new Set<string>()
  function* collect(listName: string, names: readonly string[], pattern: RegExp) {
    const found = new Map<string, XmlElement>()
    const holders = childNamed(root, listName)?.children.filter(({ name }) => names.includes(name)) ?? []
    yield* paced(holders, (holder) => {
      const anchorName = ANCHOR_NAMES[holder.name] as string
      const element = childNamed(holder, anchorName)
      const anchor = textOf(element)
      if (!element || anchor === undefined) {
        // A Release without ReleaseReference is reported with the other elements that it lacks.
        if (holder.name !== 'Release')
          report.add(holder, 'element_missing', `${holder.localName} has no ${anchorName}.`)
        return
      }
      if (!pattern.test(anchor))
        report.add(
          element,
          'value_invalid',
          `${JSON.stringify(anchor)} is not a reference: it must be ${pattern.source[1]} followed by letters, digits, - or _.`,
        )
      if (taken.has(anchor)) report.add(element, 'reference_duplicate', `${anchor} is used more than once.`)
      taken.add(anchor)
      if (!found.has(anchor)) found.set(anchor, holder)
    })
    return found
  }
  return {
    parties: yield* collect('PartyList', ['Party', 'Brand'], /^P[-\w]+$/),
    resources: yield* collect('ResourceList', RESOURCE_NAMES, /^A[-\w]+$/),
    releases: yield* collect('ReleaseList', RELEASE_NAMES, /^R[-\w]+$/),
  }
}

/** The kind of anchor that an element refers to; undefined if it is no reference. */
function targetOf({ name, parent }: XmlElement): keyof Anchors | undefined {
  if (name === 'PartyReference') return parent?.name === 'Party' ? undefined : 'parties'
  if (name.endsWith('PartyReference') || name === 'ReleaseLabelReference') return 'parties'
  if (name === 'ReleaseResourceReference' || name === 'LinkedReleaseResourceReference') return 'resources'
  return name === 'DealReleaseReference' ? 'releases' : undefined
}

const NOUNS = { parties: 'party', resources: 'resource', releases: 'release' } as const

/** Reports an element that refers to an anchor that the message does not have. */
export function checkReference(element: XmlElement, anchors: Anchors, report: ReportBuilder): void {
  const target = element.children.length === 0 ? targetOf(element) : undefined
  if (!target) return
  const anchor = textOf(element)
  if (anchor !== undefined && !anchors[target].has(anchor))
    report.add(
      element,
      'reference_dangling',
      `${element.localName} refers to the ${NOUNS[target]} ${JSON.stringify(anchor)}, which the message does not have.`,
    )
  if (anchor === undefined) report.add(element, 'value_invalid', `${element.localName} is empty.`)
}

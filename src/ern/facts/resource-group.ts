import { parseInteger } from '../checks/values.js'
import { childNamed, childrenNamed, textOf, type XmlElement } from '../xml/xml-element.js'
import { type MappingContext, quote } from './context.js'

/** A resource in a group. */
export interface GroupItem {
  /** The ReleaseResourceReference. */
  element: XmlElement
  reference: string
  sequenceNumber: number | undefined
  group: XmlElement
}

/** The items of a group and its subgroups, depth first, by SequenceNumber and then in the order of the document. */
export function collectItems(context: MappingContext, group: XmlElement): GroupItem[] {
  const members = group.children
    .filter(({ name }) => name === 'ResourceGroup' || name === 'ResourceGroupContentItem')
    .map((member) => ({ member, sequenceNumber: readSequenceNumber(context, member) }))
  members.sort((a, b) => compareSequence(a.sequenceNumber, b.sequenceNumber))
  return members.flatMap(({ member, sequenceNumber }) =>
    member.name === 'ResourceGroup'
      ? collectItems(context, member)
      : childrenNamed(member, 'ReleaseResourceReference').flatMap((element) => {
          const reference = textOf(element)
          return reference === undefined ? [] : [{ element, reference, sequenceNumber, group }]
        }),
  )
}

/** Unnumbered elements come last. */
export const compareSequence = (a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY): number =>
  a === b ? 0 : a - b

function readSequenceNumber({ report }: MappingContext, member: XmlElement): number | undefined {
  const element = childNamed(member, 'SequenceNumber')
  const text = textOf(element)
  if (!element || text === undefined) return undefined
  const number = parseInteger(text)
  if (number === undefined)
    report.add(element, 'value_invalid', `SequenceNumber is ${quote(text)}; it must be a whole number.`)
  return number
}

/** The anchors of the linked resources of a group, its items and its subgroups, in the order of the document. */
export const collectLinkedReferences = (group: XmlElement): string[] =>
  group.children.flatMap((child) => {
    if (child.name === 'LinkedReleaseResourceReference') return textOf(child) ?? []
    return child.name === 'ResourceGroup' || child.name === 'ResourceGroupContentItem'
      ? collectLinkedReferences(child)
      : []
  })

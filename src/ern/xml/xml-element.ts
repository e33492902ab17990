import type { Position } from './positions.js'

export interface XmlElement extends Position {
  /** The local name if the element is in no namespace or in the root's, otherwise `{namespace}local`. */
  readonly name: string
  readonly localName: string
  readonly namespace: string
  /** Namespace declarations are left out. A qualified attribute has the key `{namespace}local`. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  readonly parent: XmlElement | undefined
  /** The concatenated text directly inside the element. */
  text: string
}

export const childrenNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

export const childNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name)

/** The first element at a path of names below the element. */
export const descendantAt = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce(childNamed, element)

/** All elements at a path of names below the element. */
export const descendantsAt = (element: XmlElement | undefined, ...names: string[]): XmlElement[] =>
  names.reduce<XmlElement[]>(
    (found, name) => found.flatMap((each) => childrenNamed(each, name)),
    element ? [element] : [],
  )

/** The trimmed text; undefined if there is none. */
export const textOf = (element: XmlElement | undefined): string | undefined => element?.text.trim() || undefined

const segmentsByParent = new WeakMap<XmlElement, Map<XmlElement, string>>()

/** The names of the children, with `[n]` if siblings share the name. */
function segmentsOf(parent: XmlElement): Map<XmlElement, string> {
  const cached = segmentsByParent.get(parent)
  if (cached?.size === parent.children.length) return cached
  const totals = new Map<string, number>()
  for (const { localName } of parent.children) totals.set(localName, (totals.get(localName) ?? 0) + 1)
  const counts = new Map<string, number>()
  const segments = new Map<XmlElement, string>()
  for (const child of parent.children) {
    const n = (counts.get(child.localName) ?? 0) + 1
    counts.set(child.localName, n)
    segments.set(child, totals.get(child.localName) === 1 ? child.localName : `${child.localName}[${n}]`)
  }
  segmentsByParent.set(parent, segments)
  return segments
}

/** `NewReleaseMessage/ReleaseList/TrackRelease[2]/ReleaseId` */
export function pathOf(element: XmlElement): string {
  const { parent, localName } = element
  return parent ? `${pathOf(parent)}/${segmentsOf(parent).get(element) ?? localName}` : localName
}

/** The element at a path as `pathOf` writes it, or the nearest one above it; undefined if the root has another name. */
export function findByPath(root: XmlElement, path: string): XmlElement | undefined {
  const [first, ...segments] = path.split('/')
  if (first !== root.localName) return undefined
  let element = root
  for (const segment of segments) {
    const [name, index] = segment.replace(']', '').split('[')
    const next = element.children.filter(({ localName }) => localName === name)[
      index === undefined ? 0 : Number(index) - 1
    ]
    if (!next) break
    element = next
  }
  return element
}

/** Where an element is: what an issue needs to point at it. */
export interface Place extends Position {
  path: string
}

export const placeOf = (element: XmlElement): Place => ({
  path: pathOf(element),
  line: element.line,
  column: element.column,
})

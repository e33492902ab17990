import type { Anchors } from '../checks/references.js'
import type { ReportBuilder } from '../checks/report.js'
import { parseBoolean } from '../checks/values.js'
import type { Version } from '../message/versions.js'
import { childNamed, type XmlElement } from '../xml/xml-element.js'

/** What every part of the mapping works with. */
export interface MappingContext extends Anchors {
  report: ReportBuilder
  version: Version
  /** The LanguageAndScriptCode of the message, in lower case. */
  language: string
}

/** A flag that is a child element. Reports a value that is not a boolean, which counts as absent. */
export function readFlag({ report }: MappingContext, parent: XmlElement, name: string): boolean | undefined {
  const element = childNamed(parent, name)
  if (!element) return undefined
  const value = parseBoolean(element.text)
  if (value === undefined)
    report.addOnce(element, 'value_invalid', `${name} is ${quote(element.text)}; it must be true or false.`)
  return value
}

/** The same for an attribute. */
export function readFlagAttribute({ report }: MappingContext, element: XmlElement, name: string): boolean | undefined {
  const text = element.attributes.get(name)
  if (text === undefined) return undefined
  const value = parseBoolean(text)
  if (value === undefined)
    report.addOnce(element, 'value_invalid', `${name} is ${quote(text)}; it must be true or false.`, name)
  return value
}

const MAX_QUOTED = 80

/** A value for a message, shortened. */
export function quote(text: string): string {
  const characters = [...text.trim()]
  return JSON.stringify(
    characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED).join('')}…` : characters.join(''),
  )
}
